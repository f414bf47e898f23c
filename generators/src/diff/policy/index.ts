// What the command and the library use of policies: settings -> a policy, and changes judged by it.
import { nearest } from "../../diagnostics/nearest.ts";
import { kinds } from "../rules/all-rules.ts";
import type { Deprecation } from "./deprecation.ts";

export { chosenChanges } from "./filter.ts";
export { applyPolicy } from "./policy.ts";

/** The names that no rule has, each with what to do. */
export function unknownRules(
  rules: Readonly<Record<string, unknown>>,
): { readonly rule: string; readonly hint: string }[] {
  const known = kinds.map(({ id }) => id);
  return Object.keys(rules)
    .filter((rule) => !known.includes(rule))
    .map((rule) => {
      const near = nearest(rule, known);
      return { rule, hint: near === undefined ? "docs/diff.md lists the rules" : `did you mean ${near}?` };
    });
}

/** As it is configured; `null`: no promise. */
export function deprecationOf(
  config: Partial<{ [Field in keyof Deprecation]: NonNullable<Deprecation[Field]> }> | undefined,
): Deprecation | null {
  if (config === undefined) return null;
  const { days = null, sunset = "x-sunset", stability = "x-stability-level" } = config;
  return { days, sunset, stability };
}
