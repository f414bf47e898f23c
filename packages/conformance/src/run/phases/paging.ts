// Lists: a page holds what was asked for, records are skipped as asked, and a filter leaves only what matches it.
import type { Json, Operation, Parameter, Schema } from "waybill/description";
import { placeOf } from "../../description/description.ts";
import { type Answered, asObject, type Baseline, type Context, isAccepted } from "../context.ts";
import { isReference, unknownLike } from "../knowledge.ts";
import type { RequestValues } from "../request-values.ts";
import { withParameter } from "../variation.ts";

type Item = { readonly [key: string]: Json };

const sizeNames = /^(limit|size|top|first|count|(page|per|max)_?(size|page|results|items)|pagesize|perpage)$/i;
const offsetNames = /^(offset|skip|start)$/i;
const pageNames = /^(page|page_?(number|index|no))$/i;

export async function runPaging(context: Context): Promise<void> {
  for (const [operation, baseline] of context.baselines) {
    if (!baseline.accepted || operation.method !== "get" || itemsOf(baseline.answered.json) === null) continue;
    let items: readonly Item[] = [];
    // The list as it is by now: the first call may have found it empty.
    await context.case("paging", `${operation.id}/paging/list`, operation.id, async () => {
      items = itemsOf((await context.call(operation, baseline.answered.values)).json) ?? [];
    });
    const parameter = (names: RegExp): Parameter | undefined =>
      operation.parameters.find((one) => one.in === "query" && names.test(one.name) && isInteger(one.schema));
    const list: List = { operation, baseline, size: parameter(sizeNames) ?? null };
    const [offset, page] = [parameter(offsetNames), parameter(pageNames)];
    const about = (what: string): string => `${operation.id}/paging/${what}`;
    if (list.size !== null)
      await context.case("paging", about(list.size.name), operation.id, () => checkSizes(context, list));
    if (offset !== undefined)
      await context.case("paging", about(offset.name), operation.id, () => checkOffset(context, list, offset));
    if (page !== undefined)
      await context.case("paging", about(page.name), operation.id, () => checkPage(context, list, page));
    const filters = filtersOf(operation, items);
    for (const filtering of filters) {
      await context.case("paging", about(filtering.filter.name), operation.id, () =>
        checkFilter(context, list, filtering),
      );
    }
    const [first, second] = filters;
    if (first !== undefined && second !== undefined) {
      const id = about(`${first.filter.name}+${second.filter.name}`);
      await context.case("paging", id, operation.id, () => checkFilters(context, list, [first, second]));
    }
  }
}

interface List {
  readonly operation: Operation;
  readonly baseline: Baseline;
  /** The parameter that says how many records to return. */
  readonly size: Parameter | null;
}

/** The most that is asked for where all records are wanted. */
const many = 100;

async function checkSizes(context: Context, list: List): Promise<void> {
  const { size, operation } = list;
  if (size === null) return;
  const all = await fetchItems(context, list, { [size.name]: many });
  if (all === null) return;
  const standard = defaultOf(size.schema);
  const total = all.items.length < many ? all.items.length : null;
  checkReport(context, all, { total, asked: many });
  const asked: readonly (readonly [number | null, number])[] = [
    [1, 1],
    [2, 2],
    ...(standard === null ? [] : [[null, standard] as const]),
  ];
  for (const [value, expected] of asked) {
    const page = await fetchItems(context, list, value === null ? {} : { [size.name]: value });
    if (page === null) continue;
    checkReport(context, page, { total, asked: expected });
    const wanted = Math.min(expected, all.items.length);
    const isFull = page.items.length === wanted || (page.items.length <= expected && all.items.length < expected);
    if (isFull) continue;
    const how = value === null ? `without ${size.name}, whose default is ${expected}` : `with ${size.name}=${value}`;
    const message = `${operation.id} ${how} returns ${page.items.length} of ${all.items.length} records; expected: ${wanted}`;
    context.object("page-size", message, { ...page.answered, where: placeOf(size.at) });
  }
}

