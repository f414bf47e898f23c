// Locations of values -> positions in the text. Computed per document on first demand, by the parser that read the value,
// so a run without diagnostics pays nothing.
import { type Location, originalOf, type Position, type SourceDocument, type Span } from "./document.ts";
import { tokensTo } from "./node.ts";
import { jsonPosition } from "./positions-json.ts";
import { yamlPositions } from "./positions-yaml.ts";

const cache = new WeakMap<SourceDocument, Position>();

/** The text range of a location: its value, or its key. The nearest enclosing range when it has no text. */
export function spanOf(location: Location, part: "key" | "value" = "value"): Span {
  return spansOf(location)[part];
}

/** Both ranges; that of the value also for the key of what has none, such as an item of a list. */
export function spansOf(location: Location): { readonly key: Span; readonly value: Span } {
  let position = rootOf(location.document);
  for (const token of tokensTo(location)) {
    const child = position.children.get(token);
    if (child === undefined) break;
    position = child;
  }
  return { key: position.key ?? position.value, value: position.value };
}

/** What an offset of a text is in. */
export interface FoundPosition {
  /** The keys and indexes that lead to the innermost value whose text, or whose key, has the offset. */
  readonly tokens: readonly string[];
  readonly part: "key" | "value";
}

/** The innermost value around an offset; the root where there is none. Both ends of a text belong to it. */
export function positionAt(document: SourceDocument, offset: number): FoundPosition {
  const tokens: string[] = [];
  const isIn = (span: Span | null): boolean => span !== null && span.start <= offset && offset <= span.end;
  for (let position = rootOf(document); ; ) {
    const inside = [...(position.childrenNear?.(offset) ?? position.children)].find(
      ([, { key, value }]) => isIn(key) || isIn(value),
    );
    if (inside === undefined) return { tokens, part: "value" };
    tokens.push(inside[0]);
    if (isIn(inside[1].key)) return { tokens, part: "key" };
    position = inside[1];
  }
}

/** Whether the positions of a document have been computed: only a message about it should need them. */
export function hasPositions(document: SourceDocument): boolean {
  return cache.has(originalOf(document));
}

function rootOf(document: SourceDocument): Position {
  let root = cache.get(originalOf(document));
  if (root === undefined) {
    root = positionOf(document);
    cache.set(originalOf(document), root);
  }
  return root;
}

function positionOf({ format, text, ends, positions }: SourceDocument): Position {
  if (positions !== undefined) return positions;
  switch (format) {
    case "json":
      return jsonPosition(text, ends);
    case "yaml":
      return yamlPositions(text).root;
    case "text":
      return { key: null, value: { start: 0, end: text.length }, children: new Map() };
  }
}
