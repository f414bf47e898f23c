// Alternatives of which some list texts and another accepts any -> a type that shows those that are listed.
import type { Json, NamedSchema, Schema, UnionSchema } from "../../model/schema.ts";
import { matches } from "../../model/values/matching.ts";
import { keywordNode, type TypeNode } from "./type-node.ts";

/** The types of the alternatives, where `string` would swallow the listed texts: `"a" | "b" | (string & {})`. */
export function withKnownTexts(
  schema: UnionSchema,
  members: readonly Schema[],
  nodeOf: (schema: Schema) => TypeNode,
): readonly TypeNode[] {
  const nodes = members.map(nodeOf);
  if (schema.mode === "types" || !members.some((member) => showsTexts(schema, member))) return nodes;
  return nodes.map((node, index) => {
    const member = members[index];
    return member === undefined ? node : opened(node, member, nodeOf);
  });
}

/** With `oneOf`, a text that two alternatives accept is not valid. */
function showsTexts(union: UnionSchema, member: Schema): boolean {
  const texts = textsIn(member, new Set());
  return union.mode === "oneOf" ? texts.some((text) => matches(union, text)) : texts.length > 0;
}

/** The texts a schema lists among its values. */
function textsIn(schema: Schema, seen: Set<NamedSchema>): readonly string[] {
  switch (schema.kind) {
    case "enum":
      return schema.values.filter(isText);
    case "string":
      return schema.known ?? [];
    case "union":
    case "intersection":
      return schema.members.flatMap((member) => textsIn(member, seen));
    case "unevaluated":
      return textsIn(schema.schema, seen);
    case "ref":
      return seen.has(schema.target) ? [] : textsIn(schema.target.schema, seen.add(schema.target));
    default:
      return [];
  }
}

function isText(value: Json): value is string {
  return typeof value === "string";
}

/** `string` as `(string & {})`; through a name, too. */
function opened(node: TypeNode, schema: Schema, nodeOf: (schema: Schema) => TypeNode): TypeNode {
  switch (node.kind) {
    case "keyword":
      return node.name === "string" ? keywordNode("any string") : node;
    case "union":
      return { ...node, members: node.members.map((member) => opened(member, schema, nodeOf)) };
    case "symbol":
      return schema.kind === "ref" ? openedName(node, schema.target, nodeOf) : node;
    default:
      return node;
  }
}

/** The names of names are followed; a name for any text and something else is written out. */
function openedName(node: TypeNode, { schema }: NamedSchema, nodeOf: (schema: Schema) => TypeNode): TypeNode {
  const type = nodeOf(schema);
  if (node.kind !== "symbol") return node;
  if (type.kind === "keyword") return type.name === "string" ? { ...node, isOpen: true } : node;
  if (type.kind === "symbol" && schema.kind === "ref") {
    const inner = openedName(type, schema.target, nodeOf);
    return inner === type ? node : inner;
  }
  const isWide =
    type.kind === "union" && type.members.some((member) => member.kind === "keyword" && member.name === "string");
  return isWide ? opened(type, schema, nodeOf) : node;
}
