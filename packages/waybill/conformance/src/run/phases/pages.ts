// Pages of a list are parts of one whole: for several sizes and positions, alone and with the filters of the list, a page is the part
// that was asked for, and what it says of itself is true of that part.
import { type Json, matches, type Operation, type Parameter } from "waybill/description";
import { proseSentencesIn } from "../../description/stated.ts";
import type { JsonObject } from "../../values/json.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted } from "../context.ts";
import { create } from "../creating.ts";
import { producerOf } from "../engines/list-records.ts";
import {
  defaultOf,
  isMade,
  isSameList,
  isSteady,
  List,
  listingsIn,
  type Page,
  type Paging,
  pagingOf,
  sameItem,
} from "../engines/read-twice.ts";
import { follow } from "../inputs.ts";
import { orderQueriesOf, sortingsOf, sortQueriesOf } from "./orders.ts";
import { checkPageLinks } from "./page-links.ts";
import { addressOf, cursorOf, isCalledLast, nextStatedBy, nextTokenOf, reportOf } from "./page-report.ts";
import { filtersOf, firstPageOf } from "./paging.ts";

/** As many records of a list as can be read, and the first page; `null`: it is rejected. */
export async function readWhole(
  context: Context,
  first: CallResult,
): Promise<(KnownRecords & Pick<Page, "result">) | null> {
  const list = new List(context, first);
  const page = await list.all();
  if (page === null) return null;
  if (list.size === null) return { ...page, isAll: true };
  const known = await new Pages(list, pagingOf(first.operation, page.items), {}).readAll(page);
  return { isAll: false, ...page, ...known };
}

/** All records of a list; `null`: it is not known whether these are all. */
export async function allOf(context: Context, first: CallResult): Promise<readonly JsonObject[] | null> {
  const whole = await readWhole(context, first);
  return whole?.isAll === true ? whole.items : null;
}

type Query = Readonly<Record<string, Json>>;

/** No more full pages are put together. */
const mostPages = 4;

export function* pages(context: Context): Cases {
  for (const first of listingsIn(context)) yield* pagesOf(context, first);
}

function* pagesOf(context: Context, first: CallResult): Cases {
  const { operation } = first;
  const list = new List(context, first);
  const usual = pagingOf(operation, []);
  const cursor = cursorOf(operation);
  if (usual.size !== null)
    yield caseOf("paging", operation, "paging/links", () => checkPageLinks(context, first), { elsewhere: "or last" });
  if (usual.size !== null && cursor !== null) {
    yield caseOf("paging", operation, `paging/${cursor.name}`, () => walk(list, cursor), { elsewhere: "or last" });
    yield caseOf("paging", operation, "paging/sorted", () => walkSorted(list, cursor), { elsewhere: "or last" });
    const changes = steadyDuring(context, operation, cursor);
    const run = (): Promise<void> => checkChanges(context, first, { list, cursor, changes });
    if (changes.length > 0) yield caseOf("paging", operation, "paging/changes", run, { elsewhere: "or last" });
  }
  if (usual.size === null || (usual.offset === null && usual.page === null)) return;
  const run = async (): Promise<void> => {
    const items = (await list.all())?.items ?? [];
    const paging = pagingOf(operation, items);
    await new Pages(list, paging, {}).check(items.length > list.many / 2 ? 3 : 2);
    for (const query of queriesOf(operation, items)) await new Pages(list, paging, query).check(1);
  };
  yield caseOf("paging", operation, "paging/slices", run, { elsewhere: "or last" });
}

/** So many pages are read by what each says of the next one. */
const mostSteps = 8;

/** Page by page, each by what the one before calls the next: together they are the list. */
async function walk(list: List, cursor: Parameter): Promise<void> {
  const { size, many } = list;
  const all = await list.all();
  if (size === null || all === null || all.items.length < 2) return;
  const whole = [{}, ...queriesOf(list.operation, all.items)];
  for (const query of whole) {
    const last = await list.all(query);
    const token = last === null || last.items.length >= many ? null : nextTokenOf(last, cursor);
    const behind = token === null ? null : await list.all({ ...query, [cursor.name]: token });
    if (last !== null && behind?.items.length === 0) return endOf(list, last, cursor);
  }
  for (const length of [1, 2]) {
    const items: JsonObject[] = [];
    let next: Json | null = null;
    for (let steps = 0; steps < mostSteps; steps += 1) {
      const page = await list.page({ [size.name]: length, ...(next === null ? {} : { [cursor.name]: next }) });
      // A service may return less at a time.
      if (page === null || page.items.length === 0) break;
      items.push(...page.items);
      next = nextTokenOf(page, cursor);
      // How it goes on is not said where the token is looked for.
      if (next === null && !saysWhetherItEnds(page)) break;
      const isPart = items.every((one, at) => sameItem(one, all.items[at]));
      if (isPart && next !== null && items.length === all.items.length && (await isSteady(list, all)))
        return endOf(list, page, cursor);
      if (isPart && (next !== null || items.length === all.items.length)) {
        if (next === null) break;
        continue;
      }
      if (!(await isSteady(list, all))) return;
      const text = `read by ${cursor.name} and ${size.name}=${length}, is not the same list: it differs at record ${items.length}`;
      return list.fault("page-offset", page, text, cursor);
    }
  }
}

