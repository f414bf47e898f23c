// Lists: a page has the requested size, the requested records are skipped, and a filter returns only matching records.
import type { Operation, Parameter, Schema } from "waybill/description";
import { placeOf } from "../../description/description.ts";
import { resolved } from "../../description/schema-parts.ts";
import type { Baseline, Context } from "../context.ts";
import { fetchPage, type Item, itemsOf, type List, type Page, sameItem, sameItems } from "../lists.ts";
import { checkFilter, checkFilters, filtersOf } from "./filters.ts";
import { checkReport, mayGoOn } from "./page-report.ts";

const sizeNames = /^(limit|size|top|first|count|(page|per|max)_?(size|page|results|items)|pagesize|perpage)$/i;
const offsetNames = /^(offset|skip|start)$/i;
const pageNames = /^(page|page_?(number|index|no))$/i;

export async function runPaging(context: Context): Promise<void> {
  for (const [operation, baseline] of context.baselines) {
    if (!baseline.accepted || operation.method !== "get" || itemsOf(baseline.result.json) === null) continue;
    await checkList(context, operation, baseline);
  }
}

async function checkList(context: Context, operation: Operation, baseline: Baseline): Promise<void> {
  let items: readonly Item[] = [];
  const about = (what: string): string => `${operation.id}/paging/${what}`;
  // The list as it is by now: the first call may have found it empty.
  await context.case("paging", about("list"), operation.id, async () => {
    items = itemsOf((await context.call(operation, baseline.result.values)).json) ?? [];
  });
  const parameter = (names: RegExp): Parameter | undefined =>
    operation.parameters.find(
      // A member of the records by that name makes it a filter: shoes have a size.
      (one) =>
        one.in === "query" &&
        names.test(one.name) &&
        isInteger(one.schema) &&
        items.every((item) => !Object.hasOwn(item, one.name)),
    );
  const size = parameter(sizeNames) ?? null;
  const list: List = {
    operation,
    baseline,
    size,
    many: Math.min(most, (size === null ? null : maximumOf(size.schema)) ?? most),
  };
  const [offset, page] = [parameter(offsetNames), parameter(pageNames)];
  const check = (what: string, run: () => Promise<void>): Promise<void> =>
    context.case("paging", about(what), operation.id, run);
  if (size !== null)
    await check(size.name, () => checkSizes(context, list, { size, next: nextOf(list, offset, page) }));
  if (offset !== undefined) await check(offset.name, () => checkOffset(context, list, offset));
  if (page !== undefined) await check(page.name, () => checkPage(context, list, page));
  const filters = filtersOf(operation, items);
  for (const filtering of filters) {
    await check(filtering.filter.name, () => checkFilter(context, list, filtering));
  }
  const [first, second] = filters;
  if (first !== undefined && second !== undefined) {
    await check(`${first.filter.name}+${second.filter.name}`, () => checkFilters(context, list, [first, second]));
  }
}

/** The most that is asked for where all records are wanted. */
const most = 100;

/** The query that asks for what comes behind so many pages, or so many records. */
type Next = (pages: number, count: number) => Readonly<Record<string, number>>;

function nextOf({ size, many }: List, offset: Parameter | undefined, page: Parameter | undefined): Next | null {
  if (size === null) return null;
  if (offset !== undefined) return (_, count) => ({ [size.name]: many, [offset.name]: count });
  return page === undefined ? null : (pages) => ({ [size.name]: many, [page.name]: firstPageOf(page) + pages });
}

interface Sizes {
  readonly size: Parameter;
  readonly next: Next | null;
}

async function checkSizes(context: Context, list: List, { size, next }: Sizes): Promise<void> {
  const { operation, many } = list;
  const all = await fetchPage(context, list, { [size.name]: many });
  if (all === null) return;
  const standard = defaultOf(size.schema);
  const total = await totalOf(context, list, { all, next });
  checkReport(context, all, { total, asked: many, atMost: maximumOf(size.schema) === null });
  const asked: readonly (readonly [number | null, number])[] = [
    [1, 1],
    [2, 2],
    ...(standard === null ? [] : [[null, standard] as const]),
  ];
  for (const [value, expected] of asked) {
    const page = await fetchPage(context, list, value === null ? {} : { [size.name]: value });
    if (page === null) continue;
    checkReport(context, page, { total, asked: expected, atMost: false });
    const wanted = Math.min(expected, all.items.length);
    const isFull = page.items.length === wanted || (page.items.length <= expected && all.items.length < expected);
    if (isFull) continue;
    const how = value === null ? `without ${size.name}, whose default is ${expected}` : `with ${size.name}=${value}`;
    const message = `${operation.id} ${how} returns ${page.items.length} of ${all.items.length} records; expected: ${wanted}`;
    context.object("page-size", message, { ...page.result, where: placeOf(size.at) });
  }
}

