// Parameters of a list that select by a part of a member, by one of its elements or by a bound, and those that sort -> whether the list has
// what they select, and nothing else, in that order.
import { type Json, matches, type Operation, type Parameter, type Schema } from "waybill/description";
import { enumOf, recordsOf, resolved, schemasAt } from "../../description/schema-parts.ts";
import { isNamedIn, sequenceIn, statedBehind } from "../../description/stated.ts";
import { isList, type JsonObject } from "../../values/json.ts";
import type { Context } from "../context.ts";
import { isSteady, type List, sameItem } from "../engines/read-twice.ts";
import { isReference, lettersSwapped, plainName, unbracketed } from "../knowledge.ts";

/** A parameter that selects records by a part of a member (`name`), by one of its elements (`tag`), or by a bound (`createdAfter`). */
export interface Selection {
  readonly filter: Parameter;
  /** The member that it is compared with. */
  readonly property: string;
  /** `null`: by its text. */
  readonly bound: "least" | "most" | null;
}

const bounds = [
  ["least", /^(?:(?:min|from|since|after)_?(.+)|(.+?)_?(?:min|from|since|after|gte?))$/i],
  ["most", /^(?:(?:max|until|before)_?(.+)|(.+?)_?(?:max|to|until|before|lte?))$/i],
] as const;

/** `from` alone is about the time that its description names. */
const bare = { least: /^(?:from|since|after|start)$/i, most: /^(?:to|until|before|end)$/i } as const;

/** `exact`: the filters that are compared with a whole member. */
export function selectionsOf(
  operation: Operation,
  members: readonly string[],
  exact: readonly Pick<Selection, "filter">[],
): Selection[] {
  const others = new Set(exact.map(({ filter }) => filter));
  return operation.parameters.flatMap((filter): Selection[] => {
    if (filter.in !== "query" || others.has(filter) || enumOf(filter.schema) !== null) return [];
    const { kind } = resolved(filter.schema);
    const wanted = unbracketed(filter.name);
    const named = members.find((name) => name === wanted || name === `${wanted}s`);
    if (named !== undefined) return kind === "string" ? [{ filter, property: named, bound: null }] : [];
    if (kind !== "string" && kind !== "number") return [];
    return bounds.flatMap(([bound, form]): Selection[] => {
      const [all, before, behind] = form.exec(wanted) ?? bare[bound].exec(wanted) ?? [];
      const stated = filter.words.description ?? "";
      if (all === undefined) return [];
      const base = plainName(before ?? behind ?? "");
      const isTime = resolved(filter.schema).kind === "string" && /\b(created|made|placed)\b/i.test(stated);
      const property =
        base !== ""
          ? members.find((name) => plainName(name).replace(/(at|on|date|time)$/, "") === base)
          : isTime
            ? members.find((name) => madeNames.test(name))
            : isMoment(filter.schema)
              ? (timeOfRecords(operation, members) ?? undefined)
              : undefined;
      return property === undefined ? [] : [{ filter, property, bound }];
    });
  });
}

/** A search may find more than texts that are equal, but none without the text. */
export async function checkSelection(list: List, { filter, property, bound }: Selection): Promise<void> {
  const all = await list.all();
  if (all === null) return;
  const valuesIn = (item: JsonObject): readonly Json[] => [item[property] ?? null].flat();
  const present = [...new Set(all.items.flatMap(valuesIn))]
    .filter((value) => (typeof value === "string" && value.length > 1) || typeof value === "number")
    .filter((value) => matches(filter.schema, value))
    .sort((a, b) => orderOf(a) - orderOf(b));
  // An element of a list is compared as a whole.
  const isElement = bound === null && all.items.some((item) => isList(item[property] ?? null));
  const chosen = bound === null ? present.slice(0, 3) : present.slice(present.length >> 1).slice(0, 1);
  for (const value of chosen) {
    const page = await list.all({ [filter.name]: value });
    if (page === null) continue;
    const distance = (item: JsonObject): number =>
      (orderOf(item[property] ?? null) - orderOf(value)) * (bound === "most" ? -1 : 1);
    const mayMatch = (item: JsonObject): boolean =>
      bound === null
        ? valuesIn(item).some((one) => String(one).toLowerCase().includes(String(value).toLowerCase()))
        : Number.isNaN(distance(item)) || distance(item) > 0 || (distance(item) === 0 && !isExclusive(filter));
    const mustMatch = (item: JsonObject): boolean =>
      bound === null
        ? valuesIn(item).includes(value)
        : distance(item) > 0 || (isInclusive(filter) && distance(item) === 0);
    const filterClause = `with ${filter.name}=${value}`;
    if (isElement) await checkPart(list, { filter, property, bound }, String(value));
    if (page.items.some((item) => Object.hasOwn(item, property) && !mayMatch(item)))
      list.fault("filter-ignored", page, `${filterClause} returns records of another ${property}`, filter);
    const missing = all.items.filter((item) => mustMatch(item) && !page.items.some((one) => sameItem(one, item)));
    if (all.items.length < list.many && missing.length > 0 && (await isSteady(list, all)))
      list.fault("filter-ignored", page, `${filterClause} returns fewer records than the list has of them`, filter);
  }
}

