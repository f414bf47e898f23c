// `dependentRequired` and `dependentSchemas`: what has to be so where a member is there.
import type { Kind } from "../../change.ts";
import { paired } from "../../paired.ts";
import { inside, loosens, type Rule, tightens } from "../../rule.ts";
import type { View } from "../../schema/view.ts";
import { shown } from "./shown.ts";

type Dependence = { name: string; requires: string | null };
const words = ({ name, requires }: Dependence): string =>
  requires === null
    ? `something has to hold where ${shown(name)} is there`
    : `${shown(name)} needs ${shown(requires)} beside it`;

export const dependenceAdded: Kind<Dependence> = {
  ...tightens,
  id: "dependence-added",
  opposite: "dependence-removed",
  message: (dependence) => `from now on ${words(dependence)}`,
};

export const dependenceRemoved: Kind<Dependence> = {
  ...loosens,
  id: "dependence-removed",
  opposite: "dependence-added",
  message: (dependence) => `no longer so: ${words(dependence)}`,
};

export const dependentsRule: Rule<View> = {
  kinds: [dependenceAdded, dependenceRemoved],
  compare: (base, revision, tell) => {
    const found = paired(dependencesOf(base), dependencesOf(revision), ({ name, requires }) =>
      JSON.stringify([name, requires]),
    );
    const at = (view: View, { requires }: Dependence) =>
      inside(view.objects[0]?.at ?? view.at, requires === null ? "dependentSchemas" : "dependentRequired");
    for (const each of found.added) tell(dependenceAdded, each, at(base, each), at(revision, each));
    for (const each of found.removed) tell(dependenceRemoved, each, at(base, each), at(revision, each));
  },
};

function dependencesOf({ objects }: View): Dependence[] {
  return objects.flatMap(({ dependentRequired, dependentSchemas }) => [
    ...dependentRequired.flatMap(({ name, requires }) => requires.map((other) => ({ name, requires: other }))),
    ...dependentSchemas.map(({ name }) => ({ name, requires: null })),
  ]);
}
