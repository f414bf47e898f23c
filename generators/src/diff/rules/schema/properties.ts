// The members of an object. Their schemas are compared one by one elsewhere.
import type { Kind } from "../../change.ts";
import { adds, breaks, inside, loosens, opposites, type Rule, removalBreaksCode, tightens } from "../../rule.ts";
import { isClosed, type ObjectView, unlisted } from "../../schema/object-view.ts";
import { shown } from "./shown.ts";

const [propertyAdded, propertyRemoved] = opposites<string>(
  adds("property-added", (name) => `the member ${shown(name)} is new`),
  breaks("property-removed", (name) => `the member ${shown(name)} is removed`, {
    means: {
      request: "Requests with it are rejected, or it is ignored.",
      response: "Code that reads it finds no value, and does not compile with the new types.",
    },
  }),
  removalBreaksCode,
);

const requiredPropertyAdded: Kind<string> = {
  ...tightens("required-property-added", (name) => `the member ${shown(name)} is new and required`, {
    uneven: "a removal breaks code that uses it, in either direction",
    means: {
      request: "Requests without it are rejected, and no existing client sends it.",
      response: "Reading it is optional.",
    },
  }),
  opposite: "property-removed",
};

const [closedPropertyAdded, closedPropertyRemoved] = opposites<string>(
  loosens(
    "closed-property-added",
    (name) => `the member ${shown(name)} is new, and the base allows no unlisted members`,
    {
      means: {
        request: "Sending it is optional.",
        response: "A consumer that validates responses against the base rejects them.",
      },
    },
  ),
  breaks(
    "closed-property-removed",
    (name) => `the member ${shown(name)} is removed, and unlisted members are not allowed`,
    {
      means: {
        request: "Requests with it are rejected.",
        response: "Code that reads it finds no value, and does not compile with the new types.",
      },
    },
  ),
  "a removal breaks code that uses it, in either direction",
);

const requiredClosedPropertyAdded: Kind<string> = {
  ...breaks(
    "required-closed-property-added",
    (name) => `the member ${shown(name)} is new and required, and the base allows no unlisted members`,
    {
      means: {
        request: "Requests without it are rejected, and no existing client sends it.",
        response: "A consumer that validates responses against the base rejects them.",
      },
    },
  ),
  opposite: "closed-property-removed",
};

export const propertiesRule: Rule<ObjectView> = {
  kinds: [
    propertyAdded,
    requiredPropertyAdded,
    propertyRemoved,
    closedPropertyAdded,
    requiredClosedPropertyAdded,
    closedPropertyRemoved,
  ],
  compare: (base, revision, report) => {
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