/** The beginning of an element is another one. */
async function checkPart(list: List, { filter, property }: Selection, value: string): Promise<void> {
  const part = value.slice(0, -1);
  const page = matches(filter.schema, part) && part !== "" ? await list.all({ [filter.name]: part }) : null;
  const isOther = (item: JsonObject): boolean =>
    isList(item[property] ?? null) && ![item[property]].flat().includes(part);
  if (page === null || !page.items.some(isOther)) return;
  list.fault(
    "filter-ignored",
    page,
    `with ${filter.name}=${part} returns records without such a ${filter.name}`,
    filter,
  );
}

/** A parameter that looks for a text in members that its description names: `q`, in title and body. */
export interface Search {
  readonly parameter: Parameter;
  readonly members: readonly string[];
  readonly ignoresCase: boolean;
}

export function searchesOf({ parameters }: Operation, members: readonly string[]): Search[] {
  return parameters.flatMap((parameter): Search[] => {
    const stated = parameter.words.description ?? "";
    const isSearch =
      parameter.in === "query" && /^(q|query|search|text|term|keywords?)$/i.test(unbracketed(parameter.name));
    const named = members.filter((name) => isNamedIn(stated, name) && plainName(name) !== plainName(parameter.name));
    const ignoresCase = /\bignor\w+ (the )?case\b|\bcase[- ]?insensitiv/i.test(stated);
    return isSearch && named.length > 0 ? [{ parameter, members: named, ignoresCase }] : [];
  });
}

/** A word of each member leads to the record, and nothing that it leads to lacks the word; so it does in the other case. */
export async function checkSearch(list: List, { parameter, members, ignoresCase }: Search): Promise<void> {
  const all = await list.all();
  if (all === null || all.items.length === 0) return;
  const textsOf = (item: JsonObject): string[] =>
    members.flatMap((name) => [item[name] ?? null].flat()).filter((one) => typeof one === "string");
  const has = (item: JsonObject, word: string): boolean =>
    textsOf(item).some((text) => text.toLowerCase().includes(word.toLowerCase()));
  for (const member of members) {
    const words = all.items.flatMap((item) => String(item[member] ?? "").match(/\p{L}{4,}/gu) ?? []);
    const [word] = words.filter((one) => matches(parameter.schema, one));
    if (word === undefined) continue;
    for (const [asked, isRequired] of [
      [word, true],
      [lettersSwapped(word), ignoresCase],
    ] as const) {
      const page = await list.all({ [parameter.name]: asked });
      if (page === null) continue;
      const clause = `with ${parameter.name}=${asked}`;
      if (page.items.some((item) => textsOf(item).length > 0 && !has(item, asked)))
        list.fault(
          "filter-ignored",
          page,
          `${clause} returns records without it in ${members.join(" or ")}`,
          parameter,
        );
      const wanted = all.items.filter((item) =>
        String(item[member] ?? "")
          .split(/[^\p{L}]+/u)
          .includes(word),
      );
      const missing = wanted.filter((item) => !page.items.some((one) => sameItem(one, item)));
      if (!isRequired || missing.length === 0 || all.items.length >= list.many || !(await isSteady(list, all)))
        continue;
      list.fault("filter-ignored", page, `${clause} does not return all records with it in ${member}`, parameter);
    }
  }
}