function saysWhetherItEnds(page: Page): boolean {
  return addressOf(page, "next") === null && (isCalledLast(page) || nextStatedBy(page).name !== "");
}

/** The same in each order that can be asked for: what is equal there may come in any order, and no record is left out between two pages. */
async function walkSorted(list: List, cursor: Parameter): Promise<void> {
  const { size } = list;
  for (const query of size === null ? [] : orderQueriesOf(list.operation)) {
    for (const length of [1, 3]) {
      const seen: JsonObject[] = [];
      const sized = (count: number): Query => ({ ...query, [size?.name ?? ""]: count });
      let [page, next] = [await list.page(sized(length)), null as Json | null];
      for (let steps = 0; steps < mostSteps && page !== null && page.items.length > 0; steps += 1) {
        seen.push(...page.items);
        next = nextTokenOf(page, cursor);
        if (next === null) break;
        page = await list.page({ ...sized(length), [cursor.name]: next });
      }
      const rest = next === null ? null : await list.page({ ...sized(list.many), [cursor.name]: next });
      const all = await list.all(query);
      // A cursor may be good for pages of one length.
      if (
        rest === null ||
        all === null ||
        ![rest, all].every((one) => one.items.length < list.many && isCalledLast(one))
      )
        continue;
      const missing = all.items.find((one) => ![...seen, ...rest.items].some((other) => sameItem(one, other)));
      if (missing === undefined || !(await isSteady(list, all, query))) continue;
      const how = Object.entries(query).map(([name, value]) => `${name}=${value}`);
      const text = `read by ${cursor.name} with ${[...how, `${size?.name}=${length}`].join(" and ")}, leaves out a record of the list`;
      return list.fault("page-offset", rest, text, cursor);
    }
  }
}

/** Where the description says how the last page ends, it ends so. */
function endOf(list: List, page: Page, { at }: Parameter): void {
  const { name, stated } = nextStatedBy(page);
  const isStated =
    /\b(null|absent|missing|omitted|not present)\b.*\b(last|no more|no further)\b|\blast page\b.*\bnull\b/i.test(
      stated,
    );
  if (isStated) list.fault("page-report", page, `has a ${name} on the last page`, { at });
}

type Change = "deleted" | "created";

/** What neither repeats nor skips other records when it happens between two pages, as the description says. */
function steadyDuring({ description }: Context, operation: Operation, { words }: Parameter): Change[] {
  const texts = [description.http?.info.description, operation.words.description, words.description];
  const sentences = texts.flatMap((text) => proseSentencesIn(text ?? ""));
  const promise = sentences.find(
    (text) =>
      /\b(repeat|duplicat|skip|miss|twice)/i.test(text) &&
      /\b(pages?|cursors?|paging|pagination)\b/i.test(text) &&
      /\b(not|never|neither|no|without)\b/i.test(text) &&
      !/\b(may|might|can|could|not guaranteed?|no guarantee)\b/i.test(text),
  );
  const isCreated = /\b(creat|insert|add|new\b)/i.test(promise ?? "");
  const isDeleted = /\b(delet|remov)/i.test(promise ?? "");
  return [...(isDeleted ? (["deleted"] as const) : []), ...(isCreated ? (["created"] as const) : [])];
}

interface Changes {
  readonly list: List;
  readonly cursor: Parameter;
  readonly changes: readonly Change[];
}

/** After each change before the end of a page, the next page begins where it began before. */
async function checkChanges(context: Context, first: CallResult, { list, cursor, changes }: Changes): Promise<void> {
  const producer = producerOf(context, first.operation)?.operation;
  if (producer === undefined) return;
  const members = Object.keys((await list.all())?.items[0] ?? {});
  for (const change of changes)
    for (const query of [{}, ...sortQueriesOf(list.operation, members)])
      if (await isTried(context, { list, cursor, change, query, producer })) break;
}

interface Trial extends Omit<Changes, "changes"> {
  readonly change: Change;
  readonly query: Query;
  readonly producer: Operation;
}

