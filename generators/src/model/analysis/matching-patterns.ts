// The name of a member -> the `patternProperties` it matches. Steps are counted, so no pattern takes exponential time.
import { type Effort, matcherOf } from "../patterns/matcher.ts";
import type { ObjectSchema, Schema } from "../schema.ts";

export type { Effort };

/** The steps for one name and one pattern. */
const stepsForOne = 200_000;

/** `null` when undecided. The reader rejects a pattern that is undecided for a required name. */
export function patternMatches(pattern: string, name: string, total: Effort = { left: stepsForOne }): boolean | null {
  const effort = { left: Math.min(stepsForOne, total.left) };
  const before = effort.left;
  const found = matcherOf(pattern).test(name, effort);
  total.left -= before - effort.left;
  return found;
}

/** The schemas of the patterns that a name matches. */
export function patternSchemasOf({ patternProperties }: ObjectSchema, name: string): Schema[] {
  return patternProperties.filter(({ pattern }) => patternMatches(pattern, name) === true).map(({ schema }) => schema);
}
