// A schema of numbers whose integers are `bigint` -> `z.bigint()` with what restricts them.
import { arrayOf, type Code, call, code, join, literal } from "../../emit/index.ts";
import { integerLimitsOf } from "../../model/analysis/integer-limits.ts";
import type { NumberSchema } from "../../model/schema.ts";
import { type Scope, z } from "./scope.ts";

/** `numberOf`: the expression for numbers with a fraction, of a schema that accepts those too. */
export function bigintOf(schema: NumberSchema, scope: Scope, numberOf: (schema: NumberSchema) => Code): Code {
  const integers = integersOf(schema, scope);
  if (schema.integer) return integers;
  const { bigint: _, ...plain } = schema;
  return call(code`${z}.union`, [arrayOf([integers, numberOf(plain)])]);
}

function integersOf(schema: NumberSchema, scope: Scope): Code {
  const isRanged = scope.formats.has("int64");
  const { least, most, step } = integerLimitsOf(schema, isRanged);
  const isInt64 = isRanged && schema.format === "int64";
  return join(
    [
      isInt64 ? code`${z}.int64()` : code`${z}.bigint()`,
      ...(least === null || (isInt64 && least === -(2n ** 63n)) ? [] : [code`.min(${literal(least)})`]),
      ...(most === null || (isInt64 && most === 2n ** 63n - 1n) ? [] : [code`.max(${literal(most)})`]),
      ...(step === null ? [] : [code`.multipleOf(${literal(step)})`]),
    ],
    "",
  );
}
