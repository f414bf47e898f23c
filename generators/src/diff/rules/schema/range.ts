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
      const isWhole = all.some(({ integer }) => integer);
      const edge = number[exclusive];
      // For integers, the limit is the next integer.
      const isNext = edge !== null && isWhole && Math.abs(edge) < Number.MAX_SAFE_INTEGER;
      const isLower = keyword === "minimum";
      const beyond = isNext ? (isLower ? Math.floor(edge) + 1 : Math.ceil(edge) - 1) : edge;
      const limit = number[keyword];
      const within = limit === null || !isWhole ? limit : isLower ? Math.ceil(limit) : Math.floor(limit);
      return [...limitAt(number.at, keyword, within), ...limitAt(number.at, exclusive, beyond, !isNext)];
    },
  });
}
