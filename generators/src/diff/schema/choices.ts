// Alternatives -> pairs that match: by name, by the value that selects them, by equal content, or by the fewest differences.

import type { JsonType } from "../../model/analysis/json-types.ts";
import { valueAt } from "../../model/place.ts";
import { type Json, noAnnotations, type Schema } from "../../model/schema.ts";
import { type Paired, pairedFurther, withLastPair } from "../paired.ts";
import { applyRules, type FromTo, inside, insideBoth } from "../rule.ts";
import { canonicalOf } from "../rules/annotations.ts";
import {
  alternativeOverlap,
  alternativePresence,
  choicePresence,
  choiceRules,
  choicesChanged,
  selectionPresence,
  selectorMoved,
  selectorPresence,
  selectorsNoted,
  selectorsOf,
} from "../rules/schema/alternatives.ts";
import { valuesOf } from "../rules/schema/values.ts";
import type { Compared, Schemas } from "./comparison.ts";
import { alternativeLabel, alternativeName, type ChoicePlan, memberNamesOf } from "./lifted.ts";
import { objectViewOf } from "./object-view.ts";
import { bareOf, type Choice, viewOf } from "./view.ts";

export function compareChoices(compared: Compared, plans: ReadonlyMap<JsonType, ChoicePlan>): void {
  const done = new Set<string>();
  for (const { base, revision } of plans.values()) {
    const key = `${base.map(keyOf).join(";")}|${revision.map(keyOf).join(";")}`;
    if (!done.has(key)) compareLists(compared, base, revision);
    done.add(key);
  }
}

function keyOf({ at, key }: Choice): string {
  return `${at.key} ${key}`;
}

function compareLists(compared: Compared, base: readonly Choice[], revision: readonly Choice[]): void {
  const { report, pair } = compared;
  const [choiceMade, choiceUnmade] = choicePresence;
  if (base.length === revision.length) {
    for (const [index, before] of base.entries()) {
      const after = revision[index];
      if (after !== undefined) compareChoice(compared, before, after);
    }
  } else if (base.length === 0)
    for (const { at, members } of revision) report(choiceMade, members.length, pair.baseAt, at);
  else if (revision.length === 0)
    for (const { at, members } of base) report(choiceUnmade, members.length, at, pair.revisionAt);
  else report(choicesChanged, undefined, base[0]?.at ?? pair.baseAt, revision[0]?.at ?? pair.revisionAt);
}

function compareChoice(compared: Compared, base: Choice, revision: Choice): void {
  const { comparison, pair, report } = compared;
  const [alternativeAdded, alternativeRemoved] = alternativePresence;
  const { both, added, removed } = match(compared, base, revision);
  applyRules(choiceRules, base, revision, report);
  for (const { base: before, revision: after } of both) {
    const selectable = [...allOf(base, before), ...selectableIn(base, before, after)];
    comparison.addInner(pair, selectable, allOf(revision, after), subjectOf(pair.subject, after, revision));
  }
  // A list accepts what one of its alternatives accepts, except several of `oneOf`, where no other may accept it.
  const isPartOf = (narrow: Schemas, choice: Choice): boolean =>
    (choice.mode === "anyOf" || choice.members.length === 1) &&
    choice.members.some((wide) =>
      comparison.isWithin(narrow, allOf(choice, wide), subjectOf(pair.subject, wide, choice)),
    );
  for (const schema of added)
    if (isPartOf(allOf(revision, schema), base))
      comparison.cover(schema, "revision", { base: base.at, revision: schema.at });
    else report(alternativeAdded, alternativeLabel(schema, revision), base.at, schema.at);
  for (const schema of removed)
    if (isPartOf(allOf(base, schema), revision))
      comparison.cover(schema, "base", { base: schema.at, revision: revision.at });
    else report(alternativeRemoved, alternativeLabel(schema, base), schema.at, revision.at);
  compareOverlaps(compared, { base, revision, both });
  compareSelectors(compared, { base, revision, both });
}

