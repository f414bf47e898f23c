// The place of a problem -> the text that an editor underlines: a key rather than all the lines below it.
import type { Place } from "../diagnostics/index.ts";
import { type Location, type SourceDocument, spanOf, tokensTo, writtenAt } from "../source/index.ts";

export interface UnderlinedText {
  /** As the document is named; of a file that could not be read, its path. */
  readonly path: string;
  /** `null` for a file that could not be read. */
  readonly document: SourceDocument | null;
  /** Offsets in the text of the document. */
  readonly start: number;
  readonly end: number;
}

/** `null` for what is at no place. */
export function underlinedText(place: Place): UnderlinedText | null {
  switch (place.kind) {
    case "none":
      return null;
    case "file":
      return { path: place.path, document: null, start: 0, end: 1 };
    case "offset": {
      const { document, offset } = place;
      const word = /^[^\s,{}[\]]+/.exec(document.text.slice(offset, offset + 200))?.[0] ?? "";
      return { path: document.path, document, start: offset, end: offset + Math.max(1, word.length) };
    }
    case "value":
    case "key": {
      const fullRange = writtenText(place.location, place.kind);
      if (place.kind === "key" || !textOf(fullRange).includes("\n")) return fullRange;
      if (tokensTo(place.location).length > 0) return writtenText(place.location, "key");
      return { ...fullRange, end: fullRange.start + 1 };
    }
  }
}

interface WrittenText extends UnderlinedText {
  readonly document: SourceDocument;
}

function writtenText(location: Location, part: "key" | "value"): WrittenText {
  const written = writtenAt(location);
  const { document } = written;
  return { path: document.path, document, ...spanOf(written, part) };
}

function textOf({ document, start, end }: WrittenText): string {
  return document.text.slice(start, end);
}
