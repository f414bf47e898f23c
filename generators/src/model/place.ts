// Locations as text: the part of the source layer that targets may import, to show where something is defined.
import { type Location, lineColumnOf, Node, spanOf, writtenAt } from "../source/index.ts";

/** The value at a location, unchanged; `undefined` when nothing is there. */
export function valueAt(location: Location): unknown {
  if (location instanceof Node) return location.value;
  if (location.parent === null) return location.document.value;
  const holder = valueAt(location.parent);
  return typeof holder === "object" && holder !== null && Object.hasOwn(holder, location.key)
    ? (holder as Readonly<Record<string, unknown>>)[location.key]
    : undefined;
}

export { displayOf, identityOf, type Location, tokensTo, writtenAt } from "../source/index.ts";

/** `spec/paths/orders.yaml:41`: the file and the line of its key. Computes the positions of the document. */
export function lineOf(location: Location): string {
  const written = writtenAt(location);
  const { line } = lineColumnOf(written.document, spanOf(written, "key").start);
  return `${written.document.name}:${line}`;
}
