// A path that leads nowhere -> the pages that it may have meant: those that the search finds for its words, as far as they are called
// something like it.
import { type Hit, type Index, meaningsOf, search } from "./engine.ts";
import { wordsOf } from "./terms.ts";

/** So many are looked at; words of a path may be found on any page. */
const mostFound = 40;

/** `path` without the base: `guides/webhoks/`. Empty when no page is close. */
export function nearestPages(index: Index, path: string, most: number): Hit[] {
  const parts = path
    .replace(/\.\w+$/, "")
    .split("/")
    .filter((part) => part !== "")
    .map((part) => part.replaceAll(/[-_]/g, " "));
  // The last part says most; what is above it may be the page that once had it below.
  const hits = parts.toReversed().flatMap((part) => {
    const called = [part, ...meaningsOf(index, part)].map(wordsOf);
    return search(index, part, { kind: null, most: mostFound }).filter((hit) =>
      called.some((words) => isCalled(hit, words)),
    );
  });
  const words = wordsOf(parts.join(" "));
  const inPath = (hit: Hit): number => knownIn(hit.path, words);
  return hits
    .filter((hit, at) => hits.findIndex((other) => other.path === hit.path) === at)
    .slice(0, mostFound)
    .sort((a, b) => inPath(b) - inPath(a))
    .slice(0, most);
}

/** Whether half of the words are in the title of the page, in its names or in the last part of its path. */
function isCalled({ title, names, path }: Hit, words: readonly string[]): boolean {
  const own = `${title} ${names} ${path.split("/").at(-2) ?? ""}`;
  return words.length > 0 && knownIn(own, words) * 2 >= words.length;
}

function knownIn(text: string, words: readonly string[]): number {
  const own = wordsOf(text);
  return words.filter((word) => own.some((other) => isClose(word, other))).length;
}

/** Mistyped, or the start of a word. */
function isClose(typed: string, word: string): boolean {
  if (typed === word || (typed.length >= 4 && word.startsWith(typed))) return true;
  const allowed = typed.length < 5 ? 0 : typed.length < 8 ? 1 : 2;
  return allowed > 0 && Math.abs(typed.length - word.length) <= allowed && distance(typed, word) <= allowed;
}

/** Letters that are added, missing or other ones, and neighbours that have changed places. */
function distance(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, next];
  }
  return last[b.length] ?? 0;
}
