// Two values -> the rules that judge them, one aspect after the other, and the pairs of values inside of them.
import type { JsonType } from "../../model/json-types.ts";
import type { Rule, Tell } from "../rule.ts";
import {
  arrayRules,
  enumRules,
  formatRules,
  numberRules,
  objectRules,
  schemaRules,
  stringRules,
} from "../rules/schema/registry.ts";
import { compareArrays } from "./arrays.ts";
import { compareChoices, isLifted } from "./choices.ts";
import { type Comparison, type Pair, tellInto } from "./comparison.ts";
import { compareConditions } from "./conditions.ts";
import { compareLeftovers } from "./leftovers.ts";
import { compareObjects } from "./objects.ts";
import { type View, viewOf } from "./view.ts";

/** Two values as they are looked at, and where what is found goes. */
export interface Compared {
  readonly pair: Pair;
  readonly comparison: Comparison;
  readonly base: View;
  readonly revision: View;
  readonly tell: Tell;
}

export function comparePair(pair: Pair, comparison: Comparison): void {
  const base = viewOf(pair.base, pair.baseAt);
  const revision = viewOf(pair.revision, pair.revisionAt);
  const tell = tellInto(pair.facts, pair.subject);
  const found = pair.facts.length;
  apply(schemaRules, base, revision, tell);
  // Where the types have nothing in common, the keywords of one say nothing about the other.
  const isOther = pair.facts.slice(found).some(({ kind }) => kind.id in endings);
  if (isOther) return;
  const compared: Compared = { pair, comparison, base, revision, tell };
  const has = (type: JsonType): boolean =>
    base.types.has(type) && revision.types.has(type) && !isLifted(compared, type);
  apply(enumRules, base, revision, tell);
  if (has("number")) apply(numberRules, base, revision, tell);
  if (has("string")) apply(stringRules, base, revision, tell);
  if (has("number") || has("string")) apply(formatRules, base, revision, tell);
  if (has("array")) {
    apply(arrayRules, base, revision, tell);
    compareArrays(compared);
  }
  if (has("object")) {
    apply(objectRules, base, revision, tell);
    compareObjects(compared);
  }
  compareChoices(compared);
  compareConditions(compared);
  compareLeftovers(compared);
}

/** What says everything there is to say about two values. */
const endings: Readonly<Record<string, true>> = {
  "value-narrowed": true,
  "value-freed": true,
  "value-refused": true,
  "value-accepted": true,
  "type-changed": true,
};

function apply<Thing>(rules: readonly Rule<Thing>[], base: Thing, revision: Thing, tell: Tell): void {
  for (const rule of rules) rule.compare(base, revision, tell);
}
