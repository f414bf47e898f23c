// A schema -> the condition that is true for exactly the values which the schema accepts.
import { arrayOf, type Code, type CodeSymbol, code, join, literal } from "../../../emit/index.ts";
import { conjunctsOf } from "../../../model/analysis/conjuncts.ts";
import { discriminationOf } from "../../../model/analysis/discrimination.ts";
import { integerLimitsOf } from "../../../model/analysis/integer-limits.ts";
import { coversEveryType, jsonTypesOf } from "../../../model/analysis/json-types.ts";
import type {
  ConditionalSchema,
  EnumSchema,
  IntersectionSchema,
  NumberSchema,
  Schema,
  StringSchema,
  UnionSchema,
} from "../../../model/schema.ts";
import { unreachable } from "../../../model/unreachable.ts";
import { type ExactJson, exactValue } from "../../../model/values/equality.ts";
import { areDisjoint } from "../alternatives.ts";
import { stringFormatOf } from "../formats.ts";
import { isBareArray, isBareObject } from "../forms.ts";
import { hasRest } from "../unevaluated-form.ts";
import { above, atLeast, atMost, below, compared, typeIs } from "./comparison.ts";
import {
  all,
  always,
  atom,
  type Condition,
  callOf,
  equals,
  expressionOf,
  isAbsent,
  never,
  not,
  type Operators,
  operandOf,
  relation,
  some,
  truth,
  usesOf,
} from "./condition.ts";
import type { GuardScope } from "./guard-scope.ts";

export function conditionOf(schema: Schema, scope: GuardScope): Condition {
  switch (schema.kind) {
    case "any":
      return always;
    case "never":
      return never;
    case "null":
      return equals(code`null`);
    case "boolean":
      return typeIs("boolean");
    case "number":
      return numberCondition(schema, scope);
    case "string":
      return all([typeIs("string"), ...textConditions(schema, scope)]);
    case "array":
      return isBareArray(schema) ? isArray(scope) : scope.callFor(schema);
    case "object":
      return isBareObject(schema) ? isObject(scope) : scope.callFor(schema);
    case "enum":
      return enumCondition(schema, scope);
    case "ref":
      return callOf(scope.guardOf(schema.target));
    case "union":
      return unionCondition(schema, scope);
    case "intersection":
      return intersectionCondition(schema, scope);
    case "not":
      return not(operandCondition(schema.schema, scope.at("not")));
    case "conditional":
      return conditionalCondition(schema, scope);
    case "unevaluated":
      return hasRest(schema) ? scope.callFor(schema) : conditionOf(schema.schema, scope);
    default:
      return unreachable(schema);
  }
}

/** The condition of one of several schemas: as a call where it may be false, which would narrow the value for the next. */
export function operandCondition(schema: Schema, scope: GuardScope): Condition {
  switch (schema.kind) {
    case "not":
    case "union":
    case "intersection":
    case "conditional":
    case "unevaluated":
      return separateCondition(schema, scope);
    default:
      return conditionOf(schema, scope);
  }
}

/**
 * The condition as a call, where it has several parts: TypeScript narrows the value by each condition for
 * the next, and would report contradictions of the description as errors.
 */
export function separateCondition(schema: Schema, scope: GuardScope): Condition {
  switch (schema.kind) {
    case "any":
    case "never":
    case "ref":
      return conditionOf(schema, scope);
    default:
      return scope.callFor(schema);
  }
}

export function isObject(scope: GuardScope): Condition {
  return callOf(scope.helper("isObject"));
}

export function isArray(scope: GuardScope): Condition {
  return callOf(scope.helper("isArray"));
}

function numberCondition(schema: NumberSchema, scope: GuardScope): Condition {
  if (schema.bigint === true) return bigintCondition(schema, scope, (plain) => numberCondition(plain, scope));
  const facets = numberFacets(schema, scope);
  const size = sizeCondition(schema, scope);
  return facets.length === 0 ? size : all([typeIs("number"), size, ...facets]);
}

/** JSON numbers are finite: `1e400`, which JavaScript reads as `Infinity`, is invalid. */
function sizeCondition({ integer, format }: NumberSchema, scope: GuardScope): Condition {
  const isWhole = integer || ((format === "int32" || format === "int64") && scope.file.context.formats.has(format));
  return callOf(isWhole ? code`Number.isInteger` : code`Number.isFinite`);
}

