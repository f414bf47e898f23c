// Two values -> the rules for them, one aspect after the other, and the pairs of values inside them.
import type { JsonType } from "../../model/analysis/json-types.ts";
import type { ArraySchema, Contains, Schema } from "../../model/schema.ts";
import { matches } from "../../model/values/matching.ts";
import { type Paired, pairedFurther, withLastPair } from "../paired.ts";
import { applyRules, inside, reportInto } from "../rule.ts";
import { alternativeOverlap, conditionChanged, conditionPresence, notPresence } from "../rules/schema/alternatives.ts";
import { containsChanged, unevaluatedChanged } from "../rules/schema/members.ts";
import {
  arrayRules,
  enumRules,
  formatRules,
  numberRules,
  objectRules,
  schemaRules,
  stringRules,
} from "../rules/schema/schema-rules.ts";
import { withSameBytes } from "../rules/schema/texts.ts";
import { listsValues } from "../rules/schema/values.ts";
import { compareChoices } from "./choices.ts";
import type { Compared, Comparison, Pair, Schemas } from "./comparison.ts";
import { isEverything } from "./idle.ts";
import { choicePlansOf, withListedValues } from "./lifted.ts";
import { isClosed, type ObjectView, objectViewOf, unlisted } from "./object-view.ts";
import { type EnumView, isOverlap, type View, viewOf } from "./view.ts";

export function comparePair(pair: Pair, comparison: Comparison): void {
  const report = reportInto(pair.facts, pair.subject);
  const views = [
    withExactValues(viewOf(pair.base, pair.baseAt), pair.base),
    withExactValues(viewOf(pair.revision, pair.revisionAt), pair.revision),
  ] as const;
  const [before, after] = withSameBytes(...views, report);
  const [base, revision] = [withListedValues(before, after), withListedValues(after, before)];
  const factCount = pair.facts.length;
  applyRules(schemaRules, base, revision, report);
  // Where the types have nothing in common, the keywords of one do not apply to the other.
  const isOther = pair.facts.slice(factCount).some(({ kind }) => kind.id in endings);
  if (isOther) return;
  const compared: Compared = { pair, comparison, base, revision, report };
  const plans = choicePlansOf(compared);
  const has = (type: JsonType): boolean => plans.get(type)?.isWhole === false;
  applyRules(enumRules, base, revision, report);
  coverSuggestions(compared);
  const isListed = (type: JsonType): boolean => listsValues(base, type) || listsValues(revision, type);
  if (has("number") && !isListed("number")) applyRules(numberRules, base, revision, report);
  if (has("string") && !isListed("string")) applyRules(stringRules, base, revision, report);
  if (has("number") || has("string")) applyRules(formatRules, base, revision, report);
  if (has("array")) {
    applyRules(arrayRules, base, revision, report);
    compareArrays(compared);
  }
  if (has("object")) {
    const objects = { base: objectViewOf(base), revision: objectViewOf(revision) };
    applyRules(objectRules, objects.base, objects.revision, report);
    compareObjects({ pair, comparison, ...objects });
  }
  compareChoices(compared, plans);
  compareConditions(compared);
  compareUnevaluated(compared);
}

/** A named alternative that excludes nothing is a name of generated code only. */
function coverSuggestions({ comparison, base, revision }: Compared): void {
  for (const { schema } of base.suggestions)
    comparison.cover(schema, "base", { base: schema.at, revision: revision.at });
  for (const { schema } of revision.suggestions)
    comparison.cover(schema, "revision", { base: base.at, revision: schema.at });
}

/** The one change that covers everything about two values. */
const endings: Readonly<Record<string, true>> = {
  "value-narrowed": true,
  "value-freed": true,
  "value-refused": true,
  "value-accepted": true,
  "type-changed": true,
};

