// `contains`: whether some elements have to match a schema, and how many.
import type { ArraySchema } from "../../../model/schema.ts";
import type { Kind } from "../../change.ts";
import { breaks, inside, loosens, mutual, opposites, type Rule, tightens } from "../../rule.ts";
import type { View } from "../../schema/view.ts";
import { limitAt, limitRule } from "./limit.ts";

const [containsAdded, containsRemoved] = opposites<void>(
  tightens("contains-added", () => "some elements have to match a schema (contains)"),
  loosens("contains-removed", () => "elements no longer have to match a schema (contains)"),
);

export const containsChanged: Kind<void> = mutual(
  breaks("contains-changed", () => "the schema of the elements whose number is limited has changed"),
);

export const containsRule: Rule<View> = {
  kinds: [containsAdded, containsRemoved, containsChanged],
  compare: (base, revision, report) => {
    const more = countOf(revision) - countOf(base);
    if (more !== 0) report(more > 0 ? containsAdded : containsRemoved, undefined, atOf(base), atOf(revision));
  },
};

function countOf({ arrays }: View): number {
  return arrays.filter(({ contains }) => contains !== null).length;
}

function atOf({ arrays, at }: View): ArraySchema["at"] {
  return inside(arrays[0]?.at ?? at, "contains");
}

export const minContainsRule: Rule<View> = limitRule({
  id: "min-contains",
  end: "lower",
  words: "minimum number of elements that match contains",
  schemasOf: ({ arrays }) => arrays,
  limitsOf: ({ at, contains }) => limitAt(at, "minContains", contains?.min ?? null),
});

export const maxContainsRule: Rule<View> = limitRule({
  id: "max-contains",
  end: "upper",
  words: "maximum number of elements that match contains",
  schemasOf: ({ arrays }) => arrays,
  limitsOf: ({ at, contains }) => limitAt(at, "maxContains", contains?.max ?? null),
});
