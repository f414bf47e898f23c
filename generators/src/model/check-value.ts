// Does a JSON value match a schema of the model? An interpreter, exact where the description needs it: it judges defaults
// and examples, and is the second opinion on what the generated validators say.
import { canonical } from "./equality.ts";
import { type EvaluationCondition, evaluatedElementsOf, evaluatedMembersOf, settled } from "./evaluation.ts";
import { isFormat, isNumberFormat } from "./formats.ts";
import type {
  ArraySchema,
  Json,
  NumberSchema,
  ObjectSchema,
  Schema,
  StringSchema,
  UnevaluatedSchema,
  UnionSchema,
} from "./schema.ts";
import { unreachable } from "./unreachable.ts";

/** One reason for a refusal: where in the value (JSON pointer tokens) and why. */
export interface Failure {
  readonly path: readonly string[];
  readonly reason: string;
}

/** Every reason why `value` does not match; none when it does. */
export function failuresOf(schema: Schema, value: Json, path: readonly string[] = []): Failure[] {
  switch (schema.kind) {
    case "any":
      return [];
    case "never":
      return [{ path, reason: "nothing is allowed here" }];
    case "null":
      return value === null ? [] : [{ path, reason: `must be null, is ${show(value)}` }];
    case "boolean":
      return typeof value === "boolean" ? [] : [{ path, reason: `must be a boolean, is ${show(value)}` }];
    case "number":
      return at(path, numberFailures(schema, value));
    case "string":
      return at(path, stringFailures(schema, value));
    case "array":
      return arrayFailures(schema, value, path);
    case "object":
      return objectFailures(schema, value, path);
    case "enum":
      return schema.values.some((member) => canonical(member) === canonical(value))
        ? []
        : [
            {
              path,
              reason: `must be ${schema.values.length === 1 ? "" : "one of "}${schema.values.map(show).join(", ")}, is ${show(value)}`,
            },
          ];
    case "ref":
      return failuresOf(schema.target.schema, value, path);
    case "union":
      return unionFailures(schema, value, path);
    case "intersection":
      return schema.members.flatMap((member) => failuresOf(member, value, path));
    case "not":
      return matches(schema.schema, value)
        ? [{ path, reason: `must not match the schema under "not", is ${show(value)}` }]
        : [];
    case "conditional":
      return failuresOf(matches(schema.if, value) ? schema.then : schema.else, value, path);
    case "unevaluated":
      return [...failuresOf(schema.schema, value, path), ...unevaluatedFailures(schema, value, path)];
    default:
      return unreachable(schema);
  }
}

/** Whether a value matches. */
export function matches(schema: Schema, value: Json): boolean {
  return failuresOf(schema, value).length === 0;
}

function at(path: readonly string[], reasons: readonly string[]): Failure[] {
  return reasons.map((reason) => ({ path, reason }));
}

function numberFailures(schema: NumberSchema, value: Json): string[] {
  if (typeof value !== "number") return [`must be ${schema.integer ? "an integer" : "a number"}, is ${show(value)}`];
  const checks: (readonly [boolean, string])[] = [
    [!schema.integer || Number.isInteger(value), "must be an integer"],
    [schema.minimum === null || value >= schema.minimum, `must be at least ${schema.minimum}`],
    [
      schema.exclusiveMinimum === null || value > schema.exclusiveMinimum,
      `must be more than ${schema.exclusiveMinimum}`,
    ],
    [schema.maximum === null || value <= schema.maximum, `must be at most ${schema.maximum}`],
    [
      schema.exclusiveMaximum === null || value < schema.exclusiveMaximum,
      `must be less than ${schema.exclusiveMaximum}`,
    ],
    [schema.multipleOf === null || isMultiple(value, schema.multipleOf), `must be a multiple of ${schema.multipleOf}`],
    [schema.format === null || isNumberFormat(schema.format, value), `must be a valid ${schema.format}`],
  ];
  return checks.filter(([holds]) => !holds).map(([, reason]) => `${reason}, is ${show(value)}`);
}

