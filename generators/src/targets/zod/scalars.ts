// A schema of numbers or strings, or of listed values -> `z.number()`, `z.string()` or `z.enum()`, with what restricts them.
import { arrayOf, type Code, call, code, literal, regExpLiteral } from "../../emit/index.ts";
import { isBinaryPart } from "../../model/analysis/binary-parts.ts";
import { integerLimitsOf } from "../../model/analysis/integer-limits.ts";
import type { EnumSchema, NumberSchema, StringSchema } from "../../model/schema.ts";
import { type ExactJson, exactValue } from "../../model/values/equality.ts";
import { stringFormatOf } from "./formats.ts";
import type { Scope } from "./scope.ts";
import { lengthOf, limit, type Restriction } from "./style.ts";

export function numberOf(schema: NumberSchema, scope: Scope): Code {
  if (schema.bigint === true) return bigintOf(schema, scope, (plain) => numberOf(plain, scope));
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = schema;
  return scope.zod.restricted(numberBaseOf(schema, scope), [
    ...(minimum === null ? [] : [limit("minimum", minimum)]),
    ...(exclusiveMinimum === null ? [] : [limit("gt", exclusiveMinimum)]),
    ...(maximum === null ? [] : [limit("maximum", maximum)]),
    ...(exclusiveMaximum === null ? [] : [limit("lt", exclusiveMaximum)]),
    ...(multipleOf === null ? [] : [{ own: call(scope.helper("multipleOf"), [literal(multipleOf)]) }]),
  ]);
}

/** `z.int()` takes safe integers only: right where the bounds ask for no more. */
function numberBaseOf(schema: NumberSchema, scope: Scope): Code {
  const { z } = scope.zod;
  const format = schema.format !== null && scope.formats.has(schema.format) ? schema.format : null;
  if (format === "int32") return code`${z}.int32()`;
  if (!schema.integer && format !== "int64") return code`${z}.number()`;
  return isSafe(schema) ? code`${z}.int()` : call(scope.helper("integer"), []);
}

function isSafe({ minimum, exclusiveMinimum, maximum, exclusiveMaximum }: NumberSchema): boolean {
  const low = Math.max(minimum ?? Number.NEGATIVE_INFINITY, exclusiveMinimum ?? Number.NEGATIVE_INFINITY);
  const high = Math.min(maximum ?? Number.POSITIVE_INFINITY, exclusiveMaximum ?? Number.POSITIVE_INFINITY);
  return low >= Number.MIN_SAFE_INTEGER && high <= Number.MAX_SAFE_INTEGER;
}

/** Lengths are Zod's own: 4.6.7 counts code points, as JSON Schema does; early versions of Zod 4 counted UTF-16 units. */
export function stringOf(schema: StringSchema, scope: Scope): Code {
  const { minLength, maxLength, pattern } = schema;
  if (scope.hasBlobs !== null && isBinaryPart(schema)) return code`${scope.zod.z}.instanceof(Blob)`;
  return scope.zod.restricted(stringBaseOf(schema, scope), [...lengthOf(minLength, maxLength), ...patternOf(pattern)]);
}

function stringBaseOf({ format }: StringSchema, scope: Scope): Code {
  const known = format !== null && scope.formats.has(format) ? stringFormatOf(format) : null;
  return known === null ? code`${scope.zod.z}.string()` : code`${scope.helper(known.schema)}`;
}

function patternOf(pattern: string | null): Restriction[] {
  return pattern === null ? [] : [{ name: "regex", value: regExpLiteral(pattern) }];
}

/** Values with members are compared by a helper. */
export function enumOf(schema: EnumSchema, scope: Scope): Code {
  const values = schema.values.map((value) => exactValue(value, schema));
  if (!values.every(isPrimitive)) return call(scope.helper("equalTo"), values.map(literal));
  const others = values.filter((value) => value !== null);
  if (others.length === 0) return code`${scope.zod.z}.null()`;
  const base = primitivesOf(others, scope);
  return others.length < values.length ? scope.zod.nullable(base) : base;
}

/** `z.enum()` keeps its values as the names of members, and an object cannot be given one named `__proto__`. */
function primitivesOf(values: readonly ExactJson[], { zod: { z } }: Scope): Code {
  const [only] = values;
  if (values.length === 1) return call(code`${z}.literal`, [literal(only)]);
  const isNames = values.every((value) => typeof value === "string" && value !== "__proto__");
  return call(code`${z}${isNames ? code`.enum` : code`.literal`}`, [arrayOf(values.map(literal))]);
}

function isPrimitive(value: ExactJson): boolean {
  return value === null || typeof value !== "object";
}

/** `numberOf`: the expression for numbers with a fraction, of a schema that accepts those too. */
function bigintOf(schema: NumberSchema, scope: Scope, numberOf: (schema: NumberSchema) => Code): Code {
  const integers = integersOf(schema, scope);
  if (schema.integer) return integers;
  const { bigint: _, ...plain } = schema;
  return call(code`${scope.zod.z}.union`, [arrayOf([integers, numberOf(plain)])]);
}

function integersOf(schema: NumberSchema, scope: Scope): Code {
  const { z } = scope.zod;
  const isRanged = scope.formats.has("int64");
  const { least, most, step } = integerLimitsOf(schema, isRanged);
  const isInt64 = isRanged && schema.format === "int64";
  return scope.zod.restricted(isInt64 ? code`${z}.int64()` : code`${z}.bigint()`, [
    ...(least === null || (isInt64 && least === -(2n ** 63n)) ? [] : [limit("minimum", least)]),
    ...(most === null || (isInt64 && most === 2n ** 63n - 1n) ? [] : [limit("maximum", most)]),
    ...(step === null ? [] : [limit("multipleOf", step)]),
  ]);
}
