// A misspelt word to the known word it most likely stands for.
import leven from "leven";

/** The known word within a third of the written word's length (at least 2 edits), or nothing. */
export function nearest(written: string, known: Iterable<string>): string | undefined {
  const limit = Math.max(1, Math.min(3, Math.floor(written.length / 3)));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const word of known) {
    const distance = written.toLowerCase() === word.toLowerCase() ? 0 : leven(written, word, { maxDistance: limit + 1 });
    if (distance < bestDistance) [best, bestDistance] = [word, distance];
  }
  return best;
}
