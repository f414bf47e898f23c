// `maximum` and `exclusiveMaximum`: the largest number.
import type { NumberSchema } from "../../../model/schema.ts";
import { type Limit, type LimitRule, limitAt, limitRule } from "./limit.ts";

export const maximumRule: LimitRule = limitRule({
  id: "maximum",
  end: "upper",
  words: "maximum",
  limitsOf: ({ numbers }) => {
    const isInteger = numbers.some((number) => number.integer);
    return numbers.flatMap((number) => limitsOf(number, isInteger));
  },
  atOf: ({ numbers }) => numbers[0]?.at,
});

/** For integers, the limit is the next integer. */
function limitsOf({ at, maximum, exclusiveMaximum }: NumberSchema, isInteger: boolean): Limit[] {
  const isNext = isInteger && Number.isSafeInteger(exclusiveMaximum);
  const beyond = isNext && exclusiveMaximum !== null ? exclusiveMaximum - 1 : exclusiveMaximum;
  return [...limitAt(at, "maximum", maximum), ...limitAt(at, "exclusiveMaximum", beyond, !isNext)];
}
