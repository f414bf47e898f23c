// `dependentRequired` and `dependentSchemas`: constraints that apply when a member is present.
import { paired } from "../../paired.ts";
import { inside, loosens, opposites, type Rule, tightens } from "../../rule.ts";
import type { ObjectView } from "../../schema/object-view.ts";
import { shown } from "./shown.ts";

type Dependence = { name: string; requires: string | null };
const words = ({ name, requires }: Dependence): string =>
  requires === null
    ? `objects with ${shown(name)} have to match a schema`
    : `objects with ${shown(name)} also need ${shown(requires)}`;

const [dependenceAdded, dependenceRemoved] = opposites<Dependence>(
  tightens("dependence-added", (dependence) => `new: ${words(dependence)}`),
  loosens("dependence-removed", (dependence) => `removed: ${words(dependence)}`),
);

export const dependentsRule: Rule<ObjectView> = {
  kinds: [dependenceAdded, dependenceRemoved],
  compare: (base, revision, report) => {
    const found = paired(dependencesOf(base), dependencesOf(revision), ({ name, requires }) =>
      JSON.stringify([name, requires]),
    );
    const at = (view: ObjectView, { requires }: Dependence) =>
      inside(view.at, requires === null ? "dependentSchemas" : "dependentRequired");
    for (const each of found.added) report(dependenceAdded, each, at(base, each), at(revision, each));
    for (const each of found.removed) report(dependenceRemoved, each, at(base, each), at(revision, each));
  },
};

function dependencesOf({ objects }: ObjectView): Dependence[] {
  return objects.flatMap(({ dependentRequired, dependentSchemas }) => [
    ...dependentRequired.flatMap(({ name, requires }) => requires.map((other) => ({ name, requires: other }))),
    ...dependentSchemas.map(({ name }) => ({ name, requires: null })),
  ]);
}
