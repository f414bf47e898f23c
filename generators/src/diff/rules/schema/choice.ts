// Whether a value has to match alternatives in addition to other keywords. Reported where alternatives are matched.
import type { Kind } from "../../change.ts";
import { breaks, loosens, mutual, type Opposites, opposites, tightens } from "../../rule.ts";

export const choicePresence: Opposites<number> = opposites(
  tightens("choice-made", (count) => `it also has to match one of ${count} alternatives`),
  loosens("choice-unmade", (count) => `it no longer has to match one of ${count} alternatives`),
);

export const choicesChanged: Kind<void> = mutual(
  breaks("choices-changed", () => "several lists of alternatives have changed together"),
);
