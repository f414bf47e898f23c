// Lists: a page has the requested size, the requested records are skipped, and what a page says of itself is true. All returned records
// match each filter, and all matching records are returned.

import { type Json, matches, type Operation, type Parameter } from "waybill/description";
import { enumOf, propertiesIn, recordsOf, resolved, schemasAt } from "../../description/schema-parts.ts";
import type { Check } from "../../finding.ts";
import { isList, type JsonObject, show } from "../../values/json.ts";
import { type CallResult, type Case, type Cases, type Context, caseOf } from "../context.ts";
import { createFull } from "../creating.ts";
import { createWith, fill, isShort, producerOf } from "../engines/list-records.ts";
import {
  defaultOf,
  isSameList,
  isSteady,
  List,
  listingsIn,
  maximumOf,
  offsetNames,
  type Page,
  type Paging,
  pagingOf,
  sameItem,
} from "../engines/read-twice.ts";
import { isReference, plainName, swappedCase, unbracketed, unknownLike } from "../knowledge.ts";
import { itemsOf } from "../records.ts";
import {
  checkDirection,
  checkOrder,
  checkStatedOrder,
  checkStatedSort,
  directionOf,
  makeSortable,
  sortingsOf,
  statedOrderOf,
  statedSortOf,
} from "./orders.ts";
import { cursorOf, mayGoOn, reportOf } from "./page-report.ts";
import { checkSearch, checkSearchedTexts, searchesOf } from "./searches.ts";
import {
  checkRepetition,
  checkSelection,
  checkSwitch,
  makeAround,
  repetitionsOf,
  selectionsOf,
  switchesOf,
  timeOfRecords,
} from "./selections.ts";

export function* paging(context: Context): Cases {
  for (const first of listingsIn(context)) yield* ofList(context, first);
}

function* ofList(context: Context, first: CallResult): Cases {
  const { operation } = first;
  let items: readonly JsonObject[] = [];
  const check = (what: string, run: Case["run"]): Case =>
    caseOf("paging", operation, `paging/${what}`, run, { elsewhere: "or now" });
  // The list as it is by now: the first call may have found it empty.
  yield check("list", async () => {
    items = itemsOf((await context.call(operation, first.values)).json) ?? [];
  });
  if (operation.path.text.includes("{") || isShort(context, operation, items))
    yield check("filled", async () => {
      await fill(context, first, items.length);
      items = itemsOf((await context.call(operation, first.values)).json) ?? items;
    });
  const sortings = sortingsOf(operation, memberNamesIn(first));
  if (sortings.length > 0)
    yield check("sorted", async () => {
      await makeSortable(context, first, sortings);
      items = itemsOf((await context.call(operation, first.values)).json) ?? items;
    });
  const wanted = filtersByMember(operation, memberNamesIn(first));
  if (wanted.some(({ property }) => items.every((item) => !Object.hasOwn(item, property))))
    yield check("members", async () => {
      // With every member, for filters by those that are optional.
      const producer = producerOf(context, operation);
      if (producer !== undefined) await createFull(context, producer.operation);
      items = itemsOf((await context.call(operation, first.values)).json) ?? items;
    });
  const { size, offset, page } = pagingOf(operation, items);
  const list = new List(context, first, size);
  if (size !== null) yield check(size.name, () => checkSizes(list, size, nextOf(list, offset, page)));
  if (offset !== null) yield check(offset.name, () => checkOffset(list, offset));
  if (page !== null && size !== null) yield check(page.name, () => checkPage(list, size, page));
  const filters = filtersOf(operation, items);
  for (const { filter, property } of wanted) {
    if (filters.some((one) => one.filter === filter)) continue;
    const reason = `no record has the member ${property} of the filter ${filter.name}`;
    context.leftOut.note(operation, "filter-ignored", reason);
  }
  for (const filtering of filters) yield check(filtering.filter.name, () => checkFilter(list, filtering));
  for (const selection of selectionsOf(operation, memberNamesIn(first), wanted))
    yield check(selection.filter.name, async () => {
      await checkSelection(list, selection, await makeAround(context, first, selection));
    });
  for (const repetition of repetitionsOf(operation, memberNamesIn(first)))
    yield check(repetition.filter.name, () => checkRepetition(context, first, { list, repetition }));
  for (const search of searchesOf(operation, memberNamesIn(first)))
    yield check(search.parameter.name, async () => {
      await checkSearch(list, search);
      await checkSearchedTexts(context, first, list, search);
    });
  for (const parameter of defaultsOf(operation, { size, offset, page }))
    yield check(`${parameter.name}/default`, () => checkDefault(list, parameter));
  for (const sorting of sortings) yield check(sorting.parameter.name, () => checkOrder(list, sorting));
  const direction = directionOf(operation);
  if (direction !== null) yield check(direction.name, () => checkDirection(list, direction));
  const sort = statedSortOf(operation, memberNamesIn(first));
  if (sort !== null) yield check("order", () => checkStatedSort(list, sort));
  const order = sortings.some(({ parameter }) => standardOf(parameter) !== null) ? null : statedOrderOf(operation);
  if (order !== null)
    yield check("order", async () => {
      const time = timeOfRecords(operation, memberNamesIn(first));
      // Made in the opposite order, where a request says when.
      const times = order === "newest" ? [...fallingTimes].reverse() : fallingTimes;
      for (const one of times) if (time !== null) await createWith(context, first, { [time]: one });
      await checkStatedOrder(list, order, time);
    });
  for (const one of switchesOf(operation, memberNamesIn(first)))
    yield check(one.filter.name, () => checkSwitch(context, list, one));
  const pairs = filters.flatMap((one, index) => filters.slice(index + 1).map((other) => [one, other] as const));
  for (const [one, other] of pairs.slice(0, mostPairs))
    yield check(`${one.filter.name}+${other.filter.name}`, () => checkFilters(list, one, other));
}

