// Does a JSON value match a schema of the model? An interpreter, exact where the description needs it: it validates defaults
// and examples, and is the reference for the generated validators.

import { fullFormats } from "ajv-formats/dist/formats.js";
import { type EvaluationCondition, evaluatedElementsOf, evaluatedMembersOf, settled } from "../analysis/evaluation.ts";
import { type Effort, type Matcher, matcherOf } from "../patterns/matcher.ts";
import type {
  ArraySchema,
  Json,
  NumberSchema,
  ObjectSchema,
  Schema,
  StringSchema,
  UnevaluatedSchema,
  UnionSchema,
} from "../schema.ts";
import { unreachable } from "../unreachable.ts";
import { canonical, isList } from "./equality.ts";

/** One reason for a rejection: where in the value (JSON pointer tokens) and why. */
export interface Failure {
  readonly path: readonly string[];
  readonly reason: string;
}

/** The steps for one value; enough for any that a person writes. */
const stepsForOne = 2_000_000;

/** The value was not validated: its schema exceeds the steps, or has a pattern that is too large. */
export class Unjudged extends Error {}

/**
 * Every reason why `value` does not match; empty when it does. Steps are counted: a schema or a pattern that backtracks
 * exponentially ends in `Unjudged`, on every machine alike.
 */
export function failuresOf(
  schema: Schema,
  value: Json,
  effort: Effort = { left: stepsForOne },
  matchers: Matchers = new Map(),
): Failure[] {
  return new Judge(effort, matchers).of(schema, value);
}

/** By pattern; a caller that validates many values passes a cache. */
export type Matchers = Map<string, Matcher>;

/** Whether a value matches; `false` for one that cannot be validated. */
export function matches(schema: Schema, value: Json): boolean {
  try {
    return failuresOf(schema, value).length === 0;
  } catch (error) {
    if (error instanceof Unjudged) return false;
    throw error;
  }
}

class Judge {
  private readonly effort: Effort;
  private readonly matchers: Matchers;
  /** The current location in the value; copied where something fails, which is rare. */
  private readonly path: string[] = [];

  constructor(effort: Effort, matchers: Matchers) {
    this.effort = effort;
    this.matchers = matchers;
  }

  of(schema: Schema, value: Json): Failure[] {
    this.spend(stepsOf(schema));
    switch (schema.kind) {
      case "any":
        return [];
      case "never":
        return this.failing(["nothing is allowed here"]);
      case "null":
        return value === null ? [] : this.failing([`must be null, is ${show(value)}`]);
      case "boolean":
        return typeof value === "boolean" ? [] : this.failing([`must be a boolean, is ${show(value)}`]);
      case "number":
        return this.failing(numberFailures(schema, value));
      case "string":
        return this.failing(this.stringFailures(schema, value));
      case "array":
        return this.arrayFailures(schema, value);
      case "object":
        return this.objectFailures(schema, value);
      case "enum":
        return schema.values.some((member) => canonical(member) === canonical(value))
          ? []
          : this.failing([
              `must be ${schema.values.length === 1 ? "" : "one of "}${schema.values.map(show).join(", ")}, is ${show(value)}`,
            ]);
      case "ref":
        return this.of(schema.target.schema, value);
      case "union":
        return this.unionFailures(schema, value);
      case "intersection":
        return schema.members.flatMap((member) => this.of(member, value));
      case "not":
        return this.matches(schema.schema, value)
          ? this.failing([`must not match the schema under "not", is ${show(value)}`])
          : [];
      case "conditional":
        return this.of(this.matches(schema.if, value) ? schema.then : schema.else, value);
      case "unevaluated":
        return [...this.of(schema.schema, value), ...this.unevaluatedFailures(schema, value)];
      default:
        return unreachable(schema);
    }
  }

  /** The same for a member or an element. */
  private below(token: string, schema: Schema, value: Json): Failure[] {
    this.path.push(token);
    const failures = this.of(schema, value);
    this.path.pop();
    return failures;
  }

