// TypeScript types as data, simplified while they are built: duplicates and redundant members are removed.
import { type Code, type CodeSymbol, type Doc, noDoc } from "../../emit/index.ts";

export type TypeNode =
  | KeywordNode
  | LiteralNode
  /** A type another declaration has the name of. `isOpen`: `(Text & {})`, beside which texts that are listed stay visible. */
  | { readonly kind: "symbol"; readonly symbol: CodeSymbol; readonly isOpen?: true }
  /** A type written by the caller. Equal keys mean equal types. */
  | { readonly kind: "verbatim"; readonly key: string; readonly code: Code }
  | { readonly kind: "array"; readonly element: TypeNode }
  | TupleNode
  | ObjectNode
  | { readonly kind: "union" | "intersection"; readonly members: readonly TypeNode[] };

/** `any string`: `(string & {})`, of which an editor offers the literals beside it. `string` alone would swallow them. */
export type Keyword =
  | "unknown"
  | "never"
  | "undefined"
  | "null"
  | "boolean"
  | "number"
  | "bigint"
  | "string"
  | "any string";
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
  /** Whether the type of an optional one is without `undefined`. */
  readonly isExact?: true | undefined;
  readonly type: TypeNode;
  readonly doc: Doc;
}

export function keywordNode(name: Keyword): KeywordNode {
  return { kind: "keyword", name };
}

export function objectNode(members: readonly Member[], index: ObjectNode["index"] = null): ObjectNode {
  return { kind: "object", members, index };
}

export function memberOf(
  name: string,
  type: TypeNode,
  more: { optional?: boolean; isExact?: true | undefined; doc?: Doc } = {},
): Member {
  const { optional = false, isExact, doc = noDoc } = more;
  return { name, type, optional, ...(isExact === true ? { isExact } : {}), doc };
}

/** Whether the type includes all values. */
export function isUnknown(node: TypeNode): boolean {
  return isKeyword(node, "unknown");
}

/** `a | b`: each member once, literals left out beside their own type; any other string, `null` and `undefined` last. */
export function unionOf(members: readonly TypeNode[]): TypeNode {
  const all = distinct(members.flatMap((member) => (member.kind === "union" ? member.members : [member])));
  if (all.some((member) => isKeyword(member, "unknown"))) return keywordNode("unknown");
  const wide: ReadonlySet<string> = new Set(all.map((member) => (member.kind === "keyword" ? member.name : "")));
  const simplified = mergeBooleans(all.filter((member) => !isKeyword(member, "never") && !isSwallowed(member, wide)));
  const ordered = [0, 1, 2, 3].flatMap((rank) => simplified.filter((member) => rankOf(member) === rank));
  const [only] = ordered;
  if (only === undefined) return keywordNode("never");
  return ordered.length === 1 ? only : { kind: "union", members: ordered };
}

function isSwallowed(member: TypeNode, wide: ReadonlySet<string>): boolean {
  if (member.kind === "literal") return wide.has(typeof member.value);
  return isKeyword(member, "any string") && wide.has("string");
}

/** `a | undefined` */
export function optionalOf(node: TypeNode): TypeNode {
  const members = node.kind === "union" ? node.members : [node];
  const isPlain = !members.some((member) => member.kind === "keyword" && !values.has(member.name));
  return isPlain ? { kind: "union", members: [...members, absent] } : unionOf([node, absent]);
}

const absent = keywordNode("undefined");
const values: ReadonlySet<Keyword> = new Set(["null", "boolean", "number", "bigint", "string", "any string"]);

/** `a & b`: members that accept everything are left out; types without structure and objects without an index are worked out here. */
export function intersectionOf(members: readonly TypeNode[]): TypeNode {
  const all = distinct(members.flatMap((member) => (member.kind === "intersection" ? member.members : [member])));
  if (all.some((member) => isKeyword(member, "never"))) return keywordNode("never");
  const simplified = mergeObjects(all.filter((member) => !isKeyword(member, "unknown")));
  const [only, ...others] = simplified;
  if (only === undefined) return keywordNode("unknown");
  if (others.length === 0) return only;
  const choices = simplified.map(alternativesOf);
  if (choices.every((choice) => choice.every(isAtom))) {
    return unionOf(choices.reduce((left, right) => left.flatMap((a) => right.flatMap((b) => meetOf(a, b)))));
  }
  return { kind: "intersection", members: simplified };
}

/** `{ a: string } & Cat & { b: string }` is `Cat & { a: string; b: string }`. */
function mergeObjects(nodes: readonly TypeNode[]): readonly TypeNode[] {
  const objects = nodes.filter(isClosedObject);
  if (objects.length < 2) return nodes;
  const members = new Map<string, Member>();
  for (const member of objects.flatMap((node) => node.members)) {
    const known = members.get(member.name);
    members.set(member.name, known === undefined ? member : mergeMembers(known, member));
  }
  const last = nodes.findLastIndex(isClosedObject);
  return nodes.flatMap((node, index): readonly TypeNode[] => {
    if (index === last) return [objectNode([...members.values()])];
    return isClosedObject(node) ? [] : [node];
  });
}

export function isClosedObject(node: TypeNode): node is ObjectNode {
  return node.kind === "object" && node.index === null;
}

function mergeMembers(one: Member, other: Member): Member {
  return {
    name: one.name,
    optional: one.optional && other.optional,
    isExact: one.isExact ?? other.isExact,
    type: intersectionOf([one.type, other.type]),
    doc: docOfBoth(one.doc, other.doc),
  };
}

function docOfBoth(one: Doc, other: Doc): Doc {
  const texts = [one.description, other.description].filter((text) => text !== "");
  const tags = new Map([...(one.tags ?? []), ...(other.tags ?? [])].map((tag) => [JSON.stringify(tag), tag]));
  return { description: [...new Set(texts)].join("\n\n"), tags: [...tags.values()] };
}

/** One string for one type, regardless of its comments. */
export function keyOf(node: TypeNode): string {
  switch (node.kind) {
    case "keyword":
      return node.name;
    case "literal":
      return typeof node.value === "bigint" ? `${node.value}n` : JSON.stringify(node.value);
    case "symbol":
      return `#${node.symbol.name}${node.isOpen === true ? " & {}" : ""}`;
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
  if (keyOf(a) === keyOf(b) || isIn(a, b)) return [a];
  return isIn(b, a) ? [b] : [];
}

/** Whether the second is the type of the first. */
function isIn(one: TypeNode, other: TypeNode): boolean {
  if (other.kind !== "keyword") return false;
  const type = other.name === "any string" ? "string" : other.name;
  if (one.kind === "literal") return typeof one.value === type;
  return isKeyword(one, "any string") && type === "string";
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
  if (node.kind === "symbol") return node.isOpen === true ? 1 : 0;
  if (node.kind !== "keyword") return 0;
  return ["any string", "null", "undefined"].indexOf(node.name) + 1;
}