/** How many pages are counted. */
const mostPages = 12;

/** How many records there are: a service may return fewer at a time than it is asked for. `null`: too many, or unknown. */
async function totalOf(
  context: Context,
  list: List,
  { all, next }: { readonly all: Page; readonly next: Next | null },
): Promise<number | null> {
  if (next === null) return mayGoOn(all, list.many) ? null : all.items.length;
  let count = all.items.length;
  for (let pages = 1; pages <= mostPages; pages += 1) {
    const behind = await fetchPage(context, list, next(pages, count));
    if (behind === null) return null;
    if (behind.items.length === 0) return count;
    // What comes again from the beginning is no next page.
    if (sameItem(behind.items[0], all.items[0])) return null;
    count += behind.items.length;
  }
  return null;
}

async function checkOffset(context: Context, list: List, offset: Parameter): Promise<void> {
  const limit = list.size === null ? {} : { [list.size.name]: list.many };
  const all = await fetchPage(context, list, limit);
  const skipped = await fetchPage(context, list, { ...limit, [offset.name]: 1 });
  if (all === null || skipped === null || all.items.length < 2) return;
  if (sameItem(skipped.items[0], all.items[1]) || !(await isSteady(context, list, all))) return;
  const message = `${list.operation.id} with ${offset.name}=1 does not begin with the second record`;
  context.object("page-offset", message, { ...skipped.result, where: placeOf(offset.at) });
}

async function checkPage(context: Context, list: List, page: Parameter): Promise<void> {
  const first = firstPageOf(page);
  const { size } = list;
  if (size === null) return;
  const all = await fetchPage(context, list, { [size.name]: list.many });
  if (all === null || all.items.length < 2) return;
  for (const index of [0, 1]) {
    const one = await fetchPage(context, list, { [size.name]: 1, [page.name]: first + index });
    if (one === null || sameItem(one.items[0], all.items[index]) || !(await isSteady(context, list, all))) continue;
    const message = `${list.operation.id} with ${page.name}=${first + index} and ${size.name}=1 does not return record ${index + 1}`;
    context.object("page-offset", message, { ...one.result, where: placeOf(page.at) });
  }
}

/** Positions are meaningless in a list whose order changes, or that other clients add to. */
async function isSteady(context: Context, list: List, before: Page): Promise<boolean> {
  // Twice: what changes with every look may look the same every other time.
  for (let looks = 0; looks < 2; looks += 1) {
    const after = await fetchPage(context, list, list.size === null ? {} : { [list.size.name]: list.many });
    if (after?.items.length !== before.items.length || !sameItems(before.items, after.items)) return false;
  }
  return true;
}

/** Where nothing is said pages are counted from 1, or from 0 where that is allowed. */
function firstPageOf({ schema }: Parameter): number {
  const own = resolved(schema);
  return defaultOf(schema) ?? (own.kind === "number" ? (own.minimum ?? 1) : 1);
}

function maximumOf(schema: Schema): number | null {
  const own = resolved(schema);
  if (own.kind !== "number") return null;
  const { maximum, exclusiveMaximum } = own;
  if (maximum === null && exclusiveMaximum === null) return null;
  return Math.floor(Math.min(maximum ?? most, (exclusiveMaximum ?? most + 1) - 1));
}

function isInteger(schema: Schema): boolean {
  return resolved(schema).kind === "number";
}

function defaultOf(schema: Schema): number | null {
  const own = schema.annotations.default?.value;
  if (typeof own === "number") return own;
  return schema.kind === "ref" ? defaultOf(schema.target.schema) : null;
}
