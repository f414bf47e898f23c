// `readOnly` and `writeOnly`: members that are not sent in one direction.
import { adds, breaks, inside, opposites, type Rule, removalBreaksCode } from "../../rule.ts";
import type { ObjectView } from "../../schema/object-view.ts";
import { shown } from "./shown.ts";

const [propertyLeftOut, propertyTakenIn] = opposites<string>(
  breaks("property-left-out", (name) => `the member ${shown(name)} is no longer sent in this direction`, {
    means: { request: "Clients must not send it.", response: "Code that reads it finds no value." },
  }),
  adds("property-taken-in", (name) => `the member ${shown(name)} is now also sent in this direction`),
  removalBreaksCode,
);

export const sentRule: Rule<ObjectView> = {
  kinds: [propertyLeftOut, propertyTakenIn],
  compare: (base, revision, report) => {
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