/** Decimal arithmetic on the digits as written: 0.07 is a multiple of 0.01, whatever binary floats make of it. */
export function isMultiple(value: number, factor: number): boolean {
  const [a, exponentA] = digitsOf(value);
  const [b, exponentB] = digitsOf(factor);
  const exponent = Math.min(exponentA, exponentB);
  return (a * 10n ** BigInt(exponentA - exponent)) % (b * 10n ** BigInt(exponentB - exponent)) === 0n;
}

/** A number as an integer and a power of ten. */
function digitsOf(value: number): [bigint, number] {
  const [mantissa = "0", exponent = "0"] = String(value).split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}

function stringFailures(schema: StringSchema, value: Json): string[] {
  if (typeof value !== "string") return [`must be a string, is ${show(value)}`];
  const length = schema.minLength === null && schema.maxLength === null ? 0 : [...value].length;
  const checks: (readonly [boolean, string])[] = [
    [schema.minLength === null || length >= schema.minLength, `must have at least ${schema.minLength} characters`],
    [schema.maxLength === null || length <= schema.maxLength, `must have at most ${schema.maxLength} characters`],
    [schema.pattern === null || new RegExp(schema.pattern, "u").test(value), `must match ${schema.pattern}`],
    [schema.format === null || isFormat(schema.format, value), `must be a valid ${schema.format}`],
  ];
  return checks.filter(([holds]) => !holds).map(([, reason]) => `${reason}, is ${show(value)}`);
}

function arrayFailures(schema: ArraySchema, value: Json, path: readonly string[]): Failure[] {
  if (!isList(value)) return [{ path, reason: `must be an array, is ${show(value)}` }];
  const { contains } = schema;
  const found = contains === null ? 0 : value.filter((item) => matches(contains.schema, item)).length;
  const checks: (readonly [boolean, string])[] = [
    [schema.minItems === null || value.length >= schema.minItems, `must have at least ${schema.minItems} elements`],
    [schema.maxItems === null || value.length <= schema.maxItems, `must have at most ${schema.maxItems} elements`],
    [!schema.uniqueItems || new Set(value.map(canonical)).size === value.length, "must not hold a value twice"],
    [contains === null || found >= contains.min, `must contain at least ${contains?.min} matching elements`],
    [
      contains === null || contains.max === null || found <= contains.max,
      `must contain at most ${contains?.max} matching elements`,
    ],
  ];
  const own = checks.filter(([holds]) => !holds).map(([, reason]) => reason);
  const inner = value.flatMap((item, index) =>
    failuresOf(schema.prefixItems[index] ?? schema.items, item, [...path, String(index)]),
  );
  return [...at(path, own), ...inner];
}

function objectFailures(schema: ObjectSchema, value: Json, path: readonly string[]): Failure[] {
  if (value === null || typeof value !== "object" || isList(value))
    return [{ path, reason: `must be an object, is ${show(value)}` }];
  const names = Object.keys(value);
  const required = [
    ...schema.properties.filter((property) => property.required).map(({ name }) => name),
    ...schema.requiredElsewhere,
  ];
  const own = [
    ...required.filter((name) => !Object.hasOwn(value, name)).map((name) => `must have ${show(name)}`),
    ...(schema.minProperties !== null && names.length < schema.minProperties
      ? [`must have at least ${schema.minProperties} members`]
      : []),
    ...(schema.maxProperties !== null && names.length > schema.maxProperties
      ? [`must have at most ${schema.maxProperties} members`]
      : []),
    ...schema.dependentRequired
      .filter(({ name }) => Object.hasOwn(value, name))
      .flatMap(({ name, requires }) =>
        requires
          .filter((other) => !Object.hasOwn(value, other))
          .map((other) => `must have ${show(other)} because it has ${show(name)}`),
      ),
  ];
  return [
    ...at(path, own),
    ...schema.dependentSchemas
      .filter(({ name }) => Object.hasOwn(value, name))
      .flatMap((entry) => failuresOf(entry.schema, value, path)),
    ...Object.entries(value).flatMap(([name, member]) => memberFailures(schema, name, member, path)),
  ];
}

