// `propertyNames`: the schema of member names.
import type { Kind } from "../../change.ts";
import { inside, loosens, type Rule, tightens } from "../../rule.ts";
import { objectViewOf } from "../../schema/object-view.ts";
import type { View } from "../../schema/view.ts";

const namesLimited: Kind<void> = {
  ...tightens,
  id: "property-names-limited",
  opposite: "property-names-freed",
  message: () => "the names of members have to match a schema",
};

const namesFreed: Kind<void> = {
  ...loosens,
  id: "property-names-freed",
  opposite: "property-names-limited",
  message: () => "members may have any name",
};

export const propertyNamesRule: Rule<View> = {
  kinds: [namesLimited, namesFreed],
  compare: (baseView, revisionView, report) => {
    const [base, revision] = [objectViewOf(baseView), objectViewOf(revisionView)];
    const [was, is] = [base.names.length > 0, revision.names.length > 0];
    const key = "propertyNames";
    if (was !== is) report(is ? namesLimited : namesFreed, undefined, inside(base.at, key), inside(revision.at, key));
  },
};
