// A schema of any dialect that descriptions are written in -> the same in JSON Schema 2020-12, with only the keywords
// that decide about validity. Only schemas are converted: values of `enum` or `example` hold no keywords.
import { type Meanings, typeMeantBy, unicodePatternOf } from "waybill/description";
import { memberOf, membersOf, placeAt, type SchemaPlace } from "./schema-place.ts";

export interface Conversion {
  /** Whether keywords beside a `$ref` count. They do not in OpenAPI 3.0. */
  readonly siblings: boolean;
  /** How to read what most authors mean differently than the standard does. */
  readonly meanings: Meanings;
  /** The target of a reference; `null` when there is none. */
  readonly target: (ref: SchemaPlace) => SchemaPlace | null;
  /** The text that replaces a reference; `ref` is the reference itself, where there is one. */
  readonly refTo: (target: SchemaPlace, how: RefForm) => string;
  /** Called with each schema and its origin. */
  readonly onSchema: (schema: object, from: SchemaPlace) => void;
}

export interface RefForm {
  readonly siblings: boolean;
  /** The reference; `null` where a schema refers to itself. */
  readonly ref: SchemaPlace | null;
  /** Whether another schema of the same value states the type. */
  readonly isTyped: boolean;
}

/** What is known of the schema around one. */
interface Around {
  /** Members that are in requests only. */
  readonly hidden: ReadonlySet<string>;
  /** Whether another schema of the same value states its type, or the schema is a condition of one that does. */
  readonly isTyped: boolean;
}

const alone: Around = { hidden: new Set(), isTyped: false };

export type JsonSchema2020 = boolean | Readonly<Record<string, unknown>>;

const single = keywords("items additionalProperties additionalItems not if then else contains propertyNames");
const lists = keywords("allOf anyOf oneOf prefixItems");
const maps = keywords("properties patternProperties dependentSchemas");
const plain = keywords(
  "type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern format maxItems " +
    "minItems uniqueItems maxProperties minProperties dependentRequired minContains maxContains",
);

/**
 * Request-only members are not required: the validated values are those that a service sends.
 * `hidden` names such members of the schema around this one.
 */
export function asJsonSchema2020(place: SchemaPlace, conversion: Conversion, around: Around = alone): JsonSchema2020 {
  const { value } = place;
  if (typeof value !== "object" || value === null) return value !== false;
  const inner = multiFormatOf(place);
  if (inner !== null) return asJsonSchema2020(inner.place, { ...conversion, siblings: inner.siblings }, around);
  const ref = memberOf(place, "$ref");
  const schema = new Map<string, unknown>();
  const target = typeof ref?.value === "string" ? conversion.target(ref) : null;
  const { siblings } = conversion;
  const isTyped = conversion.meanings.untyped === "author" && (around.isTyped || statesType(place, conversion));
  if (ref !== null && target !== null) {
    const isTypedThere = isTyped && !statesType(target, conversion);
    schema.set("$ref", conversion.refTo(target, { siblings, ref, isTyped: isTypedThere }));
  }
  if (typeof ref?.value !== "string" || siblings) {
    const demands = memberOf(place, "required") !== null || memberOf(place, "allOf") !== null;
    const { hidden } = around;
    const writeOnly = demands ? new Set([...hidden, ...writeOnlyIn(place, conversion)]) : hidden;
    for (const member of membersOf(place)) {
      const converted = convertedKeyword(member, conversion, { hidden: writeOnly, isTyped });
      if (converted !== undefined) schema.set(member.at.key, converted);
    }
    readRecursiveRef(schema, place, conversion);
    readDraft07(schema, place, conversion);
    const implied = conversion.meanings.untyped === "letter" || isTyped ? null : impliedTypeOf(place);
    if (implied !== null) schema.set("type", implied);
    readOpenApi30(schema, place);
  }
  const converted = Object.fromEntries(schema);
  conversion.onSchema(converted, place);
  // Outside of OpenAPI 3.0 `nullable` is an error: a project that tolerates the error accepts null as well.
  const hasEffect = conversion.siblings || conversion.meanings.nullable === "author";
  const isWide = hasEffect && (conversion.siblings || mayRejectNull(place));
  const isNullable = isWide && memberOf(place, "nullable")?.value === true;
  const hasNullPart = hasEffect && membersOf(memberOf(place, "allOf")).some(isOnlyNullable);
  return isNullable || hasNullPart ? { anyOf: [converted, { type: "null" }] } : converted;
}

/** `nullable: true` without a keyword that decides about validity: as an alternative to others, null. */
function isOnlyNullable(place: SchemaPlace): boolean {
  const keys = membersOf(place).map(({ at }) => at.key);
  const decides = (key: string): boolean =>
    plain.has(key) ||
    single.has(key) ||
    lists.has(key) ||
    maps.has(key) ||
    ["$ref", "required", "dependencies"].includes(key);
  return memberOf(place, "nullable")?.value === true && !keys.some(decides);
}

