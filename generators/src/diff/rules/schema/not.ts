// `not`: the values that are rejected. Reported where exclusions are matched.
import { loosens, type Opposites, opposites, tightens } from "../../rule.ts";

export const notPresence: Opposites<void> = opposites(
  { ...tightens, id: "not-added", message: () => "some values are excluded" },
  { ...loosens, id: "not-removed", message: () => "excluded values are no longer excluded" },
);