/** `after` a moment may leave it out; the least value does not. */
function isInclusive({ name, words }: Parameter): boolean {
  if (/\binclusive\b|\bor (later|earlier|after|before)\b/i.test(words.description ?? "")) return true;
  return /^(?:min|max)|(?:min|max|gte|lte)$/i.test(name);
}

/** `before` a moment leaves that one out, unless more is said. */
function isExclusive({ schema, words }: Parameter): boolean {
  const stated = words.description ?? "";
  if (/\binclusive\b|\bor (equal|at|on)\b|\b(at|on) or\b|\bnot \w+ than\b/i.test(stated)) return false;
  return /\bexclusive\b/i.test(stated) || (isMoment(schema) && /\bbefore (this|the|that|it)\b/i.test(stated));
}

function isMoment(schema: Schema): boolean {
  const dereferenced = resolved(schema);
  return dereferenced.kind === "string" && dereferenced.format === "date-time";
}

/** The only time that records have, or that of their making; `null`: there are several, or none. */
export function timeOfRecords({ responses }: Operation, members: readonly string[]): string | null {
  const made = members.find((name) => madeNames.test(name));
  if (made !== undefined) return made;
  const times = members.filter((name) => schemasOf(responses, name).some(isMoment));
  return times.length === 1 ? (times[0] ?? null) : null;
}

/** Those of a member of the records that are returned. */
function schemasOf(responses: Operation["responses"], name: string): Schema[] {
  const records = responses.flatMap(({ content }) => content.flatMap(({ schema }) => recordsOf(schema)));
  return records.flatMap((one) => schemasAt(one, [name]));
}

/** A switch that asks for records with any of something, `available`, and the member that has their number: `availableCopies`. */
export function switchesOf({ parameters, responses }: Operation, members: readonly string[]): Selection[] {
  return parameters.flatMap((filter): Selection[] => {
    const wanted = plainName(unbracketed(filter.name).replace(/^(?:has|in|is|with|only)_?(?=[A-Z_]|stock)/i, ""));
    const isSwitch = filter.in === "query" && resolved(filter.schema).kind === "boolean";
    if (!isSwitch || wanted.length < 4 || members.some((name) => plainName(name) === plainName(filter.name))) return [];
    const isNumber = (name: string): boolean => schemasOf(responses, name).some(({ kind }) => kind === "number");
    const property = members.find((name) => plainName(name).includes(wanted.replace(/s$/, "")) && isNumber(name));
    return property === undefined || !/\bonly\b/i.test(filter.words.description ?? "")
      ? []
      : [{ filter, property, bound: null }];
  });
}

export async function checkSwitch(context: Context, list: List, { filter, property }: Selection): Promise<void> {
  const [all, page] = [await list.all(), await list.all({ [filter.name]: true })];
  const isNone = (item: JsonObject): boolean => item[property] === 0;
  if (page?.items.some(isNone) === true)
    list.fault("filter-ignored", page, `with ${filter.name}=true returns records whose ${property} is 0`, filter);
  else if (all?.items.some(isNone) !== true)
    context.leftOut.note(list.operation, "filter-ignored", `no record has the ${property} 0 for ${filter.name}`);
}

/** The time when a record was made. */
const madeNames = /^(created|inserted|placed)_?(at|on|date|time)?$/i;

export interface Sorting {
  readonly parameter: Parameter;
  /** A listed value, `-createdAt`, and the member that it names. */
  readonly values: readonly { readonly value: string; readonly property: string }[];
}

/** Parameters that list the members to sort by. */
export function sortingsOf(operation: Operation, members: readonly string[]): Sorting[] {
  return operation.parameters.flatMap((parameter): Sorting[] => {
    if (parameter.in !== "query" || !/^(sort|order)(_?by)?$/i.test(parameter.name)) return [];
    const values = (enumOf(parameter.schema) ?? []).flatMap((value) => {
      const named = plainName(value.replace(/[^a-z0-9]?(asc|desc)(ending)?$/i, ""));
      const property = members.find((name) => plainName(name) === named);
      return property === undefined ? [] : [{ value, property }];
    });
    return values.length === 0 ? [] : [{ parameter, values }];
  });
}

