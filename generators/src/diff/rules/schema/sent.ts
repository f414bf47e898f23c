// `readOnly` and `writeOnly`: members that are not sent in one direction.
import type { Kind } from "../../change.ts";
import { adds, breaks, inside, type Rule } from "../../rule.ts";
import { objectViewOf } from "../../schema/object-view.ts";
import type { View } from "../../schema/view.ts";
import { shown } from "./shown.ts";

const propertyLeftOut: Kind<string> = {
  ...breaks,
  id: "property-left-out",
  opposite: "property-taken-in",
  uneven: "an addition can be ignored, but a removal breaks code that uses it, in either direction",
  message: (name) => `the member ${shown(name)} is no longer sent in this direction`,
  means: { request: "Clients must not send it.", response: "Code that reads it finds nothing." },
};

const propertyTakenIn: Kind<string> = {
  ...adds,
  id: "property-taken-in",
  opposite: "property-left-out",
  uneven: "an addition can be ignored, but a removal breaks code that uses it, in either direction",
  message: (name) => `the member ${shown(name)} is now also sent in this direction`,
};

export const sentRule: Rule<View> = {
  kinds: [propertyLeftOut, propertyTakenIn],
  compare: (baseView, revisionView, report) => {
    const [base, revision] = [objectViewOf(baseView), objectViewOf(revisionView)];
    for (const name of revision.unsent) {
      const before = base.members.get(name);
      if (before !== undefined) report(propertyLeftOut, name, before.at, inside(revision.at, "properties", name));
    }
    for (const name of base.unsent) {
      const after = revision.members.get(name);
      if (after !== undefined) report(propertyTakenIn, name, inside(base.at, "properties", name), after.at);
    }
  },
};
