// The formats that are checked, and their functions in the runtime.
import { wellKnownFormats } from "../../model/analysis/known-formats.ts";
import { type FormatRules, ruleOf } from "../../model/api-options.ts";
import { camelOf, pascalOf } from "../../model/naming/identifiers.ts";
import { type Helper, helperNames } from "./runtime-modules.ts";

export interface StringFormat {
  /** The function that checks a text. */
  readonly check: Helper;
  /** The schema of valid texts. */
  readonly schema: Helper;
}

/** Named after the format: `date-time` has `isDateTime` and `dateTimeString`. */
const stringFormats: ReadonlyMap<string, StringFormat> = new Map(
  [...wellKnownFormats].flatMap((name): [string, StringFormat][] => {
    const check = helperNames.find((helper) => helper === `is${pascalOf([name])}`);
    const schema = helperNames.find((helper) => helper === `${camelOf(name)}String`);
    return check === undefined || schema === undefined ? [] : [[name, { check, schema }]];
  }),
);

/** The formats that are checked under these rules. */
export function assertedFormats(rules: FormatRules): ReadonlySet<string> {
  return new Set([...wellKnownFormats].filter((format) => ruleOf(format, rules) === "assert"));
}

/** `null` for a format of numbers, and for an unknown one. */
export function stringFormatOf(name: string): StringFormat | null {
  return stringFormats.get(name) ?? null;
}
