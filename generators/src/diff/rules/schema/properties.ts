// The members of an object. Their schemas are compared one by one elsewhere.
import type { Kind } from "../../change.ts";
import { adds, breaks, inside, loosens, type Rule, tightens } from "../../rule.ts";
import { type ObjectView, objectViewOf, unlisted } from "../../schema/object-view.ts";
import type { View } from "../../schema/view.ts";
import { isClosed } from "./closed.ts";
import { shown } from "./shown.ts";

const propertyAdded: Kind<string> = {
  ...adds,
  id: "property-added",
  opposite: "property-removed",
  uneven: "an addition can be ignored, but a removal breaks code that uses it, in either direction",
  message: (name) => `the member ${shown(name)} is new`,
};

const requiredPropertyAdded: Kind<string> = {
  ...tightens,
  id: "required-property-added",
  opposite: "property-removed",
  uneven: "a removal breaks code that uses it, in either direction",
  message: (name) => `the member ${shown(name)} is new and required`,
  means: {
    request: "Requests without it are rejected, and none has it yet.",
    response: "Reading it is optional.",
  },
};

const propertyRemoved: Kind<string> = {
  ...breaks,
  id: "property-removed",
  opposite: "property-added",
  uneven: "an addition can be ignored, but a removal breaks code that uses it, in either direction",
  message: (name) => `the member ${shown(name)} is removed`,
  means: {
    request: "Requests with it are rejected, or it is ignored.",
    response: "Code that reads it finds nothing, and does not compile with the new types.",
  },
};

const closedPropertyAdded: Kind<string> = {
  ...loosens,
  id: "closed-property-added",
  opposite: "closed-property-removed",
  uneven: "a removal breaks code that uses it, in either direction",
  message: (name) => `the member ${shown(name)} is new, and the base allows no unlisted members`,
  means: {
    request: "Sending it is optional.",
    response: "A consumer that validates responses against the base rejects them.",
  },
};

const requiredClosedPropertyAdded: Kind<string> = {
  ...breaks,
  id: "required-closed-property-added",
  opposite: "closed-property-removed",
  message: (name) => `the member ${shown(name)} is new and required, and the base allows no unlisted members`,
  means: {
    request: "Requests without it are rejected, and none has it yet.",
    response: "A consumer that validates responses against the base rejects them.",
  },
};

const closedPropertyRemoved: Kind<string> = {
  ...breaks,
  id: "closed-property-removed",
  opposite: "closed-property-added",
  uneven: "a removal breaks code that uses it, in either direction",
  message: (name) => `the member ${shown(name)} is removed, and unlisted members are not allowed`,
  means: {
    request: "Requests with it are rejected.",
    response: "Code that reads it finds nothing, and does not compile with the new types.",
  },
};

export const propertiesRule: Rule<View> = {
  kinds: [
    propertyAdded,
    requiredPropertyAdded,
    propertyRemoved,
    closedPropertyAdded,
    requiredClosedPropertyAdded,
    closedPropertyRemoved,
  ],
  compare: (baseView, revisionView, report) => {
    const [base, revision] = [objectViewOf(baseView), objectViewOf(revisionView)];
    for (const [name, { at }] of revision.members)
      if (!base.members.has(name) && !base.unsent.has(name))
        report(additionOf(base, revision, name), name, inside(base.at, "properties"), at);
    for (const [name, { at }] of base.members) {
      if (revision.members.has(name) || revision.unsent.has(name)) continue;
      const kind = isClosed(unlisted(revision, name)) ? closedPropertyRemoved : propertyRemoved;
      report(kind, name, at, inside(revision.at, "properties"));
    }
  },
};

function additionOf(base: ObjectView, revision: ObjectView, name: string): Kind<string> {
  const isRequired = revision.required.has(name) && !base.required.has(name);
  if (isClosed(unlisted(base, name))) return isRequired ? requiredClosedPropertyAdded : closedPropertyAdded;
  return isRequired ? requiredPropertyAdded : propertyAdded;
}
