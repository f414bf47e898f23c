// The values of an open enum: others are accepted too, so that these are only what is known.
import type { Location } from "../../../model/place.ts";
import type { Kind } from "../../change.ts";
import { paired } from "../../paired.ts";
import { adds, inside, type Rule } from "../../rule.ts";
import type { View } from "../../schema/view.ts";
import { shown } from "./shown.ts";

export const knownValueAdded: Kind<string> = {
  ...adds,
  id: "known-value-added",
  opposite: "known-value-removed",
  message: (value) => `the value ${shown(value)} is known, among any others`,
  means: {
    request: "It may be sent, and need not be.",
    response: "Code that takes values it does not know goes on as before.",
  },
};

export const knownValueRemoved: Kind<string> = {
  ...adds,
  id: "known-value-removed",
  opposite: "known-value-added",
  message: (value) => `the value ${shown(value)} is not among those that are known any more`,
  means: {
    request: "It is still accepted, as any other.",
    response: "It may still arrive, as any other.",
  },
};

export const knownValuesRule: Rule<View> = {
  kinds: [knownValueAdded, knownValueRemoved],
  compare: (base, revision, tell) => {
    const [before, after] = [knownIn(base), knownIn(revision)];
    // An enum that was opened, or closed, is told as such.
    if (before.length === 0 || after.length === 0) return;
    const { added, removed } = paired(before, after, ({ value }) => value);
    for (const { value, at } of added) tell(knownValueAdded, value, before[0]?.at ?? base.at, at);
    for (const { value, at } of removed) tell(knownValueRemoved, value, at, after[0]?.at ?? revision.at);
  },
};

function knownIn({ strings }: View): { value: string; at: Location }[] {
  return strings.flatMap(({ known = [], at }) => known.map((value) => ({ value, at: inside(at, "enum") })));
}