/** Parameters with a default, but those that say which part of a list to return. */
function defaultsOf(operation: Operation, { size, offset, page }: Paging): Parameter[] {
  const others = [size, offset, page, cursorOf(operation)];
  return operation.parameters.filter((one) => one.in === "query" && standardOf(one) !== null && !others.includes(one));
}

/** The default, unless it is empty: an empty value is not always the same as none. */
function standardOf({ schema }: Parameter): Json {
  const value = schema.annotations.default?.value ?? resolved(schema).annotations.default?.value ?? null;
  return value === "" || (isList(value) && value.length === 0) ? null : value;
}

/** Without the parameter, the list has the records that it has with its default, in the same order. */
async function checkDefault(list: List, parameter: Parameter): Promise<void> {
  const query = { [parameter.name]: standardOf(parameter) };
  const [usual, page] = [await list.all(query), await list.all()];
  if (usual === null || page === null || isSameList(usual, page)) return;
  if (!(await isSteady(list, page)) || !(await isSteady(list, usual, query))) return;
  const text = `without ${parameter.name} differs from the list with its default ${show(standardOf(parameter))}`;
  list.fault("list-differs", page, text, parameter);
}

/** Of one day, each earlier than the one before. */
const fallingTimes = ["2020-02-02T12:00:00Z", "2020-02-02T11:00:00Z"] as const;

/** The parameters of a list that a check is about. */
export function listParametersOf(first: CallResult, check: Check): string[] {
  const { operation } = first;
  const { size, offset, page } = pagingOf(operation, []);
  const position = offset ?? (size === null ? null : page);
  if (check === "page-size") return size === null ? [] : [size.name];
  if (check === "page-offset") return position === null ? [] : [position.name];
  const members = memberNamesIn(first);
  const exact = filtersByMember(operation, members);
  const filters = [...exact, ...selectionsOf(operation, members, exact)];
  return check === "filter-ignored" ? filters.map(({ filter }) => filter.name) : [];
}

/** The query that asks for what comes behind so many pages, or so many records. */
type Next = (pages: number, count: number) => Readonly<Record<string, number>>;

function nextOf({ size, many }: List, offset: Parameter | null, page: Parameter | null): Next | null {
  if (size === null) return null;
  if (offset !== null) return (_, count) => ({ [size.name]: many, [offset.name]: count });
  return page === null ? null : (pages) => ({ [size.name]: many, [page.name]: firstPageOf(page) + pages });
}

