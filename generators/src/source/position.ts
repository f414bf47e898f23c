// A tree of places that mirrors a tree of values.

/** UTF-16 offsets, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where a value and its key stand, and the values inside it by key or index. */
export interface Position {
  readonly key: Span | null;
  readonly value: Span;
  readonly children: ReadonlyMap<string, Position>;
}
