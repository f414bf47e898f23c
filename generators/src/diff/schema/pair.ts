// Two values -> the rules for them, one aspect after the other, and the pairs of values inside them.
import type { JsonType } from "../../model/analysis/json-types.ts";
import { applyRules, reportInto } from "../rule.ts";
import { withSameBytes } from "../rules/schema/content.ts";
import { listsValues } from "../rules/schema/enum.ts";
import {
  arrayRules,
  enumRules,
  formatRules,
  numberRules,
  objectRules,
  schemaRules,
  stringRules,
} from "../rules/schema/schema-rules.ts";
import { compareArrays } from "./arrays.ts";
import { compareChoices } from "./choices.ts";
import type { Compared, Comparison, Pair } from "./comparison.ts";
import { compareConditions } from "./conditions.ts";
import { withExactValues } from "./exact-values.ts";
import { choicePlansOf, withListedValues } from "./lifted.ts";
import { objectViewOf } from "./object-view.ts";
import { compareObjects } from "./objects.ts";
import { compareUnevaluated } from "./unevaluated.ts";
import { viewOf } from "./view.ts";

export function comparePair(pair: Pair, comparison: Comparison): void {
  const report = reportInto(pair.facts, pair.subject);
  const views = [
    withExactValues(viewOf(pair.base, pair.baseAt), pair.base),
    withExactValues(viewOf(pair.revision, pair.revisionAt), pair.revision),
  ] as const;
  const [before, after] = withSameBytes(...views, report);
  const [base, revision] = [withListedValues(before, after), withListedValues(after, before)];
  const found = pair.facts.length;
  applyRules(schemaRules, base, revision, report);
  // Where the types have nothing in common, the keywords of one do not apply to the other.
  const isOther = pair.facts.slice(found).some(({ kind }) => kind.id in endings);
  if (isOther) return;
  const compared: Compared = { pair, comparison, base, revision, report };
  const plans = choicePlansOf(compared);
  const has = (type: JsonType): boolean => plans.get(type)?.isWhole === false;
  applyRules(enumRules, base, revision, report);
  coverSuggestions(compared);
  const isListed = (type: JsonType): boolean => listsValues(base, type) || listsValues(revision, type);
  if (has("number") && !isListed("number")) applyRules(numberRules, base, revision, report);
  if (has("string") && !isListed("string")) applyRules(stringRules, base, revision, report);
  if (has("number") || has("string")) applyRules(formatRules, base, revision, report);
  if (has("array")) {
    applyRules(arrayRules, base, revision, report);
    compareArrays(compared);
  }
  if (has("object")) {
    const objects = { base: objectViewOf(base), revision: objectViewOf(revision) };
    applyRules(objectRules, objects.base, objects.revision, report);
    compareObjects({ pair, comparison, ...objects });
  }
  compareChoices(compared, plans);
  compareConditions(compared);
  compareUnevaluated(compared);
}

/** A named alternative that excludes nothing is a name of generated code only. */
function coverSuggestions({ comparison, base, revision }: Compared): void {
  for (const { schema } of base.suggestions)
    comparison.cover(schema, "base", { base: schema.at, revision: revision.at });
  for (const { schema } of revision.suggestions)
    comparison.cover(schema, "revision", { base: base.at, revision: schema.at });
}

/** The one change that covers everything about two values. */
const endings: Readonly<Record<string, true>> = {
  "value-narrowed": true,
  "value-freed": true,
  "value-refused": true,
  "value-accepted": true,
  "type-changed": true,
};