async function checkSizes(list: List, size: Parameter, next: Next | null): Promise<void> {
  const all = await list.all();
  if (all === null) return;
  const standard = defaultOf(size.schema);
  const total = await totalOf(list, all, next);
  const report = (page: Page, requestedSize: number, atMost: boolean): void => {
    for (const message of reportOf(page, { total, asked: requestedSize, atMost }))
      list.fault("page-report", page, message);
  };
  report(all, list.many, maximumOf(size.schema) === null);
  for (const value of [1, 2, ...(standard === null ? [] : [null])]) {
    const expected = value ?? standard ?? 0;
    const page = await list.page(value === null ? {} : { [size.name]: value });
    if (page === null) continue;
    report(page, expected, false);
    const wanted = Math.min(expected, all.items.length);
    const isFull = page.items.length === wanted || (page.items.length <= expected && all.items.length < expected);
    if (isFull) continue;
    const how = value === null ? `without ${size.name}, whose default is ${expected}` : `with ${size.name}=${value}`;
    const outcome = `returns ${page.items.length} of ${all.items.length} records; expected: ${wanted}`;
    list.fault("page-size", page, `${how} ${outcome}`, size);
  }
}

/** So many pairs of filters are tried at once. */
const mostPairs = 4;

/** How many pages are counted. */
const mostPages = 12;

/** How many records there are: a service may return fewer at a time than it is asked for. `null`: too many, or unknown. */
async function totalOf(list: List, all: Page, next: Next | null): Promise<number | null> {
  if (next === null) return mayGoOn(all, list.many) ? null : all.items.length;
  let count = all.items.length;
  for (let pages = 1; pages <= mostPages; pages += 1) {
    const behind = await list.page(next(pages, count));
    if (behind === null) return null;
    if (behind.items.length === 0) return count;
    // What comes again from the beginning is no next page.
    if (sameItem(behind.items[0], all.items[0])) return null;
    count += behind.items.length;
  }
  return null;
}

async function checkOffset(list: List, offset: Parameter): Promise<void> {
  const all = await list.all();
  const skipped = await list.all({ [offset.name]: 1 });
  const { size } = list;
  const short = size === null ? null : await list.page({ [size.name]: 1, [offset.name]: 0 });
  if (size !== null && short !== null && short.items.length > 1) {
    const text = `with ${size.name}=1 and ${offset.name}=0 returns ${short.items.length} records`;
    list.fault("page-size", short, text, size);
  }
  if (all === null || skipped === null || all.items.length < 2) return;
  if (sameItem(skipped.items[0], all.items[1]) || !(await isSteady(list, all))) return;
  list.fault("page-offset", skipped, `with ${offset.name}=1 does not begin with the second record`, offset);
}

async function checkPage(list: List, size: Parameter, page: Parameter): Promise<void> {
  const all = await list.all();
  if (all === null || all.items.length < 2) return;
  for (const index of [0, 1]) {
    const number = firstPageOf(page) + index;
    const one = await list.page({ [size.name]: 1, [page.name]: number });
    if (one === null || sameItem(one.items[0], all.items[index]) || !(await isSteady(list, all))) continue;
    const text = `with ${page.name}=${number} and ${size.name}=1 does not return record ${index + 1}`;
    list.fault("page-offset", one, text, page);
  }
}

/** Where nothing is said pages are counted from 1, or from 0 where that is allowed. */
export function firstPageOf({ schema }: Parameter): number {
  const dereferenced = resolved(schema);
  return defaultOf(schema) ?? (dereferenced.kind === "number" ? (dereferenced.minimum ?? 1) : 1);
}

export interface Filtering {
  readonly filter: Parameter;
  /** The member of a record that it is compared with. */
  readonly property: string;
}

