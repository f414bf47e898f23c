// `maxLength`: the longest text.
import { type LimitRule, limitAt, limitRule } from "./limit.ts";

export const maxLengthRule: LimitRule = limitRule({
  id: "max-length",
  end: "upper",
  words: "maximum number of characters",
  limitsOf: ({ strings }) => strings.flatMap(({ at, maxLength }) => limitAt(at, "maxLength", maxLength)),
  atOf: ({ strings }) => strings[0]?.at,
});
