// Offsets of a document -> lines and columns, and lines -> their text.
import { originalOf, type SourceDocument } from "./document.ts";

/** One-based; columns count UTF-16 code units as editors do. A byte order mark has no column. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

const cache = new WeakMap<SourceDocument, readonly number[]>();

export function lineColumnOf(document: SourceDocument, offset: number): LineColumn {
  const starts = lineStartsOf(document);
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: Math.max(0, offset - (starts[low] ?? 0)) + 1 };
}

/** The text of a line, without its line end. */
export function lineTextOf(document: SourceDocument, line: number): string {
  const starts = lineStartsOf(document);
  const { text } = document;
  const start = starts[line - 1] ?? 0;
  let end = starts[line] ?? text.length;
  while (end > start && isLineEnd(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

function isLineEnd(character: string | undefined): boolean {
  return character === "\n" || character === "\r";
}

/** A line ends with LF, CR LF or CR, as in YAML. */
function lineStartsOf(document: SourceDocument): readonly number[] {
  let starts = cache.get(originalOf(document));
  if (starts === undefined) {
    starts = startsIn(document.text);
    cache.set(originalOf(document), starts);
  }
  return starts;
}

function startsIn(text: string): number[] {
  const starts = [text.startsWith("\uFEFF") ? 1 : 0];
  if (text.includes("\r")) {
    for (const end of text.matchAll(/\r\n|\n|\r/g)) starts.push(end.index + end[0].length);
    return starts;
  }
  // Fast path for most texts, some of which have many megabytes.
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return starts;
}
