// What is beside a list of alternatives, and what stands alone where the other side has such a list -> lists that can be compared.

import { listOf } from "../../diagnostics/code.ts";
import type { JsonType } from "../../model/analysis/json-types.ts";
import type { Schema } from "../../model/schema.ts";
import { formatValue } from "../rules/schema/shown.ts";
import { valuesOf, withArticle } from "../rules/schema/values.ts";
import type { Compared } from "./comparison.ts";
import { objectViewOf } from "./object-view.ts";
import { type Choice, type EnumView, type View, viewOf } from "./view.ts";

/** The alternatives of both sides for one type. */
export interface ChoicePlan {
  readonly base: readonly Choice[];
  readonly revision: readonly Choice[];
  /** Whether they contain everything about the type, so that nothing beside them is compared. */
  readonly isWhole: boolean;
}

type Sides = Pick<Compared, "pair" | "comparison" | "base" | "revision">;

export function choicePlansOf(sides: Sides): Map<JsonType, ChoicePlan> {
  const shared = [...sides.revision.types].filter((type) => sides.base.types.has(type));
  return new Map(shared.map((type) => [type, planOf(sides, type)]));
}

function planOf(sides: Sides, type: JsonType): ChoicePlan {
  const [base, revision] = [choicesOf(sides.base, type), choicesOf(sides.revision, type)];
  const [before, after] = [base[0], revision[0]];
  if (base.length === 0 && revision.length === 1 && after !== undefined) {
    const single = lifted(sides, "base", type, after);
    const many = withBeside(sides.revision, type, after);
    if (isNarrowed(sides, { single, many })) return { base: [], revision: [many], isWhole: true };
    if (isLiftable(sides, sides.revision, { type, single, many }))
      return { base: [single], revision: [many], isWhole: true };
  }
  if (revision.length === 0 && base.length === 1 && before !== undefined) {
    const single = lifted(sides, "revision", type, before);
    const many = withBeside(sides.base, type, before);
    if (isNarrowed(sides, { single, many })) return { base: [many], revision: [], isWhole: true };
    if (isLiftable(sides, sides.base, { type, single, many }))
      return { base: [many], revision: [single], isWhole: true };
  }
  if (base.length === 1 && revision.length === 1 && before !== undefined && after !== undefined)
    if (type === "object" && hasMoved(sides, before, after))
      return {
        base: [withBeside(sides.base, type, before)],
        revision: [withBeside(sides.revision, type, after)],
        isWhole: true,
      };
  return { base, revision, isWhole: false };
}

function choicesOf({ choices }: View, type: JsonType): Choice[] {
  return choices.filter((choice) => choice.type === type);
}

function withBeside({ parts }: View, type: JsonType, choice: Choice): Choice {
  return { ...choice, beside: parts.filter(({ types }) => types.has(type)).map(({ schema }) => schema) };
}

/** The only alternative; `beside` leaves it only values of the type. */
function lifted(
  { pair, base, revision, comparison }: Sides,
  side: "base" | "revision",
  type: JsonType,
  like: Choice,
): Choice {
  const [first, ...more] = pair[side];
  const view = side === "base" ? base : revision;
  const only = view.types.size === 1 ? [] : [comparison.onlyOf(type, view.at)];
  const members = [first ?? comparison.onlyOf(type, view.at)];
  return {
    type,
    at: view.at,
    mode: like.mode,
    members,
    beside: [...more, ...only],
    discriminator: null,
    key: `0 ${type}`,
  };
}

/** Whether alternatives only restrict what was there, and nothing is beside them. */
function isNarrowed(sides: Sides, { single, many }: Omit<Lift, "type">): boolean {
  return many.beside.length === 0 && many.members.length > 1 && areRestrictions(sides, { single, many });
}

/** Whether each alternative has every member that was listed, and none of them, with what is beside it, is all that was there. */
function areRestrictions({ pair, comparison }: Sides, { single, many }: Omit<Lift, "type">): boolean {
  const singleSchemas = [...single.members, ...single.beside];
  const listed = singleSchemas.flatMap(memberNamesOf);
  return many.members.every((member) => {
    const part = [member, ...many.beside];
    const names = part.flatMap(memberNamesOf);
    // Of an object of any members, even one that only lists optional members is a part.
    const isPart = listed.length === 0 && names.length > 0;
    return (
      listed.every((name) => names.includes(name)) &&
      comparison.accepts(part, singleSchemas, pair.subject) &&
      (isPart || !comparison.accepts(singleSchemas, part, pair.subject))
    );
  });
}

interface Lift {
  readonly type: JsonType;
  readonly single: Choice;
  readonly many: Choice;
}

/**
 * Not where the alternatives only restrict what was there, and are said to: `choice-made` and `choice-unmade`. What is unevaluated
 * beside alternatives depends on all of them.
 */
