// `type` and the keywords that speak of one type of value -> one schema per type.
import { kindOf, nearest } from "../diagnostics/index.ts";
import type { Annotations, ArraySchema, NumberSchema, Schema, StringSchema } from "../model/schema.ts";
import type { Node } from "../source/index.ts";
import { countOf, flagOf, numberOf, patternOf, positiveOf, textOf } from "./keyword-values.ts";
import { noNotes } from "./notes.ts";
import { readObject } from "./read-object.ts";
import type { SchemaReading } from "./schema-reading.ts";

export const jsonTypes = ["null", "boolean", "number", "string", "array", "object"] as const;
export type JsonType = (typeof jsonTypes)[number];

const facets: Readonly<Record<JsonType, readonly string[]>> = {
  null: [],
  boolean: [],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  string: ["minLength", "maxLength", "pattern", "contentEncoding", "contentMediaType"],
  array: ["items", "prefixItems", "additionalItems", "contains", "minContains", "maxContains", "minItems", "maxItems", "uniqueItems"],
  object: [
    ..."properties patternProperties additionalProperties required propertyNames minProperties maxProperties".split(" "),
    ..."dependentRequired dependentSchemas dependencies".split(" "),
  ],
};

/** The types `type` allows; `null` when the schema does not say. */
export interface TypeSet {
  readonly types: ReadonlySet<JsonType>;
  /** `integer` without `number`. */
  readonly integer: boolean;
}

export function typeSetOf(reading: SchemaReading, node: Node): TypeSet | null {
  const field = node.get("type");
  if (field === undefined) return null;
  const listed = field.isArray && reading.dialect !== "openapi-3.0" ? field.items() : [field];
  if (field.isArray && listed.length === 0) {
    reading.report.add("invalid-keyword-value", field, { keyword: "type", expected: "at least one type", found: "an empty array" });
  }
  const names = listed.flatMap((item) => typeNameOf(reading, item));
  const nullable = reading.dialect === "openapi-3.0" && flagOf(reading, node, "nullable") ? ["null" as const] : [];
  const types = new Set([...names.map((name) => (name === "integer" ? "number" : name)), ...nullable]);
  return { types, integer: names.includes("integer") && !names.includes("number") };
}

function typeNameOf(reading: SchemaReading, item: Node): (JsonType | "integer")[] {
  const known = reading.dialect === "openapi-3.0" ? jsonTypes.filter((type) => type !== "null") : jsonTypes;
  const name = [...known, "integer" as const].find((type) => type === item.value);
  if (name !== undefined) return [name];
  if (typeof item.value === "string") {
    reading.report.add("unknown-type", item, { type: item.value, near: nearest(item.value, [...known, "integer"]) });
  } else {
    reading.report.add("invalid-keyword-value", item, { keyword: "type", expected: "the name of a type", found: kindOf(item.value) });
  }
  return [];
}

/** Whether the schema says anything about values of one type. */
export function hasFacets(node: Node): boolean {
  return node.has("format") || jsonTypes.some((type) => facets[type].some((keyword) => node.has(keyword)));
}

/**
 * What `type` and the keywords beside it say. Without `type`, keywords speak only of values of their own type, so the
 * result is a union of all six. `null` when there is neither.
 */
export function readTyped(reading: SchemaReading, node: Node, types: TypeSet | null, notes: Annotations): Schema | null {
  if (types === null && !hasFacets(node)) return null;
  const wanted = jsonTypes.filter((type) => types === null || types.types.has(type));
  const [only] = wanted;
  if (wanted.length === 1 && only !== undefined) return readOneType(reading, node, only, types, notes);
  const members = wanted.map((type) => readOneType(reading, node, type, types, noNotes));
  return { kind: "union", mode: "types", members, discriminator: null, at: node, notes };
}

function readOneType(reading: SchemaReading, node: Node, type: JsonType, types: TypeSet | null, notes: Annotations): Schema {
  const base = { at: node, notes };
  switch (type) {
    case "null":
      return { kind: "null", ...base };
    case "boolean":
      return { kind: "boolean", ...base };
    case "number":
      return readNumber(reading, node, types?.integer ?? false, notes);
    case "string":
      return readString(reading, node, notes);
    case "array":
      return readArray(reading, node, notes);
    case "object":
      return readObject(reading, node, notes);
  }
}

function readNumber(reading: SchemaReading, node: Node, integer: boolean, notes: Annotations): NumberSchema {
  const [minimum, exclusiveMinimum] = boundsOf(reading, node, "minimum", "exclusiveMinimum");
  const [maximum, exclusiveMaximum] = boundsOf(reading, node, "maximum", "exclusiveMaximum");
  const multipleOf = positiveOf(reading, node, "multipleOf");
  const format = textOf(reading, node, "format");
  return { kind: "number", integer, minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf, format, at: node, notes };
}

/** OpenAPI 3.0 says `exclusiveMinimum: true` beside `minimum`; JSON Schema gives each its own number. */
function boundsOf(reading: SchemaReading, node: Node, bound: string, exclusive: string): [number | null, number | null] {
  const value = numberOf(reading, node, bound);
  if (reading.dialect !== "openapi-3.0") return [value, numberOf(reading, node, exclusive)];
  return flagOf(reading, node, exclusive) ? [null, value] : [value, null];
}

function readString(reading: SchemaReading, node: Node, notes: Annotations): StringSchema {
  return {
    kind: "string",
    minLength: countOf(reading, node, "minLength"),
    maxLength: countOf(reading, node, "maxLength"),
    pattern: patternOf(reading, node),
    format: textOf(reading, node, "format"),
    contentEncoding: textOf(reading, node, "contentEncoding"),
    contentMediaType: textOf(reading, node, "contentMediaType"),
    at: node,
    notes,
  };
}

function readArray(reading: SchemaReading, node: Node, notes: Annotations): ArraySchema {
  const { prefixItems, items } = readElements(reading, node);
  const contains = node.get("contains");
  return {
    kind: "array",
    prefixItems,
    items,
    contains:
      contains === undefined
        ? null
        : {
            schema: reading.read(contains),
            min: countOf(reading, node, "minContains") ?? 1,
            max: countOf(reading, node, "maxContains"),
          },
    minItems: countOf(reading, node, "minItems"),
    maxItems: countOf(reading, node, "maxItems"),
    uniqueItems: flagOf(reading, node, "uniqueItems"),
    at: node,
    notes,
  };
}

/** Draft 07 writes a list in `items` and the rest in `additionalItems`; 2020-12 says `prefixItems` and `items`. */
function readElements(reading: SchemaReading, node: Node): { prefixItems: Schema[]; items: Schema } {
  const items = node.get("items");
  const isDraft07List = items?.isArray === true && reading.dialect === "asyncapi";
  const prefix = isDraft07List ? items : node.get("prefixItems");
  const rest = isDraft07List ? node.get("additionalItems") : items;
  return {
    prefixItems: prefix === undefined ? [] : reading.readList(prefix, prefix.key),
    items: rest === undefined ? reading.anything(node) : reading.read(rest),
  };
}