/** What a page says of itself: how many records there are in all, whether more follow, and how it was asked for. */
function checkReport(
  context: Context,
  page: Page,
  { total, asked }: { readonly total: number | null; readonly asked: number },
): void {
  const { answered, items } = page;
  const own = asObject(answered.json);
  const reports = [own, ...Object.values(own ?? {}).map(asObject)].filter((one) => one !== null);
  const named = (names: RegExp): readonly [string, Json] | undefined =>
    reports
      .flatMap((report) => Object.entries(report))
      .find(([name, value]) => names.test(name) && typeof value !== "object");
  const { operation } = answered;
  const object = (message: string): void => context.object("page-report", `${operation.id} ${message}`, answered);
  const [totalName, totalValue] = named(/^(total|count)_?(count|items|records|results)?$/i) ?? [];
  if (typeof totalValue === "number" && total !== null && totalValue !== total)
    object(`says that ${totalName} is ${totalValue}; the list has ${total}`);
  const [moreName, more] = named(/^has_?(more|next)(_?page)?$/i) ?? [];
  if (typeof more === "boolean" && total !== null && more !== items.length < total)
    object(`says that ${moreName} is ${more} on a page of ${items.length} of ${total}`);
  const [sizeName, size] = named(/^(page_?size|per_?page|limit)$/i) ?? [];
  if (typeof size === "number" && size !== asked) object(`says that ${sizeName} is ${size}; it was ${asked}`);
}

async function checkOffset(context: Context, list: List, offset: Parameter): Promise<void> {
  const limit = list.size === null ? {} : { [list.size.name]: many };
  const all = await fetchItems(context, list, limit);
  const skipped = await fetchItems(context, list, { ...limit, [offset.name]: 1 });
  if (all === null || skipped === null || all.items.length < 2) return;
  if (sameItem(skipped.items[0], all.items[1])) return;
  const message = `${list.operation.id} with ${offset.name}=1 does not begin with the second record`;
  context.object("page-offset", message, { ...skipped.answered, where: placeOf(offset.at) });
}

async function checkPage(context: Context, list: List, page: Parameter): Promise<void> {
  const first = defaultOf(page.schema) ?? 1;
  const { size } = list;
  if (size === null) return;
  const all = await fetchItems(context, list, { [size.name]: many });
  if (all === null || all.items.length < 2) return;
  for (const index of [0, 1]) {
    const one = await fetchItems(context, list, { [size.name]: 1, [page.name]: first + index });
    if (one === null || sameItem(one.items[0], all.items[index])) continue;
    const message = `${list.operation.id} with ${page.name}=${first + index} and ${size.name}=1 does not return record ${index + 1}`;
    context.object("page-offset", message, { ...one.answered, where: placeOf(page.at) });
  }
}

interface Filtering {
  readonly filter: Parameter;
  /** The member of a record that it is compared with. */
  readonly property: string;
}

async function checkFilter(context: Context, list: List, { filter, property }: Filtering): Promise<void> {
  const { operation } = list;
  const limit = list.size === null ? {} : { [list.size.name]: many };
  const all = await fetchItems(context, list, limit);
  if (all === null) return;
  const present = [...new Set(all.items.map((item) => item[property]))].filter((value) => typeof value === "string");
  const allowed = enumOf(filter.schema);
  const used = present.filter((value) => allowed === null || allowed.includes(value));
  const [some] = used;
  // A value that no record has, and that looks like one.
  const unused =
    allowed === null && some !== undefined ? [unknownLike(some)].filter((value) => typeof value === "string") : [];
  const values = [...new Set([...(allowed ?? []), ...used.slice(0, 5), ...unused])];
  for (const value of values) {
    const found = await fetchItems(context, list, { ...limit, [filter.name]: value });
    if (found === null) continue;
    const strangers = found.items.filter((item) => item[property] !== value).length;
    const where = placeOf(filter.at);
    if (strangers > 0) {
      const message = `${operation.id} with ${filter.name}=${value} returns records of another ${property}`;
      context.object("filter-ignored", message, { ...found.answered, where });
    }
    // Beyond a full page there may be more of them.
    const wanted = all.items.length < many ? all.items.filter((item) => item[property] === value).length : 0;
    if (found.items.length < wanted) {
      const message = `${operation.id} with ${filter.name}=${value} returns fewer records than the list has of them`;
      context.object("filter-ignored", message, { ...found.answered, where });
    }
  }
}

