// A pattern of the description and a text -> whether they match, in steps that are counted: neither keeps a run busy.
import { type Effort, matcherOf } from "../patterns/matcher.ts";

/** More than any pattern takes that a person writes, and any text that is sent. */
const steps = 20_000_000;

export function effort(): Effort {
  return { left: steps };
}

/** `false` where the steps do not suffice. */
export function isMatch(pattern: string, text: string): boolean {
  return matcherOf(pattern).test(text, effort()) === true;
}
