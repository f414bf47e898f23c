// A misspelt word to the known word it most likely means.
import leven from "leven";

/**
 * The known word with the fewest edits, if those are few for a word of this length: none in up to 2 letters, 1 in up to 5, 2 in
 * up to 8, otherwise 3. Case does not count, and two letters that changed places count as one edit.
 */
export function nearest(written: string, known: Iterable<string>): string | undefined {
  const word = written.toLowerCase();
  const limit = word.length <= 2 ? 0 : word.length <= 5 ? 1 : word.length <= 8 ? 2 : 3;
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of known) {
    const distance = distanceOf(word, candidate.toLowerCase(), limit + 1);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

function distanceOf(word: string, candidate: string, limit: number): number {
  return isSwapped(word, candidate) ? 1 : leven(word, candidate, { maxDistance: limit });
}

/** `tpye` and `type`: the same but for two neighbours. */
function isSwapped(word: string, candidate: string): boolean {
  if (word.length !== candidate.length) return false;
  const at = [...word].findIndex((letter, index) => letter !== candidate[index]);
  if (at === -1) return false;
  return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2) === candidate;
}
