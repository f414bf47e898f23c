// A path that leads nowhere -> the pages that it may have meant: those that the search finds for its words, as far as they are called
// something like it.
import { type Hit, type Index, meaningsOf, search } from "./engine.ts";
import { mistypedBy } from "./mistyped.ts";
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
    return search(index, part, { kind: null, most: mostFound }).hits.filter((hit) =>
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
  return typed === word || (typed.length >= 4 && word.startsWith(typed)) || mistypedBy(typed, word) !== null;
}
