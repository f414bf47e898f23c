// Keywords that exclude nothing -> the same schema without them, so that they are no difference.
import type { JsonType } from "../../model/analysis/json-types.ts";
import type {
  ArraySchema,
  Contains,
  NumberSchema,
  ObjectSchema,
  PatternProperty,
  Schema,
  StringSchema,
} from "../../model/schema.ts";

/** Each accepts every text. `^.*$` is none of them: the dot matches no line break. */
const idlePatterns: ReadonlySet<string> = new Set(
  ["", ".*", ".{0,}", "[\\s\\S]*", "[\\S\\s]*", "[\\d\\D]*", "[\\w\\W]*", "[^]*", "(?:)"].flatMap((each) =>
    each.startsWith(".") ? [each, `^${each}`, `${each}$`] : [each, `^${each}`, `${each}$`, ...wholeOf(each)],
  ),
);

/** Anchored at both ends, what matches everything still does; what matches nothing else than the empty text does not. */
function wholeOf(pattern: string): string[] {
  return pattern.startsWith("[") ? [`^${pattern}$`] : [];
}

/** Numbers that all apply to one value. */
export function activeNumbers(numbers: readonly NumberSchema[]): NumberSchema[] {
  const isWhole = numbers.some(({ integer, multipleOf }) => integer || isInteger(multipleOf));
  return numbers.map((number) => {
    const { multipleOf } = number;
    const integer = number.integer || multipleOf === 1;
    const isIdle = isWhole && multipleOf !== null && Number.isInteger(1 / multipleOf);
    return { ...number, integer, multipleOf: isIdle ? null : multipleOf };
  });
}

function isInteger(step: number | null): boolean {
  return step !== null && Number.isInteger(step);
}

export function activeStrings(strings: readonly StringSchema[]): StringSchema[] {
  return strings.map((string) => ({
    ...string,
    minLength: string.minLength === 0 ? null : string.minLength,
    pattern: string.pattern !== null && idlePatterns.has(string.pattern) ? null : string.pattern,
  }));
}

/** `evaluates`: `contains` also decides which elements count as evaluated. */
export function activeArrays(arrays: readonly ArraySchema[], evaluates: boolean): ArraySchema[] {
  const counted = arrays.map((array) => (evaluates ? array : withCountOf(array)));
  const isShort = counted.some(({ maxItems }) => maxItems !== null && maxItems <= 1);
  return counted.map((array) => ({
    ...array,
    minItems: array.minItems === 0 ? null : array.minItems,
    uniqueItems: array.uniqueItems && !isShort,
  }));
}

/** `contains` that accepts every element limits their number; one that no element has to match says nothing. */
function withCountOf(array: ArraySchema): ArraySchema {
  const { contains } = array;
  if (contains === null) return array;
  if (contains.min === 0 && contains.max === null) return { ...array, contains: null };
  if (!isEverything(contains.schema)) return array;
  return { ...array, contains: null, ...limitsOf(array, contains) };
}

function limitsOf({ minItems, maxItems }: ArraySchema, { min, max }: Contains) {
  const most = Math.min(maxItems ?? Number.POSITIVE_INFINITY, max ?? Number.POSITIVE_INFINITY);
  return { minItems: Math.max(minItems ?? 0, min), maxItems: Number.isFinite(most) ? most : null };
}

/** Objects that all apply to one value. `evaluates`: patterns also decide which members count as evaluated. */
export function activeObjects(objects: readonly ObjectSchema[], evaluates: boolean): ObjectSchema[] {
  const required = new Set(
    objects.flatMap(({ properties, requiredElsewhere }) => [
      ...properties.filter((property) => property.required).map(({ name }) => name),
      ...requiredElsewhere,
    ]),
  );
  const most = Math.min(...objects.map(mostMembers));
  return objects.map((object) => ({
    ...object,
    minProperties: isReached(object.minProperties, required.size) ? null : object.minProperties,
    maxProperties: object.maxProperties !== null && object.maxProperties >= most ? null : object.maxProperties,
    propertyNames: object.propertyNames !== null && acceptsTexts(object.propertyNames) ? null : object.propertyNames,
    patternProperties: object.patternProperties.filter((each) => evaluates || !isIdlePattern(object, each)),
    dependentRequired: object.dependentRequired
      .map(({ name, requires }) => ({ name, requires: requires.filter((other) => !required.has(other)) }))
      .filter(({ requires }) => requires.length > 0),
    dependentSchemas: object.dependentSchemas.filter(({ schema }) => !isEverything(schema)),
  }));
}

