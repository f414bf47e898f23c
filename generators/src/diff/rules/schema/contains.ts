// `contains`: whether some elements have to match a schema, and how many.
import type { ArraySchema } from "../../../model/schema.ts";
import type { Kind } from "../../change.ts";
import { breaks, inside, loosens, type Rule, tightens } from "../../rule.ts";
import type { View } from "../../schema/view.ts";
import { type LimitRule, limitAt, limitRule } from "./limit.ts";

const containsAdded: Kind<void> = {
  ...tightens,
  id: "contains-added",
  opposite: "contains-removed",
  message: () => "some elements have to match a schema (contains)",
};

const containsRemoved: Kind<void> = {
  ...loosens,
  id: "contains-removed",
  opposite: "contains-added",
  message: () => "elements no longer have to match a schema (contains)",
};

export const containsChanged: Kind<void> = {
  ...breaks,
  id: "contains-changed",
  opposite: "contains-changed",
  message: () => "the schema of the elements whose number is limited has changed",
};

export const containsRule: Rule<View> = {
  kinds: [containsAdded, containsRemoved, containsChanged],
  compare: (base, revision, report) => {
    const [before, after] = [countOf(base), countOf(revision)];
    const at = { base: atOf(base), revision: atOf(revision) };
    if (after > before) report(containsAdded, undefined, at.base, at.revision);
    else if (before > after) report(containsRemoved, undefined, at.base, at.revision);
  },
};

function countOf({ arrays }: View): number {
  return arrays.filter(({ contains }) => contains !== null).length;
}

function atOf({ arrays, at }: View): ArraySchema["at"] {
  return inside(arrays[0]?.at ?? at, "contains");
}

export const minContainsRule: LimitRule = limitRule({
  id: "min-contains",
  end: "lower",
  words: "minimum number of elements that match contains",
  limitsOf: ({ arrays }) =>
    arrays.flatMap(({ at, contains }) => (contains === null ? [] : limitAt(at, "minContains", contains.min))),
  atOf: ({ arrays }) => arrays[0]?.at,
});

export const maxContainsRule: LimitRule = limitRule({
  id: "max-contains",
  end: "upper",
  words: "maximum number of elements that match contains",
  limitsOf: ({ arrays }) => arrays.flatMap(({ at, contains }) => limitAt(at, "maxContains", contains?.max ?? null)),
  atOf: ({ arrays }) => arrays[0]?.at,
});
