// The order of a list -> whether its records have it: that of each value of a parameter that sorts, the one that the description names, and
// that of records which are equal in it.
import type { Json, Operation, Parameter } from "waybill/description";
import { escaped } from "../../description/description.ts";
import { enumOf, propertiesIn, recordsOf } from "../../description/schema-parts.ts";
import { isNamedIn, proseSentencesIn, sequenceIn, statedBehind } from "../../description/stated.ts";
import { asObject, type JsonObject } from "../../values/json.ts";
import type { CallResult, Context } from "../context.ts";
import { createWith, producerOf } from "../engines/list-records.ts";
import { isSameList, isSteady, type List, type Page } from "../engines/read-twice.ts";
import { allMembers } from "../inputs.ts";
import { isReference, ownerOfPath, plainName } from "../knowledge.ts";
import { moveBy } from "../ranges.ts";
import { timesOfCreation } from "../records.ts";
import { orderOf, schemasOf } from "./selections.ts";

export interface Sorting {
  readonly parameter: Parameter;
  /** A listed value, `-createdAt`, and the member that it names. */
  readonly values: readonly { readonly value: string; readonly property: string }[];
}

/** Parameters that list the members to sort by. */
export function sortingsOf(operation: Operation, members: readonly string[]): Sorting[] {
  return operation.parameters.flatMap((parameter): Sorting[] => {
    if (!isOrder(parameter)) return [];
    const values = (enumOf(parameter.schema) ?? []).flatMap((value) => {
      const named = plainName(value.replace(/[^a-z0-9]?(asc|desc)(ending)?$/i, ""));
      const property = members.find((name) => plainName(name) === named);
      return property === undefined ? [] : [{ value, property }];
    });
    return values.length === 0 ? [] : [{ parameter, values }];
  });
}

/** The query of each value of each of these parameters. */
export function sortQueriesOf(operation: Operation, members: readonly string[]): Readonly<Record<string, Json>>[] {
  return sortingsOf(operation, members).flatMap(({ parameter, values }) =>
    values.map(({ value }) => ({ [parameter.name]: value })),
  );
}

/** The same with values that are not named like a member. */
export function orderQueriesOf({ parameters }: Operation): Readonly<Record<string, Json>>[] {
  return parameters
    .filter(isOrder)
    .flatMap((one) => (enumOf(one.schema) ?? []).map((value) => ({ [one.name]: value })));
}

function isOrder({ in: place, name }: Parameter): boolean {
  return place === "query" && /^(sort|order)(_?by)?$/i.test(name);
}

/** Each value sorts by its member, in one direction, which the value names, if it does. */
export async function checkOrder(list: List, { parameter, values }: Sorting): Promise<void> {
  for (const { value, property } of values) {
    const page = await list.all({ [parameter.name]: value });
    if (page === null) continue;
    const isDescending = /^-|desc(ending)?$/i.test(value);
    const ranks = ranksOf(list.operation, { parameter, value, property });
    // Names that are listed may have an order of their own, which only the description can tell.
    if (ranks === null) continue;
    const direction = isDescending ? "falls" : /^\+|asc(ending)?$/i.test(value) || ranks.length > 0 ? "rises" : null;
    const keys = valuesOf(page.items, property);
    const positions = keys.flatMap((key) => (ranks.includes(String(key)) ? ranks.indexOf(String(key)) : []));
    const isSorted = isInOrder(ranks.length === 0 ? keys : positions, direction);
    const clause = `with ${parameter.name}=${value}`;
    if (!isSorted) list.fault("list-differs", page, `${clause} is not sorted by ${property}`, parameter);
    else checkTies(list, page, { parameter, clause, property });
  }
}

function valuesOf(items: readonly JsonObject[], member: string): Json[] {
  return items.flatMap((item) => item[member] ?? []);
}

