// Texts parsed in an earlier run -> their values, so that they need not be parsed again.
import { isDeepStrictEqual } from "node:util";

/** The value as JSON, when JSON represents it exactly: `-0` is 0 in JSON, and values JSON does not have are dropped or changed. */
export function jsonOfParsed(text: string, value: unknown): string | null {
  if (mayHoldAnchor(text)) return null;
  const json = JSON.stringify(value);
  return isDeepStrictEqual(JSON.parse(json), value) ? json : null;
}

/** Aliases are one value in several places, which JSON does not have. A match inside a string counts as an alias too. */
function mayHoldAnchor(text: string): boolean {
  return /(?:^|[\s[\]{},:-])&[^\s&]/.test(text);
}
