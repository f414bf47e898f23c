// `uniqueItems`: whether a list may contain duplicates.
import { flagRule, inside, loosens, opposites, type Rule, tightens } from "../../rule.ts";
import type { View } from "../../schema/view.ts";

export const uniqueItemsRule: Rule<View> = flagRule(
  opposites<void>(
    tightens("repeats-refused", () => "elements have to be unique"),
    loosens("repeats-allowed", () => "elements no longer have to be unique"),
  ),
  ({ arrays }) => arrays.some(({ uniqueItems }) => uniqueItems),
  ({ arrays, at }) => inside(arrays[0]?.at ?? at, "uniqueItems"),
);