function memberFailures(schema: ObjectSchema, name: string, member: Json, path: readonly string[]): Failure[] {
  const inside = [...path, name];
  const named = schema.properties.filter((property) => property.name === name).map((property) => property.schema);
  const byPattern = schema.patternProperties
    .filter(({ pattern }) => new RegExp(pattern, "u").test(name))
    .map((entry) => entry.schema);
  const speaking = [...named, ...byPattern];
  const names = schema.propertyNames;
  return [
    ...(names === null
      ? []
      : failuresOf(names, name, inside).map((failure) => ({ ...failure, reason: `the name ${failure.reason}` }))),
    ...(speaking.length === 0 ? [schema.additional] : speaking).flatMap((each) => failuresOf(each, member, inside)),
  ];
}

/** What nothing in `schema.schema` has looked at. */
function unevaluatedFailures(schema: UnevaluatedSchema, value: Json, path: readonly string[]): Failure[] {
  if (typeof value !== "object" || value === null) return [];
  const meets = (condition: EvaluationCondition): boolean =>
    condition.kind === "matches" ? matches(condition.schema, value) : Object.hasOwn(value, condition.name);
  const rest = isList(value) ? schema.items : schema.properties;
  if (rest === null) return [];
  if (isList(value)) {
    const { all, count, matching } = settled(evaluatedElementsOf(schema.schema), meets);
    return value.flatMap((item, index) =>
      all || index < count || matching.some((each) => matches(each, item))
        ? []
        : failuresOf(rest, item, [...path, String(index)]),
    );
  }
  const { all, names, patterns } = settled(evaluatedMembersOf(schema.schema), meets);
  return Object.entries(value).flatMap(([name, member]) =>
    all || names.includes(name) || patterns.some((pattern) => new RegExp(pattern, "u").test(name))
      ? []
      : failuresOf(rest, member, [...path, name]),
  );
}

/** The failures of the member that comes closest, so that a near miss is explained. */
function unionFailures(schema: UnionSchema, value: Json, path: readonly string[]): Failure[] {
  const results = schema.members.map((member) => ({ member, failures: failuresOf(member, value, path) }));
  const matching = results.filter(({ failures }) => failures.length === 0).length;
  if (matching === 1 || (matching > 1 && schema.mode !== "oneOf")) return [];
  if (matching > 1) {
    return [{ path, reason: `must match exactly one of ${results.length} schemas, matches ${matching}` }];
  }
  const near = results.filter(({ member }) => mayMatch(member, value));
  const [closest] = near.map(({ failures }) => failures).sort(byCloseness);
  if (closest !== undefined) return closest;
  return [{ path, reason: `must match one of ${results.length} schemas, all of other types than ${show(value)}` }];
}

/** What goes deepest comes first, then what fails for the fewest reasons. */
function byCloseness(a: readonly Failure[], b: readonly Failure[]): number {
  const depthOf = (failures: readonly Failure[]): number => Math.max(...failures.map(({ path }) => path.length));
  return depthOf(b) - depthOf(a) || a.length - b.length;
}

/** Whether a schema says anything about values of this JSON type, as far as its own kind shows. */
function mayMatch(schema: Schema, value: Json): boolean {
  switch (schema.kind) {
    case "never":
      return false;
    case "null":
      return value === null;
    case "boolean":
    case "number":
    case "string":
      return typeof value === schema.kind;
    case "array":
      return isList(value);
    case "object":
      return typeof value === "object" && value !== null && !isList(value);
    case "ref":
      return mayMatch(schema.target.schema, value);
    case "union":
      return schema.members.some((member) => mayMatch(member, value));
    case "intersection":
      return schema.members.every((member) => mayMatch(member, value));
    case "unevaluated":
      return mayMatch(schema.schema, value);
    default:
      return true;
  }
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function show(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 50)}…`;
}
