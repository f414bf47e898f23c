// `additionalProperties` and `unevaluatedProperties`: whether unlisted members are allowed.
import { flagRule, inside, loosens, opposites, type Rule, tightens } from "../../rule.ts";
import { isClosed, type ObjectView } from "../../schema/object-view.ts";

export const additionalPropertiesRule: Rule<ObjectView> = flagRule(
  opposites<void>(
    loosens("object-opened", () => "unlisted members are allowed"),
    tightens("object-closed", () => "unlisted members are no longer allowed"),
  ),
  ({ additional }) => !isClosed(additional),
  ({ at }) => inside(at, "additionalProperties"),
);
