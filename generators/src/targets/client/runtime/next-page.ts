// The response of a page -> its items, and what the next page is requested with.

import { ApiError } from "./errors.ts";
import { type PageRules, partsOf, valueAt } from "./page-rules.ts";
import { buildRequest } from "./request.ts";
import type { ResponseParts } from "./response.ts";
import type { Operation, RequestParts } from "./runtime.ts";
import type { FetchResponse } from "./send.ts";

/** What an operation with pages has beside everything else. */
export interface Paginated<Item> {
  readonly pagination: PageRules;
  /** Never set: it carries the type. */
  readonly "~item"?: Item;
}

/** What a page is requested with. */
export interface PageRequest<Request> {
  readonly request: Request;
  /** The path and query that the server gave for this page, relative to the base URL. */
  readonly url?: string;
  /** Why the page before does not lead to this one: to request it fails with a `PaginationError`. */
  readonly problem?: string;
}

/** The next page cannot be requested: it repeats, or is at another origin. The pages before have arrived. */
export class PaginationError extends ApiError {
  readonly code = "pagination";
}

/** The items in the response of a page. */
export function itemsOf<Request extends RequestParts, Response, Item>(
  operation: Operation<Request, Response> & Paginated<Item>,
  page: unknown,
): readonly Item[] {
  const { items = [] } = operation.pagination;
  const pageItems = valueAt(partsOf(page)["body"], items);
  // Some servers leave an empty list out, or write it as null.
  if (pageItems === undefined || pageItems === null) return [];
  if (Array.isArray(pageItems)) return pageItems;
  throw paginationError(operation, `has no array ${items.join(".")}`, page);
}

/**
 * What the page after this one is requested with, for a program that requests pages itself; `null` after the last one. `at` is what
 * `page`, the response of this one, was requested with.
 */
export function nextPageOf<Request extends RequestParts, Response, Item>(
  operation: Operation<Request, Response> & Paginated<Item>,
  at: PageRequest<NoInfer<Request>>,
  page: unknown,
): PageRequest<Request> | null {
  const { follow, field, end } = operation.pagination;
  const [meaning, ...keys] = end ?? [];
  const stated = meaning === undefined ? undefined : valueAt(partsOf(page)["body"], keys);
  if (meaning === "flag" && stated === false) return null;
  const step = follow(operation.pagination, {
    page,
    items: itemsOf(operation, page),
    current: valueAt(at.request, field),
    isOver: (count) => meaning !== "flag" && stated !== undefined && stated !== null && count >= Number(stated),
    ownUrl: () => at.url ?? buildRequest(operation, at.request, "").url,
  });
  if (step === null) return null;
  return "value" in step ? { request: withValue(at.request, field, step.value) } : { request: at.request, ...step };
}

function withValue<Value>(holder: Value, [key, ...keys]: readonly string[] = [], value: unknown): Value {
  if (key === undefined) return value as Value;
  return { ...holder, [key]: withValue(partsOf(holder)[key], keys, value) };
}

/** `page`: the response that does not lead to the next page, if it is known. */
export function paginationError({ id, method }: Operation, reason: string, page?: unknown): PaginationError {
  const unsent = { operation: id, method, url: "", headers: new Headers() };
  const known: Partial<FetchResponse<ResponseParts>> = partsOf(page);
  const { request = unsent, response = null, status = null, rateLimit = null, body } = known;
  return new PaginationError(`${id}: the page ${reason}`, { request, response, status, rateLimit, body });
}
