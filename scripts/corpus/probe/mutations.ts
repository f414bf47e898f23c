// A node -> the values of its file in which it is deleted, or changed to another value that it may have.
import type { ProbedNode } from "./nodes.ts";

export interface Mutation {
  readonly node: ProbedNode;
  readonly act: "delete" | "change";
  /** The value of the whole file afterwards. */
  readonly value: unknown;
}

/** `document`: the value of the node's file. */
export function mutationsOf(node: ProbedNode, document: unknown): Mutation[] {
  const deleted: Mutation = { node, act: "delete", value: replacedIn(document, node.tokens, undefined) };
  const other = otherValueOf(node);
  if (other === undefined) return [deleted];
  return [deleted, { node, act: "change", value: replacedIn(document, node.tokens, other) }];
}

/** Of an object or a list, what is in it changes. */
function otherValueOf({ value, tokens }: ProbedNode): unknown {
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return value + 1;
  if (typeof value !== "string") return undefined;
  const key = tokens.at(-1) ?? "";
  const choices = Object.hasOwn(choicesOf, key) ? choicesOf[key] : undefined;
  if (choices?.includes(value) === true) return choices.find((choice) => choice !== value);
  return /^https?:/.test(value) ? `${value}/other` : `${value}X`;
}

/** Where any other text is an error. */
const choicesOf: Readonly<Record<string, readonly string[]>> = {
  in: ["header", "query"],
  action: ["send", "receive"],
  type: ["string", "integer", "boolean", "number"],
  format: ["int32", "int64"],
  style: ["form", "spaceDelimited"],
  protocol: ["mqtt", "amqp"],
  contentType: ["application/json", "application/cbor"],
  defaultContentType: ["application/json", "application/cbor"],
  operationId: [],
  location: ["$message.header#/id", "$message.payload#/id"],
};

/** A copy along the way; `undefined` deletes. */
function replacedIn(document: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(document)) {
    const index = Number(key);
    const changed: unknown = replacedIn(document[index], rest, value);
    return changed === undefined && rest.length === 0 ? document.toSpliced(index, 1) : document.with(index, changed);
  }
  const entries = Object.entries(document as Readonly<Record<string, unknown>>);
  return Object.fromEntries(
    entries.flatMap(([name, member]) => {
      if (name !== key) return [[name, member]];
      return rest.length === 0 && value === undefined ? [] : [[name, replacedIn(member, rest, value)]];
    }),
  );
}
