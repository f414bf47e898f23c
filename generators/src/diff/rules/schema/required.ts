// `required`: which members are required.
import type { Location } from "../../../model/place.ts";
import { inside, loosens, opposites, type Rule, tightens } from "../../rule.ts";
import type { ObjectView } from "../../schema/object-view.ts";
import { shown } from "./shown.ts";

const [propertyRequired, propertyOptional] = opposites<string>(
  tightens("property-required", (name) => `the member ${shown(name)} is required`, {
    means: { request: "Requests without it are rejected.", response: "It is always present." },
  }),
  loosens("property-optional", (name) => `the member ${shown(name)} is no longer required`, {
    means: { request: "It can be omitted.", response: "Code that relies on it receives objects without it." },
  }),
);

export const requiredRule: Rule<ObjectView> = {
  kinds: [propertyRequired, propertyOptional],
  compare: (base, revision, report) => {
    for (const name of revision.required)
      if (!base.required.has(name) && !isNew(base, revision, name))
        report(propertyRequired, name, placeOf(base, name), placeOf(revision, name));
    for (const name of base.required)
      if (!revision.required.has(name) && !isNew(revision, base, name) && !revision.unsent.has(name))
        report(propertyOptional, name, placeOf(base, name), placeOf(revision, name));
  },
};

/** A member listed on one side only is reported as an added or removed member. */
function isNew(without: ObjectView, having: ObjectView, name: string): boolean {
  return having.members.has(name) && !without.members.has(name) && !without.unsent.has(name);
}

function placeOf(view: ObjectView, name: string): Location {
  return view.members.get(name)?.at ?? inside(view.at, "required");
}