/** Two filters at once: what is left matches both. */
async function checkFilters(context: Context, list: List, filters: readonly [Filtering, Filtering]): Promise<void> {
  const { operation, size } = list;
  const limit = size === null ? {} : { [size.name]: many };
  const all = await fetchItems(context, list, limit);
  const [first, second] = filters;
  const allowed = enumOf(second.filter.schema);
  for (const value of [...new Set(all?.items.map((item) => item[first.property]))].slice(0, 2)) {
    for (const other of (allowed ?? []).slice(0, 3)) {
      if (typeof value !== "string") continue;
      const query = { ...limit, [first.filter.name]: value, [second.filter.name]: other };
      const found = await fetchItems(context, list, query);
      const isBoth = (item: Item): boolean => item[first.property] === value && item[second.property] === other;
      if (found === null || found.items.every(isBoth)) continue;
      const message = `${operation.id} with ${first.filter.name} and ${second.filter.name} returns records that do not match both`;
      context.object("filter-ignored", message, { ...found.answered, where: placeOf(second.filter.at) });
    }
  }
}

/** Parameters that are called like a member of a record: `campaignId`, or `orderStatus` for `status`. */
function filtersOf(operation: Operation, items: readonly Item[]): Filtering[] {
  const [first] = items;
  if (first === undefined) return [];
  return operation.parameters.flatMap((filter): Filtering[] => {
    if (filter.in !== "query" || isInteger(filter.schema)) return [];
    const allowed = enumOf(filter.schema);
    const property = Object.keys(first).find((name) => {
      if (name === filter.name) return isReference(name) || allowed !== null;
      const ending = name.charAt(0).toUpperCase() + name.slice(1);
      return allowed !== null && (filter.name.endsWith(ending) || filter.name.endsWith(`_${name}`));
    });
    return property === undefined ? [] : [{ filter, property }];
  });
}

interface Page {
  readonly items: readonly Item[];
  readonly answered: Answered;
}

async function fetchItems(
  context: Context,
  { operation, baseline }: List,
  query: Readonly<Record<string, Json>>,
): Promise<Page | null> {
  const values = Object.entries(query).reduce<RequestValues>((all, [name, value]) => {
    const parameter = operation.parameters.find((one) => one.in === "query" && one.name === name);
    return parameter === undefined ? all : withParameter(all, parameter, value);
  }, baseline.answered.values);
  const answered = await context.call(operation, values);
  const items = isAccepted(answered.status) ? itemsOf(answered.json) : null;
  return items === null ? null : { items, answered };
}

/** The records of a list: the body itself, or the one member of it that is a list. */
export function itemsOf(json: unknown): readonly Item[] | null {
  if (Array.isArray(json)) {
    return json.flatMap((item: unknown): Item[] => {
      const object = asObject(item);
      return object === null ? [] : [object];
    });
  }
  const lists = Object.values(asObject(json) ?? {}).filter((member) => Array.isArray(member));
  const [only] = lists;
  return lists.length === 1 && only !== undefined ? itemsOf(only) : null;
}

function sameItem(a: Item | undefined, b: Item | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  const id = Object.hasOwn(a, "id") ? "id" : null;
  return id === null ? JSON.stringify(a) === JSON.stringify(b) : a[id] === b[id];
}

function isInteger(schema: Schema): boolean {
  return schema.kind === "ref" ? isInteger(schema.target.schema) : schema.kind === "number";
}

function enumOf(schema: Schema): readonly string[] | null {
  if (schema.kind === "ref") return enumOf(schema.target.schema);
  return schema.kind === "enum" ? schema.values.filter((value) => typeof value === "string") : null;
}

function defaultOf(schema: Schema): number | null {
  const own = schema.notes.default?.value;
  if (typeof own === "number") return own;
  return schema.kind === "ref" ? defaultOf(schema.target.schema) : null;
}
