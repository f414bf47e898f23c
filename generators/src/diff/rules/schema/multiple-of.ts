// `multipleOf`: the step of a number.
import { breaks, loosens, mutual, opposites, type Rule, tightens } from "../../rule.ts";
import type { View } from "../../schema/view.ts";
import { keywordRule, type Moved } from "./keyword.ts";

const message = ({ from, to }: Moved<number>): string =>
  `its multipleOf is ${to ?? "not set"} instead of ${from ?? "not set"}`;

export const multipleOfRule: Rule<View> = keywordRule<"multipleOf", number>({
  keyword: "multipleOf",
  kinds: [
    ...opposites(tightens("multiple-of-tightened", message), loosens("multiple-of-loosened", message)),
    mutual(breaks("multiple-of-changed", message)),
  ],
  schemasOf: ({ numbers }) => numbers,
  // 0.3 is a multiple of 0.1, though not in binary.
  isWithin: (narrow, wide) => {
    const times = narrow / wide;
    return Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times));
  },
});
