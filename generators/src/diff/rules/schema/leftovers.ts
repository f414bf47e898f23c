// `unevaluatedProperties` and `unevaluatedItems` where it depends on the value what they are about.
import type { Kind } from "../../change.ts";
import { breaks, type Rule } from "../../rule.ts";
import type { View } from "../../schema/view.ts";

export const leftoversChanged: Kind<void> = {
  ...breaks,
  id: "leftovers-changed",
  opposite: "leftovers-changed",
  message: () => "what is looked at by nothing else, and has to be of a certain kind, is not the same any more",
};

/** Found where leftovers are compared. */
export const leftoversRule: Rule<View> = { kinds: [leftoversChanged], compare: () => {} };