function isLiftable(sides: Sides, view: View, { single, many }: Lift): boolean {
  if (many.beside.length === 0) return true;
  return view.rests.length === 0 && !areRestrictions(sides, { single, many });
}

/** Whether a member is beside the alternatives on one side, and in them on the other. */
function hasMoved({ base, revision }: Sides, before: Choice, after: Choice): boolean {
  if (base.rests.length + revision.rests.length > 0) return false;
  const [was, is] = [objectViewOf(base).members, objectViewOf(revision).members];
  const movedInto = (
    from: ReadonlyMap<string, unknown>,
    to: ReadonlyMap<string, unknown>,
    { members }: Choice,
  ): boolean => [...from.keys()].some((name) => !to.has(name) && members.some((member) => lists(member, name)));
  return movedInto(was, is, after) || movedInto(is, was, before);
}

function lists(member: Schema, name: string): boolean {
  return viewOf([member], member.at).objects.some(({ properties }) => properties.some((each) => each.name === name));
}

/** Alternatives that are constants, as a list of values where the other side has no alternatives. */
export function withListedValues(view: View, other: View): View {
  const folded = view.choices.flatMap((choice) => {
    if (choicesOf(other, choice.type).length > 0) return [];
    const listed = listedIn(choice);
    return listed === null ? [] : [{ choice, listed }];
  });
  if (folded.length === 0) return view;
  return {
    ...view,
    enums: [...view.enums, ...folded.map(({ listed }) => listed)],
    choices: view.choices.filter((choice) => !folded.some((each) => each.choice === choice)),
  };
}

function listedIn({ type, members, mode, at }: Choice): EnumView | null {
  const lists = members.map((member) => {
    const view = viewOf([member], member.at);
    return view.nots.length + view.conditions.length + view.choices.length > 0 ? null : valuesOf(view, type);
  });
  const all = lists.flatMap((list) => list ?? []);
  if (lists.includes(null)) return null;
  const texts = all.map(({ value }) => JSON.stringify(value));
  const distinctValues = all.filter((_, index) => {
    const [first, last] = [texts.indexOf(texts[index] ?? ""), texts.lastIndexOf(texts[index] ?? "")];
    // Of `oneOf`, no value that two match.
    return mode === "oneOf" ? first === last : first === index;
  });
  const [one] = members;
  if (one === undefined) return null;
  const values = distinctValues.map(({ value }) => value);
  return {
    type,
    schema: { kind: "enum", values, at, annotations: one.annotations },
    places: distinctValues.map((each) => each.at),
  };
}

// An alternative -> how messages name it: `Cat`, `"Cat"`, `kind = "cat"`, or its place and what it holds.

/** Its name, its title or the value that selects it; `null` without any of these. */
export function alternativeName(schema: Schema): string | null {
  if (schema.kind === "ref") return schema.target.name;
  return schema.annotations.title ?? tagOf(schema);
}

/** `number 2, an object with "a"` where it has no name. */
export function alternativeLabel(schema: Schema, { members }: Choice): string {
  return alternativeName(schema) ?? `number ${members.indexOf(schema) + 1}, ${contentOf(schema)}`;
}

function tagOf(schema: Schema): string | null {
  const members = viewOf([schema], schema.at).objects.flatMap((object) => object.properties);
  for (const { name, schema: member } of members) {
    const [value, ...more] = member.kind === "enum" ? member.values : [];
    if (value !== undefined && more.length === 0) return `${name} = ${formatValue(value)}`;
  }
  return null;
}

const mostNames = 3;

function contentOf(schema: Schema): string {
  const { types, enums, strings, numbers } = viewOf([schema], schema.at);
  const values = enums.flatMap((each) => each.schema.values);
  if (values.length > 0) return listOf(values.slice(0, mostNames).map(formatValue), "or");
  const [first, ...more] = [...types];
  if (first === undefined) return "which accepts nothing";
  const names = memberNamesOf(schema);
  const kinds = more.length < 3 ? listOf([first, ...more].map(withArticle), "or") : null;
  if (names.length > 0) {
    const isObject = first === "object" || kinds === null;
    return `${isObject ? "an object" : kinds} with ${listOf(names.slice(0, mostNames).map(formatValue), "and")}`;
  }
  if (kinds === null) return "any value";
  const [format] = [...strings, ...numbers].flatMap((each) => each.format ?? []);
  return format === undefined ? kinds : `${kinds} of the format ${format}`;
}

/** The members that an object requires or lists. */
export function memberNamesOf(schema: Schema): string[] {
  const { objects } = viewOf([schema], schema.at);
  const names = objects.flatMap(({ requiredElsewhere, properties }) => [
    ...requiredElsewhere,
    ...properties.map(({ name }) => name),
  ]);
  return [...new Set(names)];
}
