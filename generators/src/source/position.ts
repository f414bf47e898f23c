// A tree of positions that mirrors a tree of values.

/** UTF-16 offsets, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The positions of a value and its key, and of the values inside it by key or index. */
export interface Position {
  readonly key: Span | null;
  readonly value: Span;
  readonly children: ReadonlyMap<string, Position>;
}
