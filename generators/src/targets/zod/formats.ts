// The formats that are checked, and the function of the runtime that checks each.
import type { Helper } from "./runtime-modules.ts";

const stringFormats: ReadonlyMap<string, Helper> = new Map([
  ["date-time", "isDateTime"],
  ["date", "isDate"],
  ["time", "isTime"],
  ["duration", "isDuration"],
  ["email", "isEmail"],
  ["hostname", "isHostname"],
  ["ipv4", "isIpv4"],
  ["ipv6", "isIpv6"],
  ["uri", "isUri"],
  ["uri-reference", "isUriReference"],
  ["uri-template", "isUriTemplate"],
  ["uuid", "isUuid"],
  ["json-pointer", "isJsonPointer"],
  ["relative-json-pointer", "isRelativeJsonPointer"],
  ["regex", "isRegex"],
  ["byte", "isByte"],
]);

/** Formats of numbers; `float` and `double` say nothing that a JSON number does not. */
const numberFormats = ["int32", "int64"] as const;

/** What is checked unless the configuration says otherwise: all that is known here. */
export const wellKnownFormats: ReadonlySet<string> = new Set([...stringFormats.keys(), ...numberFormats]);

/** `null` for a format of numbers, or one nobody knows. */
export function stringFormatHelper(name: string): Helper | null {
  return stringFormats.get(name) ?? null;
}