function compareConditions(compared: Compared): void {
  const { pair, comparison, base, revision, report } = compared;
  const [notAdded, notRemoved] = notPresence;
  const nots = match(compared, base.nots, revision.nots, { partOf: (each) => each.schema, of: "(not)" });
  for (const { base: before, revision: after } of nots.both)
    comparison.addInner(pair, [before.schema], [after.schema], `${pair.subject} (not)`, { flipped: true });
  const [overlap, apart] = alternativeOverlap;
  for (const not of nots.added) report(isOverlap(not) ? overlap : notAdded, undefined, pair.baseAt, not.at);
  for (const not of nots.removed) report(isOverlap(not) ? apart : notRemoved, undefined, not.at, pair.revisionAt);
  const [conditionAdded, conditionRemoved] = conditionPresence;
  const conditions = match(compared, base.conditions, revision.conditions, { partOf: (each) => each.if, of: "(if)" });
  for (const { base: before, revision: after } of conditions.both) {
    if (!comparison.isSame([before.if], [after.if], `${pair.subject} (if)`))
      report(conditionChanged, undefined, before.at, after.at);
    comparison.addInner(pair, [before.then], [after.then], `${pair.subject} (then)`);
    comparison.addInner(pair, [before.else], [after.else], `${pair.subject} (else)`);
  }
  for (const { at } of conditions.added) report(conditionAdded, undefined, pair.baseAt, at);
  for (const { at } of conditions.removed) report(conditionRemoved, undefined, at, pair.revisionAt);
}

/** By equal content; when one is left on each side, it has changed. */
function match<S extends Schema>(
  { pair, comparison }: Compared,
  base: readonly S[],
  revision: readonly S[],
  { partOf, of }: { readonly partOf: (schema: S) => Schema; readonly of: string },
): Paired<S> {
  const subject = `${pair.subject} ${of}`;
  const all = { both: [], added: revision, removed: base };
  return withLastPair(
    pairedFurther(all, (before, after) => comparison.isSame([partOf(before)], [partOf(after)], subject)),
  );
}

/** `schemas`: all that the view is of. */
function withExactValues(view: View, schemas: Schemas): View {
  const listed = new Set(view.enums.map(({ type }) => type));
  const isListed = ({ type }: { readonly type: EnumView["type"] }): boolean => listed.has(type);
  if (!view.choices.some(isListed)) return view;
  return {
    ...view,
    enums: view.enums.map((each) => exactOf(each, schemas)),
    choices: view.choices.filter((choice) => !isListed(choice)),
  };
}

function exactOf({ type, schema, places }: EnumView, schemas: Schemas): EnumView {
  const values = schema.values.map((value, index) => ({
    value,
    at: places?.[index] ?? inside(schema.at, "enum", String(index)),
  }));
  const accepted = values.filter(({ value }) => schemas.every((each) => matches(each, value)));
  return {
    type,
    schema: { ...schema, values: accepted.map(({ value }) => value) },
    places: accepted.map(({ at }) => at),
  };
}

interface ComparedObjects extends Pick<Compared, "pair" | "comparison"> {
  readonly base: ObjectView;
  readonly revision: ObjectView;
}

function compareObjects({ pair, comparison, base, revision }: ComparedObjects): void {
  for (const [name, member] of revision.members) {
    const before = base.members.get(name);
    const subject = `${pair.subject}.${name}`;
    const at = { base: before?.at ?? base.at, revision: member.at };
    if (before !== undefined) comparison.addInner(pair, before.schemas, member.schemas, subject, { at });
    else if (isUsedUnlisted(base, name))
      comparison.addInner(pair, unlisted(base, name), member.schemas, subject, { at });
  }
  if (!isClosed(base.additional) && !isClosed(revision.additional) && (base.isStated || revision.isStated))
    comparison.addInner(pair, base.additional, revision.additional, `${pair.subject}{}`);
  for (const [pattern, schemas] of revision.patterns) {
    const before = base.patterns.get(pattern);
    if (before !== undefined) comparison.addInner(pair, before, schemas, `${pair.subject}{${pattern}}`);
  }
  if (base.names.length > 0 && revision.names.length > 0)
    comparison.addInner(pair, base.names, revision.names, `${pair.subject} (names)`);
  compareDependents({ pair, comparison, base, revision });
}

/**
 * Unlisted members had this schema, so consumers may use the name. Where it accepts everything, nothing says that they do, unless the
 * member is required.
 */
function isUsedUnlisted(base: ObjectView, name: string): boolean {
  const schemas = unlisted(base, name);
  if (isClosed(schemas)) return false;
  return base.required.has(name) || (base.isStated && !schemas.every(isEverything));
}

