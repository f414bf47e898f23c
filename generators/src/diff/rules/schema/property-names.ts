// `propertyNames`: the schema of member names.
import { flagRule, inside, loosens, opposites, type Rule, tightens } from "../../rule.ts";
import type { ObjectView } from "../../schema/object-view.ts";

export const propertyNamesRule: Rule<ObjectView> = flagRule(
  opposites<void>(
    tightens("property-names-limited", () => "the names of members have to match a schema"),
    loosens("property-names-freed", () => "members may have any name"),
  ),
  ({ names }) => names.length > 0,
  ({ at }) => inside(at, "propertyNames"),
);
