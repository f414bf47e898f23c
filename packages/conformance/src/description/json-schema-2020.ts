// A schema of any dialect that descriptions are written in -> the same in JSON Schema 2020-12, with only the keywords
// that decide about validity. Only schemas are converted: values of `enum` or `example` hold no keywords.
import { unicodePatternOf } from "waybill/description";
import { memberOf, membersOf, type SchemaPlace } from "./schema-place.ts";

export interface Conversion {
  /** Whether keywords beside a `$ref` count. They do not in OpenAPI 3.0. */
  readonly siblings: boolean;
  /** The target of a reference; throws when there is none. */
  readonly target: (ref: SchemaPlace) => SchemaPlace;
  /** The text that replaces a reference. */
  readonly refTo: (target: SchemaPlace, siblings: boolean) => string;
  /** Called with each schema and its origin. */
  readonly onSchema: (schema: object, from: SchemaPlace) => void;
}

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
export function asJsonSchema2020(
  place: SchemaPlace,
  conversion: Conversion,
  hidden: ReadonlySet<string> = new Set(),
): JsonSchema2020 {
  const { value } = place;
  if (typeof value !== "object" || value === null) return value !== false;
  const inner = multiFormatOf(place);
  if (inner !== null) return asJsonSchema2020(inner.place, { ...conversion, siblings: inner.siblings }, hidden);
  const ref = memberOf(place, "$ref");
  const schema = new Map<string, unknown>();
  if (typeof ref?.value === "string") schema.set("$ref", conversion.refTo(conversion.target(ref), conversion.siblings));
  if (!schema.has("$ref") || conversion.siblings) {
    const demands = memberOf(place, "required") !== null || memberOf(place, "allOf") !== null;
    const writeOnly = demands ? new Set([...hidden, ...writeOnlyIn(place, conversion)]) : hidden;
    for (const member of membersOf(place)) convertKeyword({ schema, conversion, hidden: writeOnly }, member);
    readDraft07(schema, place, conversion);
    readOpenApi30(schema, place);
  }
  const converted = Object.fromEntries(schema);
  conversion.onSchema(converted, place);
  return conversion.siblings && memberOf(place, "nullable")?.value === true ? orNull(converted) : converted;
}

/** `nullable` outside of OpenAPI 3.0, where it is an error: a project that tolerates the error accepts null as well. */
function orNull(schema: JsonSchema2020): JsonSchema2020 {
  return { anyOf: [schema, { type: "null" }] };
}

interface Target {
  readonly schema: Map<string, unknown>;
  readonly conversion: Conversion;
  readonly hidden: ReadonlySet<string>;
}

function convertKeyword({ schema, conversion, hidden }: Target, member: SchemaPlace): void {
  const { value } = member;
  const { key } = member.at;
  const convert = (place: SchemaPlace): JsonSchema2020 => asJsonSchema2020(place, conversion);
  if (key === "pattern" && typeof value === "string") {
    // An expression that cannot be compiled was tolerated: it is not checked.
    const pattern = unicodePatternOf(value);
    if (pattern !== null) schema.set(key, pattern);
  } else if (plain.has(key)) schema.set(key, value);
  else if (key === "required" && Array.isArray(value)) {
    // A list only: at the place of a header without a schema, `required` is about the header itself.
    schema.set(
      key,
      value.filter((name) => !hidden.has(name)),
    );
  } else if (single.has(key) && !Array.isArray(value)) schema.set(key, convert(member));
  else if (key === "allOf") {
    schema.set(
      key,
      membersOf(member).map((one) => asJsonSchema2020(one, conversion, hidden)),
    );
  } else if (lists.has(key)) schema.set(key, membersOf(member).map(convert));
  else if (maps.has(key)) {
    const isPatterns = key === "patternProperties";
    const named = (one: SchemaPlace): string =>
      isPatterns ? (unicodePatternOf(one.at.key) ?? one.at.key) : one.at.key;
    schema.set(key, Object.fromEntries(entriesOf(member, conversion).map((one) => [named(one), convert(one)])));
  }
}

/** A `$ref` in place of a list of properties is an error that may be tolerated: then its properties count as well. */
function entriesOf(map: SchemaPlace, { target }: Conversion): SchemaPlace[] {
  const members = membersOf(map);
  const ref = map.at.key === "properties" ? memberOf(map, "$ref") : null;
  if (ref === null || typeof ref.value !== "string") return members;
  const own = members.filter((one) => one.at.key !== "$ref");
  const named = new Set(own.map((one) => one.at.key));
  return [...own, ...membersOf(target(ref)).filter((one) => !named.has(one.at.key))];
}

/** AsyncAPI's own dialect is draft 07: a list in `items`, and `dependencies`. */
function readDraft07(schema: Map<string, unknown>, place: SchemaPlace, conversion: Conversion): void {
  const rest = schema.get("additionalItems");
  schema.delete("additionalItems");
  const items = memberOf(place, "items");
  if (Array.isArray(items?.value)) {
    schema.set(
      "prefixItems",
      membersOf(items).map((item) => asJsonSchema2020(item, conversion)),
    );
    if (rest !== undefined) schema.set("items", rest);
  }
  const dependencies = memberOf(place, "dependencies");
  for (const entry of dependencies === null ? [] : membersOf(dependencies)) {
    const isList = Array.isArray(entry.value);
    const keyword = isList ? "dependentRequired" : "dependentSchemas";
    const others = schema.get(keyword);
    const own = isList ? entry.value : asJsonSchema2020(entry, conversion);
    schema.set(keyword, { ...(typeof others === "object" ? others : {}), [entry.at.key]: own });
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
  const properties = memberOf(place, "properties");
  const own = (properties === null ? [] : membersOf(properties)).filter((one) => isWriteOnly(one, conversion));
  const parts = partsOf(place, conversion).flatMap((part) => writeOnlyIn(part, conversion, [...passed, place.value]));
  return [...own.map(({ at }) => at.key), ...parts];
}

function isWriteOnly(place: SchemaPlace, conversion: Conversion, passed: readonly unknown[] = []): boolean {
  if (passed.includes(place.value)) return false;
  if (memberOf(place, "writeOnly")?.value === true) return true;
  return partsOf(place, conversion).some((part) => isWriteOnly(part, conversion, [...passed, place.value]));
}

/** The schemas that always apply to the same value. */
function partsOf(place: SchemaPlace, { target }: Conversion): SchemaPlace[] {
  const ref = memberOf(place, "$ref");
  const all = memberOf(place, "allOf");
  return [...(typeof ref?.value === "string" ? [target(ref)] : []), ...(all === null ? [] : membersOf(all))];
}

function keywords(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
