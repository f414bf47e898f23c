// `maxItems`: the longest list.
import { type LimitRule, limitAt, limitRule } from "./limit.ts";

export const maxItemsRule: LimitRule = limitRule({
  id: "max-items",
  end: "upper",
  words: "maximum number of elements",
  limitsOf: ({ arrays }) => arrays.flatMap(({ at, maxItems }) => limitAt(at, "maxItems", maxItems)),
  atOf: ({ arrays }) => arrays[0]?.at,
});
