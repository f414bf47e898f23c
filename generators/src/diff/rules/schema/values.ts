// Which values there are at all: all or none, by type, and as a list.

import { listOf } from "../../../diagnostics/code.ts";
import { type JsonType, jsonTypeOf } from "../../../model/analysis/json-types.ts";
import { type Location, valueAt } from "../../../model/place.ts";
import type { Json } from "../../../model/schema.ts";
import { canonical } from "../../../model/values/equality.ts";
import { matches } from "../../../model/values/matching.ts";
import { paired } from "../../paired.ts";
import {
  breaks,
  inside,
  insideBoth,
  loosens,
  mutual,
  opposites,
  type Report,
  type Rule,
  rewords,
  tightens,
} from "../../rule.ts";
import { acceptsAll, listsIn, type View } from "../../schema/view.ts";
import { formatValue } from "./shown.ts";

const [valueNarrowed, valueFreed] = opposites<void>(
  tightens("value-narrowed", () => "only some values are accepted instead of all"),
  loosens("value-freed", () => "all values are accepted instead of only some"),
);

const [valueRefused, valueAccepted] = opposites<void>(
  tightens("value-refused", () => "no value is accepted"),
  loosens("value-accepted", () => "some values are accepted instead of none"),
);

export const valueRule: Rule<View> = {
  kinds: [valueNarrowed, valueFreed, valueRefused, valueAccepted],
  compare: (base, revision, report) => {
    const wasAny = acceptsAll(base);
    const isAny = acceptsAll(revision);
    const [wasNone, isNone] = [base.types.size === 0, revision.types.size === 0];
    if (isNone && !wasNone) report(valueRefused, undefined, base.at, revision.at);
    else if (wasNone && !isNone) report(valueAccepted, undefined, base.at, revision.at);
    else if (wasAny && !isAny) report(valueNarrowed, undefined, base.at, revision.at);
    else if (isAny && !wasAny) report(valueFreed, undefined, base.at, revision.at);
  },
};

const [typeAdded, typeRemoved] = opposites<JsonType>(
  loosens("type-added", (type) => `it can also be ${withArticle(type)}`),
  tightens("type-removed", (type) => `it can no longer be ${withArticle(type)}`),
);

const typeChanged = mutual<{ from: readonly JsonType[]; to: readonly JsonType[] }>(
  breaks(
    "type-changed",
    ({ from, to }) => `it is ${listOf(to.map(withArticle))} instead of ${listOf(from.map(withArticle))}`,
  ),
);

export const typeRule: Rule<View> = {
  kinds: [typeAdded, typeRemoved, typeChanged],
  compare: (base, revision, report) => {
    if (base.types.size === 0 || revision.types.size === 0 || acceptsAll(base) || acceptsAll(revision)) return;
    const [before, after] = [...insideBoth(base, revision, "type")];
    const added = [...revision.types].filter((type) => !base.types.has(type));
    const removed = [...base.types].filter((type) => !revision.types.has(type));
    if (removed.length === base.types.size) {
      report(typeChanged, { from: [...base.types], to: [...revision.types] }, before, after);
      return;
    }
    for (const type of added) report(typeAdded, type, before, after);
    for (const type of removed) report(typeRemoved, type, before, after);
  },
};

export function withArticle(type: JsonType): string {
  if (type === "null") return "null";
  return type === "array" || type === "object" ? `an ${type}` : `a ${type}`;
}

const [enumValueAdded, enumValueRemoved] = opposites<Json>(
  loosens("enum-value-added", (value) => `the value ${formatValue(value)} is new`, {
    means: {
      request: "Sending it is optional.",
      response: "Code that handles every value of the base receives an unknown one.",
    },
  }),
  tightens("enum-value-removed", (value) => `the value ${formatValue(value)} is removed`, {
    means: { request: "Requests with it are rejected.", response: "It no longer arrives." },
  }),
);

const [enumAdded, enumLifted] = opposites<number>(
  tightens("enum-added", (count) => `only ${count === 1 ? "one value is" : `${count} values are`} allowed`),
  loosens("enum-lifted", (count) => `values other than the base's ${count} are allowed`),
);

const constChanged = mutual<{ from: Json; to: Json }>(
  breaks("const-changed", ({ from, to }) => `the constant ${formatValue(from)} is replaced by ${formatValue(to)}`),
);

const [impossibleValueAdded, impossibleValueRemoved] = opposites<Json>(
  rewords(
    "impossible-value-added",
    (value) => `the value ${formatValue(value)} is listed, but other keywords exclude it`,
  ),
  rewords(
    "impossible-value-removed",
    (value) => `the value ${formatValue(value)}, which other keywords exclude, is no longer listed`,
  ),
);

export const enumRule: Rule<View> = {
  kinds: [
    ...[enumValueAdded, enumValueRemoved, enumAdded, enumLifted, constChanged],
    ...[impossibleValueAdded, impossibleValueRemoved],
  ],
  compare: (base, revision, report) => {
    for (const type of revision.types) if (base.types.has(type)) compareType(base, revision, type, report);
    compareImpossible(base, revision, report);
  },
};

/** Values that are listed but not accepted, such as a number in the `enum` of a string. */
function compareImpossible(base: View, revision: View, report: Report): void {
  const [before, after] = [writtenIn(base), writtenIn(revision)];
  const { added, removed } = paired(before, after, ({ value }) => canonical(value));
  for (const { value, at, isImpossible } of added) if (isImpossible) report(impossibleValueAdded, value, base.at, at);
  for (const { value, at, isImpossible } of removed)
    if (isImpossible) report(impossibleValueRemoved, value, at, revision.at);
}

