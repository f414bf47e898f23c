// A line of a document with a caret below one of its columns.
import { lineTextOf, type SourceDocument } from "../source/index.ts";

const frameWidth = 160;

/** `7 |   type: strng` and a caret below the column in a terminal. */
export function frameLines(document: SourceDocument, line: number, column: number): string[] {
  // A minified file has one line of megabytes: show, and look at, the part around the column only.
  const from = column > frameWidth - 40 ? column - 60 : 0;
  const shown = lineTextOf(document, line)
    .slice(from, from + frameWidth)
    .replace(invisible, " ");
  const gutter = `${line} | `;
  const before = shown.slice(0, column - 1 - from).padEnd(column - 1 - from);
  return [`${gutter}${shown}`.trimEnd(), `${" ".repeat(gutter.length + widthOf(before))}^`];
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
