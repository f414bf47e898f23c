// `minLength`: the shortest text.
import { type LimitRule, limitAt, limitRule } from "./limit.ts";

export const minLengthRule: LimitRule = limitRule({
  id: "min-length",
  end: "lower",
  words: "minimum number of characters",
  limitsOf: ({ strings }) => strings.flatMap(({ at, minLength }) => limitAt(at, "minLength", minLength)),
  atOf: ({ strings }) => strings[0]?.at,
});
