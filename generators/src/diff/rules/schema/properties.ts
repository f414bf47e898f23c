// The members of an object: which of them there are. What is in them is compared one by one.
import type { Kind } from "../../change.ts";
import { adds, breaks, inside, loosens, type Rule, tightens } from "../../rule.ts";
import { type ObjectView, objectViewOf, unlisted } from "../../schema/object-view.ts";
import type { View } from "../../schema/view.ts";
import { isClosed } from "./closed.ts";
import { shown } from "./shown.ts";

export const propertyAdded: Kind<string> = {
  ...adds,
  id: "property-added",
  opposite: "property-removed",
  uneven: "something more can be overlooked, and something that is gone cannot be used, whoever sends it",
  message: (name) => `the member ${shown(name)} is new`,
};

export const requiredPropertyAdded: Kind<string> = {
  ...tightens,
  id: "required-property-added",
  opposite: "property-removed",
  uneven: "something that is gone cannot be used any more, whoever sends it",
  message: (name) => `the member ${shown(name)} is new and required`,
  means: {
    request: "Requests without it are refused, and none has it yet.",
    response: "It may be read, and need not be.",
  },
};

export const propertyRemoved: Kind<string> = {
  ...breaks,
  id: "property-removed",
  opposite: "property-added",
  uneven: "something more can be overlooked, and something that is gone cannot be used, whoever sends it",
  message: (name) => `the member ${shown(name)} is gone`,
  means: {
    request: "Who sends it is refused, or not heard.",
    response: "Code that reads it finds nothing, and does not compile with the new types.",
  },
};

export const closedPropertyAdded: Kind<string> = {
  ...loosens,
  id: "closed-property-added",
  opposite: "closed-property-removed",
  uneven: "something that is gone cannot be used any more, whoever sends it",
  message: (name) => `the member ${shown(name)} is new, and the base has said that there are no others`,
  means: {
    request: "It may be sent, and need not be.",
    response: "A consumer that holds answers to the base refuses them.",
  },
};

export const requiredClosedPropertyAdded: Kind<string> = {
  ...breaks,
  id: "required-closed-property-added",
  opposite: "closed-property-removed",
  message: (name) => `the member ${shown(name)} is new and required, and the base has said that there are no others`,
  means: {
    request: "Requests without it are refused, and none has it yet.",
    response: "A consumer that holds answers to the base refuses them.",
  },
};

export const closedPropertyRemoved: Kind<string> = {
  ...breaks,
  id: "closed-property-removed",
  opposite: "closed-property-added",
  uneven: "something that is gone cannot be used any more, whoever sends it",
  message: (name) => `the member ${shown(name)} is gone, and there are no others than those that are listed`,
  means: {
    request: "Who sends it is refused.",
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
  compare: (baseView, revisionView, tell) => {
    const [base, revision] = [objectViewOf(baseView), objectViewOf(revisionView)];
    for (const [name, { at }] of revision.members)
      if (!base.members.has(name) && !base.unsent.has(name))
        tell(additionOf(base, revision, name), name, inside(base.at, "properties"), at);
    for (const [name, { at }] of base.members) {
      if (revision.members.has(name) || revision.unsent.has(name)) continue;
      const kind = isClosed(unlisted(revision, name)) ? closedPropertyRemoved : propertyRemoved;
      tell(kind, name, at, inside(revision.at, "properties"));
    }
  },
};

function additionOf(base: ObjectView, revision: ObjectView, name: string): Kind<string> {
  const isRequired = revision.required.has(name) && !base.required.has(name);
  if (isClosed(unlisted(base, name))) return isRequired ? requiredClosedPropertyAdded : closedPropertyAdded;
  return isRequired ? requiredPropertyAdded : propertyAdded;
}