function numberFacets(schema: NumberSchema, scope: GuardScope): Condition[] {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = schema;
  const isInt32 = schema.format === "int32" && scope.file.context.formats.has("int32");
  const bounds: readonly (readonly [Operators, number | null])[] = [
    [atLeast, isInt32 ? -(2 ** 31) : null],
    [atLeast, minimum],
    [above, exclusiveMinimum],
    [atMost, isInt32 ? 2 ** 31 - 1 : null],
    [atMost, maximum],
    [below, exclusiveMaximum],
  ];
  const conditions = bounds.flatMap(([operators, bound]) => (bound === null ? [] : [compared(operators, bound)]));
  return multipleOf === null ? conditions : [...conditions, callWith(scope.helper("isMultipleOf"), multipleOf)];
}

/** `helper(value, argument)` */
function callWith(helper: CodeSymbol, argument: number): Condition {
  return truth((value) => code`${helper}(${value}, ${literal(argument)})`);
}

/** The keywords of a string. */
function textConditions(schema: StringSchema, scope: GuardScope): Condition[] {
  const { minLength, maxLength, pattern, format } = schema;
  const known = format !== null && scope.file.context.formats.has(format) ? stringFormatOf(format) : null;
  return [
    ...(minLength === null || minLength === 0 ? [] : [hasAtLeast(minLength, scope)]),
    ...(maxLength === null ? [] : [hasAtMost(maxLength, scope)]),
    ...(pattern === null ? [] : [scope.callOfPattern(pattern)]),
    ...(known === null ? [] : [callOf(scope.helper(known.check))]),
  ];
}

/** A character takes one or two units: most texts are decided without counting. */
function hasAtLeast(count: number, scope: GuardScope): Condition {
  if (count === 1) return not(equals(literal("")));
  return some([unitsOf(atLeast, 2 * count), callWith(scope.helper("hasAtLeast"), count)]);
}

function hasAtMost(count: number, scope: GuardScope): Condition {
  if (count === 0) return equals(literal(""));
  return some([unitsOf(atMost, count), callWith(scope.helper("hasAtMost"), count)]);
}

function unitsOf(operators: Operators, count: number): Condition {
  return relation(literal(count), operators, (value) => code`${value}.length`);
}

/** Up to this number, comparisons are faster than a lookup. */
const fewValues = 8;

function enumCondition(schema: EnumSchema, scope: GuardScope): Condition {
  const values = schema.values.map((each) => exactValue(each, schema));
  const plain = values.filter((each) => each === null || typeof each !== "object");
  const others = values.filter((each) => each !== null && typeof each === "object");
  return some([...plainCondition(plain, scope), ...others.map((each) => equalTo(each, scope))]);
}

function plainCondition(values: readonly ExactJson[], scope: GuardScope): Condition[] {
  if (values.length <= fewValues) return values.map((each) => equals(literal(each)));
  const known = code`new Set(${arrayOf(values.map(literal))})`;
  // An annotation, not a type argument, which would stay in JavaScript.
  return [scope.callOfConstant("values", { type: code`ReadonlySet<unknown>`, value: known }, code`.has`)];
}

/** Objects are equal in any order of their members. */
function equalTo(other: ExactJson, scope: GuardScope): Condition {
  const isEqual = scope.helper("isEqual");
  return truth((value) => code`${isEqual}(${value}, ${literal(other)})`);
}

function unionCondition(schema: UnionSchema, scope: GuardScope): Condition {
  if (coversEveryType(schema)) return perTypeCondition(schema.members, scope);
  if (discriminationOf(schema) !== null) return scope.callFor(schema);
  const members = schema.members.map((member, index) => operandCondition(member, scope.at(`${schema.mode} ${index}`)));
  return schema.mode !== "oneOf" || areDisjoint(schema.members) ? some(members) : exactlyOne(members);
}

function exactlyOne(conditions: readonly Condition[]): Condition {
  const certain = conditions.filter(({ kind }) => kind === "always").length;
  const open = conditions.filter(({ kind }) => kind !== "always" && kind !== "never");
  const [only] = open;
  if (certain > 1) return never;
  if (only === undefined || open.length === 1) return certain === 1 ? not(only ?? never) : (only ?? never);
  const sumOf = (value: Code): Code =>
    join(
      open.map((condition) => code`Number(${expressionOf(condition, value)})`),
      " + ",
    );
  const wanted = literal(1 - certain);
  return atom(
    (value) => code`${sumOf(value)} === ${wanted}`,
    (value) => code`${sumOf(value)} !== ${wanted}`,
    usesOf({ kind: "all", parts: open }),
  );
}

