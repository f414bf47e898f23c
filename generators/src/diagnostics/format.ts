// Diagnostics to text with code frames, to JSON, and to GitHub annotations.
import { lineColumnOf, lineTextOf, pointerOf, type SourceDocument } from "../source/index.ts";
import { isCorrection, printable } from "./code.ts";
import { type Diagnostic, type Place, startOf } from "./diagnostic.ts";
import { annotationOf } from "./printed.ts";

/** One diagnostic as `--json` prints it. Lines and columns are one-based. */
export interface DiagnosticJson extends Coordinates {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly hint: string;
  /** Of a tolerated error: the meaning the run went on with. */
  readonly assumed?: string;
  readonly pointer: string | null;
  readonly related: readonly { message: string; file: string | null; line: number | null; column: number | null }[];
}

/**
 * `file:line:column severity code: message`, the line with a caret below the column, related places, the hint. What is tolerated
 * is one line, `file:line:column tolerated code: assumed (message)`, which names what may have been meant.
 */
export function textOf(diagnostic: Diagnostic): string {
  const { severity, code, message, place, related, hint, assumed } = diagnostic;
  const head = `${severity} ${code}: ${assumed === null ? message : `${assumed} (${[message, ...meantBy(diagnostic)].join("; ")})`}`;
  const where = labelOf(place);
  const first = where === "" ? head : `${where} ${head}`;
  if (assumed !== null) return first;
  return [
    first,
    ...frameOf(place),
    ...related.flatMap((other) => [`see ${labelOf(other.place)}: ${other.message}`, ...frameOf(other.place)]),
    `hint: ${hint}`,
  ].join("\n");
}

export function jsonOf(diagnostic: Diagnostic): DiagnosticJson {
  const { code, severity, message, hint, place, assumed } = diagnostic;
  const related = diagnostic.related.map((other) => ({ message: other.message, ...coordinatesOf(other.place) }));
  const pointer = place.kind === "value" || place.kind === "key" ? pointerOf(place.location) : null;
  const meaning = assumed === null ? {} : { assumed };
  return { code, severity, message, hint, ...meaning, ...coordinatesOf(place), pointer, related };
}

/** A workflow command: `::error file=…,line=…,col=…,title=code::message`. The notes are between message and hint. */
export function githubOf(diagnostic: Diagnostic, notes: readonly string[] = []): string {
  const { severity, code: title, place, message, hint, assumed } = diagnostic;
  const last = assumed === null ? [`hint: ${hint}`] : [`tolerated: ${assumed}`, ...meantBy(diagnostic)];
  const text = [message, ...notes, ...last].join("\n");
  const kind = severity === "tolerated" ? "notice" : severity;
  return annotationOf({ severity: kind, ...coordinatesOf(place), title, text });
}

/** `did you mean "Order"?`: the one hint that a tolerated error is printed with, as it may be a typing error. */
function meantBy({ hint }: Diagnostic): string[] {
  return isCorrection(hint) ? [hint] : [];
}

export interface Coordinates {
  readonly file: string | null;
  /** One-based, like the column. */
  readonly line: number | null;
  readonly column: number | null;
}

/** Where a place is, one-based. */
export function coordinatesOf(place: Place): Coordinates {
  const start = startOf(place);
  if (start === null) return { file: null, line: null, column: null };
  const { name, offset, document } = start;
  // A problem with a whole file is reported at its start, so that every tool that reads the output finds a line.
  return document === null ? { file: name, line: 1, column: 1 } : { file: name, ...lineColumnOf(document, offset) };
}

/** `see file:line:column: words`, a line for each related place. */
export function relatedLines({ related }: Diagnostic): string[] {
  return related.map((other) => `see ${labelOf(other.place)}: ${other.message}`);
}

/** `file:line:column` as one writes it to open the place in an editor; empty for no place. */
export function labelOf(place: Place): string {
  const { file, line, column } = coordinatesOf(place);
  return [file === null ? null : printable(file), line, column].filter((part) => part !== null).join(":");
}

/** The line of a place, with a caret below it; empty for a place without a line. */
export function frameOf(place: Place): string[] {
  const start = startOf(place);
  if (start?.document == null) return [];
  const { line, column } = lineColumnOf(start.document, start.offset);
  return frameLines(start.document, line, column);
}

const frameWidth = 160;

/** `7 |   type: strng` and a caret below the column in a terminal. */
function frameLines(document: SourceDocument, line: number, column: number): string[] {
  // A minified file has one line of megabytes: show, and look at, the part around the column only.
  const from = column > frameWidth - 40 ? column - 60 : 0;
  const excerpt = lineTextOf(document, line)
    .slice(from, from + frameWidth)
    .replace(invisible, " ");
  const gutter = `${line} | `;
  const before = excerpt.slice(0, column - 1 - from).padEnd(column - 1 - from);
  return [`${gutter}${excerpt}`.trimEnd(), `${" ".repeat(gutter.length + widthOf(before))}^`];
}

/** Tabs, and what could move a terminal's cursor or reorder the line: one cell each. */
const invisible: RegExp = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Cells of a terminal: wide letters and emoji take two, combining marks none. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/^(?:\p{Mn}|\p{Me}|\u200d|\ufe0f)$/u.test(character)) continue;
    width += wide.test(character) ? 2 : 1;
  }
  return width;
}

const wide =
  /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60]$/u;
