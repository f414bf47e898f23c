// `minimum` and `exclusiveMinimum`: the smallest number.
import type { NumberSchema } from "../../../model/schema.ts";
import { type Limit, type LimitRule, limitAt, limitRule } from "./limit.ts";

export const minimumRule: LimitRule = limitRule({
  id: "minimum",
  end: "lower",
  words: "minimum",
  limitsOf: ({ numbers }) => {
    const isInteger = numbers.some((number) => number.integer);
    return numbers.flatMap((number) => limitsOf(number, isInteger));
  },
  atOf: ({ numbers }) => numbers[0]?.at,
});

/** For integers, the limit is the next integer. */
function limitsOf({ at, minimum, exclusiveMinimum }: NumberSchema, isInteger: boolean): Limit[] {
  const isNext = isInteger && Number.isSafeInteger(exclusiveMinimum);
  const beyond = isNext && exclusiveMinimum !== null ? exclusiveMinimum + 1 : exclusiveMinimum;
  return [...limitAt(at, "minimum", minimum), ...limitAt(at, "exclusiveMinimum", beyond, !isNext)];
}
