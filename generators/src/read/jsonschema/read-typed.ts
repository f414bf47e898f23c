// `type` and the keywords for one type of value -> one schema per type.
import { type JsonType, jsonTypes } from "../../model/analysis/json-types.ts";
import {
  type ArraySchema,
  type NumberSchema,
  noAnnotations,
  type Schema,
  type StringSchema,
} from "../../model/schema.ts";
import type { Node } from "../../source/index.ts";
import { discriminatorOf, noteBase } from "./discriminator.ts";
import { boundAt, checkExact, integerTextOf } from "./exact-number.ts";
import { isBigint } from "./int64.ts";
import { hasFacets, type TypeSet } from "./json-types.ts";
import { countOf, flagOf, numberOf, patternOf, positiveOf, reject, textOf } from "./keyword-values.ts";
import { isOpenedByRule, knownValuesOf } from "./read-enum.ts";
import { readObject } from "./read-object.ts";
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

function readNumber(reading: SchemaReader, node: Node, integer: boolean): NumberSchema {
  const [minimum, exclusiveMinimum] = boundsOf(reading, node, "minimum", "exclusiveMinimum");
  const [maximum, exclusiveMaximum] = boundsOf(reading, node, "maximum", "exclusiveMaximum");
  const multipleOf = positiveOf(reading, node, "multipleOf");
  const [low, high, factor] = [boundField(node, "minimum"), boundField(node, "maximum"), node.get("multipleOf")];
  if (factor !== undefined) checkExact(reading.report, factor);
  const is64Bits = integer && isBigint(reading, node);
  // `uint64` is known here alone: without `bigint` nothing follows from it.
  const format = is64Bits ? textOf(reading, node, "format") : formatOf(reading, node);
  return {
    kind: "number",
    integer,
    minimum: boundAt(node.get("minimum"), minimum, "above"),
    exclusiveMinimum: boundAt(low, exclusiveMinimum, "below"),
    maximum: boundAt(node.get("maximum"), maximum, "below"),
    exclusiveMaximum: boundAt(high, exclusiveMaximum, "above"),
    multipleOf,
    format,
    ...(is64Bits ? { bigint: true as const, ...exactBoundsOf(node, { low, high }) } : {}),
    at: node,
    annotations: noAnnotations,
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