async function checkFilter(list: List, { filter, property }: Filtering): Promise<void> {
  const all = await list.all();
  if (all === null) return;
  const present = usedValues(all, { filter, property });
  // `available=true` for a number of pieces compares no value.
  const isComparing = all.items.every(
    ({ [property]: value = null }) => value === null || matches(filter.schema, value),
  );
  if (resolved(filter.schema).kind === "boolean" && !isComparing) return;
  const allowed = enumOf(filter.schema);
  const used = present.filter((value) => allowed === null || allowed.some((one) => one === value));
  const [some] = used;
  // Values that no record has, and that look like one.
  const isSwitch = resolved(filter.schema).kind === "boolean";
  const isListed = allowed !== null || isSwitch;
  const unlike = some === undefined || isListed ? [] : [unknownLike(some), ...nearMissesOf(some)];
  const unused = unlike.filter((value) => value !== "" && !present.includes(value) && matches(filter.schema, value));
  const switches = isSwitch ? [true, false] : [];
  const values = [
    ...new Set([...listedValues(all, { filter, property }), ...switches, ...used.slice(0, 5), ...unused]),
  ];
  let largest: Filtered | null = null;
  for (const value of values) {
    const page = await list.all({ [filter.name]: value });
    if (page === null) continue;
    if (page.items.length > (largest?.whole.items.length ?? 1))
      largest = { query: { [filter.name]: value }, whole: page };
    const filterClause = `with ${filter.name}=${value}`;
    // A record without the member may match.
    const isStranger = (item: JsonObject): boolean => Object.hasOwn(item, property) && item[property] !== value;
    if (page.items.some(isStranger))
      list.fault("filter-ignored", page, `${filterClause} returns records of another ${property}`, filter);
    await checkPages(list, { [filter.name]: value }, page);
    // A shorter page than that of all is not cut off.
    const report = { total: page.items.length, asked: list.many, atMost: true };
    for (const message of page.items.length < all.items.length ? reportOf(page, report) : [])
      list.fault("page-report", page, `${filterClause} ${message}`, filter);
    // Beyond a full page there may be more of them.
    const wanted = all.items.length < list.many ? all.items.filter((item) => item[property] === value).length : 0;
    if (page.items.length < wanted)
      list.fault("filter-ignored", page, `${filterClause} returns fewer records than the list has of them`, filter);
  }
  if (largest !== null) await checkDefaultSize(list, largest);
}

/** For filters that compare a part, ignore the case or take patterns. */
function nearMissesOf(value: Json): string[] {
  if (typeof value !== "string") return [];
  return [value.slice(0, -1), value.slice(1), swappedCase(value) ?? "", `${value.slice(0, -1)}_`, "%", `${value}*`];
}

interface Filtered {
  readonly query: Readonly<Record<string, Json>>;
  /** All that the filter leaves. */
  readonly whole: Page;
}

/** Without a size, a page of what a filter leaves has as many records as one of the whole list. */
async function checkDefaultSize(list: List, { query, whole }: Filtered): Promise<void> {
  const { size } = list;
  const standard = size === null ? null : defaultOf(size.schema);
  if (size === null || standard === null) return;
  const page = await list.page(query);
  const expected = Math.min(standard, whole.items.length);
  if (page === null || page.items.length === expected) return;
  // More than a full page of them may be there.
  const isFull = whole.items.length >= list.many && page.items.length > expected && page.items.length <= standard;
  if (isFull || !(await isSteady(list, whole, query))) return;
  const queryTerms = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  const countSummary = `${page.items.length} of ${whole.items.length} records; expected: ${expected}`;
  const text = `with ${queryTerms.join(" and ")} and without ${size.name}, whose default is ${standard} returns ${countSummary}`;
  list.fault("page-size", page, text, size);
}

/** Of what a filter leaves, one record is returned where one is asked for, and one is skipped. */
async function checkPages(list: List, query: Readonly<Record<string, Json>>, fullPage: Page): Promise<void> {
  const { items } = fullPage;
  const { size, operation } = list;
  if (items.length < 2) return;
  const filterNames = Object.keys(query).join(" and ");
  const short = size === null ? null : await list.page({ ...query, [size.name]: 1 });
  if (size !== null && short !== null && short.items.length !== 1) {
    const text = `with ${filterNames} and ${size.name}=1 returns ${short.items.length} of ${items.length} records`;
    list.fault("page-size", short, text, size);
  }
  const offset = operation.parameters.find(({ name, in: place }) => place === "query" && offsetNames.test(name));
  const skipped = offset === undefined ? null : await list.all({ ...query, [offset.name]: 1 });
  if (offset === undefined || skipped === null || sameItem(skipped.items[0], items[1])) return;
  if (!(await isSteady(list, fullPage, query))) return;
  const text = `with ${filterNames} and ${offset.name}=1 does not begin with the second record`;
  list.fault("page-offset", skipped, text, offset);
}

