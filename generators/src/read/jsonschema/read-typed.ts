// `type` and the keywords for one type of value -> one schema per type.

import { keyOf } from "../../diagnostics/index.ts";
import { type JsonType, jsonTypes } from "../../model/analysis/json-types.ts";
import { patternMatches } from "../../model/analysis/value-parts.ts";
import {
  type ArraySchema,
  type NumberSchema,
  noAnnotations,
  type ObjectSchema,
  type Property,
  type Schema,
  type StringSchema,
} from "../../model/schema.ts";
import type { Node } from "../../source/index.ts";
import { followObject, membersOf } from "../fields/index.ts";
import { boundAt, checkExact, integerTextOf } from "./annotations.ts";
import { discriminatorOf, noteBase } from "./discriminator.ts";
import { hasFacets, isBigint, type TypeSet } from "./json-types.ts";
import { group, groupsOf } from "./keyword-groups.ts";
import {
  compiledPattern,
  countOf,
  flagOf,
  namesOf,
  numberOf,
  patternOf,
  positiveOf,
  reject,
  textOf,
} from "./keyword-values.ts";
import { isOpenedByRule, knownValuesOf } from "./read-enum.ts";
import { restOf } from "./read-unevaluated.ts";
import type { SchemaReader } from "./schema-reader.ts";

/**
 * Reads `type` and the keywords next to it. Without `type`, keywords apply only to values of their own type, so the
 * result is a union of all six. `null` when there is neither.
 */
export function readTyped(reading: SchemaReader, node: Node, types: TypeSet | null): Schema | null {
  if (types === null && !hasFacets(node)) return null;
  const wanted = jsonTypes.filter((type) => types === null || types.types.has(type));
  const [only] = wanted;
  if (wanted.length === 1 && only !== undefined) return readOneType(reading, node, only, types);
  const members = wanted.map((type) => readOneType(reading, node, type, types));
  return { kind: "union", mode: "types", members, discriminator: null, at: node, annotations: noAnnotations };
}

function readOneType(reading: SchemaReader, node: Node, type: JsonType, types: TypeSet | null): Schema {
  const base = { at: node, annotations: noAnnotations };
  switch (type) {
    case "null":
      return { kind: "null", ...base };
    case "boolean":
      return { kind: "boolean", ...base };
    case "number":
      return readNumber(reading, node, types?.integer ?? false);
    case "string":
      return readString(reading, node);
    case "array":
      return readArray(reading, node);
    case "object":
      return readObject(reading, node);
  }
}

const unbounded = {
  minimum: null,
  exclusiveMinimum: null,
  maximum: null,
  exclusiveMaximum: null,
  multipleOf: null,
};

function readNumber(reading: SchemaReader, node: Node, integer: boolean): NumberSchema {
  const is64Bits = integer && isBigint(reading, node);
  // `uint64` is known here alone: without `bigint` nothing follows from it.
  const format = is64Bits ? textOf(reading, node, "format") : formatOf(reading, node);
  const marks = is64Bits ? { bigint: true as const } : {};
  const limits = groupsOf(node) & group.number ? limitsOf(reading, node, is64Bits) : unbounded;
  return { kind: "number", integer, ...limits, format, ...marks, at: node, annotations: noAnnotations };
}

function limitsOf(reading: SchemaReader, node: Node, is64Bits: boolean) {
  const [minimum, exclusiveMinimum] = boundsOf(reading, node, "minimum", "exclusiveMinimum");
  const [maximum, exclusiveMaximum] = boundsOf(reading, node, "maximum", "exclusiveMaximum");
  const multipleOf = positiveOf(reading, node, "multipleOf");
  const [low, high, factor] = [boundField(node, "minimum"), boundField(node, "maximum"), node.get("multipleOf")];
  if (factor !== undefined) checkExact(reading.report, factor);
  return {
    minimum: boundAt(node.get("minimum"), minimum, "above"),
    exclusiveMinimum: boundAt(low, exclusiveMinimum, "below"),
    maximum: boundAt(node.get("maximum"), maximum, "below"),
    exclusiveMaximum: boundAt(high, exclusiveMaximum, "above"),
    multipleOf,
    ...(is64Bits ? exactBoundsOf(node, { low, high }) : {}),
  };
}

function exactBoundsOf(node: Node, { low, high }: Readonly<Record<"low" | "high", Node | undefined>>): object {
  const fields = {
    minimum: node.get("minimum"),
    exclusiveMinimum: low,
    maximum: node.get("maximum"),
    exclusiveMaximum: high,
  };
  const written = Object.entries(fields).flatMap(([name, field]) => {
    const text = field === undefined ? null : integerTextOf(field);
    return text === null ? [] : [[name, text] as const];
  });
  return written.length === 0 ? {} : { exact: Object.fromEntries(written) };
}

