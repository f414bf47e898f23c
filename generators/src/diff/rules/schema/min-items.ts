// `minItems`: the shortest list.
import { type LimitRule, limitAt, limitRule } from "./limit.ts";

export const minItemsRule: LimitRule = limitRule({
  id: "min-items",
  end: "lower",
  words: "minimum number of elements",
  limitsOf: ({ arrays }) => arrays.flatMap(({ at, minItems }) => limitAt(at, "minItems", minItems)),
  atOf: ({ arrays }) => arrays[0]?.at,
});