/** Each value sorts by its member, in one direction, which the value names, if it does. */
export async function checkOrder(list: List, { parameter, values }: Sorting): Promise<void> {
  for (const { value, property } of values) {
    const page = await list.all({ [parameter.name]: value });
    if (page === null) continue;
    const sorted = page.items.flatMap((item) => item[property] ?? []);
    const listed = listedAs(list.operation, property);
    const isSorted = listed === null ? isInOrder(sorted, value) : isInListedOrder(sorted, { value, listed, parameter });
    if (isSorted) continue;
    list.fault("list-differs", page, `with ${parameter.name}=${value} is not sorted by ${property}`, parameter);
  }
}

function isInOrder(sorted: readonly Json[], value: string): boolean {
  const isDescending = /^-|desc(ending)?$/i.test(value);
  const isAscending = /^\+|asc(ending)?$/i.test(value);
  return orders.some((compare) => {
    const { falls, rises } = stepsIn(sorted, compare);
    return !(falls && rises) && !(falls && isAscending) && !(rises && isDescending);
  });
}

function stepsIn(sorted: readonly Json[], compare: (a: Json, b: Json) => number): { falls: boolean; rises: boolean } {
  const steps = sorted.slice(1).map((one, index) => compare(sorted[index] ?? null, one));
  return { falls: steps.some((step) => step > 0), rises: steps.some((step) => step < 0) };
}

/** The values that a member of the records may have, where they are listed. */
function listedAs({ responses }: Operation, property: string): readonly string[] | null {
  const listed = new Set(schemasOf(responses, property).flatMap((schema) => enumOf(schema) ?? []));
  return listed.size > 1 ? [...listed] : null;
}

interface Listed {
  readonly value: string;
  /** The values of the member. */
  readonly listed: readonly string[];
  readonly parameter: Parameter;
}

/**
 * Listed values have the order that the description of the parameter states behind the value, or elsewhere, in one direction or the other;
 * where it states none, records with the same value are together.
 */
function isInListedOrder(sorted: readonly Json[], { value, listed, parameter }: Listed): boolean {
  const stated = parameter.words.description ?? "";
  const stepsBy = (order: readonly string[]): { falls: boolean; rises: boolean } =>
    stepsIn(sorted, (a, b) => order.indexOf(String(a)) - order.indexOf(String(b)));
  const behind = statedBehind(stated, value, enumOf(parameter.schema) ?? []);
  const exact = /\b(descending|reversed?|opposite)\b/i.test(behind) ? null : sequenceIn(behind, listed);
  if (exact !== null) return !stepsBy(exact).falls;
  // The values in the order in which they are there: of one that comes again the steps go down.
  const elsewhere = sequenceIn(stated, listed);
  const { falls, rises } = stepsBy(elsewhere ?? [...new Set(sorted.map(String))]);
  return elsewhere === null ? !falls : !(falls && rises);
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
  const isMade = time === null || madeNames.test(time);
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
  const isSame = first.items.every((item, index) => sameItem(item, second.items[index]));
  const members = Object.entries(first.items[0] ?? {}).filter(
    ([name, value]) => !isReference(name) && isOrdered(name, value),
  );
  const isTied = ([name, value]: [string, Json]): boolean => first.items.every((item) => item[name] === value);
  if (!isSame || members.length === 0 || members.some(isTied) || !(await isSteady(list, first))) return;
  const text = `returns its records in the same order with ${parameter.name}=${one} and ${parameter.name}=${other}`;
  list.fault("list-differs", second, text, parameter);
}

function isOrdered(name: string, value: Json): boolean {
  return !Number.isNaN(orderOf(value)) || (typeof value === "string" && /(name|title)$/i.test(name));
}

/** Numbers have one order; services sort texts by their characters, or as a language does. */
const orders: readonly ((a: Json, b: Json) => number)[] = [
  (a: string, b: string): number => (a < b ? -1 : Number(a !== b)),
  (a: string, b: string): number => a.localeCompare(b, "en"),
  (a: string, b: string): number => a.toLowerCase().localeCompare(b.toLowerCase(), "en", { ignorePunctuation: true }),
].map((compare) => (a, b) => (typeof a === "number" && typeof b === "number" ? a - b : compare(String(a), String(b))));

/** Of a number, or of a moment. */
function orderOf(value: Json): number {
  return typeof value === "number" ? value : typeof value === "string" ? Date.parse(value) : Number.NaN;
}
