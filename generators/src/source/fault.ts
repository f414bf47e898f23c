// Why a text has no value, and the bounds that are ours.

/** Deeper nesting is refused: no description needs it, and readers recurse. */
export const maxDepth = 500;

export type ParseResult = { readonly ok: true; readonly value: unknown } | Fault;

/** Why a text has no value: a mistake in its syntax, or keys that stand in one object twice. */
export type Fault = SyntaxFault | { readonly ok: false; readonly duplicates: readonly DuplicateKey[] };

export interface SyntaxFault {
  readonly ok: false;
  readonly offset: number;
  readonly detail: string;
  /** What to do about it, where that is known better than "look at the place". */
  readonly advice?: string | undefined;
}

/** Offsets of a key and of its second appearance in the same object. */
export interface DuplicateKey {
  readonly key: string;
  readonly first: number;
  readonly again: number;
}

export const emptyDetail = "the file is empty";
export const emptyAdvice = "write the description, or name another file";
export const depthDetail: string = `the nesting is more than ${maxDepth} levels deep`;
