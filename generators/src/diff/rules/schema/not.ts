// `not`: the values that are rejected. Reported where exclusions are matched.
import { loosens, type Opposites, opposites, tightens } from "../../rule.ts";

export const notPresence: Opposites<void> = opposites(
  tightens("not-added", () => "some values are excluded"),
  loosens("not-removed", () => "excluded values are no longer excluded"),
);
