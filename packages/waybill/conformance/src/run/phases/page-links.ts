// The links of a page to others -> whether they lead to the records that the list has there, also where a filter, a search or an order
// changes it.
import { type Json, matches, type Operation } from "waybill/description";
import { openedResponse } from "../../description/envelope.ts";
import { resolved } from "../../description/schema-parts.ts";
import { isNamedIn, sentencesIn } from "../../description/stated.ts";
import { type Exchange, jsonOf } from "../../exchange/exchange.ts";
import type { JsonObject } from "../../values/json.ts";
import { type CallResult, type Context, isAccepted } from "../context.ts";
import { isSteady, List, type Page, pagingOf, sameItem } from "../engines/read-twice.ts";
import { itemsOf } from "../records.ts";
import { readAt, targetOf } from "./hypermedia.ts";
import { sortQueriesOf } from "./orders.ts";
import { addressOf, mayGoOn, type PageRelation } from "./page-report.ts";
import { filtersOf } from "./paging.ts";
import { searchesOf } from "./searches.ts";
import { repetitionsOf } from "./selections.ts";

type Query = Readonly<Record<string, Json>>;

export async function checkPageLinks(context: Context, first: CallResult): Promise<void> {
  const list = new List(context, first);
  const all = await list.all();
  if (list.size === null || all === null || all.items.length < 2) return;
  const links = new PageLinks(context, list, all);
  if (!(await links.check({}))) return;
  for (const query of selectiveQueriesOf(list, all)) if (!(await links.check(query))) return;
}

/** Each filter with a value that some records have, each search with a word of some, and each order. */
function selectiveQueriesOf({ operation }: List, { items }: Page): Query[] {
  const members = Object.keys(items[0] ?? {});
  const isSome = ({ length }: readonly unknown[]): boolean => length > 1 && length < items.length;
  const filters = [...filtersOf(operation, items), ...repetitionsOf(operation, members)];
  const filtered = filters.flatMap(({ filter, property }): Query[] => {
    const groups = [...Map.groupBy(items, (item) => item[property] ?? null)];
    const formOf = (one: Json): Json => (resolved(filter.schema).kind === "array" ? [one].flat() : one);
    const [value] =
      groups.find(([one, group]) => one !== null && isSome(group) && matches(filter.schema, formOf(one))) ?? [];
    return value === undefined ? [] : [{ [filter.name]: formOf(value) }];
  });
  const searched = searchesOf(operation, members).flatMap(({ parameter, members: texts }): Query[] => {
    const wordsOf = (item: JsonObject): Set<string> =>
      new Set(texts.flatMap((name) => String(item[name] ?? "").match(/[\p{L}\d]{4,}/gu) ?? []));
    const groups = [
      ...Map.groupBy(
        items.flatMap((item) => [...wordsOf(item)]),
        (word) => word,
      ),
    ];
    const [word] = groups.findLast(([one, group]) => isSome(group) && matches(parameter.schema, one)) ?? [];
    return word === undefined ? [] : [{ [parameter.name]: word }];
  });
  return [...filtered, ...searched, ...sortQueriesOf(operation, members)];
}

/** Whether the links are described as those of pages of the same size: `links repeat the filters and spell out size`. */
function isSizeKept({ description }: Context, { words, responses }: Operation, size: string): boolean {
  const headers = responses.flatMap((one) => one.headers.map(({ description: of }) => of));
  const texts = [words.description, description.http?.info.description, ...headers].map((text) =>
    (text ?? "").replace(/\n(?!\n)/g, " "),
  );
  return texts
    .flatMap(sentencesIn)
    .some(
      (one) =>
        isNamedIn(one.replaceAll("`", ""), size) &&
        /\b(links?|next|addresses|address|href)\b/i.test(one) &&
        /\b(repeats?|keeps?|with the|same|carry|carries|spells?)\b/i.test(one) &&
        !/\b(not|without)\b/i.test(one),
    );
}

class PageLinks {
  private readonly context: Context;
  private readonly list: List;
  private readonly all: Page;

  constructor(context: Context, list: List, all: Page) {
    this.context = context;
    this.list = list;
    this.all = all;
  }

  /** Whether the links of pages with these parameters are right, as far as they can be followed. */
  async check(query: Query): Promise<boolean> {
    const { list, all } = this;
    const { size, offset } = { ...pagingOf(list.operation, all.items), size: list.size };
    const listed = await list.all(query);
    if (size === null || listed === null || listed.items.length < 2) return true;
    // The first record behind a page that the list has elsewhere without the parameters.
    const different = listed.items.findIndex((one, index) => index > 0 && !sameItem(one, all.items[index]));
    const at = different < 0 ? 1 : different;
    const page = await list.page({ ...query, [size.name]: at });
    // A service may return less at a time.
    if (page?.items.length !== at) return true;
    const { items } = listed;
    const isRight = (relation: PageRelation, from: Page, isThere: (page: Page) => boolean): Promise<Page | null> =>
      this.follow({ relation, from, isThere, listed, query });
    const next = await isRight("next", page, (one) => sameItem(one.items[0], items[at]));
    if (next !== null && next !== page && next.items.length > at && isSizeKept(this.context, list.operation, size.name))
      list.fault("page-report", next, `has a link to the next page without the ${size.name} of the request`);
    if (next === null || (await isRight("first", page, (one) => sameItem(one.items[0], items[0]))) === null)
      return false;
    const has = (one: Page, index: number): boolean => one.items.some((item) => sameItem(item, items[index]));
    if ((await isRight("prev", next, (one) => has(one, at - 1))) === null) return false;
    if (!mayGoOn(listed, list.many) && (await isRight("last", page, (one) => has(one, items.length - 1))) === null)
      return false;
    // A page that begins before the end of the first one.
    const inner = offset === null ? null : await list.page({ ...query, [size.name]: 2, [offset.name]: 1 });
    return inner === null || (await isRight("prev", inner, (one) => has(one, 0))) !== null;
  }

  /** The page that a link leads to, or the same page where it has no such link; `null`: it is a fault. */
  private async follow({ relation, from, isThere, listed, query }: Following): Promise<Page | null> {
    const { context, list } = this;
    const address = addressOf(from, relation);
    const target = address === null ? null : targetOf(context, from.result.exchange, address);
    if (target === null) return from;
    const exchange = await readAt(context, from.result, target);
    const json = openedOf(from.result, exchange);
    const page = { items: itemsOf(json) ?? [], result: { ...from.result, exchange, json } };
    const { status } = exchange.response;
    const names = Object.keys(query).join(" and ");
    const what = `${names === "" ? "" : `with ${names} `}has a link to the ${pageNames[relation]} page`;
    if (isAccepted(status) && (isThere(page) || !(await isSteady(list, listed, query)))) return page;
    list.fault(
      "page-report",
      page,
      isAccepted(status) ? `${what} that does not lead to ${places[relation]}` : `${what} that returns ${status}`,
    );
    return null;
  }
}

interface Following {
  readonly relation: PageRelation;
  readonly from: Page;
  /** Whether it is the page that the link is to lead to. */
  readonly isThere: (page: Page) => boolean;
  readonly listed: Page;
  readonly query: Query;
}

const pageNames = { next: "next", prev: "previous", first: "first", last: "last" } as const;

const places = {
  next: "the records behind this one",
  prev: "the records before this one",
  first: "the first record",
  last: "the last record",
} as const;

function openedOf({ verdict }: CallResult, exchange: Exchange): unknown {
  const mediaType = verdict?.response?.content[0] ?? null;
  return openedResponse({ json: jsonOf(exchange), mediaType }, []).json;
}
