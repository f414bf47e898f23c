// Where a problem is -> its file, its offset, and where it comes in a list.
import { type Location, type SourceDocument, spanOf, writtenAt } from "../source/index.ts";

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