/** Whether the change took place before the end of a page. */
async function isTried(context: Context, { list, cursor, change, query, producer }: Trial): Promise<boolean> {
  const { size } = list;
  const record = await create(context, producer);
  // In a list by the time of creation, it is behind the first one.
  await create(context, producer);
  const before = await list.all(query);
  const at = before?.items.findIndex((item) => record !== null && isMade(item, record)) ?? -1;
  const expected = before?.items[at + 1];
  const page = size === null || at < 0 ? null : await list.page({ ...query, [size.name]: at + 1 });
  const token = page?.items.length === at + 1 ? nextTokenOf(page, cursor) : null;
  if (size === null || record === null || expected === undefined || token === null) return false;
  if (!(await isChanged(context, change, record))) return false;
  const after = await list.all(query);
  if (!sameItem(after?.items[at + (change === "deleted" ? 0 : 2)], expected)) return false;
  const next = await list.page({ ...query, [size.name]: 1, [cursor.name]: token });
  if (next === null) return false;
  const text = `with the ${cursor.name} of a page does not begin behind it once a record before its end was ${change}`;
  if (!sameItem(next.items[0], expected)) list.fault("page-offset", next, text, cursor);
  return true;
}

async function isChanged(context: Context, change: Change, record: CallResult): Promise<boolean> {
  if (change === "created") return (await create(context, record.operation)) !== null;
  const removal = follow(context, record, ({ operation }) => operation.method === "delete");
  return removal !== null && isAccepted((await context.call(removal.operation, removal.values)).status);
}

/** Each filter with the value that most records have, and the first two at once with what most have of both. */
function queriesOf(operation: Operation, items: readonly JsonObject[]): Query[] {
  const filters = filtersOf(operation, items);
  const most = (chosen: typeof filters): Query[] => {
    const combinations = items
      .map((item) => chosen.map(({ filter, property }): [string, Json] => [filter.name, item[property] ?? null]))
      .filter((pairs) => pairs.every(([, value], index) => isAllowed(chosen[index]?.filter, value)));
    const groups = [...Map.groupBy(combinations, (pairs) => JSON.stringify(pairs)).values()];
    const [largest] = groups.sort((a, b) => b.length - a.length);
    return largest?.[0] === undefined || largest.length < 2 ? [] : [Object.fromEntries(largest[0])];
  };
  // A part of the list in an order is the part of the list in that order.
  const sorted = sortingsOf(operation, Object.keys(items[0] ?? {})).flatMap(({ parameter, values }): Query[] =>
    values.slice(-1).map(({ value }) => ({ [parameter.name]: value })),
  );
  return [
    ...filters.flatMap((one) => most([one])),
    ...(filters.length > 1 ? most(filters.slice(0, 2)) : []),
    ...sorted,
  ];
}

function isAllowed(filter: Parameter | undefined, value: Json): boolean {
  return filter !== undefined && typeof value === "string" && matches(filter.schema, value);
}

export interface KnownRecords {
  readonly items: readonly JsonObject[];
  /** Whether there is nothing behind them. */
  readonly isAll: boolean;
}

/** Which part of a whole: `size` records, or as many as the default says, after `skipped` others. */
interface Part {
  readonly size: number | null;
  readonly skipped: number;
}

class Pages {
  private readonly list: List;
  private readonly paging: Paging;
  private readonly query: Query;
  /** What the service gives at once, where that is less than was asked for. */
  private most = Number.POSITIVE_INFINITY;

  constructor(list: List, paging: Paging, query: Query) {
    this.list = list;
    this.paging = paging;
    this.query = query;
  }

  /** `depth`: 1 for a few parts, 2 for those at the end as well, 3 for those at the limit of a page. */
  async check(depth: number): Promise<void> {
    const fullList = await this.readAll();
    if (fullList === null || fullList.items.length < 2) return;
    for (const part of this.partsOf(fullList, depth)) {
      const page = await this.page(part);
      if (page === null) continue;
      const expected = fullList.items.slice(part.skipped, part.skipped + this.sizeOf(part));
      // What is behind the records that are known is not known either.
      const isKnown = fullList.isAll || part.skipped + this.sizeOf(part) <= fullList.items.length;
      if (isKnown) await this.compare({ part, page, expected, whole: fullList });
    }
  }

  /** All records, page by page; `begin`: the first page, where it was read before. */
  async readAll(begin: Page | null = null): Promise<KnownRecords | null> {
    const { list } = this;
    const items: JsonObject[] = [];
    for (let pages = 0; pages < mostPages; pages += 1) {
      const read = pages === 0 ? begin : null;
      const page = read ?? (await this.page({ size: list.many, skipped: pages * list.many }));
      if (page === null) return pages === 0 ? null : { items, isAll: false };
      // What comes again from the beginning is no next page.
      if (pages > 0 && sameItem(page.items[0], items[0])) return { items, isAll: page.items.length === 0 };
      items.push(...page.items);
      if (page.items.length < list.many) return await this.behind(items, page.items.length);
    }
    return { items, isAll: false };
  }

