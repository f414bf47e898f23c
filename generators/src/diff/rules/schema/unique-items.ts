// `uniqueItems`: whether a list may contain duplicates.
import type { Kind } from "../../change.ts";
import { inside, loosens, type Rule, tightens } from "../../rule.ts";
import type { View } from "../../schema/view.ts";

const repeatsRefused: Kind<void> = {
  ...tightens,
  id: "repeats-refused",
  opposite: "repeats-allowed",
  message: () => "elements have to be unique",
};

const repeatsAllowed: Kind<void> = {
  ...loosens,
  id: "repeats-allowed",
  opposite: "repeats-refused",
  message: () => "elements no longer have to be unique",
};

export const uniqueItemsRule: Rule<View> = {
  kinds: [repeatsRefused, repeatsAllowed],
  compare: (base, revision, report) => {
    const was = base.arrays.some(({ uniqueItems }) => uniqueItems);
    const is = revision.arrays.some(({ uniqueItems }) => uniqueItems);
    const at = (view: View) => inside(view.arrays[0]?.at ?? view.at, "uniqueItems");
    if (was !== is) report(is ? repeatsRefused : repeatsAllowed, undefined, at(base), at(revision));
  },
};
