// A schema -> the TypeScript type of its values: as narrow as TypeScript can express, and never narrower than the schema.
import { type CodeSymbol, code, generatedType, noDoc } from "../../emit/index.ts";
import { type BareObjectKind, bareObjectKindOf, describesOtherMembers } from "../../model/analysis/bare-objects.ts";
import { allJsonTypes, commonTypes, type JsonTypes, jsonTypesOf } from "../../model/analysis/json-types.ts";
import { patternSchemasOf } from "../../model/analysis/matching-patterns.ts";
import type {
  ArraySchema,
  EnumSchema,
  Json,
  NamedSchema,
  NumberSchema,
  ObjectSchema,
  Property,
  Schema,
} from "../../model/schema.ts";
import { unreachable } from "../../model/unreachable.ts";
import { memberDocOf } from "../docs.ts";
import {
  intersectionOf,
  keywordNode,
  type Member,
  memberOf,
  type ObjectNode,
  objectNode,
  type TypeNode,
  unionOf,
} from "./type-node.ts";

/**
 * `allowed`: the JSON types a value can have for other reasons. Alternatives of other types are left out, so that
 * `allOf: [Order, { required: [note] }]` is `Order & { note: unknown }` although `required` does not restrict strings.
 */
export function nodeOf(schema: Schema, allowed: JsonTypes = allJsonTypes): TypeNode {
  switch (schema.kind) {
    case "any":
      return keywordNode("unknown");
    case "never":
    case "null":
    case "boolean":
      return keywordNode(schema.kind);
    case "number":
      return numberNodeOf(schema);
    case "string":
      if (schema.date === true) return { kind: "verbatim", key: "a date", code: code`Date` };
      return schema.known === undefined ? keywordNode("string") : openNodeOf(schema.known);
    case "array":
      return arrayNodeOf(schema);
    case "object":
      return objectNodeOf(schema);
    case "enum":
      return unionOf(schema.values.map((value) => fixedNodeOf(value, schema)));
    case "ref":
      return { kind: "symbol", symbol: typeNamed(schema.target) };
    case "union":
      return unionOf(
        schema.members
          .filter((member) => commonTypes(jsonTypesOf(member), allowed).size > 0)
          .map((member) => nodeOf(member, allowed)),
      );
    case "intersection":
      return intersectionNodeOf(schema.members, allowed);
    case "not":
      // TypeScript has no negation: `unknown` is the narrowest type that includes all the values.
      return keywordNode(schema.schema.kind === "any" ? "never" : "unknown");
    case "conditional":
      return unionOf([nodeOf(schema.then, allowed), nodeOf(schema.else, allowed)]);
    case "unevaluated":
      return nodeOf(schema.schema, allowed);
    default:
      return unreachable(schema);
  }
}

function numberNodeOf({ integer, bigint }: NumberSchema): TypeNode {
  if (bigint !== true) return keywordNode("number");
  return integer ? keywordNode("bigint") : unionOf([keywordNode("number"), keywordNode("bigint")]);
}

/** `5n` where integers are `bigint`. */
function fixedNodeOf(value: Json, { bigint }: EnumSchema): TypeNode {
  if (bigint !== true || typeof value !== "number" || !Number.isInteger(value)) return valueNodeOf(value);
  return { kind: "literal", value: BigInt(value) };
}

/** The declaration a reference to the schema imports. */
export function typeNamed(named: NamedSchema): CodeSymbol {
  return generatedType(named.name, "types", "schemas.gen.ts");
}

/** `"a" | "b" | (string & {})`: any string, of which an editor offers some. `string` alone would swallow the others. */
function openNodeOf(known: readonly string[]): TypeNode {
  return unionOf([...known.map(valueNodeOf), { kind: "verbatim", key: "any string", code: code`(string & {})` }]);
}

/** The type of exactly one JSON value. */
export function valueNodeOf(value: Json): TypeNode {
  if (value === null) return keywordNode("null");
  if (typeof value !== "object") return { kind: "literal", value };
  if (Array.isArray(value)) {
    return {
      kind: "tuple",
      elements: value.map((element) => ({ type: valueNodeOf(element), optional: false })),
      rest: null,
    };
  }
  const members = Object.entries(value).map(([name, member]) => memberOf(name, valueNodeOf(member)));
  return members.length === 0 ? objectNode([], { type: keywordNode("never"), doc: noDoc }) : objectNode(members);
}

