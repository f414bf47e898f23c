// `if`, `then`, `else`: what has to hold under a condition.
import type { Kind } from "../../change.ts";
import { breaks, loosens, type Rule, tightens } from "../../rule.ts";
import type { View } from "../../schema/view.ts";

export const conditionAdded: Kind<void> = {
  ...tightens,
  id: "condition-added",
  opposite: "condition-removed",
  message: () => "something has to hold under a condition",
};

export const conditionRemoved: Kind<void> = {
  ...loosens,
  id: "condition-removed",
  opposite: "condition-added",
  message: () => "what had to hold under a condition need not any more",
};

export const conditionChanged: Kind<void> = {
  ...breaks,
  id: "condition-changed",
  opposite: "condition-changed",
  message: () => "the condition is another one",
};

/** Found where conditions are matched. */
export const conditionsRule: Rule<View> = {
  kinds: [conditionAdded, conditionRemoved, conditionChanged],
  compare: () => {},
};
