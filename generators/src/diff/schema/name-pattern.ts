// A pattern of `patternProperties` -> whether a name matches it. Patterns and names are untrusted, so the effort is limited.
import { unicodePatternOf } from "../../model/analysis/unicode-patterns.ts";
import { matcherOf } from "../../patterns/matcher.ts";

const mostSteps = 100_000;

/** A pattern that is invalid, or takes too long, matches nothing. */
export function matcherFor(pattern: string): (name: string) => boolean {
  const readable = unicodePatternOf(pattern);
  if (readable === null) return () => false;
  const matcher = matcherOf(readable);
  return (name) => matcher.test(name, { left: mostSteps }) === true;
}