/** Amounts of money of one currency as their numbers; all other values as they are. */
function pricesIn(values: readonly Json[]): readonly Json[] {
  const parts = values.map((one) => Object.values(asObject(one) ?? {}));
  const amounts = parts.map((all) => all.filter((one) => typeof one === "number" || /^\d+\.\d+$/.test(String(one))));
  const others = new Set(parts.map((all, index) => JSON.stringify(all.filter((one) => one !== amounts[index]?.[0]))));
  const isMoney = others.size === 1 && amounts.every(({ length }) => length === 1);
  return isMoney ? amounts.map(([one]) => Number(one)) : values;
}

type Direction = "rises" | "falls" | null;

/** `null`: in either direction. Where letters beyond ASCII come depends on the language. */
function isInOrder(values: readonly Json[], direction: Direction): boolean {
  const keys = values.filter((one) => typeof one !== "string" || /^[ -~]*$/.test(one));
  return orders.some((compare) => {
    const steps = keys.slice(1).map((key, index) => compare(keys[index] ?? null, key));
    const [falls, rises] = [steps.some((step) => step > 0), steps.some((step) => step < 0)];
    return !(falls && rises) && !(falls && direction === "rises") && !(rises && direction === "falls");
  });
}

interface SortValue {
  readonly parameter: Parameter;
  readonly value: string;
  readonly property: string;
}

/** The names that a member may have, in the order that the description has them for the value; empty: it has no names; `null`: unknown. */
function ranksOf(operation: Operation, { parameter, value, property }: SortValue): readonly string[] | null {
  const [names = []] = schemasOf(operation.responses, property).map((one) => enumOf(one) ?? []);
  if (names.length === 0) return [];
  const stated = [parameter.words.description, operation.words.description].join(" ");
  const behind = statedBehind(stated, value.replace(/^[-+]/, ""), enumOf(parameter.schema) ?? []);
  return sequenceIn(behind, names);
}

interface Tie {
  /** The member that orders records which are equal otherwise. */
  readonly member: string;
  readonly direction: Direction;
}

const [equals, sorts, ways] = [
  "ties?|tied|equal|same|identical",
  "are (?:ordered|sorted|broken|resolved)|come|ties?",
  "ascending|descending",
];
const tieForm = new RegExp(
  `^(.*\\b(?:${equals})\\b.*?)\\b(?:${sorts}) by (?:(${ways}) )?[\`"]?(\\w+)[\`"]?(?:,? (?:in )?(${ways})\\b)?`,
  "i",
);

/** `Ties are broken by number, ascending.`, of all members or of one. */
function tieOf({ words, responses }: Operation, { words: { description } }: Parameter, property: string): Tie | null {
  const members = responses.flatMap(({ content }) => content.flatMap(({ schema }) => recordsOf(schema)));
  const names = members.flatMap((one) => propertiesIn(one).map(({ name }) => name));
  for (const text of [description, words.description].flatMap((one) => clausesIn(one ?? ""))) {
    const [, about = "", before = "", member = "", after = ""] = tieForm.exec(text) ?? [];
    const named = names.filter((one) => isNamedIn(about, one));
    if (names.includes(member) && (named.length === 0 || named.includes(property)))
      return { member, direction: directionIn(before + after) };
  }
  return null;
}

function clausesIn(text: string): string[] {
  return proseSentencesIn(text.replace(/ +/g, " ")).flatMap((one) => one.split(";"));
}

function directionIn(text: string): Direction {
  if (/desc|highest|latest|newest|largest/i.test(text)) return "falls";
  return /asc|lowest|earliest|oldest|smallest/i.test(text) ? "rises" : null;
}

interface Tied {
  readonly parameter: Parameter;
  readonly clause: string;
  readonly property: string;
}

/** Records that are equal in the sorted member have the order that the description names for them. */
function checkTies(list: List, page: Page, { parameter, clause, property }: Tied): void {
  const { member, direction } = tieOf(list.operation, parameter, property) ?? {};
  if (member === undefined || direction === undefined) return;
  const isTied = (item: JsonObject, other: JsonObject | undefined): boolean =>
    other !== undefined && JSON.stringify(item[property] ?? null) === JSON.stringify(other[property] ?? null);
  const groups: JsonObject[][] = [];
  for (const item of page.items) {
    const last = groups.at(-1);
    if (isTied(item, last?.[0])) last?.push(item);
    else groups.push([item]);
  }
  if (groups.every((group) => isInOrder(valuesOf(group, member), direction))) return;
  const text = `${clause} does not sort records with the same ${property} by ${member}`;
  list.fault("list-differs", page, text, parameter);
}

