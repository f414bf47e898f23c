// `unevaluatedProperties` and `unevaluatedItems` where the value decides what they apply to.
import type { Kind } from "../../change.ts";
import { breaks, type Rule } from "../../rule.ts";
import type { View } from "../../schema/view.ts";

export const unevaluatedChanged: Kind<void> = {
  ...breaks,
  id: "leftovers-changed",
  opposite: "leftovers-changed",
  message: () => "the schema of unevaluated members or elements has changed",
};

/** Reported where unevaluated members and elements are compared. */
export const unevaluatedRule: Rule<View> = { kinds: [unevaluatedChanged], compare: () => {} };