  private failing(reasons: readonly string[]): Failure[] {
    return reasons.map((reason) => ({ path: [...this.path], reason }));
  }

  private matches(schema: Schema, value: Json): boolean {
    return this.of(schema, value).length === 0;
  }

  private isMatch(pattern: string, text: string): boolean {
    let matcher = this.matchers.get(pattern);
    if (matcher === undefined) {
      matcher = matcherOf(pattern);
      this.matchers.set(pattern, matcher);
    }
    const hasMatch = matcher.test(text, this.effort);
    if (hasMatch === null) throw new Unjudged(`whether a text matches ${pattern} takes too many steps`);
    return hasMatch;
  }

  private spend(steps: number): void {
    this.effort.left -= steps;
    if (this.effort.left < 0) throw new Unjudged("it takes too many steps");
  }

  private stringFailures(schema: StringSchema, value: Json): string[] {
    if (typeof value !== "string") return [`must be a string, is ${show(value)}`];
    const { minLength, maxLength, pattern, format } = schema;
    const length = minLength === null && maxLength === null ? 0 : [...value].length;
    const reasons: string[] = [];
    if (minLength !== null && length < minLength) reasons.push(`must have at least ${minLength} characters`);
    if (maxLength !== null && length > maxLength) reasons.push(`must have at most ${maxLength} characters`);
    if (pattern !== null && !this.isMatch(pattern, value)) reasons.push(`must match ${pattern}`);
    if (format !== null && !isFormat(format, value)) reasons.push(`must be a valid ${format}`);
    return reasons.map((reason) => `${reason}, is ${show(value)}`);
  }

  private arrayFailures(schema: ArraySchema, value: Json): Failure[] {
    if (!isList(value)) return this.failing([`must be an array, is ${show(value)}`]);
    const { minItems, maxItems, uniqueItems, contains } = schema;
    const reasons: string[] = [];
    if (minItems !== null && value.length < minItems) reasons.push(`must have at least ${minItems} elements`);
    if (maxItems !== null && value.length > maxItems) reasons.push(`must have at most ${maxItems} elements`);
    if (uniqueItems) {
      this.spend(value.length);
      if (new Set(value.map(canonical)).size !== value.length) reasons.push("must not contain duplicate values");
    }
    if (contains !== null) {
      const { schema: wanted, min, max } = contains;
      const matchCount = value.filter((item) => this.matches(wanted, item)).length;
      if (matchCount < min) reasons.push(`must contain at least ${min} matching elements`);
      if (max !== null && matchCount > max) reasons.push(`must contain at most ${max} matching elements`);
    }
    const inner = value.flatMap((item, index) =>
      this.below(String(index), schema.prefixItems[index] ?? schema.items, item),
    );
    return [...this.failing(reasons), ...inner];
  }

  private objectFailures(schema: ObjectSchema, value: Json): Failure[] {
    if (value === null || typeof value !== "object" || isList(value))
      return this.failing([`must be an object, is ${show(value)}`]);
    const failures = this.failing(membershipFailures(schema, value));
    for (const entry of schema.dependentSchemas)
      if (Object.hasOwn(value, entry.name)) failures.push(...this.of(entry.schema, value));
    for (const [name, member] of Object.entries(value)) failures.push(...this.memberFailures(schema, name, member));
    return failures;
  }

  private memberFailures(schema: ObjectSchema, name: string, member: Json): Failure[] {
    const schemas = this.memberSchemas(schema, name);
    const names = schema.propertyNames;
    const [only] = schemas;
    // Most members of most objects: allocates no lists.
    if (names === null && only !== undefined && schemas.length === 1) return this.below(name, only, member);
    return [
      ...(names === null
        ? []
        : this.below(name, names, name).map((failure) => ({ ...failure, reason: `the name ${failure.reason}` }))),
      ...(only === undefined ? [schema.additional] : schemas).flatMap((each) => this.below(name, each, member)),
    ];
  }

