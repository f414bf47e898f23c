// One problem of a run, as it is printed and counted, and the place it is at.
import { type Location, type SourceDocument, spanOf, writtenAt } from "../source/index.ts";
import type { Severity } from "./code.ts";
import type { Code } from "./codes.ts";

export interface Related {
  readonly message: string;
  readonly place: Place;
}

/** `tolerated`: an error that the run accepts, with a stated meaning. */
export type DiagnosticSeverity = Severity | "tolerated";

export interface Diagnostic {
  readonly code: Code;
  readonly severity: DiagnosticSeverity;
  readonly message: string;
  readonly hint: string;
  /** The meaning the run assumes, if the error is tolerated. */
  readonly assumed: string | null;
  /** The meaning a run would assume if it tolerated the error; `null` if it cannot be tolerated at this place. */
  readonly tolerable: string | null;
  /** The targets that the error stops; `null` where it stops the whole run. Empty for anything else, and an error by a rule. */
  readonly stops: readonly StoppedTarget[] | null;
  readonly place: Place;
  /** The value the problem is in: all problems of one value count as one. `null` for a problem that stands alone. */
  readonly about: Location | null;
  readonly related: readonly Related[];
}

export interface StoppedTarget {
  readonly api: string;
  readonly target: string;
}

/** The first problem of each value: an example counts once, however much of it is wrong. */
export function firstOfEach<D extends Pick<Diagnostic, "about">>(diagnostics: readonly D[]): D[] {
  const seen = new Set<Location>();
  return diagnostics.filter(({ about }) => {
    if (about === null) return true;
    const isFirst = !seen.has(about);
    seen.add(about);
    return isFirst;
  });
}

// Where a problem is -> its file, its offset, and where it comes in a list.

/** Where a problem is: a value or its key; an offset for text that does not parse; a path for a whole file. */
export type Place =
  | { readonly kind: "value" | "key"; readonly location: Location }
  | { readonly kind: "offset"; readonly document: SourceDocument; readonly offset: number }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "none" };

/** Messages point to text that someone wrote, also for values of a patched or converted document. */
export function writtenPlace(place: Place): Place {
  return "location" in place ? { ...place, location: writtenAt(place.location) } : place;
}

/** The key of a member, for problems with the name rather than with what it holds. */
export function keyOf(location: Location): Place {
  return { kind: "key", location };
}

/** The file a place is in and the offset it starts at; without a document, the place is a whole file. */
export interface PlaceStart {
  readonly name: string;
  readonly offset: number;
  readonly document: SourceDocument | null;
}

export function startOf(place: Place): PlaceStart | null {
  switch (place.kind) {
    case "value":
    case "key": {
      const written = writtenAt(place.location);
      const { document } = written;
      return { name: document.name, offset: spanOf(written, place.kind).start, document };
    }
    case "offset":
      return { name: place.document.name, offset: place.offset, document: place.document };
    case "file":
      return { name: place.path, offset: 0, document: null };
    case "none":
      return null;
  }
}

export function sortKeyOf(place: Place): string {
  const start = startOf(place);
  return start === null ? "" : `${start.name}:${String(start.offset).padStart(10, "0")}`;
}

/** The absolute path of the file a place is in. */
export function fileOf(place: Place): string | null {
  switch (place.kind) {
    case "value":
    case "key":
      return place.location.document.path;
    case "offset":
      return place.document.path;
    case "file":
    case "none":
      return null;
  }
}
