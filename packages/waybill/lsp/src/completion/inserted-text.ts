// What is offered at a cursor -> the text that is inserted for it: with its quotes, and for a key with its colon.
import type { CompletionItem } from "vscode-languageserver";
import type { Cursor } from "./cursor.ts";

export interface Proposal {
  readonly item: CompletionItem;
  /** `value`: true, false, null or a number, which quotes would make a text. */
  readonly kind: "key" | "text" | "value";
  /** Of a key: whether its value mostly is on the same line. */
  readonly isScalar: boolean;
}

/** A key brings its colon, unless it has one; a reference its quotes, since `#` begins a comment in YAML. */
export function insertedText({ item: { label }, kind, isScalar }: Proposal, cursor: Cursor, isJson: boolean): string {
  if (cursor.isQuoted) return `${label}${cursor.openQuote}`;
  if (cursor.writes === "value")
    return kind === "value" || (!isJson && isPlainText(label)) ? label : JSON.stringify(label);
  const key = !isJson && /^[A-Za-z$_][\w$./+-]*$/.test(label) ? label : JSON.stringify(label);
  return cursor.hasColon ? key : `${key}:${isScalar ? " " : ""}`;
}

/** Without a parser, since there may be thousands: some that get quotes would not need them. */
function isPlainText(text: string): boolean {
  const isOther = /^(?:~|null|true|false|y|yes|n|no|on|off|[-+.]?\d.*)?$/i.test(text);
  return !isOther && /^(?![\s#&*!|>'"%@`{[?:-])[^#:,[\]{}\n]*(?<!\s)$/.test(text);
}
