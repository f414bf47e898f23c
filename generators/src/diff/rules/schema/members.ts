// The members of an object and the elements of a list: which are listed, required and sent, and what the others are.
import type { Location } from "../../../model/place.ts";
import type { ArraySchema } from "../../../model/schema.ts";
import type { Kind } from "../../change.ts";
import { paired } from "../../paired.ts";
import {
  adds,
  breaks,
  flagRule,
  inside,
  insideBoth,
  loosens,
  mutual,
  type Opposites,
  opposites,
  type Rule,
  removalBreaksCode,
  tightens,
} from "../../rule.ts";
import { isClosed, type ObjectView, unlisted } from "../../schema/object-view.ts";
import type { View } from "../../schema/view.ts";
import { limitAt, limitRule } from "./limits.ts";
import { formatValue } from "./shown.ts";

// The members of an object: which are listed, required and sent, and what the others are.
const [propertyAdded, propertyRemoved] = opposites<string>(
  adds("property-added", (name) => `the member ${formatValue(name)} is new`),
  breaks("property-removed", (name) => `the member ${formatValue(name)} is removed`, {
    means: {
      request: "Requests with it are rejected, or it is ignored.",
      response: "Code that reads it finds no value, and does not compile with the new types.",
    },
  }),
  removalBreaksCode,
);

