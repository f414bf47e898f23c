// Whether there are alternatives at all, beside what is said otherwise.
import type { Kind } from "../../change.ts";
import { breaks, loosens, type Rule, tightens } from "../../rule.ts";
import type { View } from "../../schema/view.ts";

export const choiceMade: Kind<number> = {
  ...tightens,
  id: "choice-made",
  opposite: "choice-unmade",
  message: (count) => `besides, it has to match one of ${count} alternatives`,
};

export const choiceUnmade: Kind<number> = {
  ...loosens,
  id: "choice-unmade",
  opposite: "choice-made",
  message: (count) => `it need not match one of ${count} alternatives any more`,
};

export const choicesChanged: Kind<void> = {
  ...breaks,
  id: "choices-changed",
  opposite: "choices-changed",
  message: () => "several lists of alternatives have changed together",
};

/** Found where alternatives are matched. */
export const choiceRule: Rule<View> = { kinds: [choiceMade, choiceUnmade, choicesChanged], compare: () => {} };
