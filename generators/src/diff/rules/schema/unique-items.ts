// `uniqueItems`: whether a list may hold a value twice.
import type { Kind } from "../../change.ts";
import { inside, loosens, type Rule, tightens } from "../../rule.ts";
import type { View } from "../../schema/view.ts";

export const repeatsRefused: Kind<void> = {
  ...tightens,
  id: "repeats-refused",
  opposite: "repeats-allowed",
  message: () => "no element may be there twice",
};

export const repeatsAllowed: Kind<void> = {
  ...loosens,
  id: "repeats-allowed",
  opposite: "repeats-refused",
  message: () => "an element may be there twice",
};

export const uniqueItemsRule: Rule<View> = {
  kinds: [repeatsRefused, repeatsAllowed],
  compare: (base, revision, tell) => {
    const was = base.arrays.some(({ uniqueItems }) => uniqueItems);
    const is = revision.arrays.some(({ uniqueItems }) => uniqueItems);
    const at = (view: View) => inside(view.arrays[0]?.at ?? view.at, "uniqueItems");
    if (was !== is) tell(is ? repeatsRefused : repeatsAllowed, undefined, at(base), at(revision));
  },
};
