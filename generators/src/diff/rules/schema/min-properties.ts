// `minProperties`: the smallest object.
import { type LimitRule, limitAt, limitRule } from "./limit.ts";

export const minPropertiesRule: LimitRule = limitRule({
  id: "min-properties",
  end: "lower",
  words: "minimum number of members",
  limitsOf: ({ objects }) => objects.flatMap(({ at, minProperties }) => limitAt(at, "minProperties", minProperties)),
  atOf: ({ objects }) => objects[0]?.at,
});
