// What a page says of itself: how many records there are, whether more follow and where, and its own number and size.
import type { Json, Operation, Parameter } from "waybill/description";
import { propertiesIn } from "../../description/schema-parts.ts";
import { statedMemberOf } from "../../description/stated.ts";
import { headerOf } from "../../exchange/exchange.ts";
import { asObject } from "../../values/json.ts";
import type { CallResult } from "../context.ts";
import type { Page } from "../engines/read-twice.ts";
import { unbracketed } from "../knowledge.ts";
import { listPathOf } from "../records.ts";

export interface Asked {
  /** How many records there are, where that is known. */
  readonly total: number | null;
  readonly asked: number;
  /** More may have been asked for than there is to have. */
  readonly atMost: boolean;
  /** How many records come before the page. Default: 0. */
  readonly skipped?: number;
  /** The number of the page, where one was asked for. */
  readonly number?: number;
}

/** What is wrong with the metadata of a page: the number of records, whether more follow, and the requested size. */
export function* reportOf(page: Page, { total, asked, atMost, skipped = 0, number }: Asked): Generator<string> {
  const { items } = page;
  const named = (names: RegExp): readonly [string, Json] | undefined =>
    fieldsOf(page).find(([name]) => names.test(name));
  const [totalName = "", totalValue] = named(totalNames) ?? [];
  // A count may be that of the page.
  const isOfPage = /^count/i.test(totalName) && totalValue === items.length;
  if (typeof totalValue === "number" && total !== null && totalValue !== total && !isOfPage)
    yield `says that ${totalName} is ${totalValue}; the list has ${total}`;
  const [moreName, more] = named(moreNames) ?? [];
  if (typeof more === "boolean" && total !== null && more !== skipped + items.length < total)
    yield `says that ${moreName} is ${more} on a page of ${items.length} of ${total}${skipped === 0 ? "" : ` after ${skipped}`}`;
  const next = nextNameOf(page);
  const [, following = null] = named(nextNames) ?? [];
  if (next !== null && total !== null && skipped + items.length < total && items.length > 0 && !following)
    yield `has no ${next}, although more records follow`;
  if (next !== null && following && totalValue === total && total !== null && skipped + items.length >= total)
    if (typeof following === "string" && isAddress(following) && items.length > 0)
      yield `has a ${next}, although no more records follow`;
  const [previousName, previous] = memberNamed(page, previousNames) ?? [];
  if (skipped > 0 && items.length > 0 && previousName !== undefined && !previous)
    yield `has no ${previousName}, although records come before`;
  const [numberName, reportedNumber] = named(reportedNumberNames) ?? [];
  if (number !== undefined && typeof reportedNumber === "number" && reportedNumber !== number)
    yield `says that ${numberName} is ${reportedNumber}; it was ${number}`;
  const [sizeName, size] = named(reportedSizeNames) ?? [];
  if (typeof size === "number" && size !== asked && !(atMost && size < asked && items.length <= size))
    yield `says that ${sizeName} is ${size}; it was ${asked}`;
  const [pagesName, pageCount] = named(pageCountNames) ?? [];
  const length = typeof size === "number" ? size : atMost ? 0 : asked;
  const pages = Math.ceil((total ?? 0) / length);
  // Of nothing, there may be one empty page.
  if (typeof pageCount === "number" && total !== null && total > 0 && length > 0 && pageCount !== pages)
    yield `says that ${pagesName} is ${pageCount}; of ${total} records, ${length} on each, there are ${pages}`;
}

const totalNames = /^(total|count)_?(count|items|records|results|elements|hits)?$/i;
const pageCountNames = /^(total_?pages|page_?count|pages)$/i;
const moreNames = /^has_?(more|next)(_?page)?$/i;
const reportedSizeNames = /^(page_?size|per_?page|limit|size)$/i;
const reportedNumberNames = /^(current_?)?page(_?(number|index|no))?$/i;
const nextNames = /^(next|next_?(page|cursor|token|url|link|page_?token)|cursor|continuation)$/i;

const previousNames = /^(prev|previous)(_?(page|url|link))?$/i;

/** A member that the schema of a page has, and its value. */
function memberNamed(page: Page, names: RegExp): readonly [string, Json | undefined] | null {
  const name = nameIn(page, names);
  return name === null ? null : [name, fieldsOf(page).find(([one]) => one === name)?.[1]];
}

/** The member of a page that leads to the next one, where its schema has one. */
function nextNameOf(page: Page): string | null {
  return nameIn(page, nextNames);
}

/** The same with what the description says of it. */
export function nextStatedBy(page: Page): { readonly name: string; readonly stated: string } {
  const name = nextNameOf(page) ?? "";
  const schema = page.result.verdict?.mediaType?.schema;
  const holders = schema === undefined ? [] : [schema, ...propertiesIn(schema).map((one) => one.schema)];
  return { name, stated: holders.map((one) => statedMemberOf(one, name)).join(" ") };
}