function isReached(limit: number | null, count: number): boolean {
  return limit !== null && limit <= count;
}

/** The number of members that a closed object can have. */
function mostMembers({ properties, patternProperties, additional }: ObjectSchema): number {
  const isOpen = patternProperties.length > 0 || additional.kind !== "never";
  return isOpen ? Number.POSITIVE_INFINITY : properties.length;
}

/** Members that may be anything say nothing beside others that may be anything. */
function isIdlePattern({ additional }: ObjectSchema, { schema }: PatternProperty): boolean {
  return isEverything(schema) && isEverything(additional);
}

/** As far as its form shows. */
export function isEverything(schema: Schema): boolean {
  switch (schema.kind) {
    case "any":
      return true;
    case "ref":
      return isAny(schema);
    case "intersection":
      return schema.members.every(isEverything);
    case "union":
      return schema.mode === "types" && schema.members.length === 6 && schema.members.every(saysNothing);
    case "not":
      return isNothing(schema.schema);
    default:
      return false;
  }
}

/** The maximum length of a chain of references. */
const mostSteps = 20;

/** Only references to what has no keywords are followed: others may lead back here. */
function isAny(schema: Schema, step = 0): boolean {
  return schema.kind === "ref" ? step < mostSteps && isAny(schema.target.schema, step + 1) : schema.kind === "any";
}

/** Whether no value is accepted, as far as its form shows. */
export function isNothing(schema: Schema): boolean {
  return schema.kind === "never" || (schema.kind === "not" && isEverything(schema.schema));
}

function acceptsTexts(schema: Schema): boolean {
  if (schema.kind === "union" && schema.mode !== "oneOf") return schema.members.some(acceptsTexts);
  return isEverything(schema) || (schema.kind === "string" && saysNothing(schema));
}

/** The type that a schema states and nothing else; `null` for any other schema. */
export function onlyTypeOf(schema: Schema): JsonType | null {
  switch (schema.kind) {
    case "null":
    case "boolean":
    case "number":
    case "string":
    case "array":
    case "object":
      return saysNothing(schema) ? schema.kind : null;
    default:
      return null;
  }
}

/** Whether a schema of one type accepts every value of it. */
function saysNothing(schema: Schema): boolean {
  switch (schema.kind) {
    case "null":
    case "boolean":
      return true;
    case "number":
      return activeNumbers([schema]).every(
        ({ integer, minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf, format }) =>
          !integer && isUnset(minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf, format),
      );
    case "string":
      return activeStrings([schema]).every(
        ({ minLength, maxLength, pattern, format, contentEncoding, contentMediaType }) =>
          isUnset(minLength, maxLength, pattern, format, contentEncoding, contentMediaType),
      );
    case "array":
      return activeArrays([schema], false).every(
        ({ prefixItems, items, contains, minItems, maxItems, uniqueItems }) =>
          prefixItems.length === 0 && isEverything(items) && isUnset(contains, minItems, maxItems) && !uniqueItems,
      );
    case "object":
      return activeObjects([schema], false).every(
        ({ additional, propertyNames, minProperties, maxProperties, ...lists }) =>
          isEverything(additional) &&
          isUnset(propertyNames, minProperties, maxProperties) &&
          [lists.properties, lists.patternProperties, lists.requiredElsewhere].every(isEmpty) &&
          [lists.dependentRequired, lists.dependentSchemas].every(isEmpty),
      );
    default:
      return false;
  }
}

function isUnset(...values: readonly unknown[]): boolean {
  return values.every((value) => value === null);
}

function isEmpty(list: readonly unknown[]): boolean {
  return list.length === 0;
}