  /** After a page that is shorter than was asked for: the last one, or all that the service gives at once. */
  private async behind(items: JsonObject[], length: number): Promise<KnownRecords> {
    const { offset, page: number } = this.paging;
    if (length === 0 || (offset === null && number === null)) return { items, isAll: true };
    const next = await this.page({ size: this.list.many, skipped: offset === null ? this.list.many : items.length });
    if (next === null || next.items.length === 0) return { items, isAll: next !== null };
    // Of a service that does not know the parameter, the same comes again.
    if (next.items.some((one) => items.some((other) => sameItem(one, other)))) return { items, isAll: true };
    this.most = length;
    return { items: offset === null ? items : [...items, ...next.items], isAll: false };
  }

  private partsOf({ items, isAll }: KnownRecords, depth: number): readonly Part[] {
    const { many } = this.list;
    const { offset } = this.paging;
    const count = items.length;
    const part = (size: number | null, skipped: number): Part => ({ size, skipped });
    if (offset === null) {
      const last = Math.floor((count - 1) / 2) * 2;
      const ends = isAll && depth > 1 ? [part(2, last), part(2, last + 2), part(3, Math.floor(count / 3) * 3)] : [];
      return distinctParts([part(1, 1), part(2, 2), ...ends]);
    }
    const few = [part(1, 1), part(2, 1), part(2, 2), part(null, 1)];
    const ends = isAll ? [part(3, count - 2), part(2, count - 1), part(2, count), part(many, count - 2)] : [];
    const limits = [part(many, 1), part(many - 1, 2), part(2, many - 1), part(2, many), part(2, many + 1)];
    return distinctParts([...few, ...(depth > 1 ? ends : []), ...(depth > 2 ? limits : [part(many, 1)])]);
  }

  private sizeOf({ size }: Part): number {
    return Math.min(this.most, size ?? this.standard ?? 0);
  }

  /** How many records a page has where nothing is said. */
  private get standard(): number | null {
    return this.paging.size === null ? null : defaultOf(this.paging.size.schema);
  }

  private queryOf({ size, skipped }: Part): Query | null {
    const { size: sized, offset, page } = this.paging;
    if (size === null && this.standard === null) return null;
    const length = size === null || sized === null ? {} : { [sized.name]: size };
    if (offset !== null) return { ...length, [offset.name]: skipped };
    return page === null || size === null ? null : { ...length, [page.name]: firstPageOf(page) + skipped / size };
  }

  private async page(part: Part): Promise<Page | null> {
    const pageQuery = this.queryOf(part);
    return pageQuery === null ? null : await this.list.page({ ...this.query, ...pageQuery });
  }

  private async compare({ part, page, expected, whole }: Compared): Promise<void> {
    const { list, paging } = this;
    const pageQuery = this.queryOf(part) ?? {};
    const number = paging.page === null ? undefined : pageQuery[paging.page.name];
    const total = whole.isAll ? whole.items.length : null;
    const report = { total, asked: this.sizeOf(part), atMost: false, skipped: part.skipped };
    const asked = typeof number === "number" ? { ...report, number } : report;
    for (const message of reportOf(page, asked)) list.fault("page-report", page, message);
    const isPart = page.items.length === expected.length && expected.every((one, at) => sameItem(one, page.items[at]));
    if (isPart || !(await this.isSteady(whole, part, page))) return;
    const how = Object.entries({ ...this.query, ...pageQuery }).map(([name, value]) => `${name}=${value}`);
    const messagePrefix = `with ${how.join(" and ")} returns`;
    const parameter = paging.offset ?? paging.page ?? paging.size;
    if (parameter === null) return;
    if (page.items.length === expected.length) {
      const text = `${messagePrefix} other records than those from position ${part.skipped + 1} on`;
      list.fault("page-offset", page, text, parameter);
    } else {
      const text = `${messagePrefix} ${page.items.length} records; expected: ${expected.length}`;
      list.fault("page-size", page, text, paging.size ?? parameter);
    }
  }

  /** Positions mean nothing in a list that others change meanwhile. */
  private async isSteady({ items }: KnownRecords, part: Part, page: Page): Promise<boolean> {
    for (let looks = 0; looks < 2; looks += 1) {
      const list = await this.readAll();
      if (list === null || !isSameList({ items }, list)) return false;
      // Twice in a row: what changes with each look may look the same every other time.
      for (let again = 0; again < 2; again += 1) {
        const same = await this.page(part);
        if (same === null || !isSameList(page, same)) return false;
      }
    }
    return true;
  }
}

interface Compared {
  readonly part: Part;
  readonly page: Page;
  readonly expected: readonly JsonObject[];
  readonly whole: KnownRecords;
}

function distinctParts(parts: readonly Part[]): readonly Part[] {
  const known = new Map(parts.map((part) => [`${part.size} ${part.skipped}`, part]));
  return [...known.values()].filter(({ size, skipped }) => skipped >= 0 && (size === null || size > 0));
}
