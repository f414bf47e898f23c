// Whether a number may have a fraction.
import { inside, loosens, opposites, type Rule, tightens } from "../../rule.ts";
import type { View } from "../../schema/view.ts";

const [fractionAllowed, fractionRefused] = opposites<void>(
  loosens("fraction-allowed", () => "the number may have a fraction"),
  tightens("fraction-refused", () => "the number has to be an integer"),
);

export const integerRule: Rule<View> = {
  kinds: [fractionAllowed, fractionRefused],
  compare: (base, revision, report) => {
    const [was, is] = [base, revision].map(({ numbers }) => numbers.some((number) => number.integer));
    // A step that is an integer allows no fraction either; the rule of `multipleOf` compares it.
    const isStepped = (is ? base : revision).numbers.some(({ multipleOf }) => Number.isInteger(multipleOf));
    if (was === is || isStepped || base.numbers.length === 0 || revision.numbers.length === 0) return;
    const [before, after] = [base, revision].map(({ numbers, at }) => inside(numbers[0]?.at ?? at, "type"));
    if (before !== undefined && after !== undefined)
      report(is ? fractionRefused : fractionAllowed, undefined, before, after);
  },
};
