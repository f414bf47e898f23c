// Locations as text: the part of the source layer that targets may import, to show where something is defined.
import { type Location, lineColumnOf, spanOf, writtenAt } from "../source/index.ts";

export { displayOf, identityOf, type Location, tokensTo, writtenAt } from "../source/index.ts";

/** `spec/paths/orders.yaml:41`: the file and the line of its key. Computes the positions of the document. */
export function lineOf(location: Location): string {
  const written = writtenAt(location);
  const { line } = lineColumnOf(written.document, spanOf(written, "key").start);
  return `${written.document.name}:${line}`;
}
