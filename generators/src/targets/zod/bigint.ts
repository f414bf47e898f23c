// A schema of numbers whose integers are `bigint` -> `z.bigint()` with what restricts them.
import { arrayOf, type Code, call, code } from "../../emit/index.ts";
import { integerLimitsOf } from "../../model/analysis/integer-limits.ts";
import type { NumberSchema } from "../../model/schema.ts";
import type { Scope } from "./scope.ts";
import { limit } from "./style.ts";

/** `numberOf`: the expression for numbers with a fraction, of a schema that accepts those too. */
export function bigintOf(schema: NumberSchema, scope: Scope, numberOf: (schema: NumberSchema) => Code): Code {
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
