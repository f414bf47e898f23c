// Which keywords apply to which JSON type, and what the `type` of a schema allows.
import { kindOf, nearest, quote } from "../../diagnostics/index.ts";
import {
  type JsonType,
  jsonTypeOf,
  jsonTypes,
  type TypeName,
  typeMeantBy,
  typeNames,
} from "../../model/analysis/json-types.ts";
import type { Json } from "../../model/schema.ts";
import type { Node } from "../../source/index.ts";
import { flagOf } from "./keyword-values.ts";
import { acceptsNullBeside } from "./nullable.ts";
import { dependsOnOtherSchemas } from "./read-unevaluated.ts";
import type { SchemaReader } from "./schema-reader.ts";

const keywordsOf = (list: string): readonly string[] => list.split(" ");

const facets: Readonly<Record<JsonType, readonly string[]>> = {
  null: [],
  boolean: [],
  number: keywordsOf("minimum maximum exclusiveMinimum exclusiveMaximum multipleOf"),
  string: keywordsOf("minLength maxLength pattern contentEncoding contentMediaType contentSchema"),
  array: keywordsOf(
    "items prefixItems additionalItems contains minContains maxContains minItems maxItems uniqueItems unevaluatedItems",
  ),
  object: keywordsOf(
    "properties patternProperties additionalProperties required propertyNames minProperties maxProperties " +
      "dependentRequired dependentSchemas dependencies unevaluatedProperties",
  ),
};

/** The type that a keyword applies to; each applies to one. */
export const typeOfFacet: ReadonlyMap<string, JsonType> = new Map(
  jsonTypes.flatMap((type) => facets[type].map((keyword) => [keyword, type] as const)),
);

/** Whether the schema restricts values of one type, apart from what depends on other schemas. */
export function hasFacets(node: Node): boolean {
  const isFacet = (keyword: string): boolean => typeOfFacet.has(keyword) && !dependsOnOtherSchemas(node, keyword);
  return node.keys().some((keyword) => keyword === "format" || isFacet(keyword));
}

interface ImpliedType {
  readonly keyword: string;
  readonly type: JsonType;
}

/** By `properties`, a schema for other members, or `items`: keywords such as `required` alone are mostly conditions of other schemas. */
export function impliedTypeOf(node: Node): ImpliedType | null {
  if (["type", "enum", "const", "format"].some((keyword) => node.has(keyword))) return null;
  const keyword = ["properties", "patternProperties", "additionalProperties", "items"].find((name) =>
    describes(node, name),
  );
  const type = keyword === undefined ? undefined : typeOfFacet.get(keyword);
  if (keyword === undefined || type === undefined) return null;
  const isOfType = (key: string): boolean => (typeOfFacet.get(key) ?? type) === type;
  return node.keys().every(isOfType) ? { keyword, type } : null;
}

/** `additionalProperties: true` says nothing, and `{}` no more. */
function describes(node: Node, keyword: string): boolean {
  const field = node.get(keyword);
  if (field === undefined) return false;
  return keyword !== "additionalProperties" || (field.isObject && field.keys().length > 0);
}

/** The types that a schema allows; `null` without a `type` and one that is meant. */
export interface TypeSet {
  readonly types: ReadonlySet<JsonType>;
  /** `integer` without `number`. */
  readonly integer: boolean;
}

export function typeSetOf(reading: SchemaReader, node: Node): TypeSet | null {
  const field = node.get("type");
  if (field === undefined) return impliedTypes(reading, node);
  if (field.isArray && reading.dialect === "openapi-3.0") rejectList(reading, field);
  const listed = field.isArray ? field.items() : [field];
  if (listed.length === 0) {
    const expected = "at least one type";
    reading.report.add("invalid-keyword-value", field, { keyword: "type", expected, found: "an empty array" });
  }
  const listedNames = listed.map((item) => typeNameOf(reading, item));
  const names = listedNames.filter((name) => name !== null);
  // A name without a hint may belong to any type.
  if (names.length === 0 || listedNames.includes(null)) return null;
  const types = new Set([
    ...names.map((name) => (name === "integer" ? "number" : name)),
    ...nullableTypes(reading, node),
  ]);
  return { types, integer: names.includes("integer") && !names.includes("number") };
}

function nullableTypes(reading: SchemaReader, node: Node): JsonType[] {
  const isNullable = reading.dialect === "openapi-3.0" && flagOf(reading, node, "nullable");
  return isNullable && !acceptsNullBeside(reading, node) ? ["null"] : [];
}

/** The type of a schema without one, once a first reading has shown that no other schema of the same value states it. */
function impliedTypes(reading: SchemaReader, node: Node): TypeSet | null {
  const implied = impliedTypeOf(node);
  if (implied === null || reading.meaningAt(node, "untyped") === "letter") return null;
  if (!reading.registry.isTyped(node)) return null;
  return { types: new Set([implied.type, ...nullableTypes(reading, node)]), integer: false };
}

function rejectList(reading: SchemaReader, field: Node): void {
  const advice = "lists of types came with OpenAPI 3.1; in 3.0 write nullable: true, or oneOf";
  const args = { keyword: "type", expected: "the name of a type", found: "an array", advice };
  const tolerated = "the list means what OpenAPI 3.1 says";
  reading.report.add("invalid-keyword-value", field, args, { tolerated });
}

const oldTypeNames = typeNames.filter((type) => type !== "null");

/** `null`, and a report, for a name of no type. */
function typeNameOf(reading: SchemaReader, item: Node): TypeName | null {
  const isOld = reading.dialect === "openapi-3.0" && item.key === "type";
  const known = isOld ? oldTypeNames : typeNames;
  const name = known.find((type) => type === item.value);
  if (name !== undefined) return name;
  if (typeof item.value === "string") {
    const intendedType = typeMeantBy(item.value);
    const near = intendedType ?? nearest(item.value, known);
    const advice = isOld && item.value === "null" ? "in OpenAPI 3.0 write nullable: true beside the type" : undefined;
    const tolerated = intendedType === null ? "any type is accepted" : `the type ${quote(intendedType)} is meant`;
    reading.report.add("unknown-type", item, { type: item.value, near, advice }, { tolerated });
    return intendedType;
  } else {
    const advice = item.value === null ? `write one of ${known.map((name) => quote(name)).join(", ")}` : undefined;
    const args = { keyword: "type", expected: "the name of a type", found: kindOf(item.value), advice };
    const tolerated = item.value === null ? `the type "null" is meant` : "any type is accepted";
    reading.report.add("invalid-keyword-value", item, args, { tolerated });
    if (item.value === null) return "null";
  }
  return null;
}

export function isOfType(value: Json, { types, integer }: TypeSet): boolean {
  const type = jsonTypeOf(value);
  return types.has(type) && (type !== "number" || !integer || Number.isInteger(value));
}

/** Whether the schema at `node` says that its integers have 64 bits (OpenAPI, "Data Type Format"; `uint64` is of its format registry). */
export function isBigint(reading: SchemaReader, node: Node): boolean {
  const format = node.get("format")?.value;
  return reading.registry.options.asBigints === true && (format === "int64" || format === "uint64");
}