function writtenIn(view: View): (Listed & { readonly isImpossible: boolean })[] {
  const { enums, types, at } = view;
  const accepted = new Set(
    [...types].flatMap((type) => valuesOf(view, type) ?? []).map(({ value }) => canonical(value)),
  );
  const places = types.size === 0 ? [at] : enums.map(({ schema }) => schema.at);
  return [...new Set(places)].flatMap((owner) => {
    const place = inside(owner, "enum");
    const written = valueAt(place);
    return (Array.isArray(written) ? written : []).map((value: Json, index) => ({
      value,
      at: inside(place, String(index)),
      isImpossible: !accepted.has(canonical(value)),
    }));
  });
}

interface Listed {
  readonly value: Json;
  readonly at: Location;
}

function compareType(base: View, revision: View, type: JsonType, report: Report): void {
  const [before, after] = [valuesOf(base, type), valuesOf(revision, type)];
  if (before !== null && after !== null) compareValues({ base, revision, before, after }, report);
  else if (after !== null) {
    report(enumAdded, after.length, base.at, placeOf(after, revision));
    for (const { value, at } of after) if (!isWithin(base, value)) report(enumValueAdded, value, base.at, at);
  } else if (before !== null) {
    report(enumLifted, before.length, placeOf(before, base), revision.at);
    for (const { value, at } of before)
      if (!isWithin(revision, value)) report(enumValueRemoved, value, at, revision.at);
  }
}

/** Whether the bounds of numbers and texts allow a value. Where values are listed, nothing else compares them. */
function isWithin({ numbers, strings }: View, value: Json): boolean {
  const type = jsonTypeOf(value);
  return [...numbers, ...strings].every((schema) => schema.kind !== type || matches(schema, value));
}

/** Whether a side lists the values of a type. */
export function listsValues({ enums }: View, type: JsonType): boolean {
  return enums.some((each) => each.type === type);
}

interface Lists {
  readonly base: View;
  readonly revision: View;
  readonly before: readonly Listed[];
  readonly after: readonly Listed[];
}

function compareValues({ base, revision, before, after }: Lists, report: Report): void {
  const { added, removed } = paired(before, after, ({ value }) => canonical(value));
  const [gone, come] = [removed[0], added[0]];
  if (before.length === 1 && after.length === 1 && gone !== undefined && come !== undefined) {
    report(constChanged, { from: gone.value, to: come.value }, gone.at, come.at);
    return;
  }
  for (const { value, at } of added) report(enumValueAdded, value, placeOf(before, base), at);
  for (const { value, at } of removed) report(enumValueRemoved, value, at, placeOf(after, revision));
}

function placeOf([first]: readonly Listed[], { at }: View): Location {
  return first?.at.parent ?? at;
}

/** The values of a type, where they are listed; `null` where they are not. */
export function valuesOf(view: View, type: JsonType): readonly Listed[] | null {
  const { enums, at } = view;
  const lists = enums
    .filter((each) => each.type === type)
    .map(({ schema, places }) =>
      schema.values.map((value, index) => ({
        value,
        at: places?.[index] ?? inside(schema.at, "enum", String(index)),
      })),
    );
  const [first, ...more] = lists;
  if (first === undefined) return type === "null" || type === "boolean" ? allOf(type, at) : null;
  const others = more.map((list) => new Set(list.map(({ value }) => canonical(value))));
  return first.filter(
    ({ value }) =>
      jsonTypeOf(value) === type && others.every((other) => other.has(canonical(value))) && isWithin(view, value),
  );
}

/** Some types have so few values that they count as listed. */
function allOf(type: "null" | "boolean", at: Location): Listed[] {
  return (type === "null" ? [null] : [true, false]).map((value) => ({ value, at: inside(at, "type") }));
}

// The values listed beside one that accepts every value of their type, as in `anyOf: [string, enum]`: they exclude nothing.
const [suggestedValueAdded, suggestedValueRemoved] = opposites<Json>(
  rewords("suggested-value-added", (value) => `the value ${formatValue(value)} is listed, beside any other`),
  rewords(
    "suggested-value-removed",
    (value) => `the value ${formatValue(value)} is no longer listed, beside any other`,
  ),
);

export const suggestedValuesRule: Rule<View> = {
  kinds: [suggestedValueAdded, suggestedValueRemoved],
  compare: (base, revision, report) => {
    // Opening or closing a list is a change of its own.
    if (base.enums.length + revision.enums.length > 0) return;
    const [before, after] = [suggestedIn(base), suggestedIn(revision)];
    const { added, removed } = paired(before, after, ({ value }) => canonical(value));
    for (const { value, at } of added) report(suggestedValueAdded, value, base.at, at);
    for (const { value, at } of removed) report(suggestedValueRemoved, value, at, revision.at);
  },
};

function suggestedIn({ suggestions }: View): Listed[] {
  return suggestions.flatMap(({ schema, type }) =>
    (listsIn(schema) ?? []).flatMap(({ values, at }) =>
      values.flatMap((value, index) =>
        jsonTypeOf(value) === type ? [{ value, at: inside(at, "enum", String(index)) }] : [],
      ),
    ),
  );
}
