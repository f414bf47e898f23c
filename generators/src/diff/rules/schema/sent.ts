// `readOnly` and `writeOnly`: members that are not sent in one direction.
import type { Kind } from "../../change.ts";
import { adds, breaks, inside, type Rule } from "../../rule.ts";
import { objectViewOf } from "../../schema/object-view.ts";
import type { View } from "../../schema/view.ts";
import { shown } from "./shown.ts";

export const propertyLeftOut: Kind<string> = {
  ...breaks,
  id: "property-left-out",
  opposite: "property-taken-in",
  uneven: "something more can be overlooked, and something that is gone cannot be used, whoever sends it",
  message: (name) => `the member ${shown(name)} is not sent this way any more`,
  means: { request: "It is not for clients to send.", response: "Code that reads it finds nothing." },
};

export const propertyTakenIn: Kind<string> = {
  ...adds,
  id: "property-taken-in",
  opposite: "property-left-out",
  uneven: "something more can be overlooked, and something that is gone cannot be used, whoever sends it",
  message: (name) => `the member ${shown(name)} is now sent this way too`,
};

export const sentRule: Rule<View> = {
  kinds: [propertyLeftOut, propertyTakenIn],
  compare: (baseView, revisionView, tell) => {
    const [base, revision] = [objectViewOf(baseView), objectViewOf(revisionView)];
    for (const name of revision.unsent) {
      const before = base.members.get(name);
      if (before !== undefined) tell(propertyLeftOut, name, before.at, inside(revision.at, "properties", name));
    }
    for (const name of base.unsent) {
      const after = revision.members.get(name);
      if (after !== undefined) tell(propertyTakenIn, name, inside(base.at, "properties", name), after.at);
    }
  },
};