function intersectionNodeOf(members: readonly Schema[], allowed: JsonTypes): TypeNode {
  const common = members.reduce((types, member) => commonTypes(types, jsonTypesOf(member)), allowed);
  return common.size === 0 ? keywordNode("never") : partsNodeOf(members, common, (member) => nodeOf(member, common));
}

/**
 * The intersection of the parts that describe members. `{ [key: string]: unknown } & Order` would accept a typo in a member of an
 * order, so a part that describes none is left out beside one that does.
 */
export function partsNodeOf(
  members: readonly Schema[],
  allowed: JsonTypes,
  partNodeOf: (member: Schema) => TypeNode,
): TypeNode {
  const parts = members.map((member) => ({
    node: partNodeOf(member),
    bareness: bareObjectKindOf(member, allowed),
    isWithin: [...jsonTypesOf(member)].every((type) => allowed.has(type)),
  }));
  const isDescribed = parts.some(({ node, bareness, isWithin }) => bareness === null && speaks(node, isWithin));
  const isEmptied = parts.some(({ bareness }) => bareness === "emptied");
  const isLeftOut = (bareness: BareObjectKind | null): boolean =>
    (bareness !== null && isDescribed) || (bareness === "free" && isEmptied);
  return intersectionOf(parts.flatMap(({ node, bareness }) => (isLeftOut(bareness) ? [] : [node])));
}

/** Whether the type restricts a value to the types that are allowed. One with a name is as wide as its own schema. */
function speaks(node: TypeNode, isWithin: boolean): boolean {
  return node.kind === "symbol" ? isWithin : node.kind !== "keyword";
}

function arrayNodeOf({ prefixItems, items, minItems, maxItems }: ArraySchema): TypeNode {
  if (prefixItems.length === 0) return { kind: "array", element: nodeOf(items) };
  const isClosed = items.kind === "never" || (maxItems !== null && maxItems <= prefixItems.length);
  const elements = prefixItems.map((schema, index) => ({ type: nodeOf(schema), optional: index >= (minItems ?? 0) }));
  return { kind: "tuple", elements, rest: isClosed ? null : nodeOf(items) };
}

/** In one direction nothing may be left: then the members remain, optional, because TypeScript finds no typo in an object without any. */
function objectNodeOf(schema: ObjectSchema): ObjectNode {
  const isEmptied = bareObjectKindOf(schema, allJsonTypes) === "emptied";
  const isListed = ({ unsent }: Property): boolean => unsent !== true || isEmptied;
  const listed = schema.properties.filter(isListed).map(memberNodeOf);
  const unsent = schema.properties.filter((property) => !isListed(property)).map(memberNodeOf);
  const members = [...listed, ...schema.requiredElsewhere.map((name) => memberOf(name, unlistedNodeOf(schema, name)))];
  return objectNode(members, indexOf(schema, members, unsent));
}

function memberNodeOf({ name, required, schema }: Property): Member {
  return memberOf(name, nodeOf(schema), { optional: !required, doc: memberDocOf(schema, name) });
}

/** A member that is required but not in `properties`: patterns or the rest define its type. */
function unlistedNodeOf(schema: ObjectSchema, name: string): TypeNode {
  const speaking = patternSchemasOf(schema, name);
  return speaking.length === 0 ? nodeOf(schema.additional) : intersectionOf(speaking.map((each) => nodeOf(each)));
}

/**
 * TypeScript's index signature speaks of listed members too, so it is the union of their types and of what the
 * description says about the others; members that the type leaves out are others there. An object that is open only by default shows its known members.
 */
function indexOf(schema: ObjectSchema, members: readonly Member[], unsent: readonly Member[]): ObjectNode["index"] {
  const { patternProperties, additional, additionalStated } = schema;
  const isClosed = additional.kind === "never";
  if (!describesOtherMembers(schema) && members.length > 0) return null;
  const others = [...patternProperties.map((pattern) => pattern.schema), ...(isClosed ? [] : [additional])];
  const type = unionOf([...others.map((other) => nodeOf(other)), ...[...members, ...unsent].flatMap(typesOfMember)]);
  return { type, doc: patternProperties.length === 0 && additionalStated ? memberDocOf(additional) : noDoc };
}

function typesOfMember({ type, optional }: Member): TypeNode[] {
  return optional ? [type, keywordNode("undefined")] : [type];
}
