// A pattern of `patternProperties` -> whether a name matches it. Patterns and names are somebody else's: the effort is limited.
import { unicodePatternOf } from "../../model/patterns.ts";
import { matcherOf } from "../../patterns/matcher.ts";

const mostSteps = 100_000;

/** A pattern that cannot be read, or takes too long, matches nothing. */
export function matcherFor(pattern: string): (name: string) => boolean {
  const readable = unicodePatternOf(pattern);
  if (readable === null) return () => false;
  const matcher = matcherOf(readable);
  return (name) => matcher.test(name, { left: mostSteps }) === true;
}
