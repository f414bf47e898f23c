// Locations in documents that were patched or converted after reading -> where the values are written, and such documents as text.
import type { Location, SourceDocument, WrittenValue } from "./document.ts";

/** The location itself, unless its document was changed after reading. */
export function writtenAt(location: Location): Location {
  const { written } = location.document;
  if (written === undefined) return location;
  return writtenLocation(written(tokensTo(location)));
}

/** The location where a value is written, through all changes of its document. */
export function writtenLocation({ document, tokens }: WrittenValue): Location {
  const root: Location = { document, parent: null, key: "" };
  return writtenAt(tokens.reduce((parent, key) => ({ document, parent, key }), root));
}

/** The value as written, which a conversion may have changed. */
export function writtenValue(location: Location): unknown {
  const written = writtenAt(location);
  return tokensTo(written).reduce<unknown>((at, key) => Reflect.get(Object(at), key), written.document.value);
}

/** What a document says now: its own text, or, when it was changed after reading, the value as JSON, which is YAML too. */
export function currentText({ text, value, written }: SourceDocument): string {
  return written === undefined ? text : JSON.stringify(value);
}

/** The tokens from the root down to a location. */
export function tokensTo(location: Location): string[] {
  const tokens: string[] = [];
  for (let at = location; at.parent !== null; at = at.parent) tokens.unshift(at.key);
  return tokens;
}