  private memberSchemas({ properties, patternProperties }: ObjectSchema, name: string): Schema[] {
    this.spend(properties.length);
    const schemas: Schema[] = [];
    for (const property of properties) if (property.name === name) schemas.push(property.schema);
    for (const { pattern, schema } of patternProperties) if (this.isMatch(pattern, name)) schemas.push(schema);
    return schemas;
  }

  /** The failures of what `schema.schema` does not evaluate. */
  private unevaluatedFailures(schema: UnevaluatedSchema, value: Json): Failure[] {
    if (typeof value !== "object" || value === null) return [];
    const meets = (condition: EvaluationCondition): boolean =>
      condition.kind === "matches" ? this.matches(condition.schema, value) : Object.hasOwn(value, condition.name);
    const rest = isList(value) ? schema.items : schema.properties;
    if (rest === null) return [];
    if (isList(value)) {
      const { all, count, matching } = settled(evaluatedElementsOf(schema.schema), meets);
      return value.flatMap((item, index) =>
        all || index < count || matching.some((each) => this.matches(each, item))
          ? []
          : this.below(String(index), rest, item),
      );
    }
    const { all, names, patterns } = settled(evaluatedMembersOf(schema.schema), meets);
    return Object.entries(value).flatMap(([name, member]) =>
      all || names.includes(name) || patterns.some((pattern) => this.isMatch(pattern, name))
        ? []
        : this.below(name, rest, member),
    );
  }

  /** The failures of the member that comes closest, so that a near miss is explained. */
  private unionFailures(schema: UnionSchema, value: Json): Failure[] {
    const results = schema.members.map((member) => ({ member, failures: this.of(member, value) }));
    const matching = results.filter(({ failures }) => failures.length === 0).length;
    if (matching === 1 || (matching > 1 && schema.mode !== "oneOf")) return [];
    if (matching > 1) {
      return this.failing([`must match exactly one of ${results.length} schemas, matches ${matching}`]);
    }
    const near = results.filter(({ member }) => mayMatch(member, value));
    const [closest] = near.map(({ failures }) => failures).sort(byCloseness);
    if (closest !== undefined) return closest;
    return this.failing([`must match one of ${results.length} schemas, all of other types than ${show(value)}`]);
  }
}

/** Required members, and the number of members. */
function membershipFailures(schema: ObjectSchema, value: { readonly [name: string]: Json }): string[] {
  const { properties, requiredElsewhere, minProperties, maxProperties, dependentRequired } = schema;
  const has = (name: string): boolean => Object.hasOwn(value, name);
  const count = Object.keys(value).length;
  const reasons: string[] = [];
  for (const { name, required } of properties) if (required && !has(name)) reasons.push(`must have ${show(name)}`);
  for (const name of requiredElsewhere) if (!has(name)) reasons.push(`must have ${show(name)}`);
  if (minProperties !== null && count < minProperties) reasons.push(`must have at least ${minProperties} members`);
  if (maxProperties !== null && count > maxProperties) reasons.push(`must have at most ${maxProperties} members`);
  for (const { name, requires } of dependentRequired.filter((each) => has(each.name)))
    for (const other of requires)
      if (!has(other)) reasons.push(`must have ${show(other)} because it has ${show(name)}`);
  return reasons;
}

/** Visiting a value costs as much as ten characters; an enum compares it with each of its values. */
function stepsOf(schema: Schema): number {
  return schema.kind === "enum" ? 10 * (1 + schema.values.length) : 10;
}

/** The deepest failure comes first, then the fewest reasons. */
function byCloseness(a: readonly Failure[], b: readonly Failure[]): number {
  const depthOf = (failures: readonly Failure[]): number =>
    failures.reduce((deepest, { path }) => Math.max(deepest, path.length), 0);
  return depthOf(b) - depthOf(a) || a.length - b.length;
}

/** Whether a schema restricts values of this JSON type, as far as its own kind shows. */
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

