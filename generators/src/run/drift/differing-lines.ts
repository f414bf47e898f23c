// What differs in one file -> the lines below its diagnostic: the first differences in full, of the others where they are,
// and of each the place in the description that is behind it.
import type { Hunk } from "./difference.ts";
import type { Origin } from "./origin.ts";

export interface Excerpt {
  readonly hunks: readonly (Hunk & { readonly origin: Origin | null })[];
}

/** The same with the places as text: `Order.note, schemas/order.yaml:7:3`; `null` where nothing says what is behind it. */
export type LocatedExcerpt = readonly (Hunk & { readonly behind: string | null })[];

/** How many differences are shown in full. */
export const shownHunks = 3;
/** How many are named at all: a file that differs everywhere needs no list. */
const namedHunks = 20;

export function excerptLines(hunks: LocatedExcerpt): string[] {
  const heads = hunkLines(hunks);
  const shown = hunks.slice(0, shownHunks).flatMap((hunk, index) => [heads[index] ?? "", ...hunk.excerpt]);
  return [...shown, ...heads.slice(shownHunks)];
}

/** `@@ line 218 @@ Order.note, schemas/order.yaml:7:3` for each. */
export function hunkLines(hunks: LocatedExcerpt): string[] {
  const named = hunks
    .slice(0, namedHunks)
    .map(({ line, behind }) => `@@ line ${line + 1} @@${behind === null ? "" : ` ${behind}`}`);
  return hunks.length > namedHunks ? [...named, `@@ ${hunks.length - namedHunks} more @@`] : named;
}
