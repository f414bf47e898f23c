// A schema -> the TypeScript type of its values: as narrow as TypeScript can express, and never narrower than the schema.
import { code, noDoc } from "../../emit/index.ts";
import { bareObjectKindOf, describesOtherMembers } from "../../model/analysis/bare-objects.ts";
import { requiredMembersOf } from "../../model/analysis/fixed-values.ts";
import { allJsonTypes, commonTypes, jsonTypeOf, jsonTypesOf } from "../../model/analysis/json-types.ts";
import { patternSchemasOf } from "../../model/analysis/value-parts.ts";
import type {
  ArraySchema,
  EnumSchema,
  Json,
  NumberSchema,
  ObjectSchema,
  Property,
  RefSchema,
  Schema,
  UnionSchema,
} from "../../model/schema.ts";
import { unreachable } from "../../model/unreachable.ts";
import { memberDocOf } from "../docs.ts";
import { withKnownTexts } from "./known-texts.ts";
import { memberNodeIn } from "./member-type.ts";
import { typeNamed } from "./named-type.ts";
import { type Beside, nothingBeside, partsNodeOf } from "./parts-type.ts";
import {
  intersectionOf,
  isUnknown,
  keywordNode,
  type Member,
  memberOf,
  type ObjectNode,
  objectNode,
  type TypeNode,
  unionOf,
} from "./type-node.ts";

/**
 * `beside`: what else is said of the same value. Alternatives of other JSON types are left out, and a required member has the type that
 * another part describes: `allOf: [Order, { required: [note] }]` is `Order & { note: string }`, although `required` does not restrict
 * strings.
 */
export function nodeOf(schema: Schema, beside: Beside = nothingBeside): TypeNode {
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
      return arrayNodeOf(schema, nodeOfAll);
    case "object":
      return objectNodeOf(schema, beside);
    case "enum":
      return unionOf(
        schema.values.filter((value) => beside.types.has(jsonTypeOf(value))).map((value) => fixedNodeOf(value, schema)),
      );
    case "ref":
      return refNodeOf(schema, beside);
    case "union":
      return unionNodeOf(schema, beside);
    case "intersection":
      return partsNodeOf(schema.members, beside, nodeOf);
    case "not":
      // TypeScript has no negation: `unknown` is the narrowest type that includes all the values.
      return keywordNode(schema.schema.kind === "any" ? "never" : "unknown");
    case "conditional":
      return unionOf(possible([schema.then, schema.else], beside).map((branch) => nodeOf(branch, beside)));
    case "unevaluated":
      return nodeOf(schema.schema, beside);
    default:
      return unreachable(schema);
  }
}

/** A type with a name cannot have the types that other parts describe: members that it only requires are stated beside it. */
function refNodeOf(schema: RefSchema, { parts }: Beside): TypeNode {
  const symbol: TypeNode = { kind: "symbol", symbol: typeNamed(schema.target) };
  if (parts.length === 0) return symbol;
  const required = [...requiredMembersOf(schema)].filter((name) => isUnknown(memberNodeIn([schema], name, nodeOfAll)));
  const members = required.map((name) => memberOf(name, memberNodeIn(parts, name, nodeOfAll)));
  const typed = members.filter(({ type }) => !isUnknown(type));
  return typed.length === 0 ? symbol : intersectionOf([symbol, objectNode(typed)]);
}

/** The type of a schema of another value. */
function nodeOfAll(schema: Schema): TypeNode {
  return nodeOf(schema);
}

function unionNodeOf(schema: UnionSchema, beside: Beside): TypeNode {
  return unionOf(withKnownTexts(schema, possible(schema.members, beside), (member) => nodeOf(member, beside)));
}

function possible(alternatives: readonly Schema[], { types }: Beside): readonly Schema[] {
  return alternatives.filter((alternative) => commonTypes(jsonTypesOf(alternative), types).size > 0);
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

function openNodeOf(known: readonly string[]): TypeNode {
  return unionOf([...known.map(valueNodeOf), keywordNode("any string")]);
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

/** `elementOf`: the type of an element, which may be a part of a body. */
export function arrayNodeOf(
  { prefixItems, items, minItems, maxItems }: ArraySchema,
  elementOf: (element: Schema) => TypeNode,
): TypeNode {
  if (prefixItems.length === 0) return { kind: "array", element: elementOf(items) };
  const isClosed = items.kind === "never" || (maxItems !== null && maxItems <= prefixItems.length);
  const elements = prefixItems
    .slice(0, maxItems ?? prefixItems.length)
    .map((schema, index) => ({ type: elementOf(schema), optional: index >= (minItems ?? 0) }));
  return { kind: "tuple", elements, rest: isClosed ? null : elementOf(items) };
}

/** In one direction nothing may be left: then the members remain, optional, because TypeScript finds no typo in an object without any. */
function objectNodeOf(schema: ObjectSchema, beside: Beside): ObjectNode {
  const isEmptied = bareObjectKindOf(schema, allJsonTypes) === "emptied";
  const isListed = ({ unsent }: Property): boolean => unsent !== true || isEmptied;
  const parts = [schema, ...beside.parts];
  const listed = schema.properties.filter(isListed).map((property) => memberNodeOf(property, schema, beside));
  const unsent = schema.properties
    .filter((property) => !isListed(property))
    .map((property) => memberNodeOf(property, schema, beside));
  const unlisted = schema.requiredElsewhere.map((name) => memberOf(name, memberNodeIn(parts, name, nodeOfAll)));
  const members = [...listed, ...unlisted];
  return objectNode(members, indexOf(schema, members, unsent));
}

/** `unknown` includes `undefined`: a required member of any value has the type that another part describes. */
function memberNodeOf({ name, required, isExact, schema }: Property, object: ObjectSchema, { parts }: Beside): Member {
  const node = intersectionOf([schema, ...patternSchemasOf(object, name)].map(nodeOfAll));
  const type = required && isUnknown(node) ? memberNodeIn(parts, name, nodeOfAll) : node;
  return memberOf(name, type, { optional: !required, isExact, doc: memberDocOf(schema, name) });
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
