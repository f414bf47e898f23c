// The values listed beside one that accepts every value of their type, as in `anyOf: [string, enum]`: they exclude nothing.
import type { Location } from "../../../model/place.ts";
import type { Json, Schema } from "../../../model/schema.ts";
import { canonical } from "../../../model/values/equality.ts";
import { paired } from "../../paired.ts";
import { inside, opposites, type Rule, rewords } from "../../rule.ts";
import type { View } from "../../schema/view.ts";
import { shown } from "./shown.ts";

const [suggestedValueAdded, suggestedValueRemoved] = opposites<Json>(
  rewords("suggested-value-added", (value) => `the value ${shown(value)} is listed, beside any other`),
  rewords("suggested-value-removed", (value) => `the value ${shown(value)} is no longer listed, beside any other`),
);

export const suggestedValuesRule: Rule<View> = {
  kinds: [suggestedValueAdded, suggestedValueRemoved],
  compare: (base, revision, report) => {
    const [before, after] = [base, revision].map(({ suggestions }) =>
      suggestions.flatMap(({ schema }) => valuesIn(schema)),
    );
    // Opening or closing a list is a change of its own.
    if (base.suggestions.length === 0 || revision.suggestions.length === 0) return;
    const { added, removed } = paired(before ?? [], after ?? [], ({ value }) => canonical(value));
    for (const { value, at } of added) report(suggestedValueAdded, value, base.at, at);
    for (const { value, at } of removed) report(suggestedValueRemoved, value, at, revision.at);
  },
};

function valuesIn(schema: Schema, step = 0): { value: Json; at: Location }[] {
  if (schema.kind === "ref") return step < mostSteps ? valuesIn(schema.target.schema, step + 1) : [];
  if (schema.kind !== "enum") return [];
  return schema.values.map((value, index) => ({ value, at: inside(schema.at, "enum", String(index)) }));
}

/** The maximum length of a chain of references. */
const mostSteps = 20;
