// A tree of places that mirrors a tree of values.
import type { DuplicateKey } from "./fault.ts";

/** UTF-16 offsets, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where a value and its key stand, and the values inside it by key or index. */
export interface Position {
  readonly key: Span | null;
  value: Span;
  readonly children: Map<string, Position>;
}

export interface Positions {
  readonly root: Position;
  /** Keys that stand in one object twice; a document that was read has none. */
  readonly duplicates: readonly DuplicateKey[];
}

export function positionAt(value: Span, key: Span | null = null): Position {
  return { key, value, children: new Map() };
}
