// A place that is left to people: offsets of a text -> lines and columns.
import type { PlannedChange } from "./plan/changes.ts";

/** In the text after the upgrade. */
export interface LeftPlace {
  /** Absolute. */
  readonly file: string;
  /** One-based, like the column. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly hint: string;
  /** What it is about; `null` where that is not known. */
  readonly change: PlannedChange | null;
}

export function lineColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}

/** Each once, by file and line. */
export function sortedPlaces(places: readonly LeftPlace[]): LeftPlace[] {
  const unique = new Map(
    places.map((place) => [`${place.file}:${place.line}:${place.column}:${place.message}`, place]),
  );
  return [...unique.values()].sort((a, b) =>
    a.file === b.file ? a.line - b.line || a.column - b.column : a.file < b.file ? -1 : 1,
  );
}