function nameIn({ result: { verdict } }: Page, names: RegExp): string | null {
  const schema = verdict?.mediaType?.schema;
  const topLevel = schema === undefined ? [] : propertiesIn(schema);
  const inner = topLevel.flatMap(({ name, schema: member }) =>
    /pag|meta|links/i.test(name) ? propertiesIn(member) : [],
  );
  return [...topLevel, ...inner].find(({ name }) => names.test(name))?.name ?? null;
}

/** Whether there may be records that the page does not have: the page reports more records, or it is shorter than its reported total. */
export function mayGoOn(page: Page, requestedSize: number): boolean {
  const { items, result } = page;
  const fields = fieldsOf(page);
  const value = (names: RegExp): Json | undefined => fields.find(([name]) => names.test(name))?.[1];
  const size = value(reportedSizeNames);
  const next = value(nextNames);
  return (
    items.length >= requestedSize ||
    value(moreNames) === true ||
    (typeof size === "number" && size < requestedSize) ||
    (next !== undefined && next !== null && next !== "" && next !== false) ||
    /rel="?next"?/i.test(headerOf(result.exchange.response.headers, "link") ?? "")
  );
}

export type PageRelation = "next" | "prev" | "first" | "last";

const relationNames = { next: nextNames, prev: previousNames, first: /^first$/i, last: /^last$/i } as const;

/** The address of another page, in the body or in a `Link` header; `null`: none, or it is a token. */
export function addressOf(page: Page, relation: PageRelation): string | null {
  const header = headerOf(page.result.exchange.response.headers, "link") ?? "";
  const form = new RegExp(
    `<([^>]*)>[^,]*;\\s*rel="?${relation}${relation === "prev" ? "(?:ious)?" : ""}"?(?![\\w-])`,
    "i",
  );
  const [, linked] = form.exec(header) ?? [];
  const field = fieldsOf(page).find(([name]) => relationNames[relation].test(name))?.[1];
  const address = linked ?? field;
  return typeof address === "string" && isAddress(address) ? address : null;
}

/** The token of the next page, also where its address has it as the parameter `cursor`; `null`: there is none. */
export function nextTokenOf(page: Page, { name: cursor }: Parameter): Json | null {
  const address = addressOf(page, "next");
  if (address !== null) return URL.parse(address, "http://server.example/")?.searchParams.get(cursor) ?? null;
  const token = fieldsOf(page).find(([name]) => nextNames.test(name))?.[1] ?? null;
  return typeof token === "number" || (typeof token === "string" && token !== "") ? token : null;
}

/** Whether a page says that it is the last one: its link to the next page, or the token of that, is empty. */
export function isCalledLast(page: Page): boolean {
  const next = fieldsOf(page).find(([name]) => nextNames.test(name));
  return next !== undefined && !next[1] && addressOf(page, "next") === null;
}

/** The parameter that takes such a token. */
export function cursorOf({ parameters }: Operation): Parameter | null {
  return parameters.find((one) => one.in === "query" && cursorNames.test(unbracketed(one.name))) ?? null;
}

const cursorNames = /^(cursor|after|starting_?after|marker|(page|next|continuation)_?(token|cursor|after))$/i;

function isAddress(text: string): boolean {
  return /^(https?:|[/?]|\.{1,2}\/)|^[^?\s]*\?[^=\s]+=/.test(text);
}

/** Members beside the list, and those of the objects there that are about pages; a link is its address. */
function fieldsOf({ result }: Page): [string, Json][] {
  const path = listPathOf(result.json) ?? [];
  const around = path.map((_, index) =>
    path.slice(0, index).reduce<unknown>((at, name) => asObject(at)?.[name], result.json),
  );
  const topLevelFields = around.flatMap((one) => Object.entries(asObject(one) ?? {}));
  const inner = topLevelFields.flatMap(([name, value]) =>
    /pag|meta|cursor|info|links|list/i.test(name) ? Object.entries(asObject(value) ?? {}).map(ofPage(name)) : [],
  );
  return [...topLevelFields, ...inner, ...totalsInHeaders(result)]
    .map(([name, value]): [string, Json] => [name, asObject(value)?.["href"] ?? value])
    .filter(([, value]) => typeof value !== "object" || value === null);
}

/** `X-Total-Count`, where it is described. */
function totalsInHeaders({ verdict, exchange }: CallResult): [string, Json][] {
  return (verdict?.headers ?? []).flatMap(({ name }): [string, Json][] => {
    const plain = name.replace(/^x-/i, "").replaceAll("-", "_");
    const text = headerOf(exchange.response.headers, name) ?? "";
    return /total/i.test(plain) && totalNames.test(plain) && /^\d+$/.test(text) ? [[plain, Number(text)]] : [];
  });
}

/** `page: { number }` is the number of the page. */
function ofPage(object: string): (member: [string, Json]) => [string, Json] {
  return ([name, value]) => [/^page$/i.test(object) && /^(number|index)$/i.test(name) ? `page_${name}` : name, value];
}
