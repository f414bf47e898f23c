// Two texts to the places where they differ, each with an excerpt like a unified diff; and the unified diff of an edit.
// jsdiff compares them: however far apart two places are, both are found.
import { createRequire } from "node:module";
import type { StructuredPatchHunk } from "diff";
import type { Origin } from "./origin.ts";

export interface Hunk {
  /** Zero-based first line in the text on disk, and in the generated one. */
  readonly line: number;
  readonly generatedLine: number;
  /** Lines on disk, and lines generated; a line in both separates two differences when another one follows. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** The column of the first difference, zero-based, in the first line of either. */
  readonly column: number;
  readonly excerpt: readonly string[];
}

/** In order; none when the texts are the same. Of very many, the first ones. */
export function hunksOf(onDisk: string, generated: string): Hunk[] {
  // Loaded here: most runs find no difference. Only the part for patches, in 3 ms.
  const { structuredPatch }: typeof import("diff") = createRequire(import.meta.url)("diff/lib/patch/create.js");
  const options = { context: 1, maxEditLength: mostEdits };
  // With a line end of its own, the last line is compared like any other.
  const patch = structuredPatch("", "", `${onDisk}\n`, `${generated}\n`, "", "", options);
  if (patch !== undefined) return patch.hunks.map(hunkOf);
  return hunksOf(...firstDiffering(onDisk.split("\n"), generated.split("\n")));
}

/** Lines removed and added; the time to compare grows with the square of their number. */
const mostEdits = 1000;
/** How many lines of a kind an excerpt has, and how many characters a line. */
const mostLines = 6;
const width = 160;

function hunkOf({ oldStart, newStart, lines }: StructuredPatchHunk): Hunk {
  const first = lines.findIndex(isChange);
  const changed = lines.slice(first, lines.findLastIndex(isChange) + 1);
  const textsOf = (other: string): string[] =>
    changed.filter((line) => !line.startsWith(other)).map((line) => line.slice(1));
  const [removed, added] = [textsOf("+"), textsOf("-")];
  const column = commonStart(removed[0] ?? "", added[0] ?? "");
  const place = { line: oldStart - 1 + first, generatedLine: newStart - 1 + first, column };
  return { ...place, removed, added, excerpt: excerptOf(lines) };
}

function isChange(line: string): boolean {
  return !line.startsWith(" ");
}

function excerptOf(lines: readonly string[]): string[] {
  const few = lines.filter((line, at) => lines.slice(0, at).filter((one) => one[0] === line[0]).length < mostLines);
  const excerpt = few.map((line) => line.slice(0, width).trimEnd());
  return excerpt.length === lines.length ? excerpt : [...excerpt, `… ${lines.length - excerpt.length} more`];
}

function commonStart(one: string, other: string): number {
  let column = 0;
  while (column < one.length && column < other.length && one[column] === other[column]) column += 1;
  return column;
}

/** Both texts up to a few lines behind the first that differs: so few that they are always compared. */
function firstDiffering(before: readonly string[], after: readonly string[]): [string, string] {
  const first = before.findIndex((line, at) => line !== after[at]);
  const end = (first === -1 ? before.length : first) + mostEdits / 2;
  return [before.slice(0, end).join("\n"), after.slice(0, end).join("\n")];
}

// What differs in one file -> the lines below its diagnostic: the first differences in full, of the others where they are,
// and of each the place in the description that is behind it.

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
  const detailedLines = hunks.slice(0, shownHunks).flatMap((hunk, index) => [heads[index] ?? "", ...hunk.excerpt]);
  return [...detailedLines, ...heads.slice(shownHunks)];
}

/** `@@ line 218 @@ Order.note, schemas/order.yaml:7:3` for each. */
export function hunkLines(hunks: LocatedExcerpt): string[] {
  const named = hunks
    .slice(0, namedHunks)
    .map(({ line, behind }) => `@@ line ${line + 1} @@${behind === null ? "" : ` ${behind}`}`);
  return hunks.length > namedHunks ? [...named, `@@ ${hunks.length - namedHunks} more @@`] : named;
}

/** As `git apply` takes it. `file`: its name below the root of the diff. `before`: `null` for a new file. */
export function unifiedDiff(file: string, before: string | null, text: string): string {
  const { createTwoFilesPatch }: typeof import("diff") = createRequire(import.meta.url)("diff/lib/patch/create.js");
  const [old, now] = [before === null ? "/dev/null" : gitName(`a/${file}`), gitName(`b/${file}`)];
  const patch = createTwoFilesPatch("", "", before ?? "", text, undefined, undefined, { context: 3 });
  // Git ends a name with spaces by a tab.
  const end = file.includes(" ") ? "\t" : "";
  return `--- ${old}${end}\n+++ ${now}${end}\n${patch.slice(patch.indexOf("\n@@ ") + 1)}`;
}

/** In quotes, where Git needs them. */
export function gitName(name: string): string {
  return /["\\\p{Cc}]/u.test(name) ? JSON.stringify(name) : name;
}
