// The formats that are checked, and the function of the runtime that checks each.
import type { Helper } from "./runtime-modules.ts";

export interface StringFormat {
  readonly helper: Helper;
  /** Every text of the format is ASCII, so characters and UTF-16 code units count the same. */
  readonly isAscii: boolean;
}

const stringFormats: ReadonlyMap<string, StringFormat> = new Map(
  (
    [
      ["date-time", "isDateTime", true],
      ["date", "isDate", true],
      ["time", "isTime", true],
      ["duration", "isDuration", true],
      ["email", "isEmail", true],
      ["hostname", "isHostname", true],
      ["ipv4", "isIpv4", true],
      ["ipv6", "isIpv6", true],
      ["uri", "isUri", true],
      ["uri-reference", "isUriReference", true],
      ["uri-template", "isUriTemplate", false],
      ["uuid", "isUuid", true],
      ["json-pointer", "isJsonPointer", false],
      ["relative-json-pointer", "isRelativeJsonPointer", false],
      ["regex", "isRegex", false],
      ["byte", "isByte", true],
    ] as const
  ).map(([name, helper, isAscii]) => [name, { helper, isAscii }]),
);

/** Formats of numbers; `float` and `double` say nothing that a JSON number does not. */
const numberFormats = ["int32", "int64"] as const;

/** What is checked unless the configuration says otherwise: all that is known here. */
export const wellKnownFormats: ReadonlySet<string> = new Set([...stringFormats.keys(), ...numberFormats]);

export function stringFormatOf(name: string): StringFormat | null {
  return stringFormats.get(name) ?? null;
}
