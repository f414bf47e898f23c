// `required`: which members have to be there.
import type { Location } from "../../../model/place.ts";
import type { Kind } from "../../change.ts";
import { inside, loosens, type Rule, tightens } from "../../rule.ts";
import { type ObjectView, objectViewOf } from "../../schema/object-view.ts";
import type { View } from "../../schema/view.ts";
import { shown } from "./shown.ts";

export const propertyRequired: Kind<string> = {
  ...tightens,
  id: "property-required",
  opposite: "property-optional",
  message: (name) => `the member ${shown(name)} is required`,
  means: { request: "Requests without it are refused.", response: "It is always there." },
};

export const propertyOptional: Kind<string> = {
  ...loosens,
  id: "property-optional",
  opposite: "property-required",
  message: (name) => `the member ${shown(name)} is no longer required`,
  means: { request: "It may be left out.", response: "Code that relies on it meets objects without it." },
};

export const requiredRule: Rule<View> = {
  kinds: [propertyRequired, propertyOptional],
  compare: (baseView, revisionView, tell) => {
    const [base, revision] = [objectViewOf(baseView), objectViewOf(revisionView)];
    for (const name of revision.required)
      if (!base.required.has(name) && !isNew(base, revision, name))
        tell(propertyRequired, name, placeOf(base, name), placeOf(revision, name));
    for (const name of base.required)
      if (!revision.required.has(name) && !isNew(revision, base, name) && !revision.unsent.has(name))
        tell(propertyOptional, name, placeOf(base, name), placeOf(revision, name));
  },
};

/** Listed in one of them alone: told as a member that came or went. */
function isNew(without: ObjectView, having: ObjectView, name: string): boolean {
  return having.members.has(name) && !without.members.has(name) && !without.unsent.has(name);
}

function placeOf(view: ObjectView, name: string): Location {
  return view.members.get(name)?.at ?? inside(view.at, "required");
}
