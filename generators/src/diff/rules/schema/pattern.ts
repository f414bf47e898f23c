// `pattern`: what a string has to match. Whether one pattern includes another is not checked: it is rarely decidable.
import { breaks, loosens, mutual, opposites, type Rule, tightens } from "../../rule.ts";
import type { View } from "../../schema/view.ts";
import { keywordRule, type Moved } from "./keyword.ts";
import { shown } from "./shown.ts";

export const patternRule: Rule<View> = keywordRule<"pattern", string>({
  keyword: "pattern",
  kinds: [
    ...opposites<Moved<string>>(
      tightens("pattern-added", ({ to }) => `it has to match ${shown(to)}`),
      loosens("pattern-removed", ({ from }) => `it no longer has to match ${shown(from)}`),
    ),
    mutual(breaks("pattern-changed", ({ from, to }) => `it has to match ${shown(to)} instead of ${shown(from)}`)),
  ],
  schemasOf: ({ strings }) => strings,
  isWithin: () => false,
});
