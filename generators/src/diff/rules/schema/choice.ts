// Whether a value has to match alternatives in addition to other keywords.
import type { Kind } from "../../change.ts";
import { breaks, loosens, type Rule, tightens } from "../../rule.ts";
import type { View } from "../../schema/view.ts";

export const choiceMade: Kind<number> = {
  ...tightens,
  id: "choice-made",
  opposite: "choice-unmade",
  message: (count) => `it also has to match one of ${count} alternatives`,
};

export const choiceUnmade: Kind<number> = {
  ...loosens,
  id: "choice-unmade",
  opposite: "choice-made",
  message: (count) => `it no longer has to match one of ${count} alternatives`,
};

export const choicesChanged: Kind<void> = {
  ...breaks,
  id: "choices-changed",
  opposite: "choices-changed",
  message: () => "several lists of alternatives have changed together",
};

/** Reported where alternatives are matched. */
export const choiceRule: Rule<View> = { kinds: [choiceMade, choiceUnmade, choicesChanged], compare: () => {} };
