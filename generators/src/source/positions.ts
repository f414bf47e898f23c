// Places in the text for places in the value. Computed per document on first demand, from the same parser
// that read the value, so a run without problems pays nothing.
import { EVENT_ID, type Event, getScalarValue, parseEvents, SCALAR_STYLE, type ScalarEvent } from "js-yaml";
import { parseTree, type Node as JsonNode } from "jsonc-parser";
import type { Location, SourceDocument } from "./document.ts";
import { tokensTo } from "./node.ts";
import { maxDepth } from "./parse.ts";

/** UTF-16 offsets, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One-based, columns counted in UTF-16 code units as editors do. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

interface Position {
  readonly key: Span | null;
  value: Span;
  readonly children: Map<string, Position>;
}

const cache = new WeakMap<SourceDocument, Position>();

/** The text behind a location: its value, or its key. The nearest enclosing place when there is no such text. */
export function spanOf(location: Location, part: "key" | "value" = "value"): Span {
  let position = rootOf(location.document);
  for (const token of tokensTo(location)) {
    const child = position.children.get(token);
    if (child === undefined) return position.value;
    position = child;
  }
  return part === "key" && position.key !== null ? position.key : position.value;
}

/** Line and column of an offset. */
export function lineColumnOf(text: string, offset: number): LineColumn {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  let line = 1;
  for (let at = before.indexOf("\n"); at !== -1; at = before.indexOf("\n", at + 1)) line += 1;
  return { line, column: offset - lineStart + 1 };
}

function rootOf(document: SourceDocument): Position {
  let root = cache.get(document);
  if (root === undefined) {
    root = document.format === "json" ? jsonPositions(document.text) : yamlPositions(document.text);
    cache.set(document, root);
  }
  return root;
}

function jsonPositions(text: string): Position {
  const tree = parseTree(text);
  return tree === undefined ? empty : jsonPosition(tree, null);
}

function jsonPosition(node: JsonNode, key: Span | null): Position {
  const position: Position = { key, value: spanOfJson(node), children: new Map() };
  if (node.type === "object") {
    for (const property of node.children ?? []) {
      const [name, value] = property.children ?? [];
      if (name !== undefined && value !== undefined) {
        position.children.set(String(name.value), jsonPosition(value, spanOfJson(name)));
      }
    }
  }
  if (node.type === "array") {
    node.children?.forEach((item, index) => position.children.set(String(index), jsonPosition(item, null)));
  }
  return position;
}

function spanOfJson(node: JsonNode): Span {
  return { start: node.offset, end: node.offset + node.length };
}

const empty: Position = { key: null, value: { start: 0, end: 0 }, children: new Map() };

function yamlPositions(text: string): Position {
  let events: Event[];
  try {
    events = parseEvents(text, { maxDepth });
  } catch {
    // The text does not parse: the syntax problem itself carries the offset, there is nothing below it.
    return empty;
  }
  let next = 0;

  function read(key: Span | null): Position {
    const event = events[next++];
    switch (event?.type) {
      case EVENT_ID.DOCUMENT: {
        const contents = read(null);
        next += 1;
        return contents;
      }
      case EVENT_ID.SCALAR:
        return { key, value: spanOfScalar(event), children: new Map() };
      case EVENT_ID.ALIAS:
        return { key, value: { start: event.anchorStart - 1, end: event.anchorEnd }, children: new Map() };
      case EVENT_ID.SEQUENCE:
        return readChildren({ key, value: { start: event.start, end: event.start }, children: new Map() }, false);
      case EVENT_ID.MAPPING:
        return readChildren({ key, value: { start: event.start, end: event.start }, children: new Map() }, true);
      default:
        return empty;
    }
  }

  function readChildren(position: Position, isMapping: boolean): Position {
    for (let index = 0; events[next] !== undefined && events[next]?.type !== EVENT_ID.POP; index += 1) {
      const keyEvent = isMapping ? events[next] : undefined;
      const keySpan = isMapping ? read(null).value : null;
      const child = read(keySpan);
      const name = keyEvent?.type === EVENT_ID.SCALAR ? getScalarValue(text, keyEvent) : String(index);
      position.children.set(isMapping ? name : String(index), child);
      position.value = { start: position.value.start, end: Math.max(position.value.end, child.value.end) };
    }
    next += 1;
    return position;
  }

  return read(null);
}

function spanOfScalar(event: ScalarEvent): Span {
  const quoted = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
  return quoted
    ? { start: event.valueStart - 1, end: event.valueEnd + 1 }
    : { start: event.valueStart, end: event.valueEnd };
}
