// JSON text -> the place of every key and value, looked for only where somebody asks: the places inside a value are found
// when the first of them is, so a message about one line of a large document costs a look over the text, not a tree of it.
import { type Node as JsonNode, parseTree } from "jsonc-parser";
import type { DuplicateKey } from "./fault.ts";
import { JsonText, spaceEnd, stringEnd } from "./json-scan.ts";
import type { Position, Span } from "./position.ts";

/** The place of the whole value. The text must be JSON. */
export function jsonPosition(text: string, ends: ReadonlyMap<number, number> | null = null): Position {
  const start = spaceEnd(text, 0);
  const source = new JsonText(text, ends);
  return new JsonPosition(source, { start, end: source.valueEnd(start) }, null);
}

class JsonPosition implements Position {
  readonly key: Span | null;
  readonly value: Span;
  private readonly source: JsonText;
  private found: ReadonlyMap<string, Position> | null = null;

  constructor(source: JsonText, value: Span, key: Span | null) {
    this.source = source;
    this.value = value;
    this.key = key;
  }

  get children(): ReadonlyMap<string, Position> {
    this.found ??= new Map(childrenOf(this.source, this.value));
    return this.found;
  }
}

function* childrenOf(source: JsonText, { start, end }: Span): Generator<[string, Position]> {
  const { text } = source;
  const open = text.charAt(start);
  if (open !== "{" && open !== "[") return;
  let at = spaceEnd(text, start + 1);
  for (let index = 0; at < end - 1; index += 1) {
    const key = open === "{" ? { start: at, end: stringEnd(text, at) + 1 } : null;
    // Over the colon, and the space around it.
    const from = key === null ? at : spaceEnd(text, spaceEnd(text, key.end) + 1);
    const value = { start: from, end: source.valueEnd(from) };
    yield [key === null ? String(index) : keyOf(text, key), new JsonPosition(source, value, key)];
    // Over the comma.
    at = spaceEnd(text, spaceEnd(text, value.end) + 1);
  }
}

function keyOf(text: string, { start, end }: Span): string {
  const written = text.slice(start, end);
  return written.includes("\\") ? String(JSON.parse(written)) : written.slice(1, -1);
}

/** A byte order mark is no part of JSON; a space in its place keeps the offsets. */
export function withoutMark(text: string): string {
  return text.startsWith("\uFEFF") ? ` ${text.slice(1)}` : text;
}

/** Every key that stands in one object twice. */
export function jsonDuplicates(text: string): readonly DuplicateKey[] {
  const tree = parseTree(withoutMark(text));
  return tree === undefined ? [] : duplicatesIn(tree);
}

function duplicatesIn({ type, children = [] }: JsonNode): DuplicateKey[] {
  if (type !== "object") return children.flatMap(duplicatesIn);
  const first = new Map<string, number>();
  return children.flatMap(({ children: [name, value] = [] }): DuplicateKey[] => {
    if (name === undefined || value === undefined) return [];
    const key = String(name.value);
    const before = first.get(key);
    first.set(key, name.offset);
    const inside = duplicatesIn(value);
    return before === undefined ? inside : [{ key, first: before, again: name.offset }, ...inside];
  });
}