/** Which values of a discriminator select which alternative. Where each alternative lists its values, these do. */
function compareSelectors({ report }: Compared, { base, revision, both }: PairedChoices): void {
  const at = insideBoth(base, revision, "discriminator");
  const [before, after] = at.map((place) => valueAt(place));
  const [was, is] = [base.discriminator, revision.discriminator];
  const property = was?.property ?? is?.property;
  const areListed = [...both].every((pair) =>
    [pair.base, pair.revision].every((schema) => property !== undefined && tagsOf(schema, property) !== null),
  );
  // Names of schemas select them by default: a mapping instead of that corrects a description more often than an API.
  const isMapped = at.every((place) => valueAt(inside(place, "mapping")) !== undefined);
  if (was !== null && is !== null) {
    if (was.property !== is.property) return;
    const moves = movedSelectors({ base, revision, both });
    if ((areListed || !isMapped) && moves.length > 0) report(selectorsNoted, undefined, ...at);
    else for (const { kind, args } of moves) report(kind, args, ...at);
  } else if (isMapped && !areListed && (was === null) !== (is === null))
    report(selectionPresence[was === null ? 0 : 1], undefined, ...at);
  else if (canonicalOf(before) !== canonicalOf(after)) report(selectorsNoted, undefined, ...at);
}

interface PairedChoices extends Pick<Paired<Schema>, "both"> {
  readonly base: Choice;
  readonly revision: Choice;
}

/** Of alternatives on both sides: a new one comes with its values. */
function movedSelectors({ base, revision, both }: PairedChoices) {
  const [added, removed] = selectorPresence;
  const partners = new Map(both.map((pair) => [pair.revision, pair.base]));
  const matchedMembers = new Set(partners.values());
  const [before, after] = [selectedIn(base), selectedIn(revision)];
  const now = [...after].flatMap(([value, member]) => {
    const [partner, was] = [partners.get(member), before.get(value)];
    if (partner === undefined || partner === was) return [];
    const name = alternativeLabel(member, revision);
    const from = was === undefined ? "" : alternativeLabel(was, base);
    return [{ kind: was === undefined ? added : selectorMoved, args: { value, name, from } }];
  });
  const gone = [...before].flatMap(([value, member]) =>
    matchedMembers.has(member) && !after.has(value)
      ? [{ kind: removed, args: { value, name: alternativeLabel(member, base), from: "" } }]
      : [],
  );
  return [...now, ...gone];
}

/** The alternative that each value selects. */
function selectedIn({ discriminator, members }: Choice): Map<string, Schema> {
  return new Map(
    (discriminator?.mapping ?? []).flatMap(({ value, member }) => {
      const schema = members[member];
      return schema === undefined ? [] : [[value, schema] as const];
    }),
  );
}

function compareOverlaps({ comparison, pair, report }: Compared, { base, revision, both }: PairedChoices): void {
  const [overlap, apart] = alternativeOverlap;
  const accepts = (narrow: Schemas, wide: Schemas): boolean => comparison.accepts(narrow, wide, pair.subject);
  const isSame = (one: Schemas, other: Schemas): boolean => comparison.isSame(one, other, pair.subject);
  const forth = both.map((each) => ({ from: each.base, to: each.revision }));
  const back = both.map((each) => ({ from: each.revision, to: each.base }));
  if (startsToOverlap({ from: base, to: revision, both: forth, accepts, isSame }))
    report(overlap, undefined, base.at, revision.at);
  if (startsToOverlap({ from: revision, to: base, both: back, accepts, isSame }))
    report(apart, undefined, base.at, revision.at);
}

/** An alternative, and what applies beside it. */
function allOf({ beside }: Choice, member: Schema): Schemas {
  return [member, ...beside];
}

function subjectOf(subject: string, schema: Schema, { members }: Choice): string {
  return members.length === 1
    ? subject
    : `${subject} (${alternativeName(schema) ?? `alternative ${members.indexOf(schema) + 1}`})`;
}

/** The maximum number of pairs that are compared to find equal ones. */
const mostTrials = 2_500;

function match({ pair, comparison }: Compared, base: Choice, revision: Choice): Paired<Schema> {
  const isSame = (before: Schema, after: Schema): boolean =>
    comparison.isSame(allOf(base, before), allOf(revision, after), subjectOf(pair.subject, after, revision));
  const ways: readonly ((before: Schema, after: Schema) => boolean)[] = [
    (before, after) => base.members.indexOf(before) === revision.members.indexOf(after) && isSame(before, after),
    (before, after) => alternativeName(before) !== null && alternativeName(before) === alternativeName(after),
    (before, after) => selectorsOf(base, before).some((value) => selectorsOf(revision, after).includes(value)),
  ];
  const all: Paired<Schema> = { both: [], added: revision.members, removed: base.members };
  const known = ways.reduce(pairedFurther, all);
  if (known.added.length * known.removed.length > mostTrials) return known;
  const costOf = (before: Schema, after: Schema): number | null =>
    isAlike(before, after)
      ? comparison.costOf(allOf(base, before), allOf(revision, after), subjectOf(pair.subject, after, revision))
      : null;
  return withLastPair(closest(pairedFurther(known, isSame), costOf));
}

