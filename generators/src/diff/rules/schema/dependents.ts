// `dependentRequired` and `dependentSchemas`: constraints that apply when a member is present.
import type { Kind } from "../../change.ts";
import { paired } from "../../paired.ts";
import { inside, loosens, type Rule, tightens } from "../../rule.ts";
import type { View } from "../../schema/view.ts";
import { shown } from "./shown.ts";

type Dependence = { name: string; requires: string | null };
const words = ({ name, requires }: Dependence): string =>
  requires === null
    ? `objects with ${shown(name)} have to match a schema`
    : `objects with ${shown(name)} also need ${shown(requires)}`;

const dependenceAdded: Kind<Dependence> = {
  ...tightens,
  id: "dependence-added",
  opposite: "dependence-removed",
  message: (dependence) => `new: ${words(dependence)}`,
};

const dependenceRemoved: Kind<Dependence> = {
  ...loosens,
  id: "dependence-removed",
  opposite: "dependence-added",
  message: (dependence) => `removed: ${words(dependence)}`,
};

export const dependentsRule: Rule<View> = {
  kinds: [dependenceAdded, dependenceRemoved],
  compare: (base, revision, report) => {
    const found = paired(dependencesOf(base), dependencesOf(revision), ({ name, requires }) =>
      JSON.stringify([name, requires]),
    );
    const at = (view: View, { requires }: Dependence) =>
      inside(view.objects[0]?.at ?? view.at, requires === null ? "dependentSchemas" : "dependentRequired");
    for (const each of found.added) report(dependenceAdded, each, at(base, each), at(revision, each));
    for (const each of found.removed) report(dependenceRemoved, each, at(base, each), at(revision, each));
  },
};

function dependencesOf({ objects }: View): Dependence[] {
  return objects.flatMap(({ dependentRequired, dependentSchemas }) => [
    ...dependentRequired.flatMap(({ name, requires }) => requires.map((other) => ({ name, requires: other }))),
    ...dependentSchemas.map(({ name }) => ({ name, requires: null })),
  ]);
}
