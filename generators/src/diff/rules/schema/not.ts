// `not`: what a value must not be.
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
  message: () => "values that were excluded are not any more",
};

/** Found where exclusions are matched. */
export const notRule: Rule<View> = { kinds: [notAdded, notRemoved], compare: () => {} };
