// What an editor changes of a text -> the same change as offsets, applied to texts, offsets and ranges.
import type { Position, Range, TextDocumentContentChangeEvent } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";

/** A part of a text that another replaces. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The same in the text before: lines and characters. */
  readonly range: Range;
}

export function applied(text: string, edits: readonly Edit[]): string {
  return edits.reduce((at, { start, end, text: written }) => at.slice(0, start) + written + at.slice(end), text);
}

export interface ChangedDocument {
  readonly document: TextDocument;
  readonly edits: readonly Edit[];
  /** After each of the edits: a large text takes long to assemble, so this is done once. */
  readonly texts: readonly string[];
}

/** Applies changes one after the other, as the protocol says. */
export function changeDocument(
  document: TextDocument,
  changes: readonly TextDocumentContentChangeEvent[],
  version: number,
): ChangedDocument {
  const edits: Edit[] = [];
  const texts: string[] = [];
  let changed = document;
  for (const change of changes) {
    edits.push(editOf(changed, change));
    changed = TextDocument.update(changed, [change], version);
    texts.push(changed.getText());
  }
  return { document: changed, edits, texts };
}

function editOf(document: TextDocument, change: TextDocumentContentChangeEvent): Edit {
  const { text } = change;
  if ("range" in change) {
    const { range } = change;
    return { start: document.offsetAt(range.start), end: document.offsetAt(range.end), text, range };
  }
  const end = document.getText().length;
  return { start: 0, end, text, range: { start: { line: 0, character: 0 }, end: document.positionAt(end) } };
}

/** With the ranges that they have in the text after the edits, in place of those in the text before. */
export function movedRanges<One extends { readonly range: Range }>(all: readonly One[], edits: readonly Edit[]): One[] {
  const ends = edits.map(({ range, text }) => ({ range, end: endOf(range.start, text) }));
  const movedBy = (at: Position): Position => ends.reduce((before, { range, end }) => moved(before, range, end), at);
  return all.map((one) => ({ ...one, range: { start: movedBy(one.range.start), end: movedBy(one.range.end) } }));
}

/** The same for an offset. */
export function movedOffset(offset: number, edits: readonly Edit[]): number {
  return edits.reduce((at, { start, end, text }) => {
    if (at < end) return at <= start ? at : start + text.length;
    return at === start && start === end ? at : at + text.length - (end - start);
  }, offset);
}

/** What was replaced is now at the end of what replaces it. */
function moved(position: Position, replaced: Range, end: Position): Position {
  if (isBefore(position, replaced.end) && !isSame(position, replaced.end))
    return isBefore(position, replaced.start) ? position : end;
  if (isSame(position, replaced.start) && isSame(replaced.start, replaced.end)) return position;
  const line = position.line - replaced.end.line + end.line;
  const character =
    position.line === replaced.end.line
      ? position.character - replaced.end.character + end.character
      : position.character;
  return { line, character };
}

function endOf({ line, character }: Position, text: string): Position {
  const lines = text.split(/\r\n|\n|\r/);
  const last = lines.at(-1)?.length ?? 0;
  return { line: line + lines.length - 1, character: lines.length === 1 ? character + last : last };
}

function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.character <= b.character);
}

function isSame(a: Position, b: Position): boolean {
  return a.line === b.line && a.character === b.character;
}