/** Whether two alternatives can be one that changed: not those with two names, or objects without a common member. */
function isAlike(base: Schema, revision: Schema): boolean {
  if (alternativeName(base) !== null && alternativeName(revision) !== null) return false;
  const [was, is] = [memberNamesOf(base), memberNamesOf(revision)];
  return was.length === 0 || is.length === 0 || was.some((name) => is.includes(name));
}

/** Pairs of what is left, those with the fewest differences first. */
function closest<Element>(
  { both, added, removed }: Paired<Element>,
  costOf: (base: Element, revision: Element) => number | null,
): Paired<Element> {
  const candidates = removed
    .flatMap((base) => added.map((revision) => ({ base, revision, cost: costOf(base, revision) })))
    .filter(({ cost }) => cost !== null)
    .sort((one, other) => (one.cost ?? 0) - (other.cost ?? 0));
  const matched = { base: new Set<Element>(), revision: new Set<Element>() };
  const pairs: { base: Element; revision: Element }[] = [];
  for (const { base, revision } of candidates) {
    if (matched.base.has(base) || matched.revision.has(revision)) continue;
    matched.base.add(base);
    matched.revision.add(revision);
    pairs.push({ base, revision });
  }
  return {
    both: [...both, ...pairs],
    added: added.filter((each) => !matched.revision.has(each)),
    removed: removed.filter((each) => !matched.base.has(each)),
  };
}

/**
 * The tags of an alternative, where its schema lists others that select nothing and that the revision no longer lists: no value with such
 * a tag could be read by its discriminator.
 */
function selectableIn({ discriminator, members }: Choice, base: Schema, revision: Schema): Schema[] {
  if (discriminator === null || discriminator.mapping.length === 0) return [];
  const { property, mapping } = discriminator;
  const [was, is] = [tagsOf(base, property), tagsOf(revision, property)];
  if (was === null || is === null) return [];
  const retainedTags = was.filter((tag) => is.includes(tag) || mapping.some(({ value }) => value === tag));
  if (retainedTags.length === was.length || members.length < 2) return [];
  const { at } = base;
  const tags: Schema = { kind: "enum", values: retainedTags, at, annotations: noAnnotations };
  const object = bareOf("object", at);
  return object.kind === "object"
    ? [{ ...object, properties: [{ name: property, schema: tags, required: false, at }] }]
    : [];
}

/** The texts that a member of an object can be, where they are listed. */
function tagsOf(schema: Schema, property: string): Json[] | null {
  const view = viewOf([schema], schema.at);
  const member = objectViewOf(view).members.get(property);
  const values = member === undefined ? null : valuesOf(viewOf(member.schemas, member.at), "string");
  return values?.map(({ value }) => value) ?? null;
}

// The alternatives of `oneOf` on both sides -> whether values that one alternative accepted match a second one now, which refuses them.
interface Overlaps {
  /** Where values come from, such as the base of a request. */
  readonly from: Choice;
  readonly to: Choice;
  readonly both: readonly FromTo<Schema>[];
  /** Whether the second accepts every value of the first. */
  readonly accepts: (narrow: Schemas, wide: Schemas) => boolean;
  readonly isSame: (one: Schemas, other: Schemas) => boolean;
}

/** Large lists are compared pair by pair only up to this many pairs. */
const mostSampledPairs = 400;

/** Only where that follows from one alternative including another: most lists overlap a little, by values that are never sent. */
function startsToOverlap({ from, to, both, accepts, isSame }: Overlaps): boolean {
  if (to.mode !== "oneOf" || to.members.length < 2 || both.length * to.members.length > mostSampledPairs) return false;
  const partnerOf = new Map(both.map((pair) => [pair.to, pair.from]));
  return both.some(({ from: before, to: after }) => {
    const values = allOf(from, before);
    const isRefused = from.members.some((each) => each !== before && accepts(values, allOf(from, each)));
    if (from.mode === "oneOf" && isRefused) return false;
    return to.members.some((other) => {
      if (other === after) return false;
      const partner = partnerOf.get(other);
      const second = allOf(to, other);
      const isNew = partner === undefined || !accepts(values, allOf(from, partner));
      const first = allOf(to, after);
      if (!isNew || !accepts(values, first)) return false;
      // Objects without a required member include each other: their authors mean the members that are there, not `oneOf`.
      if (!isSame(first, second) && accepts(first, second) && accepts(second, first)) return false;
      return accepts(values, second) || (partner === undefined && accepts(second, values));
    });
  });
}
