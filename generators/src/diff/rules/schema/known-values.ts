// The values of an open enum: others are accepted too, so these are only the known ones.
import type { Location } from "../../../model/place.ts";
import { paired } from "../../paired.ts";
import { adds, inside, opposites, type Rule } from "../../rule.ts";
import type { View } from "../../schema/view.ts";
import { shown } from "./shown.ts";

const [knownValueAdded, knownValueRemoved] = opposites<string>(
  adds("known-value-added", (value) => `the value ${shown(value)} is a known value of the open enum`, {
    means: {
      request: "Sending it is optional.",
      response: "Code that handles unknown values is not affected.",
    },
  }),
  adds("known-value-removed", (value) => `the value ${shown(value)} is no longer a known value of the open enum`, {
    // An open enum may grow. That is independent of changes to its listed values.
    request: "major",
    means: {
      request: "Requests with it can be rejected, or have another meaning.",
      response: "It may still arrive, like any other.",
    },
  }),
  "receivers of an open enum expect unknown values, but a sender counts on those it knows",
);

export const knownValuesRule: Rule<View> = {
  kinds: [knownValueAdded, knownValueRemoved],
  compare: (base, revision, report) => {
    const [before, after] = [knownIn(base), knownIn(revision)];
    // Opening or closing an enum is a change of its own.
    if (before.length === 0 || after.length === 0) return;
    const { added, removed } = paired(before, after, ({ value }) => value);
    for (const { value, at } of added) report(knownValueAdded, value, before[0]?.at ?? base.at, at);
    for (const { value, at } of removed) report(knownValueRemoved, value, at, after[0]?.at ?? revision.at);
  },
};

function knownIn({ strings }: View): { value: string; at: Location }[] {
  return strings.flatMap(({ known = [], at }) => known.map((value) => ({ value, at: inside(at, "enum") })));
}
