// The names of formats: those that can be checked, and those that only tell readers something.

const stringFormats =
  "date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference iri iri-reference uri-template uuid json-pointer relative-json-pointer regex byte";

/** Formats of numbers; `float` and `double` say nothing that a JSON number does not. */
const numberFormats = "int32 int64";

/** All that can be checked. */
export const wellKnownFormats: ReadonlySet<string> = new Set(`${stringFormats} ${numberFormats}`.split(" "));

/** What OpenAPI calls formats and what refuses no value. */
const annotations = "float double binary password commonmark html";

export const knownFormats: ReadonlySet<string> = new Set([...wellKnownFormats, ...annotations.split(" ")]);