/** The values that the records' own description lists for a member. */
function valuesOf({ result }: Page, property: string): readonly string[] {
  const schema = result.verdict?.mediaType?.schema;
  return schema === undefined
    ? []
    : recordsOf(schema).flatMap((record) => schemasAt(record, [property]).flatMap((one) => enumOf(one) ?? []));
}

/** Two filters at once: what is left matches both. */
async function checkFilters(list: List, first: Filtering, second: Filtering): Promise<void> {
  const all = await list.all();
  if (all === null) return;
  const names = `${first.filter.name} and ${second.filter.name}`;
  for (const value of pairedValues(all, first, 2)) {
    for (const other of pairedValues(all, second, 3)) {
      const query = { [first.filter.name]: value, [second.filter.name]: other };
      const page = await list.all(query);
      if (page === null) continue;
      const isBoth = (item: JsonObject): boolean =>
        (item[first.property] ?? value) === value && (item[second.property] ?? other) === other;
      const wanted = all.items.filter((item) => item[first.property] === value && item[second.property] === other);
      if (all.items.length < list.many && page.items.length < wanted.length)
        list.fault("filter-ignored", page, `with ${names} returns fewer records than match both`, second.filter);
      if (page.items.every(isBoth)) await checkPages(list, query, page);
      else list.fault("filter-ignored", page, `with ${names} returns records that do not match both`, second.filter);
    }
  }
}

/** So many of those that are listed or used; of references, one that no record has. */
function pairedValues(page: Page, filtering: Filtering, count: number): Json[] {
  const used = usedValues(page, filtering);
  const values = [...new Set([...listedValues(page, filtering), ...used])].slice(0, count);
  const unused = isReference(filtering.filter.name) ? used.slice(0, 1).map(unknownLike) : [];
  return [...values, ...unused.filter((one) => !used.includes(one) && matches(filtering.filter.schema, one))];
}

/** The values that records have. */
function usedValues({ items }: Page, { filter, property }: Filtering): Json[] {
  const values = [...new Set(items.map((item) => item[property] ?? null))];
  return values.filter(
    (value) => ["string", "number", "boolean"].includes(typeof value) && matches(filter.schema, value),
  );
}

/** Those that the filter lists and a record can have: `all` and `any` are not filters. */
function listedValues(page: Page, { filter, property }: Filtering): string[] {
  const possible = valuesOf(page, property);
  return (enumOf(filter.schema) ?? []).filter((value) => possible.includes(value));
}

/** Parameters that are called like a member of a record: `campaignId`, or `orderStatus` for `status`. */
export function filtersOf(operation: Operation, items: readonly JsonObject[]): Filtering[] {
  // A member may be optional: the first record need not have it.
  return filtersByMember(operation, [...new Set(items.flatMap((item) => Object.keys(item)))]);
}

function filtersByMember(operation: Operation, members: readonly string[]): Filtering[] {
  return operation.parameters.flatMap((filter): Filtering[] => {
    if (filter.in !== "query") return [];
    if (resolved(filter.schema).kind === "number" && !isReference(filter.name)) return [];
    const allowed = enumOf(filter.schema);
    const isSwitch = resolved(filter.schema).kind === "boolean";
    const wanted = unbracketed(filter.name);
    const property = members.find((name) => {
      if (name === wanted) return isReference(name) || allowed !== null || isSwitch || isExact(filter);
      const ending = name.charAt(0).toUpperCase() + name.slice(1);
      // `filter[room]` asks for the id of one.
      const isOfRelation = wanted !== filter.name && plainName(name) === plainName(`${wanted}id`);
      return isOfRelation || (allowed !== null && (wanted.endsWith(ending) || wanted.endsWith(`_${name}`)));
    });
    return property === undefined ? [] : [{ filter, property }];
  });
}

/** Texts are searched for, unless the description of the parameter says that they are compared. */
function isExact({ schema, words }: Parameter): boolean {
  return resolved(schema).kind === "string" && /\bexact(ly)?\b|\bequals?\b/i.test(words.description ?? "");
}

/** The members that the schema of the list gives its records, optional ones too. */
function memberNamesIn({ verdict }: CallResult): string[] {
  const schema = verdict?.mediaType?.schema;
  return schema === undefined
    ? []
    : recordsOf(schema).flatMap((record) => propertiesIn(record).map(({ name }) => name));
}