const requiredPropertyAdded: Kind<string> = {
  ...tightens("required-property-added", (name) => `the member ${formatValue(name)} is new and required`, {
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
    (name) => `the member ${formatValue(name)} is new, and the base allows no unlisted members`,
    {
      means: {
        request: "Sending it is optional.",
        response: "A consumer that validates responses against the base rejects them.",
      },
    },
  ),
  breaks(
    "closed-property-removed",
    (name) => `the member ${formatValue(name)} is removed, and unlisted members are not allowed`,
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
    (name) => `the member ${formatValue(name)} is new and required, and the base allows no unlisted members`,
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

const [propertyRequired, propertyOptional] = opposites<string>(
  tightens("property-required", (name) => `the member ${formatValue(name)} is required`, {
    means: { request: "Requests without it are rejected.", response: "It is always present." },
  }),
  loosens("property-optional", (name) => `the member ${formatValue(name)} is no longer required`, {
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

// `readOnly` and `writeOnly`: members that are not sent in one direction.
const [propertyLeftOut, propertyTakenIn] = opposites<string>(
  breaks("property-left-out", (name) => `the member ${formatValue(name)} is no longer sent in this direction`, {
    means: { request: "Clients must not send it.", response: "Code that reads it finds no value." },
  }),
  adds("property-taken-in", (name) => `the member ${formatValue(name)} is now also sent in this direction`),
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

// `additionalProperties` and `unevaluatedProperties`: whether unlisted members are allowed.
const [objectOpened, objectClosed] = opposites<void>(
  loosens("object-opened", () => "unlisted members are allowed"),
  tightens("object-closed", () => "unlisted members are no longer allowed"),
);

/** Generated types have no unlisted members unless the description mentions them. */
const undescribedRefused: Kind<void> = {
  ...tightens(
    "undescribed-members-refused",
    () => "unlisted members are not allowed, and the base did not mention any",
    {
      request: "minor",
      uneven: "undescribed members count as never sent, but a validating consumer rejects those that arrive",
      means: { request: "Requests with described members only are accepted.", response: "No new values arrive." },
    },
  ),
  opposite: "object-opened",
};

export const additionalPropertiesRule: Rule<ObjectView> = {
  kinds: [objectOpened, objectClosed, undescribedRefused],
  compare: (base, revision, report) => {
    const [was, is] = [isClosed(base.additional), isClosed(revision.additional)];
    if (was === is) return;
    const closed = base.isStated || base.members.size === 0 ? objectClosed : undescribedRefused;
    report(is ? closed : objectOpened, undefined, ...insideBoth(base, revision, "additionalProperties"));
  },
};

const [patternPropertiesAdded, patternPropertiesRemoved] = opposites<string>(
  tightens(
    "pattern-properties-added",
    (pattern) => `members whose names match ${formatValue(pattern)} have to match a schema`,
  ),
  loosens(
    "pattern-properties-removed",
    (pattern) => `members whose names match ${formatValue(pattern)} no longer have a schema of their own`,
  ),
);

const patternPropertiesChanged = mutual<string>(
  breaks(
    "pattern-properties-changed",
    (pattern) =>
      `only one side has a schema for members whose names match ${formatValue(pattern)}, and other members are restricted`,
  ),
);

export const patternPropertiesRule: Rule<ObjectView> = {
  kinds: [patternPropertiesAdded, patternPropertiesRemoved, patternPropertiesChanged],
  compare: (base, revision, report) => {
    // Where all other members have a schema, one for some of them is neither looser nor stricter; where they are forbidden, it is looser.
    const compareSides = (
      having: ObjectView,
      lacking: ObjectView,
      [whereOpen, whereClosed]: Opposites<string>,
    ): void => {
      const kind = isClosed(lacking.additional) ? whereClosed : lacking.isStated ? patternPropertiesChanged : whereOpen;
      for (const pattern of having.patterns.keys()) {
        const keys = ["patternProperties", pattern];
        if (!lacking.patterns.has(pattern))
          report(kind, pattern, inside(base.at, ...keys), inside(revision.at, ...keys));
      }
    };
    compareSides(revision, base, [patternPropertiesAdded, patternPropertiesRemoved]);
    compareSides(base, revision, [patternPropertiesRemoved, patternPropertiesAdded]);
  },
};

export const propertyNamesRule: Rule<ObjectView> = flagRule(
  opposites<void>(
    tightens("property-names-limited", () => "the names of members have to match a schema"),
    loosens("property-names-freed", () => "members may have any name"),
  ),
  ({ names }) => names.length > 0,
  ({ at }) => inside(at, "propertyNames"),
);

// `dependentRequired` and `dependentSchemas`: constraints that apply when a member is present.
type Dependence = { name: string; requires: string | null };
const describeDependence = ({ name, requires }: Dependence): string =>
  requires === null
    ? `objects with ${formatValue(name)} have to match a schema`
    : `objects with ${formatValue(name)} also need ${formatValue(requires)}`;

const [dependenceAdded, dependenceRemoved] = opposites<Dependence>(
  tightens("dependence-added", (dependence) => `new: ${describeDependence(dependence)}`),
  loosens("dependence-removed", (dependence) => `removed: ${describeDependence(dependence)}`),
);

export const dependentsRule: Rule<ObjectView> = {
  kinds: [dependenceAdded, dependenceRemoved],
  compare: (base, revision, report) => {
    const pairedDependences = paired(dependencesOf(base), dependencesOf(revision), ({ name, requires }) =>
      JSON.stringify([name, requires]),
    );
    const at = (view: ObjectView, { requires }: Dependence) =>
      inside(view.at, requires === null ? "dependentSchemas" : "dependentRequired");
    for (const each of pairedDependences.added) report(dependenceAdded, each, at(base, each), at(revision, each));
    for (const each of pairedDependences.removed) report(dependenceRemoved, each, at(base, each), at(revision, each));
  },
};

function dependencesOf({ objects }: ObjectView): Dependence[] {
  return objects.flatMap(({ dependentRequired, dependentSchemas }) => [
    ...dependentRequired.flatMap(({ name, requires }) => requires.map((other) => ({ name, requires: other }))),
    ...dependentSchemas.map(({ name }) => ({ name, requires: null })),
  ]);
}

// `unevaluatedProperties` and `unevaluatedItems` where the value decides what they apply to. Reported where these are compared.
export const unevaluatedChanged: Kind<void> = mutual(
  breaks("leftovers-changed", () => "the schema of unevaluated members or elements has changed"),
);

// The elements of a list: `uniqueItems` and `contains`.
export const uniqueItemsRule: Rule<View> = flagRule(
  opposites<void>(
    tightens("repeats-refused", () => "elements have to be unique"),
    loosens("repeats-allowed", () => "elements no longer have to be unique"),
  ),
  ({ arrays }) => arrays.some(({ uniqueItems }) => uniqueItems),
  ({ arrays, at }) => inside(arrays[0]?.at ?? at, "uniqueItems"),
);

const [containsAdded, containsRemoved] = opposites<void>(
  tightens("contains-added", () => "some elements have to match a schema (contains)"),
  loosens("contains-removed", () => "elements no longer have to match a schema (contains)"),
);

export const containsChanged: Kind<void> = mutual(
  breaks("contains-changed", () => "the schema of the elements whose number is limited has changed"),
);

export const containsRule: Rule<View> = {
  kinds: [containsAdded, containsRemoved, containsChanged],
  compare: (base, revision, report) => {
    const more = countOf(revision) - countOf(base);
    if (more !== 0) report(more > 0 ? containsAdded : containsRemoved, undefined, atOf(base), atOf(revision));
  },
};

function countOf({ arrays }: View): number {
  return arrays.filter(({ contains }) => contains !== null).length;
}

function atOf({ arrays, at }: View): ArraySchema["at"] {
  return inside(arrays[0]?.at ?? at, "contains");
}

export const minContainsRule: Rule<View> = limitRule({
  id: "min-contains",
  end: "lower",
  words: "minimum number of elements that match contains",
  schemasOf: ({ arrays }) => arrays,
  limitsOf: ({ at, contains }) => limitAt(at, "minContains", contains?.min ?? null),
});

export const maxContainsRule: Rule<View> = limitRule({
  id: "max-contains",
  end: "upper",
  words: "maximum number of elements that match contains",
  schemasOf: ({ arrays }) => arrays,
  limitsOf: ({ at, contains }) => limitAt(at, "maxContains", contains?.max ?? null),
});