/** The schemas of a list, such as `anyOf`. */
function alternativesOf(list: SchemaPlace, conversion: Conversion, around: Around): JsonSchema2020[] {
  const members = membersOf(list);
  const isNull = (one: SchemaPlace): boolean =>
    (list.at.key === "anyOf" || list.at.key === "oneOf") &&
    (conversion.siblings || conversion.meanings.nullable === "author") &&
    isOnlyNullable(one) &&
    !members.every(isOnlyNullable);
  return members.map((one) => (isNull(one) ? { type: "null" } : asJsonSchema2020(one, conversion, around)));
}

/** Whether a keyword beside `nullable` has to accept null as well. */
function mayRejectNull(place: SchemaPlace): boolean {
  const values = memberOf(place, "enum")?.value;
  if (Array.isArray(values) && !values.includes(null)) return true;
  return ["$ref", "allOf", "anyOf", "oneOf"].some((keyword) => memberOf(place, keyword) !== null);
}

/** Whether a schema states a type of its value, itself or in a part of it. */
function statesType(place: SchemaPlace, conversion: Conversion, passed: readonly unknown[] = []): boolean {
  if (passed.includes(place.value)) return true;
  const seen = [...passed, place.value];
  if (["type", "enum", "const"].some((key) => memberOf(place, key) !== null)) return true;
  if (partsOf(place, conversion).some((part) => statesType(part, conversion, seen))) return true;
  return ["anyOf", "oneOf"].some((key) => {
    const members = membersOf(memberOf(place, key));
    return members.length > 0 && members.every((one) => statesType(one, conversion, seen));
  });
}

const ofObjects = keywords(
  "properties patternProperties additionalProperties required propertyNames minProperties maxProperties dependentRequired " +
    "dependentSchemas dependencies unevaluatedProperties",
);
const ofArrays = keywords(
  "items prefixItems additionalItems contains minContains maxContains minItems maxItems uniqueItems unevaluatedItems",
);
const ofOthers = keywords(
  "format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern",
);

/** The type of a schema with `properties` or `items` and without `type`. */
function impliedTypeOf(place: SchemaPlace): "object" | "array" | null {
  const keys = membersOf(place).map(({ at }) => at.key);
  const has = (names: ReadonlySet<string>): boolean => keys.some((key) => names.has(key));
  if (has(ofOthers) || (has(ofObjects) && has(ofArrays))) return null;
  if (keys.includes("items")) return "array";
  const others = memberOf(place, "additionalProperties")?.value;
  const isMap = typeof others === "object" && others !== null && Object.keys(others).length > 0;
  return keys.includes("properties") || keys.includes("patternProperties") || isMap ? "object" : null;
}

/** `undefined` for a keyword that does not decide about validity. */
function convertedKeyword(member: SchemaPlace, conversion: Conversion, { hidden, isTyped }: Around): unknown {
  const { value } = member;
  const { key } = member.at;
  const convert = (place: SchemaPlace): JsonSchema2020 => asJsonSchema2020(place, conversion);
  // An expression that cannot be compiled was tolerated: it is not checked.
  if (key === "type") return typesOf(value);
  if (key === "pattern" && typeof value === "string") return unicodePatternOf(value) ?? undefined;
  if (plain.has(key)) return value;
  // A list only: at the place of a header without a schema, `required` is about the header itself.
  if (key === "required" && Array.isArray(value)) return value.filter((name) => !hidden.has(name));
  const condition: Around = { ...alone, isTyped: true };
  if (single.has(key) && !Array.isArray(value))
    return asJsonSchema2020(member, conversion, ["not", "if", "then", "else"].includes(key) ? condition : alone);
  if (key === "allOf") return membersOf(member).map((one) => asJsonSchema2020(one, conversion, { hidden, isTyped }));
  if (lists.has(key))
    return alternativesOf(member, conversion, { ...alone, isTyped: isTyped && key !== "prefixItems" });
  if (key === "dependentSchemas")
    return Object.fromEntries(
      membersOf(member).map((one) => [one.at.key, asJsonSchema2020(one, conversion, condition)]),
    );
  if (!maps.has(key)) return undefined;
  const named = (name: string): string => (key === "patternProperties" ? (unicodePatternOf(name) ?? name) : name);
  return Object.fromEntries(entriesOf(member, conversion).map((one) => [named(one.at.key), convert(one)]));
}

/** A name of no type was tolerated: it means the type that it is called elsewhere, else any. */
function typesOf(value: unknown): unknown {
  const listed: readonly unknown[] = Array.isArray(value) ? value : [value];
  const names = listed.map((name) => (name === null ? "null" : typeof name === "string" ? typeMeantBy(name) : null));
  if (names.length === 0 || names.includes(null)) return undefined;
  return Array.isArray(value) ? names : names[0];
}

/** A `$ref` in place of a list of properties is an error that may be tolerated: then its properties count as well. */
function entriesOf(map: SchemaPlace, { target }: Conversion): SchemaPlace[] {
  const members = membersOf(map);
  const ref = map.at.key === "properties" ? memberOf(map, "$ref") : null;
  if (ref === null || typeof ref.value !== "string") return members;
  const directEntries = members.filter((one) => one.at.key !== "$ref");
  const named = new Set(directEntries.map((one) => one.at.key));
  const listed = target(ref);
  return [...directEntries, ...(listed === null ? [] : membersOf(listed)).filter((one) => !named.has(one.at.key))];
}

