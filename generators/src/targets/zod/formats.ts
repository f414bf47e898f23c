// The formats that are checked, and their functions in the runtime.
import { stringFormats, wellKnownFormats } from "../../model/analysis/known-formats.ts";
import { type FormatRules, ruleOf } from "../../model/api-options.ts";
import { camelOf, pascalOf } from "../../model/finish/naming/identifiers.ts";
import { type Helper, helperNames } from "./runtime-modules.ts";

export interface StringFormat {
  /** The function that checks a text. */
  readonly check: Helper;
  /** The schema of valid texts. */
  readonly schema: Helper;
}

/** Named after the format: `date-time` has `isDateTime` and `dateTimeString`. */
const helpers: ReadonlyMap<string, StringFormat> = new Map(
  stringFormats.map((name) => [
    name,
    { check: helperNamed(`is${pascalOf([name])}`), schema: helperNamed(`${camelOf(name)}String`) },
  ]),
);

function helperNamed(name: string): Helper {
  const match = helperNames.find((helper) => helper === name);
  if (match === undefined) throw new TypeError(`the runtime of the target zod has no ${name}`);
  return match;
}

/** The formats that are checked under these rules. */
export function assertedFormats(rules: FormatRules): ReadonlySet<string> {
  return new Set([...wellKnownFormats].filter((format) => ruleOf(format, rules) === "assert"));
}

/** `null` for a format of numbers, and for an unknown one. */
export function stringFormatOf(name: string): StringFormat | null {
  return helpers.get(name) ?? null;
}