/** Records that tell orders apart: numbers of several lengths, names that are listed, texts in falling order, and some that are equal. */
export async function makeSortable(context: Context, first: CallResult, sortings: readonly Sorting[]): Promise<void> {
  const { operation } = first;
  const sorted = [...new Set(sortings.flatMap(({ values }) => values.map(({ property }) => property)))];
  for (const number of differentLengths)
    await createWith(context, first, Object.fromEntries(sorted.map((name) => [name, number])));
  const producer = producerOf(context, operation);
  const members = producer === undefined ? {} : allMembers(context, producer.operation);
  for (const name of sorted) {
    const [names] = schemasOf(operation.responses, name).map(enumOf);
    for (const value of names?.slice(0, mostNames) ?? fallingValues(members[name] ?? null))
      await createWith(context, first, { [name]: value });
  }
}

/** The last one is the first one again. */
function fallingValues(usual: Json): readonly Json[] {
  if (typeof usual !== "string" || usual.length < 2) return [];
  if (!Number.isNaN(Date.parse(usual))) return [1, 0, 1].flatMap((steps) => moveBy(usual, steps) ?? []);
  return ["Z", "A", "z", "a", "Z"].map((letter) => `${letter}${usual.slice(1)}`);
}

const mostNames = 6;

/** As texts they are in another order than as numbers. */
const differentLengths = [9, 10, 100, 9] as const;

const extremes = "lowest|earliest|oldest|smallest|highest|latest|newest|largest";

const prices = "cheapest|least expensive|dearest|most expensive";

/** `The cheapest room comes first`, `Sorted by key, descending`, `highest number first`: of a list that no parameter sorts. */
export function statedSortOf(operation: Operation, members: readonly string[]): Tie | null {
  const { words, parameters, responses, path } = operation;
  if (parameters.some(({ name }) => /sort|order|direction/i.test(name))) return null;
  // Of the list itself, and not of what its records have.
  const subject = `(?:^|\\b(?:list|results|records|entries|${escaped(ownerOfPath(path.text))}(?:s|es)?))`;
  const by = `(?:(${ways}) )?[\`"]?(\\w+)[\`"]?(?! of\\b)(?:,? (?:in )?(${ways}|(?:${extremes}) first)\\b)?`;
  const form = new RegExp(`${subject},? ?(?:(?:is|are) )?(?:sorted|ordered) by ${by}`, "i");
  const extreme = new RegExp(`\\b(${extremes}) [\`"]?(\\w+)[\`"]? first\\b`, "i");
  for (const text of [words.summary, words.description].flatMap((one) => clausesIn(one ?? ""))) {
    const [, before = "", name, after = ""] = form.exec(text.trim()) ?? [];
    const [, way = before + after, named = name] = extreme.exec(text) ?? [];
    const isOfPrice = new RegExp(
      `\\b(${prices}) (?:[\`"]?${escaped(ownerOfPath(path.text))}[\`"]? )?(?:comes |is )?first\\b`,
      "i",
    );
    const [, price] = isOfPrice.exec(text) ?? [];
    const ofPrice = members.filter((one) => /price|rate(?!d|s$|ing)|fee|cost|charge/i.test(one));
    if (price !== undefined && ofPrice.length === 1)
      return { member: ofPrice[0] ?? "", direction: /cheap|least/i.test(price) ? "rises" : "falls" };
    const member = members.find((one) => one === named);
    const isOfPart = /\b(each|its|their|within|per)\b/i.test(text);
    if (member === undefined || isOfPart || schemasOf(responses, member).some((one) => enumOf(one) !== null)) continue;
    return { member, direction: directionIn(way) };
  }
  return null;
}

