// TypeScript types as data, simplified while they are built: duplicates and redundant members are removed.
import { type Code, type CodeSymbol, type Doc, noDoc } from "../../emit/index.ts";

export type TypeNode =
  | KeywordNode
  | LiteralNode
  /** A type another declaration has the name of. */
  | { readonly kind: "symbol"; readonly symbol: CodeSymbol }
  /** A type written by the caller. Equal keys mean equal types. */
  | { readonly kind: "verbatim"; readonly key: string; readonly code: Code }
  | { readonly kind: "array"; readonly element: TypeNode }
  | TupleNode
  | ObjectNode
  | { readonly kind: "union" | "intersection"; readonly members: readonly TypeNode[] };

export type Keyword = "unknown" | "never" | "undefined" | "null" | "boolean" | "number" | "bigint" | "string";
export type KeywordNode = { readonly kind: "keyword"; readonly name: Keyword };
type LiteralNode = { readonly kind: "literal"; readonly value: boolean | number | bigint | string };

export interface TupleNode {
  readonly kind: "tuple";
  readonly elements: readonly { readonly type: TypeNode; readonly optional: boolean }[];
  /** The type of the elements after those listed; `null` when there can be none. */
  readonly rest: TypeNode | null;
}

export interface ObjectNode {
  readonly kind: "object";
  readonly members: readonly Member[];
  /** The type of every member by any name: a supertype of all listed ones. */
  readonly index: { readonly type: TypeNode; readonly doc: Doc } | null;
}

export interface Member {
  readonly name: string;
  /** Optional; `undefined` counts as absent. */
  readonly optional: boolean;
  readonly type: TypeNode;
  readonly doc: Doc;
}

export function keywordNode(name: Keyword): KeywordNode {
  return { kind: "keyword", name };
}

export function objectNode(members: readonly Member[], index: ObjectNode["index"] = null): ObjectNode {
  return { kind: "object", members, index };
}

export function memberOf(name: string, type: TypeNode, more: { optional?: boolean; doc?: Doc } = {}): Member {
  return { name, type, optional: more.optional ?? false, doc: more.doc ?? noDoc };
}

/** `a | b`: each member once, literals left out beside their own type, `null` and `undefined` last. */
export function unionOf(members: readonly TypeNode[]): TypeNode {
  const all = distinct(members.flatMap((member) => (member.kind === "union" ? member.members : [member])));
  if (all.some((member) => isKeyword(member, "unknown"))) return keywordNode("unknown");
  const wide: ReadonlySet<string> = new Set(all.map((member) => (member.kind === "keyword" ? member.name : "")));
  const kept = mergeBooleans(
    all.filter(
      (member) => !isKeyword(member, "never") && !(member.kind === "literal" && wide.has(typeof member.value)),
    ),
  );
  const ordered = [0, 1, 2].flatMap((rank) => kept.filter((member) => rankOf(member) === rank));
  const [only] = ordered;
  if (only === undefined) return keywordNode("never");
  return ordered.length === 1 ? only : { kind: "union", members: ordered };
}

/** `a | undefined` */
export function optionalOf(node: TypeNode): TypeNode {
  const members = node.kind === "union" ? node.members : [node];
  const isPlain = !members.some((member) => member.kind === "keyword" && !values.has(member.name));
  return isPlain ? { kind: "union", members: [...members, absent] } : unionOf([node, absent]);
}

const absent = keywordNode("undefined");
const values: ReadonlySet<Keyword> = new Set(["null", "boolean", "number", "bigint", "string"]);

/** `a & b`: members that accept everything are left out; types without structure are worked out here. */
export function intersectionOf(members: readonly TypeNode[]): TypeNode {
  const all = distinct(members.flatMap((member) => (member.kind === "intersection" ? member.members : [member])));
  if (all.some((member) => isKeyword(member, "never"))) return keywordNode("never");
  const kept = all.filter((member) => !isKeyword(member, "unknown"));
  const [only, ...others] = kept;
  if (only === undefined) return keywordNode("unknown");
  if (others.length === 0) return only;
  const choices = kept.map(alternativesOf);
  if (choices.every((choice) => choice.every(isAtom))) {
    return unionOf(choices.reduce((left, right) => left.flatMap((a) => right.flatMap((b) => meetOf(a, b)))));
  }
  return { kind: "intersection", members: kept };
}

/** One string for one type, regardless of its comments. */
export function keyOf(node: TypeNode): string {
  switch (node.kind) {
    case "keyword":
      return node.name;
    case "literal":
      return typeof node.value === "bigint" ? `${node.value}n` : JSON.stringify(node.value);
    case "symbol":
      return `#${node.symbol.name}`;
    case "verbatim":
      return `!${node.key}`;
    case "array":
      return `[...${keyOf(node.element)}]`;
    case "tuple":
      return `[${node.elements.map(({ type, optional }) => keyOf(type) + (optional ? "?" : "")).join()};${node.rest && keyOf(node.rest)}]`;
    case "object":
      return `{${node.members.map(keyOfMember).join()};${node.index && keyOf(node.index.type)}}`;
    case "union":
    case "intersection":
      return `${node.kind}(${node.members.map(keyOf).sort().join()})`;
  }
}

function keyOfMember({ name, type, optional }: Member): string {
  return `${JSON.stringify(name)}${optional ? "?" : ""}:${keyOf(type)}`;
}

function distinct(nodes: readonly TypeNode[]): readonly TypeNode[] {
  // Types of different kinds are never the same, and their keys may be as long as their text.
  if (new Set(nodes.map((node) => node.kind)).size === nodes.length) return nodes;
  const byKey = new Map<string, TypeNode>();
  for (const node of nodes) {
    const key = keyOf(node);
    if (!byKey.has(key)) byKey.set(key, node);
  }
  return [...byKey.values()];
}

function alternativesOf(node: TypeNode): readonly TypeNode[] {
  return node.kind === "union" ? node.members : [node];
}

function isAtom(node: TypeNode): boolean {
  return node.kind === "literal" || node.kind === "keyword";
}

/** The intersection of two types without structure: one of them, or `never`. */
function meetOf(a: TypeNode, b: TypeNode): TypeNode[] {
  if (keyOf(a) === keyOf(b)) return [a];
  if (a.kind === "literal" && b.kind === "keyword" && typeof a.value === b.name) return [a];
  if (b.kind === "literal" && a.kind === "keyword" && typeof b.value === a.name) return [b];
  return [];
}

/** `true | false` is `boolean`. */
function mergeBooleans(nodes: readonly TypeNode[]): TypeNode[] {
  const isBoolean = (node: TypeNode): boolean => node.kind === "literal" && typeof node.value === "boolean";
  if (nodes.filter(isBoolean).length < 2) return [...nodes];
  const first = nodes.findIndex(isBoolean);
  return nodes.flatMap((node, index) => (index === first ? [keywordNode("boolean")] : isBoolean(node) ? [] : [node]));
}

function isKeyword(node: TypeNode, name: string): boolean {
  return node.kind === "keyword" && node.name === name;
}

function rankOf(node: TypeNode): number {
  return isKeyword(node, "undefined") ? 2 : isKeyword(node, "null") ? 1 : 0;
}
