// `if`, `then`, `else`: conditional constraints. Reported where conditions are matched.
import type { Kind } from "../../change.ts";
import { breaks, loosens, mutual, type Opposites, opposites, tightens } from "../../rule.ts";

export const conditionPresence: Opposites<void> = opposites(
  { ...tightens, id: "condition-added", message: () => "a condition is new" },
  { ...loosens, id: "condition-removed", message: () => "a condition is removed" },
);

export const conditionChanged: Kind<void> = mutual({
  ...breaks,
  id: "condition-changed",
  message: () => "a condition has changed",
});