/** Every reason why not. */
function numberFailures(schema: NumberSchema, value: Json): string[] {
  if (typeof value !== "number") return [`must be ${schema.integer ? "an integer" : "a number"}, is ${show(value)}`];
  const { integer, minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf, format } = schema;
  const reasons: string[] = [];
  if (integer && !Number.isInteger(value)) reasons.push("must be an integer");
  if (minimum !== null && value < minimum) reasons.push(`must be at least ${minimum}`);
  if (exclusiveMinimum !== null && value <= exclusiveMinimum) reasons.push(`must be more than ${exclusiveMinimum}`);
  if (maximum !== null && value > maximum) reasons.push(`must be at most ${maximum}`);
  if (exclusiveMaximum !== null && value >= exclusiveMaximum) reasons.push(`must be less than ${exclusiveMaximum}`);
  if (multipleOf !== null && !isMultiple(value, multipleOf)) reasons.push(`must be a multiple of ${multipleOf}`);
  if (format !== null && !isNumberFormat(format, value)) reasons.push(`must be a valid ${format}`);
  return reasons.map((reason) => `${reason}, is ${show(value)}`);
}

/** Decimal arithmetic on the digits as written: 0.07 is a multiple of 0.01, although binary floats disagree. */
export function isMultiple(value: number, factor: number): boolean {
  const [a, exponentA] = digitsOf(value);
  const [b, exponentB] = digitsOf(factor);
  const exponent = Math.min(exponentA, exponentB);
  return (a * 10n ** BigInt(exponentA - exponent)) % (b * 10n ** BigInt(exponentB - exponent)) === 0n;
}

/** A number as an integer and a power of ten. */
function digitsOf(value: number): [bigint, number] {
  const [mantissa = "0", exponent = "0"] = String(value).split("e");
  const [integerPart = "0", fraction = ""] = mantissa.split(".");
  return [BigInt(integerPart + fraction), Number(exponent) - fraction.length];
}

// Formats in defaults and examples, validated by ajv-formats, which most users of descriptions rely on.

/** Whether a string has a format; unknown formats, and those of numbers, accept every string. */
function isFormat(format: string, value: string): boolean {
  const definition = definitionOf(format);
  if (definition instanceof RegExp) return definition.test(value);
  if (typeof definition === "function") return definition(value);
  if (typeof definition !== "object" || !("validate" in definition)) return true;
  if ("type" in definition && definition.type === "number") return true;
  const { validate } = definition;
  if (validate instanceof RegExp) return validate.test(value);
  return typeof validate !== "function" || (validate as (text: string) => unknown)(value) === true;
}

/** Whether a number has a format: `int32` and `int64` are integers in a range, other formats accept every number. */
function isNumberFormat(format: string, value: number): boolean {
  const definition = definitionOf(format);
  if (typeof definition !== "object" || !("type" in definition) || definition.type !== "number") return true;
  const { validate } = definition;
  return typeof validate !== "function" || (validate as (number: number) => unknown)(value) === true;
}

function definitionOf(format: string): (typeof fullFormats)[keyof typeof fullFormats] | undefined {
  return Object.hasOwn(fullFormats, format) ? fullFormats[format as keyof typeof fullFormats] : undefined;
}

/** The value as JSON, or its first 50 characters. */
function show(value: Json): string {
  if (typeof value !== "object" && typeof value !== "string") return JSON.stringify(value);
  let text = "";
  for (const piece of piecesOf(value)) {
    text += piece;
    if (text.length > 60) return `${text.slice(0, 50)}…`;
  }
  return text;
}

function* piecesOf(value: Json): Generator<string> {
  if (typeof value === "string") yield JSON.stringify(value.slice(0, 100));
  else if (typeof value !== "object" || value === null) yield JSON.stringify(value);
  else if (isList(value)) {
    yield "[";
    for (const [at, item] of value.entries()) {
      if (at > 0) yield ",";
      yield* piecesOf(item);
    }
    yield "]";
  } else {
    yield "{";
    let before = "";
    for (const key in value) {
      yield `${before}${JSON.stringify(key)}:`;
      yield* piecesOf(value[key] ?? null);
      before = ",";
    }
    yield "}";
  }
}
