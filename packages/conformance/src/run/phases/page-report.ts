// A page of a list -> its metadata: the number of records, whether more follow, and the requested size.

import type { Json } from "waybill/description";
import { headerOf } from "../../exchange/exchange.ts";
import { asObject } from "../../values/json.ts";
import type { Context } from "../context.ts";
import type { Page } from "../lists.ts";

interface Asked {
  /** How many records there are, where that is known. */
  readonly total: number | null;
  readonly asked: number;
  /** More may have been asked for than there is to have. */
  readonly atMost: boolean;
}

export function checkReport(context: Context, page: Page, { total, asked, atMost }: Asked): void {
  const { result, items } = page;
  const { operation } = result;
  const named = (names: RegExp): readonly [string, Json] | undefined =>
    fieldsOf(page).find(([name]) => names.test(name));
  const object = (message: string): void => context.object("page-report", `${operation.id} ${message}`, result);
  const [totalName = "", totalValue] = named(totalNames) ?? [];
  // A count may be that of the page.
  const isOfPage = /^count/i.test(totalName) && totalValue === items.length;
  if (typeof totalValue === "number" && total !== null && totalValue !== total && !isOfPage)
    object(`says that ${totalName} is ${totalValue}; the list has ${total}`);
  const [moreName, more] = named(moreNames) ?? [];
  if (typeof more === "boolean" && total !== null && more !== items.length < total)
    object(`says that ${moreName} is ${more} on a page of ${items.length} of ${total}`);
  const [sizeName, size] = named(sizeNames) ?? [];
  if (typeof size === "number" && size !== asked && !(atMost && size < asked && items.length <= size))
    object(`says that ${sizeName} is ${size}; it was ${asked}`);
}

const totalNames = /^(total|count)_?(count|items|records|results)?$/i;
const moreNames = /^has_?(more|next)(_?page)?$/i;
const sizeNames = /^(page_?size|per_?page|limit)$/i;
const nextNames = /^(next|next_?(page|cursor|token|url|link|page_?token)|cursor|continuation)$/i;

/** Whether there may be records that the page does not have: the page reports more records, or it is shorter than its reported total. */
export function mayGoOn(page: Page, asked: number): boolean {
  const { items, result } = page;
  const fields = fieldsOf(page);
  const value = (names: RegExp): Json | undefined => fields.find(([name]) => names.test(name))?.[1];
  const size = value(sizeNames);
  const next = value(nextNames);
  return (
    items.length >= asked ||
    value(moreNames) === true ||
    (typeof size === "number" && size < asked) ||
    (next !== undefined && next !== null && next !== "" && next !== false) ||
    /rel="?next"?/i.test(headerOf(result.exchange.response.headers, "link") ?? "")
  );
}

/** Members beside the list, and those of the objects there that are about pages. */
function fieldsOf({ result }: Page): [string, Json][] {
  const own = Object.entries(asObject(result.json) ?? {});
  const inner = own.flatMap(([name, value]) =>
    /pag|meta|cursor|info|links|list/i.test(name) ? Object.entries(asObject(value) ?? {}) : [],
  );
  return [...own, ...inner].filter(([, value]) => typeof value !== "object" || value === null);
}
