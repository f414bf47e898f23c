// The formats that are checked, and their functions in the runtime.
import { wellKnownFormats } from "../../model/analysis/known-formats.ts";
import { type FormatRules, ruleOf } from "../../model/api-options.ts";
import type { Helper } from "./runtime-modules.ts";

export interface StringFormat {
  /** The function that checks a text. */
  readonly check: Helper;
  /** The schema of valid texts. */
  readonly schema: Helper;
}

const stringFormats: ReadonlyMap<string, StringFormat> = new Map([
  ["date-time", { check: "isDateTime", schema: "dateTimeString" }],
  ["date", { check: "isDate", schema: "dateString" }],
  ["time", { check: "isTime", schema: "timeString" }],
  ["duration", { check: "isDuration", schema: "durationString" }],
  ["email", { check: "isEmail", schema: "emailString" }],
  ["idn-email", { check: "isIdnEmail", schema: "idnEmailString" }],
  ["hostname", { check: "isHostname", schema: "hostnameString" }],
  ["idn-hostname", { check: "isIdnHostname", schema: "idnHostnameString" }],
  ["ipv4", { check: "isIpv4", schema: "ipv4String" }],
  ["ipv6", { check: "isIpv6", schema: "ipv6String" }],
  ["uri", { check: "isUri", schema: "uriString" }],
  ["uri-reference", { check: "isUriReference", schema: "uriReferenceString" }],
  ["iri", { check: "isIri", schema: "iriString" }],
  ["iri-reference", { check: "isIriReference", schema: "iriReferenceString" }],
  ["uri-template", { check: "isUriTemplate", schema: "uriTemplateString" }],
  ["uuid", { check: "isUuid", schema: "uuidString" }],
  ["json-pointer", { check: "isJsonPointer", schema: "jsonPointerString" }],
  ["relative-json-pointer", { check: "isRelativeJsonPointer", schema: "relativeJsonPointerString" }],
  ["regex", { check: "isRegex", schema: "regexString" }],
  ["byte", { check: "isByte", schema: "byteString" }],
]);

/** The formats that are checked under these rules. */
export function assertedFormats(rules: FormatRules): ReadonlySet<string> {
  return new Set([...wellKnownFormats].filter((format) => ruleOf(format, rules) === "assert"));
}

/** `null` for a format of numbers, and for an unknown one. */
export function stringFormatOf(name: string): StringFormat | null {
  return stringFormats.get(name) ?? null;
}
