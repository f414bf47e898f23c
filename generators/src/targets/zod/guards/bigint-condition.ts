// A schema of numbers whose integers are `bigint` -> the condition that is true for exactly the values which it accepts.
import { type Code, code, literal } from "../../../emit/index.ts";
import { integerLimitsOf } from "../../../model/analysis/integer-limits.ts";
import type { NumberSchema } from "../../../model/schema.ts";
import { atLeast, atMost, below, compared, typeIs } from "./comparison.ts";
import { all, atom, type Condition, some } from "./condition.ts";
import type { GuardScope } from "./guard-scope.ts";

/** `numberCondition`: that of numbers with a fraction, of a schema that accepts those too. */
export function bigintCondition(
  schema: NumberSchema,
  scope: GuardScope,
  numberCondition: (schema: NumberSchema) => Condition,
): Condition {
  const integers = all([typeIs("bigint"), ...bigintFacets(schema, scope)]);
  if (schema.integer) return integers;
  const { bigint: _, ...plain } = schema;
  return some([integers, numberCondition(plain)]);
}

export function bigintFacets(schema: NumberSchema, scope: GuardScope): Condition[] {
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
  return atom(
    (value) => code`${value} % ${step} === BigInt(0)`,
    (value) => code`${value} % ${step} !== BigInt(0)`,
  );
}

/** A `bigint` and a number compare exactly, so a bound that is a double needs no `bigint` of its own. */
function shortest(bound: bigint): number | bigint {
  return isDouble(bound) ? Number(bound) : bound;
}

function isDouble(bound: bigint): boolean {
  return BigInt(Number(bound)) === bound;
}
