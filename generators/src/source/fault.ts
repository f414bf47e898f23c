// Why a text has no value.
import { type LimitName, type Limits, limitWords } from "./limits.ts";

export type ParseResult = Parsed | Fault;

interface Parsed {
  readonly ok: true;
  readonly value: unknown;
  /** Of JSON: where each large object and array ends, by where it starts. */
  readonly ends?: ReadonlyMap<number, number>;
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
