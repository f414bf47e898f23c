// Why a text has no value: faults, what it is instead of a document, and the codes of the system's errors.
import type { Position } from "./document.ts";
import { type LimitName, type Limits, limitWords } from "./limits.ts";

export type ParseResult = Parsed | Fault;

interface Parsed {
  readonly ok: true;
  readonly value: unknown;
  /** Of JSON: where each large object and array ends, by where it starts. */
  readonly ends?: ReadonlyMap<number, number>;
  /** Where the values are, as far as the parser knows: of a text that was parsed by its parts. */
  readonly positions?: Position;
}

/** What a document has of its parser beside the value. */
export function positionsOf({ ends, positions }: Parsed): Pick<Parsed, "ends" | "positions"> {
  return { ...(ends === undefined ? {} : { ends }), ...(positions === undefined ? {} : { positions }) };
}

/** Why a text has no value: a syntax error, or duplicate keys in one object. */
export type Fault = SyntaxFault | { readonly ok: false; readonly duplicates: readonly DuplicateKey[] };

export interface SyntaxFault {
  readonly ok: false;
  readonly offset: number;
  readonly detail: string;
  /** How to fix it, where a more specific hint than "look at the place" is known. */
  readonly advice?: string | undefined;
  /** The limit that the text exceeds; the text may still be valid. */
  readonly limit?: LimitName;
}

/** Offsets of a key and of its duplicate in the same object. */
export interface DuplicateKey {
  readonly key: string;
  readonly first: number;
  readonly again: number;
}

export const emptyDetail = "the file is empty";
export const emptyAdvice = "write the description, or name another file";

/** A text that exceeds a limit. */
export function overLimit(limit: LimitName, limits: Limits, offset: number): SyntaxFault {
  return { ok: false, offset, detail: `more than ${limits[limit]} ${limitWords[limit]}`, limit };
}

/** `ENOENT`, `EACCES` ...; `null` for an error without such a code. */
export function errorCodeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}

export function isHtmlPage(text: string): boolean {
  return /^\uFEFF?\s*<(?:!doctype\s+html|html[\s>])/i.test(text.slice(0, 512));
}

/** The offset of the first marker; `null` when there is none. A line of seven equals signs alone is a heading in Markdown. */
export function mergeMarkIn(text: string): number | null {
  const marks = /^(?:<{7}|>{7})(?: |$)/m.exec(text.replaceAll("\r\n", " \n"));
  return marks?.index ?? null;
}
