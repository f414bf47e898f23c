// Parts of the model -> one text for the same content: what a generator can tell apart has another text.
import { randomUUID } from "node:crypto";
import { hashOf } from "../source/document.ts";
import { Node } from "../source/index.ts";

/** A hash of a value of the model. A named schema, one of `known`, counts by its place: its content has a hash of its own. */
export function hashOfModel(value: unknown, known: ReadonlyMap<object, unknown>): string {
  const parts: string[] = [];
  append(value, { parts, known, met: new Map() });
  return hashOf(parts.join("\n"));
}

interface Walk {
  readonly parts: string[];
  readonly known: ReadonlyMap<object, unknown>;
  /** Objects by the order in which they were met: many operations have the very same headers. */
  readonly met: Map<object, number>;
}

function append(value: unknown, walk: Walk): void {
  const { parts } = walk;
  switch (typeof value) {
    case "string":
      // With its length, no text can pass for two, or for something else.
      parts.push(`s${value.length} ${value}`);
      return;
    case "number":
      parts.push(Object.is(value, -0) ? "n-0" : `n${value}`);
      return;
    case "object":
      if (value === null) parts.push("null");
      else appendObject(value, walk);
      return;
    case "boolean":
    case "undefined":
      parts.push(String(value));
      return;
    default:
      parts.push(unlikeAll());
  }
}

function appendObject(value: object, walk: Walk): void {
  const { parts, known, met } = walk;
  const before = met.get(value);
  if (before !== undefined) {
    parts.push(`=${before}`);
    return;
  }
  met.set(value, met.size);
  if (value instanceof Node) appendNode(value, walk);
  else if (known.has(value)) parts.push("identity" in value ? `@${String(value.identity)}` : unlikeAll());
  else if (Array.isArray(value)) {
    parts.push(`[${value.length}`);
    for (const item of value) append(item, walk);
  } else if (isPlain(value)) {
    const members = Object.entries(value);
    parts.push(`{${members.length}`);
    for (const [key, member] of members) {
      parts.push(`k${key.length} ${key}`);
      append(member, walk);
    }
  } else parts.push(unlikeAll());
}

/** By the place around it, which has mostly been met: a pointer of its own would be longer. */
function appendNode({ parent, key, document }: Node, walk: Walk): void {
  if (parent === null) walk.parts.push(`^${document.path.length} ${document.path} ${document.name}`);
  else {
    walk.parts.push(`/${key.length} ${key}`);
    appendObject(parent, walk);
  }
}

/** What nothing is known about is never the same again. */
function unlikeAll(): string {
  return randomUUID();
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