/** Without `type`: keywords for one type of value accept all other types. */
function perTypeCondition(members: readonly Schema[], scope: GuardScope): Condition {
  return all([not(isAbsent), ...members.map((member) => ofItsType(member, scope))]);
}

function ofItsType(schema: Schema, scope: GuardScope): Condition {
  switch (schema.kind) {
    case "number":
      return numberOfItsType(schema, scope);
    case "string":
      return unlessOther(typeIs("string"), textConditions(schema, scope));
    case "array":
      return isBareArray(schema) ? always : unlessOther(isArray(scope), [conditionOf(schema, scope.at("array"))]);
    case "object":
      return isBareObject(schema) ? always : unlessOther(isObject(scope), [conditionOf(schema, scope.at("object"))]);
    default:
      return always;
  }
}

/** Unrestricted numbers need not even be finite. */
function numberOfItsType(schema: NumberSchema, scope: GuardScope): Condition {
  const facets = numberFacets(schema, scope);
  const isBare = facets.length === 0 && !schema.integer && schema.format === null;
  if (isBare) return always;
  const ofNumbers = unlessOther(typeIs("number"), [sizeCondition(schema, scope), ...facets]);
  if (schema.bigint !== true) return ofNumbers;
  return all([ofNumbers, unlessOther(typeIs("bigint"), bigintFacets(schema, scope))]);
}

function unlessOther(isOfType: Condition, facets: readonly Condition[]): Condition {
  return some([not(isOfType), all(facets)]);
}

function intersectionCondition(schema: IntersectionSchema, scope: GuardScope): Condition {
  if (jsonTypesOf(schema).size === 0) return never;
  const members = conjunctsOf(schema);
  const [only] = members;
  if (only !== undefined && members.length === 1) return conditionOf(only, scope);
  return all(members.map((member, index) => separateCondition(member, scope.at(`allOf ${index}`))));
}

function conditionalCondition(schema: ConditionalSchema, scope: GuardScope): Condition {
  const test = separateCondition(schema.if, scope.at("if"));
  const then = separateCondition(schema.then, scope.at("then"));
  const otherwise = separateCondition(schema.else, scope.at("else"));
  if (test.kind === "always") return then;
  if (test.kind === "never") return otherwise;
  if (then.kind === "always") return some([test, otherwise]);
  if (otherwise.kind === "always") return some([not(test), then]);
  return truth(
    (value) => code`(${operandOf(test, value)} ? ${operandOf(then, value)} : ${operandOf(otherwise, value)})`,
    usesOf({ kind: "all", parts: [test, then, otherwise] }),
  );
}

// A schema of numbers whose integers are `bigint` -> the condition that is true for exactly the values which it accepts.

/** `numberCondition`: that of numbers with a fraction, of a schema that accepts those too. */
function bigintCondition(
  schema: NumberSchema,
  scope: GuardScope,
  numberCondition: (schema: NumberSchema) => Condition,
): Condition {
  const integers = all([typeIs("bigint"), ...bigintFacets(schema, scope)]);
  if (schema.integer) return integers;
  const { bigint: _, ...plain } = schema;
  return some([integers, numberCondition(plain)]);
}

function bigintFacets(schema: NumberSchema, scope: GuardScope): Condition[] {
  const { least, most, step } = integerLimitsOf(schema, scope.file.context.formats.has("int64"));
  return [
    ...(least === null ? [] : [compared(atLeast, shortest(least))]),
    ...(most === null
      ? []
      : [
          !isDouble(most) && isDouble(most + 1n)
            ? compared(below, Number(most + 1n))
            : compared(atMost, shortest(most)),
        ]),
    ...(step === null ? [] : [isMultipleOf(literal(step))]),
  ];
}

function isMultipleOf(step: Code): Condition {
  return relation(code`BigInt(0)`, undefined, (value) => code`${value} % ${step}`);
}

/** A `bigint` and a number compare exactly, so a bound that is a double needs no `bigint` of its own. */
function shortest(bound: bigint): number | bigint {
  return isDouble(bound) ? Number(bound) : bound;
}

function isDouble(bound: bigint): boolean {
  return BigInt(Number(bound)) === bound;
}
