// The alternatives of `anyOf` and `oneOf`, how many have to match, and their discriminator.
import type { Schema } from "../../../model/schema.ts";
import type { Kind } from "../../change.ts";
import {
  adds,
  breaks,
  insideBoth,
  loosens,
  mutual,
  type Opposites,
  opposites,
  type Rule,
  rewords,
  tightens,
} from "../../rule.ts";
import type { Choice } from "../../schema/view.ts";
import { compareWrittenExtensions } from "../annotations.ts";
import { formatValue } from "./shown.ts";

export const alternativePresence: Opposites<string> = opposites(
  loosens("alternative-added", (name) => `the alternative ${name} is new`, {
    means: {
      request: "Sending it is optional.",
      response: "Code that handles every alternative of the base receives an unknown one.",
    },
  }),
  tightens("alternative-removed", (name) => `the alternative ${name} is removed`, {
    means: { request: "Requests with it are rejected.", response: "It no longer arrives." },
  }),
);

const [oneRequired, severalAllowed] = opposites<void>(
  tightens("one-required", () => "exactly one alternative has to match instead of at least one"),
  loosens("several-allowed", () => "at least one alternative has to match instead of exactly one"),
);

export const alternativeOverlap: Opposites<void> = opposites(
  tightens("alternatives-overlap", () => "some values now match two alternatives, so `oneOf` rejects them"),
  loosens(
    "alternatives-apart",
    () => "values that matched two alternatives, and were rejected by `oneOf`, now match one",
  ),
);

const discriminatorChanged = mutual<{ from: string; to: string }>(
  breaks(
    "discriminator-changed",
    ({ from, to }) => `the member that selects the alternative is ${formatValue(to)} instead of ${formatValue(from)}`,
  ),
);

// Which value of that member selects which alternative, where the alternatives do not list their values themselves. By the standard, it
// changes no accepted value.
const means = "The same values are accepted; code that selects alternatives by this member has to know it.";

export const selectorPresence: Opposites<Selector> = opposites(
  adds("selector-added", ({ value, name }) => `${formatValue(value)} selects ${name}`, { means }),
  adds("selector-removed", ({ value, name }) => `${formatValue(value)} no longer selects ${name}`, { means }),
);

export const selectorMoved: Kind<Selector & { readonly from: string }> = mutual(
  adds("selector-moved", ({ value, name, from }) => `${formatValue(value)} selects ${name} instead of ${from}`, {
    means,
  }),
);

/** A mapping gave the values of one alternative to another. */
export const selectionPresence: Opposites<void> = opposites(
  adds("alternative-selectable", () => "each alternative has a value that selects it, and one had none", { means }),
  adds("alternative-unselectable", () => "no value selects one of the alternatives any more", { means }),
);

/** Where each alternative lists its values, these select it. */
export const selectorsNoted: Kind<void> = mutual(
  rewords("selectors-noted", () => "its discriminator has changed, but not which values match which alternative"),
);

export interface Selector {
  readonly value: string;
  /** Of the alternative. */
  readonly name: string;
}

const modeRule: Rule<Choice> = {
  kinds: [...alternativePresence, ...alternativeOverlap, oneRequired, severalAllowed],
  compare: (base, revision, report) => {
    if (base.mode === revision.mode || base.members.length === 1 || revision.members.length === 1) return;
    report(revision.mode === "oneOf" ? oneRequired : severalAllowed, undefined, base.at, revision.at);
  },
};

/** Which value selects which alternative follows from the values of that member in each alternative. */
const discriminatorRule: Rule<Choice> = {
  kinds: [discriminatorChanged, ...selectorPresence, ...selectionPresence, selectorMoved, selectorsNoted],
  compare: (base, revision, report) => {
    const [from, to] = [base.discriminator, revision.discriminator];
    if (from === null || to === null) return;
    const at = insideBoth(base, revision, "discriminator");
    compareWrittenExtensions({ at: at[0] }, { at: at[1] }, report);
    if (from.property === to.property) return;
    report(discriminatorChanged, { from: from.property, to: to.property }, ...at);
  },
};

export const choiceRules: readonly Rule<Choice>[] = [modeRule, discriminatorRule];

/** The values of the discriminator that select a member. */
export function selectorsOf({ discriminator, members }: Choice, schema: Schema): string[] {
  const index = members.indexOf(schema);
  return (discriminator?.mapping ?? []).filter(({ member }) => member === index).map(({ value }) => value);
}

// Whether a value has to match alternatives in addition to other keywords. Reported where alternatives are matched.
export const choicePresence: Opposites<number> = opposites(
  tightens("choice-made", (count) => `it also has to match one of ${count} alternatives`),
  loosens("choice-unmade", (count) => `it no longer has to match one of ${count} alternatives`),
);

export const choicesChanged: Kind<void> = mutual(
  breaks("choices-changed", () => "several lists of alternatives have changed together"),
);

// `if`, `then`, `else`: conditional constraints. Reported where conditions are matched.
export const conditionPresence: Opposites<void> = opposites(
  tightens("condition-added", () => "a condition is new"),
  loosens("condition-removed", () => "a condition is removed"),
);

export const conditionChanged: Kind<void> = mutual(breaks("condition-changed", () => "a condition has changed"));

// `not`: the values that are rejected. Reported where exclusions are matched.
export const notPresence: Opposites<void> = opposites(
  tightens("not-added", () => "some values are excluded"),
  loosens("not-removed", () => "excluded values are no longer excluded"),
);
