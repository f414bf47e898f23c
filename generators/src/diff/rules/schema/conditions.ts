// `if`, `then`, `else`: conditional constraints. Reported where conditions are matched.
import type { Kind } from "../../change.ts";
import { breaks, loosens, mutual, type Opposites, opposites, tightens } from "../../rule.ts";

export const conditionPresence: Opposites<void> = opposites(
  tightens("condition-added", () => "a condition is new"),
  loosens("condition-removed", () => "a condition is removed"),
);

export const conditionChanged: Kind<void> = mutual(breaks("condition-changed", () => "a condition has changed"));
