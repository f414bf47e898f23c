// `if`, `then`, `else`: conditional constraints.
import type { Kind } from "../../change.ts";
import { breaks, loosens, type Rule, tightens } from "../../rule.ts";
import type { View } from "../../schema/view.ts";

export const conditionAdded: Kind<void> = {
  ...tightens,
  id: "condition-added",
  opposite: "condition-removed",
  message: () => "a condition is new",
};

export const conditionRemoved: Kind<void> = {
  ...loosens,
  id: "condition-removed",
  opposite: "condition-added",
  message: () => "a condition is removed",
};

export const conditionChanged: Kind<void> = {
  ...breaks,
  id: "condition-changed",
  opposite: "condition-changed",
  message: () => "a condition has changed",
};

/** Reported where conditions are matched. */
export const conditionsRule: Rule<View> = {
  kinds: [conditionAdded, conditionRemoved, conditionChanged],
  compare: () => {},
};
