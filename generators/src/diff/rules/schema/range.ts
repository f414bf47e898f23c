// `minimum`, `maximum`, and both exclusive: the smallest and the largest number.
import type { Rule } from "../../rule.ts";
import type { View } from "../../schema/view.ts";
import { limitAt, limitRule } from "./limit.ts";

export const minimumRule: Rule<View> = rangeRule("minimum", "exclusiveMinimum");
export const maximumRule: Rule<View> = rangeRule("maximum", "exclusiveMaximum");

function rangeRule(keyword: "minimum" | "maximum", exclusive: "exclusiveMinimum" | "exclusiveMaximum"): Rule<View> {
  return limitRule({
    id: keyword,
    end: keyword === "minimum" ? "lower" : "upper",
    words: keyword,
    schemasOf: ({ numbers }) => numbers,
    limitsOf: (number, all) => {
      const edge = number[exclusive];
      // For integers, the limit is the next integer.
      const isNext = Number.isSafeInteger(edge) && all.some(({ integer }) => integer);
      const beyond = isNext && edge !== null ? edge + (keyword === "minimum" ? 1 : -1) : edge;
      return [...limitAt(number.at, keyword, number[keyword]), ...limitAt(number.at, exclusive, beyond, !isNext)];
    },
  });
}
