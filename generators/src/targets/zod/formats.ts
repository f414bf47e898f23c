// The formats that are checked, and the function of the runtime that checks each.
import { wellKnownFormats } from "../../model/known-formats.ts";
import type { FormatRules } from "../target.ts";
import type { Helper } from "./runtime-modules.ts";

const stringFormats: ReadonlyMap<string, Helper> = new Map([
  ["date-time", "isDateTime"],
  ["date", "isDate"],
  ["time", "isTime"],
  ["duration", "isDuration"],
  ["email", "isEmail"],
  ["idn-email", "isIdnEmail"],
  ["hostname", "isHostname"],
  ["idn-hostname", "isIdnHostname"],
  ["ipv4", "isIpv4"],
  ["ipv6", "isIpv6"],
  ["uri", "isUri"],
  ["uri-reference", "isUriReference"],
  ["iri", "isIri"],
  ["iri-reference", "isIriReference"],
  ["uri-template", "isUriTemplate"],
  ["uuid", "isUuid"],
  ["json-pointer", "isJsonPointer"],
  ["relative-json-pointer", "isRelativeJsonPointer"],
  ["regex", "isRegex"],
  ["byte", "isByte"],
]);

/** The formats that are checked under these rules. */
export function assertedFormats(rules: FormatRules = "assert"): ReadonlySet<string> {
  const ruleOf = (format: string) => {
    if (typeof rules === "string") return rules;
    return (Object.hasOwn(rules, format) ? rules[format] : rules["*"]) ?? "assert";
  };
  return new Set([...wellKnownFormats].filter((format) => ruleOf(format) === "assert"));
}

/** `null` for a format of numbers, or one nobody knows. */
export function stringFormatHelper(name: string): Helper | null {
  return stringFormats.get(name) ?? null;
}
