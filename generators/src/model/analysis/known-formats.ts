// The names of formats: those that are validated, and those that are documentation.

/** Formats of strings that are validated. */
export const stringFormats: readonly string[] = (
  "date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference iri iri-reference " +
  "uri-template uuid json-pointer relative-json-pointer regex byte"
).split(" ");

/** Formats of numbers; `float` and `double` restrict nothing. */
const numberFormats = ["int32", "int64"];

/** All formats that can be validated. */
export const wellKnownFormats: ReadonlySet<string> = new Set([...stringFormats, ...numberFormats]);

/** OpenAPI formats that reject no value. */
const annotations = "float double binary password commonmark html";

export const knownFormats: ReadonlySet<string> = new Set([...wellKnownFormats, ...annotations.split(" ")]);
