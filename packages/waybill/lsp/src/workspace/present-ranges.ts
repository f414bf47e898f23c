// Ranges of documents as they last parsed -> the same in their texts as they are now.
import type { Range } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { spanNow } from "../text/changes.ts";
import type { Texts } from "./texts.ts";

/** `path`: of the file that the range is in. */
export type PresentRange = (path: string, range: Range) => Range;

/** For one response, while no text changes. */
export function presentRanges(texts: Texts): PresentRange {
  const known = new Map<string, (range: Range) => Range>();
  return (path, range) => {
    const moved = known.get(path) ?? movedIn(texts, path);
    known.set(path, moved);
    return moved(range);
  };
}

function movedIn(texts: Texts, path: string): (range: Range) => Range {
  const last = texts.lastParsed(path);
  const text = texts.textOf(path);
  if (last === null || last.isCurrent || text === null) return (range) => range;
  const before = TextDocument.create(path, "", 0, last.document.text);
  const now = TextDocument.create(path, "", 0, text);
  return ({ start, end }) => {
    const span = spanNow(last.changes, { start: before.offsetAt(start), end: before.offsetAt(end) });
    return { start: now.positionAt(span.start), end: now.positionAt(span.end) };
  };
}