/** `$recursiveRef: "#"` is an error that may be tolerated: it refers to the schema around it, as the toolkit states. */
function readRecursiveRef(schema: Map<string, unknown>, place: SchemaPlace, conversion: Conversion): void {
  if (memberOf(place, "$recursiveRef")?.value !== "#") return;
  const target = recursiveTargetOf(place);
  const ref = conversion.refTo(target, { siblings: conversion.siblings, ref: null, isTyped: false });
  schema.set("allOf", [...(Array.isArray(schema.get("allOf")) ? [schema.get("allOf")].flat() : []), { $ref: ref }]);
}

function recursiveTargetOf(place: SchemaPlace): SchemaPlace {
  if (memberOf(place, "$recursiveAnchor")?.value === true || memberOf(place, "$id") !== null) return place;
  const around = placeAround(place);
  return around === null ? place : recursiveTargetOf(around);
}

/** The schema object directly around a schema. */
function placeAround({ at }: SchemaPlace): SchemaPlace | null {
  const { parent, key } = at;
  const outer = parent?.parent ?? null;
  if (parent === null) return null;
  if (outer !== null && (maps.has(parent.key) || lists.has(parent.key))) return placeAt(outer);
  return single.has(key) ? placeAt(parent) : null;
}

/** AsyncAPI's own dialect is draft 07: a list in `items`, and `dependencies`. */
function readDraft07(schema: Map<string, unknown>, place: SchemaPlace, conversion: Conversion): void {
  const rest = schema.get("additionalItems");
  schema.delete("additionalItems");
  const items = memberOf(place, "items");
  if (Array.isArray(items?.value)) {
    const prefixItems = membersOf(items).map((item) => asJsonSchema2020(item, conversion));
    schema.set("prefixItems", prefixItems);
    if (rest !== undefined) schema.set("items", rest);
  }
  for (const entry of membersOf(memberOf(place, "dependencies"))) {
    const isList = Array.isArray(entry.value);
    const keyword = isList ? "dependentRequired" : "dependentSchemas";
    const others = schema.get(keyword);
    const dependency = isList ? entry.value : asJsonSchema2020(entry, conversion);
    schema.set(keyword, { ...(typeof others === "object" ? others : {}), [entry.at.key]: dependency });
  }
}

/** `nullable`, and bounds that a flag makes exclusive. In other dialects they are errors. */
function readOpenApi30(schema: Map<string, unknown>, place: SchemaPlace): void {
  for (const [exclusive, bound] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    const flag = schema.get(exclusive);
    if (typeof flag !== "boolean") continue;
    schema.delete(exclusive);
    if (!flag || !schema.has(bound)) continue;
    schema.set(exclusive, schema.get(bound));
    schema.delete(bound);
  }
  const type = schema.get("type");
  // OpenAPI 3.0.3: without a type beside it, it has no effect.
  if (memberOf(place, "nullable")?.value === true && typeof type === "string") schema.set("type", [type, "null"]);
}

/** AsyncAPI's `{ schemaFormat, schema }`. */
function multiFormatOf(place: SchemaPlace): { readonly place: SchemaPlace; readonly siblings: boolean } | null {
  const format = memberOf(place, "schemaFormat")?.value;
  const inner = memberOf(place, "schema");
  if (typeof format !== "string" || inner === null) return null;
  return { place: inner, siblings: siblingsCountIn(format) };
}

/** Of a `schemaFormat`. */
export function siblingsCountIn(format: string): boolean {
  return !/oai\.openapi.*version=3\.0/i.test(format);
}

/** The members of an object that are in requests only, in any of the schemas of this object. */
function writeOnlyIn(place: SchemaPlace, conversion: Conversion, passed: readonly unknown[] = []): string[] {
  if (passed.includes(place.value)) return [];
  const writeOnlyProperties = membersOf(memberOf(place, "properties")).filter((one) => isWriteOnly(one, conversion));
  const parts = partsOf(place, conversion).flatMap((part) => writeOnlyIn(part, conversion, [...passed, place.value]));
  return [...writeOnlyProperties.map(({ at }) => at.key), ...parts];
}

function isWriteOnly(place: SchemaPlace, conversion: Conversion, passed: readonly unknown[] = []): boolean {
  if (passed.includes(place.value)) return false;
  if (memberOf(place, "writeOnly")?.value === true) return true;
  return partsOf(place, conversion).some((part) => isWriteOnly(part, conversion, [...passed, place.value]));
}

/** The schemas that always apply to the same value. */
function partsOf(place: SchemaPlace, { target }: Conversion): SchemaPlace[] {
  const ref = memberOf(place, "$ref");
  const base = typeof ref?.value === "string" ? target(ref) : null;
  return [...(base === null ? [] : [base]), ...membersOf(memberOf(place, "allOf"))];
}

function keywords(keywordList: string): ReadonlySet<string> {
  return new Set(keywordList.split(" "));
}