/** Where the number of an exclusive bound is. */
function boundField(node: Node, bound: "minimum" | "maximum"): Node | undefined {
  const field = node.get(bound === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum");
  return typeof field?.value === "number" ? field : node.get(bound);
}

/** OpenAPI 3.0 writes `exclusiveMinimum: true` next to `minimum`; in JSON Schema each is a number. */
function boundsOf(reading: SchemaReader, node: Node, bound: string, exclusive: string): [number | null, number | null] {
  const value = numberOf(reading, node, bound);
  const field = node.get(exclusive);
  const isOld = reading.dialect === "openapi-3.0";
  // The form of the other dialect: the meaning is clear, and it is a mistake all the same.
  if (!isOld && typeof field?.value === "boolean") {
    const tolerated = "it says, as in OpenAPI 3.0, whether the bound beside it is exclusive";
    const advice = field.value ? `since OpenAPI 3.1 it is the bound itself: "${exclusive}: ${value ?? 0}"` : undefined;
    reject(reading, field, "a number", { advice, tolerated });
    return field.value ? [null, value] : [value, null];
  }
  if (isOld && typeof field?.value === "number") {
    const tolerated = "it is, as in OpenAPI 3.1, the bound itself";
    reject(reading, field, "true or false", { tolerated });
    return [value, field.value];
  }
  if (!isOld) return [value, numberOf(reading, node, exclusive)];
  return flagOf(reading, node, exclusive) ? [null, value] : [value, null];
}

function readString(reading: SchemaReader, node: Node): StringSchema {
  const known = knownValuesOf(reading, node);
  const format = formatOf(reading, node);
  return {
    kind: "string",
    minLength: countOf(reading, node, "minLength"),
    maxLength: countOf(reading, node, "maxLength"),
    pattern: patternOf(reading, node),
    format,
    contentEncoding: textOf(reading, node, "contentEncoding"),
    contentMediaType: textOf(reading, node, "contentMediaType"),
    ...(known === null ? {} : { known, ...(isOpenedByRule(node) ? { closable: true as const } : {}) }),
    ...(reading.registry.options.asDates === true && format === "date-time" ? { date: true as const } : {}),
    at: node,
    annotations: noAnnotations,
  };
}

function formatOf(reading: SchemaReader, node: Node): string | null {
  const field = node.get("format");
  const format = textOf(reading, node, "format");
  const { formats } = reading.registry;
  if (field !== undefined && format !== null && !formats.has(format)) formats.set(format, field);
  return format;
}

function readArray(reading: SchemaReader, node: Node): ArraySchema {
  const { prefixItems, items, itemsStated } = readElements(reading, node);
  const contains = node.get("contains");
  return {
    kind: "array",
    prefixItems,
    items,
    itemsStated,
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
    annotations: noAnnotations,
  };
}

/** Draft 07 has a list in `items` and the rest in `additionalItems`; 2020-12 has `prefixItems` and `items`. */
function readElements(reading: SchemaReader, node: Node): Pick<ArraySchema, "prefixItems" | "items" | "itemsStated"> {
  const items = node.get("items");
  if (items?.isArray && reading.dialect !== "asyncapi") {
    const advice = reading.dialect === "2020-12" ? "a list of schemas is written prefixItems" : undefined;
    const args = { keyword: "items", expected: "a schema", found: "an array", advice };
    const tolerated = "the list means what draft 07 says: a schema for each of the first elements";
    reading.report.add("invalid-keyword-value", items, args, { tolerated });
  }
  const isDraft07List = items?.isArray === true;
  const prefix = isDraft07List ? items : node.get("prefixItems");
  const rest = restOf(node, isDraft07List ? "additionalItems" : "items", "unevaluatedItems");
  return {
    prefixItems: prefix === undefined ? [] : reading.readList(prefix, prefix.key),
    items: rest === undefined ? reading.anything(node) : reading.read(rest),
    itemsStated: rest !== undefined,
  };
}

export function readCombined(reading: SchemaReader, node: Node): Schema[] {
  const base = { at: node, annotations: noAnnotations };
  const list = (keyword: string): Schema[] => {
    const field = node.get(keyword);
    return field === undefined ? [] : reading.readList(field, keyword);
  };
  const parts: Schema[] = list("allOf");
  for (const mode of ["anyOf", "oneOf"] as const) {
    const members = list(mode);
    const [only] = members;
    if (only !== undefined && members.length === 1) parts.push(only);
    if (members.length > 1) {
      const discriminator = discriminatorOf(reading, node, members);
      parts.push({ kind: "union", mode, members, discriminator, ...base });
    }
  }
  noteBase(reading, node);
  const negated = node.get("not");
  if (negated !== undefined) parts.push({ kind: "not", schema: reading.read(negated), ...base });
  return [...parts, ...readConditional(reading, node)];
}

/** `then` and `else` have no effect without `if`. */
function readConditional(reading: SchemaReader, node: Node): Schema[] {
  const condition = node.get("if");
  if (condition === undefined) return [];
  const branch = (keyword: string): Schema => {
    const field = node.get(keyword);
    return field === undefined ? reading.anything(node) : reading.read(field);
  };
  const [test, positive, negative] = [reading.read(condition), branch("then"), branch("else")];
  // biome-ignore lint/suspicious/noThenProperty: the model's name; `then` is a schema, so nothing awaits it by mistake
  return [{ kind: "conditional", if: test, then: positive, else: negative, at: node, annotations: noAnnotations }];
}

function readObject(reading: SchemaReader, node: Node): ObjectSchema {
  const required = new Set(namesOf(reading, node, "required"));
  const properties = propertiesOf(reading, node).map(
    (member): Property => ({
      name: member.key,
      required: required.delete(member.key),
      schema: reading.read(member),
      at: member,
      ...(reading.registry.options.asAbsent === true ? { isExact: true as const } : {}),
    }),
  );
  const additional = restOf(node, "additionalProperties", "unevaluatedProperties");
  const names = node.get("propertyNames");
  return {
    kind: "object",
    properties,
    patternProperties: patternPropertiesOf(reading, node, [...required]),
    additional: additional === undefined ? reading.anything(node) : reading.read(additional),
    additionalStated: additional !== undefined,
    requiredElsewhere: [...required],
    propertyNames: names === undefined ? null : reading.read(names),
    minProperties: countOf(reading, node, "minProperties"),
    maxProperties: countOf(reading, node, "maxProperties"),
    ...readDependencies(reading, node),
    at: node,
    annotations: noAnnotations,
  };
}

/** `unlisted`: required names that only patterns can describe; each must be decided for every pattern. */
function patternPropertiesOf(
  reading: SchemaReader,
  node: Node,
  unlisted: readonly string[],
): ObjectSchema["patternProperties"] {
  return membersOf(reading, node, "patternProperties").flatMap((member) => {
    const pattern = compiledPattern(reading, member.key, keyOf(member), { tolerated: null, stops: null });
    if (pattern === null) return [];
    if (unlisted.some((name) => patternMatches(pattern, name, reading.registry.effort) === null)) {
      const reason = "checking the names in required against it takes too many steps";
      reading.report.add("unsupported-keyword", keyOf(member), { keyword: member.key, reason, advice: "simplify it" });
    }
    return [{ pattern, schema: reading.read(member) }];
  });
}

/** Some descriptions keep a list of properties elsewhere. No standard allows that, but bundlers inline the list. */
function propertiesOf(reading: SchemaReader, node: Node): Node[] {
  const members = membersOf(reading, node, "properties");
  const ref = members.find(({ key, value }) => key === "$ref" && typeof value === "string");
  if (ref === undefined) return members;
  reading.report.add("ref-in-properties", keyOf(ref), {});
  const inlineProperties = members.filter((member) => member !== ref);
  const names = inlineProperties.map(({ key }) => key);
  const list = node.get("properties");
  const target = list === undefined ? null : followObject(reading, list, "properties", names);
  if (target === null) return inlineProperties;
  // A whole schema, whose properties are meant: in a list, the value of `type` would be a schema.
  const inner = typeof target.get("type")?.value === "string" ? target.get("properties") : undefined;
  const listed = inner?.isObject === true ? inner : target;
  return [...inlineProperties, ...listed.members().filter(({ key }) => !names.includes(key))];
}

const noDependencies = { dependentRequired: [], dependentSchemas: [] } as const;

/** `dependentRequired` and `dependentSchemas`, and draft 07's `dependencies`, which combines both. */
function readDependencies(
  reading: SchemaReader,
  node: Node,
): Pick<ObjectSchema, "dependentRequired" | "dependentSchemas"> {
  if (!node.keys().some((key) => key.startsWith("depend"))) return noDependencies;
  const legacy = membersOf(reading, node, "dependencies");
  const names = [...membersOf(reading, node, "dependentRequired"), ...legacy.filter((member) => member.isArray)];
  const schemas = [...membersOf(reading, node, "dependentSchemas"), ...legacy.filter((member) => !member.isArray)];
  return {
    dependentRequired: names.map((member) => ({ name: member.key, requires: requiresOf(reading, member) })),
    dependentSchemas: schemas.map((member) => ({ name: member.key, schema: reading.read(member) })),
  };
}

function requiresOf(reading: SchemaReader, member: Node): string[] {
  if (member.isArray && member.items().every((item) => typeof item.value === "string")) {
    return member.items().map((item) => String(item.value));
  }
  reject(reading, member, "an array of strings");
  return [];
}