function compareDependents({ pair, comparison, base, revision }: ComparedObjects): void {
  const before = new Map(base.objects.flatMap((object) => object.dependentSchemas).map((each) => [each.name, each]));
  for (const { name, schema } of revision.objects.flatMap((object) => object.dependentSchemas)) {
    const counterpart = before.get(name);
    if (counterpart !== undefined)
      comparison.addInner(pair, [counterpart.schema], [schema], `${pair.subject} (with ${name})`);
  }
}

function compareArrays(compared: Compared): void {
  const { pair, comparison, base, revision } = compared;
  const placed = Math.max(...[...base.arrays, ...revision.arrays].map((array) => array.prefixItems.length), 0);
  for (let index = 0; index < placed; index += 1) {
    const subject = `${pair.subject}[${index}]`;
    comparison.addInner(pair, elementsAt(base, index), elementsAt(revision, index), subject);
  }
  comparison.addInner(pair, restOf(base), restOf(revision), `${pair.subject}[]`);
  compareContained(compared);
}

/** The elements after the tuple; `items` evaluates all of them, so none is unevaluated. */
function restOf({ arrays, rests }: View): Schema[] {
  const applicableRests = arrays.some(({ itemsStated }) => itemsStated) ? [] : rests;
  return [
    ...arrays.map((array) => array.items),
    ...applicableRests.flatMap(({ items }) => (items === null ? [] : [items])),
  ];
}

function compareContained({ pair, comparison, base, revision, report }: Compared): void {
  const [before, after] = [containedIn(base.arrays), containedIn(revision.arrays)];
  if (before === null || after === null) return;
  // Where `maxContains` limits the number of matches, a looser schema matches more and so allows less.
  const isCapped = before.max !== null || after.max !== null;
  if (!isCapped) comparison.addInner(pair, [before.schema], [after.schema], `${pair.subject} (contains)`);
  else if (!comparison.isSame([before.schema], [after.schema], `${pair.subject} (contains)`))
    report(containsChanged, undefined, before.schema.at, after.schema.at);
}

function elementsAt(view: View, index: number): Schema[] {
  const isPlaced = view.arrays.some(({ prefixItems }) => index < prefixItems.length);
  const elementSchemas = view.arrays.map((array) => array.prefixItems[index] ?? array.items);
  return isPlaced ? elementSchemas : [...elementSchemas, ...restOf(view).slice(view.arrays.length)];
}

function containedIn(arrays: readonly ArraySchema[]): Contains | null {
  const [only, ...more] = arrays.flatMap(({ contains }) => (contains === null ? [] : [contains]));
  return only === undefined || more.length > 0 ? null : only;
}

function compareUnevaluated(compared: Compared): void {
  const { pair, comparison, base, revision, report } = compared;
  if (base.rests.length + revision.rests.length === 0 || !(dependsOnValue(base) || dependsOnValue(revision))) return;
  if (!isSame(compared)) {
    report(unevaluatedChanged, undefined, base.rests[0]?.at ?? pair.baseAt, revision.rests[0]?.at ?? pair.revisionAt);
    return;
  }
  for (const [index, before] of base.rests.entries()) {
    const after = revision.rests[index];
    comparison.addInner(pair, listOf(before.properties), listOf(after?.properties ?? null), `${pair.subject}{}`);
    comparison.addInner(pair, listOf(before.items), listOf(after?.items ?? null), `${pair.subject}[]`);
  }
}

function listOf<S>(schema: S | null): S[] {
  return schema === null ? [] : [schema];
}

/** Whether the value decides what is evaluated. */
function dependsOnValue({ choices, conditions, arrays, objects }: View): boolean {
  return (
    choices.length + conditions.length > 0 ||
    arrays.some(({ contains }) => contains !== null) ||
    objects.some(({ dependentSchemas }) => dependentSchemas.length > 0)
  );
}

function isSame({ pair, comparison, base, revision }: Compared): boolean {
  if (base.rests.length !== revision.rests.length || statedIn(base) !== statedIn(revision)) return false;
  return base.rests.every((before, index) => {
    const after = revision.rests[index];
    return after !== undefined && comparison.isSame([before.schema], [after.schema], pair.subject);
  });
}

/** A schema that explicitly accepts everything has evaluated it. */
function statedIn({ arrays, objects }: View): string {
  const stated = [
    arrays.some(({ itemsStated }) => itemsStated),
    objects.some(({ additionalStated }) => additionalStated),
  ];
  return stated.join();
}