export async function checkStatedSort(list: List, { member, direction }: Tie): Promise<void> {
  const page = await list.all();
  if (page === null || isInOrder(pricesIn(valuesOf(page.items, member)), direction)) return;
  list.fault("list-differs", page, `is not sorted by ${member}, as its description says`);
}

/** `newest first` in the description of a list. */
export function statedOrderOf({ words, responses }: Operation): "newest" | "oldest" | null {
  const texts = [words.summary, words.description, ...responses.map(({ description }) => description)].join(" ");
  const [, order] = /\b(newest|latest|most recent|oldest) first\b/i.exec(texts) ?? [];
  return order === undefined ? null : /oldest/i.test(order) ? "oldest" : "newest";
}

/** By the time when each record was made. */
export async function checkStatedOrder(list: List, order: "newest" | "oldest", time: string | null): Promise<void> {
  const page = await list.all();
  const times = (page?.items ?? [])
    .map((item) => orderOf((time === null ? null : item[time]) ?? null))
    .filter((one) => !Number.isNaN(one));
  const steps = times.slice(1).map((one, index) => (one - (times[index] ?? one)) * (order === "newest" ? 1 : -1));
  // Services make several records in one moment.
  const isMade = time === null || timesOfCreation.test(time);
  const isWrong = isMade ? steps.every((step) => step >= 0) : steps.some((step) => step > 0);
  // Not every notation of a time is known.
  if (
    page === null ||
    (isMade && times.length < page.items.length) ||
    (isMade && times[0] === times.at(-1)) ||
    !isWrong
  )
    return;
  list.fault("list-differs", page, `does not return the ${order} record first, as its description says`);
}

/** A parameter that says nothing but the direction of the order that a list has anyway. */
export function directionOf({ parameters }: Operation): Parameter | null {
  const names = (parameter: Parameter): string => (enumOf(parameter.schema) ?? []).join().toLowerCase();
  return parameters.find((one) => one.in === "query" && /^(asc|desc),(asc|desc)$/.test(names(one))) ?? null;
}

/** The same list in both directions, although no number, time or name, by which lists are sorted, is the same in all its records. */
export async function checkDirection(list: List, parameter: Parameter): Promise<void> {
  const [one = "", other = ""] = enumOf(parameter.schema) ?? [];
  const [first, second] = [await list.all({ [parameter.name]: one }), await list.all({ [parameter.name]: other })];
  if (first === null || second === null || first.items.length < 3 || first.items.length >= list.many) return;
  const members = Object.entries(first.items[0] ?? {}).filter(
    ([name, value]) => !isReference(name) && isOrdered(name, value),
  );
  const isTied = ([name, value]: [string, Json]): boolean => first.items.every((item) => item[name] === value);
  if (!isSameList(first, second) || members.length === 0 || members.some(isTied) || !(await isSteady(list, first)))
    return;
  const text = `returns its records in the same order with ${parameter.name}=${one} and ${parameter.name}=${other}`;
  list.fault("list-differs", second, text, parameter);
}

function isOrdered(name: string, value: Json): boolean {
  return !Number.isNaN(orderOf(value)) || (typeof value === "string" && /(name|title)$/i.test(name));
}

/** Numbers and moments have one order; services sort texts by their characters, or as a language does. */
const orders: readonly ((a: Json, b: Json) => number)[] = [
  (a: string, b: string): number => (a < b ? -1 : Number(a !== b)),
  (a: string, b: string): number => a.localeCompare(b, "en"),
  (a: string, b: string): number => a.localeCompare(b, "en", { numeric: true }),
  (a: string, b: string): number => a.toLowerCase().localeCompare(b.toLowerCase(), "en", { ignorePunctuation: true }),
].map((compare) => (a, b) => {
  const isMoment = [a, b].every((one) => /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(String(one)));
  const isOrdered = isMoment || (typeof a === "number" && typeof b === "number");
  return isOrdered ? orderOf(a) - orderOf(b) : compare(String(a), String(b));
});
