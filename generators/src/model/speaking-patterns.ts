// The name of a member -> which of `patternProperties` speak of it. Counted in steps, so that no pattern keeps the reader busy.
import { type Effort, matcherOf } from "../patterns/matcher.ts";
import type { ObjectSchema, Schema } from "./schema.ts";

export type { Effort };

/** What can be spent on one name and one pattern. */
const stepsForOne = 200_000;

/** `null` when it cannot be told. The reader refuses what it cannot tell of a name that is required. */
export function speaksOf(pattern: string, name: string, total: Effort = { left: stepsForOne }): boolean | null {
  const effort = { left: Math.min(stepsForOne, total.left) };
  const before = effort.left;
  const found = matcherOf(pattern).test(name, effort);
  total.left -= before - effort.left;
  return found;
}

/** The schemas of the patterns that a name matches. */
export function speakingOf({ patternProperties }: ObjectSchema, name: string): Schema[] {
  return patternProperties.filter(({ pattern }) => speaksOf(pattern, name) === true).map(({ schema }) => schema);
}
