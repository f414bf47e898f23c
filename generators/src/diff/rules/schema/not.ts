// `not`: the values that are rejected.
import type { Kind } from "../../change.ts";
import { loosens, type Rule, tightens } from "../../rule.ts";
import type { View } from "../../schema/view.ts";

export const notAdded: Kind<void> = {
  ...tightens,
  id: "not-added",
  opposite: "not-removed",
  message: () => "some values are excluded",
};

export const notRemoved: Kind<void> = {
  ...loosens,
  id: "not-removed",
  opposite: "not-added",
  message: () => "excluded values are no longer excluded",
};

/** Reported where exclusions are matched. */
export const notRule: Rule<View> = { kinds: [notAdded, notRemoved], compare: () => {} };
