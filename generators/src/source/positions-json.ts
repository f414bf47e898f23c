// JSON text -> the place of every key and value.
import { type Node as JsonNode, parseTree } from "jsonc-parser";
import type { DuplicateKey } from "./fault.ts";
import { type Position, type Positions, positionAt, type Span } from "./position.ts";

export function jsonPositions(text: string): Positions {
  const duplicates: DuplicateKey[] = [];
  const tree = parseTree(withoutMark(text));
  return {
    root: tree === undefined ? positionAt({ start: 0, end: 0 }) : positionOf(tree, null, duplicates),
    duplicates,
  };
}

/** A byte order mark is no part of JSON; a space in its place keeps the offsets. */
export function withoutMark(text: string): string {
  return text.startsWith("\uFEFF") ? ` ${text.slice(1)}` : text;
}

function positionOf(node: JsonNode, key: Span | null, duplicates: DuplicateKey[]): Position {
  const position = positionAt(spanOf(node), key);
  for (const [index, child] of (node.children ?? []).entries()) {
    const [name, value] = child.type === "property" ? (child.children ?? []) : [undefined, child];
    if (value === undefined) continue;
    const token = name === undefined ? String(index) : String(name.value);
    const before = position.children.get(token);
    if (before !== undefined && name !== undefined) {
      duplicates.push({ key: token, first: before.key?.start ?? before.value.start, again: name.offset });
    }
    position.children.set(token, positionOf(value, name === undefined ? null : spanOf(name), duplicates));
  }
  return position;
}

function spanOf(node: JsonNode): Span {
  return { start: node.offset, end: node.offset + node.length };
}
