// `maxProperties`: the largest object.
import { type LimitRule, limitAt, limitRule } from "./limit.ts";

export const maxPropertiesRule: LimitRule = limitRule({
  id: "max-properties",
  end: "upper",
  words: "maximum number of members",
  limitsOf: ({ objects }) => objects.flatMap(({ at, maxProperties }) => limitAt(at, "maxProperties", maxProperties)),
  atOf: ({ objects }) => objects[0]?.at,
});
