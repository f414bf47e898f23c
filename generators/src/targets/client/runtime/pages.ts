// An operation that returns a list in pages -> its items, one after another, and its pages; each is requested when it is needed.
// The method of a client has both.

import { throwIfAborted } from "./deadline.ts";
import type { AnySend } from "./mode.ts";
import { itemsOf, nextPageOf, type PageRequest, type Paginated, paginationError } from "./next-page.ts";
import type { Outcomes, Success } from "./outcomes.ts";
import { partsOf, urlOf, valueAt } from "./page-rules.ts";
import type { Arrived, ResponseParts } from "./response.ts";
import type { Operation, RequestParts, Send } from "./runtime.ts";
import type { FetchResponse, FetchSend } from "./send.ts";
import { expectSuccess, type ThrowingSend } from "./throwing.ts";

/**
 * The items of all pages: `for await (const order of pages)`. The first page is requested when iteration begins, each further
 * page when the items of the one before have been iterated. A second iteration requests the pages again.
 */
export interface Pages<Item, Request, Response> extends AsyncIterable<Item> {
  /** The pages, with the response of each. */
  byPage(): AsyncIterable<Page<Item, Request, Response>>;
}

/** One page. */
export interface Page<Item, Request, Response> {
  readonly items: readonly Item[];
  /** The response with these items. */
  readonly response: Response;
  /** The request of the next page, for `pageOf` and `page`; `null` on the last page. It is JSON, so you can store it. */
  readonly next: PageRequest<Request> | null;
}

/**
 * The items of an operation with pages: `for await (const order of pagesOf(send, listOrders, { query: { limit: 100 } }))`. It starts
 * at the page that the request asks for. It throws a `ResponseError` for a page that is not a success, a `PaginationError` for a page
 * that repeats, and what `send` throws.
 */
export function pagesOf<Request extends RequestParts, Response, Item, Options>(
  send: FetchSend<Options> | ThrowingSend<Options>,
  operation: Operation<Request, Response> & Paginated<Item>,
  request: NoInfer<Request>,
  options?: NoInfer<Options>,
): Pages<Item, Request, FetchResponse<Success<Response>>>;
export function pagesOf<Request extends RequestParts, Response, Item, Options>(
  send: Send<Options>,
  operation: Operation<Request, Response> & Paginated<Item>,
  request: NoInfer<Request>,
  options?: NoInfer<Options>,
): Pages<Item, Request, Arrived<Success<Response>>>;
export function pagesOf<Request extends RequestParts, Response, Item, Options>(
  send: AnySend<Options>,
  operation: Operation<Request, Response> & Paginated<Item>,
  request: NoInfer<Request>,
  options?: NoInfer<Options>,
): Pages<Item, Request, Arrived<Success<Response>>> {
  return itemsAndPages(send, operation, request, options);
}

function itemsAndPages<Request extends RequestParts, Response, Item, Options>(
  send: AnySend<Options>,
  operation: Operation<Request, Response> & Paginated<Item>,
  request: Request,
  options: Options | undefined,
): Pages<Item, Request, Arrived<Success<Response>>> {
  const byPage = (): AsyncIterable<Page<Item, Request, Arrived<Success<Response>>>> =>
    everyPage(send, operation, request, options);
  return {
    byPage,
    async *[Symbol.asyncIterator]() {
      for await (const { items } of byPage()) {
        for (const item of items) {
          throwIfAborted(signalOf(options));
          yield item;
        }
      }
    },
  };
}

/** One page of an operation: pass `{ request }` for the first page, `next` of a page for the one after it. Throws as `pagesOf` does. */
export function pageOf<Request extends RequestParts, Response, Item, Options>(
  send: FetchSend<Options> | ThrowingSend<Options>,
  operation: Operation<Request, Response> & Paginated<Item>,
  at: PageRequest<NoInfer<Request>>,
  options?: NoInfer<Options>,
): Promise<Page<Item, Request, FetchResponse<Success<Response>>>>;
export function pageOf<Request extends RequestParts, Response, Item, Options>(
  send: Send<Options>,
  operation: Operation<Request, Response> & Paginated<Item>,
  at: PageRequest<NoInfer<Request>>,
  options?: NoInfer<Options>,
): Promise<Page<Item, Request, Arrived<Success<Response>>>>;
export function pageOf<Request extends RequestParts, Response, Item, Options>(
  send: AnySend<Options>,
  operation: Operation<Request, Response> & Paginated<Item>,
  at: PageRequest<NoInfer<Request>>,
  options?: NoInfer<Options>,
): Promise<Page<Item, Request, Arrived<Success<Response>>>> {
  return requestPage(send, operation, at, options);
}

async function requestPage<Request extends RequestParts, Response, Item, Options>(
  send: AnySend<Options>,
  operation: Operation<Request, Response> & Paginated<Item>,
  at: PageRequest<Request>,
  options: Options | undefined,
): Promise<Page<Item, Request, Arrived<Success<Response>>>> {
  if (at.problem !== undefined) throw paginationError(operation, at.problem);
  if (typeof partsOf(at)["request"] !== "object")
    throw new TypeError(`${operation.id}: a page is requested with { request }, or with next of the page before`);
  const sendWhole = ("send" in send ? send.send : undefined) ?? send;
  const response: unknown = await sendWhole(operationAt(operation, at), at.request, options);
  if (typeof partsOf(response)["status"] !== "number")
    throw new TypeError(`${operation.id}: pages need whole responses: send with createSend, or throwing`);
  expectSuccess(operation, response as FetchResponse<ResponseParts>);
  const page = response as Arrived<Success<Response>>;
  return { items: itemsOf(operation, page), response: page, next: nextPageOf(operation, at, page) };
}

/** `GET` of the URL that the server gave, with the headers of the request. */
function operationAt<Each extends Operation>(operation: Each, { url }: Pick<PageRequest<unknown>, "url">): Each {
  if (url === undefined) return operation;
  // It may come from a visitor, and is sent with credentials: nothing but a path below the base URL is requested.
  const target = urlOf(String(url), new URL("http://unknown.invalid"));
  if (target === null || target.pathname + target.search !== url)
    throw paginationError(operation, "has a url that is no path below the base URL");
  const [path = "", ...query] = url.split("?");
  const parameters = operation.parameters.filter(({ part }) => part === "headers" || part === "cookies");
  return { ...operation, path, query: query.join("?"), parameters };
}

async function* everyPage<Request extends RequestParts, Response, Item, Options>(
  send: AnySend<Options>,
  operation: Operation<Request, Response> & Paginated<Item>,
  request: Request,
  options: Options | undefined,
): AsyncGenerator<Page<Item, Request, Arrived<Success<Response>>>, void, undefined> {
  const { field, kind } = operation.pagination;
  const isCounted = kind === "offset" || kind === "page";
  const seen = new Set<string>();
  let before = "";
  let isFirst = true;
  for (let at: PageRequest<Request> | null = { request }; at !== null; ) {
    throwIfAborted(signalOf(options));
    const page: Page<Item, Request, Arrived<Success<Response>>> = await requestPage(send, operation, at, options);
    const { items, response, next } = page;
    // A server that ignores the parameter sends the first page again and again.
    const text = isCounted && items.length > 0 ? JSON.stringify(items, storable) : "";
    if (text !== "" && text === before)
      throw paginationError(operation, "has the same items as the one before", response);
    before = text;
    if (items.length > 0 || isFirst) yield page;
    isFirst = false;
    if (next?.problem !== undefined) throw paginationError(operation, next.problem, response);
    const place = next === null || isCounted ? null : JSON.stringify(next.url ?? valueAt(next.request, field));
    if (place !== null && seen.size === seen.add(place).size)
      throw paginationError(operation, `leads back to ${place.replace(/\?.*/, "?…")}`, response);
    at = next;
  }
}

function signalOf(options: unknown): AbortSignal | undefined {
  const { signal } = partsOf(options);
  return typeof partsOf(signal)["aborted"] === "boolean" ? (signal as AbortSignal) : undefined;
}

function storable(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}n` : value;
}

/** A method of a client for an operation with pages. `Arguments`: a request, and options. */
export interface PagedMethod<
  Request,
  Response,
  Item,
  Options,
  In extends keyof Outcomes<never>,
  Arguments extends readonly unknown[] = [request: Request, options?: Options],
> {
  (...args: Arguments): Promise<Outcomes<Response>[In]>;
  /** The items of all pages, starting at the page that the request asks for. Throws a `ResponseError` for a page that is not a success. */
  pages(...args: Arguments): Pages<Item, Request, PageResponse<Response, In>>;
  /** One page: pass `{ request }` for the first page, `next` of a page for the one after it. */
  page(at: PageRequest<Request>, options?: Options): Promise<Page<Item, Request, PageResponse<Response, In>>>;
}

/** The response of a page: what calls resolve to in the same mode, and all of it where they throw. */
export type PageResponse<Response, In extends keyof Outcomes<never>> = In extends "described"
  ? Arrived<Success<Response>>
  : FetchResponse<Success<Response>>;

/** The methods of a client without their iterators, for code that only calls them and for its test doubles. */
export type Calls<Methods> = {
  readonly [Name in keyof Methods]: Methods[Name] extends (...args: infer Arguments) => infer Result
    ? (...args: Arguments) => Result
    : Calls<Methods[Name]>;
};

/** Adds the iterators to a call. */
export function pagedMethod<Request extends RequestParts, Response, Item, Options>(
  send: AnySend<Options>,
  operation: Operation<Request, Response> & Paginated<Item>,
): PagedMethod<Request, Response, Item, Options, keyof Outcomes<never>, [request?: Request, options?: Options]> {
  const none = {} as Request;
  return Object.assign((request: Request = none, options?: Options) => send(operation, request, options), {
    pages: (request: Request = none, options?: Options) => itemsAndPages(send, operation, request, options),
    page: (at: PageRequest<Request>, options?: Options) => requestPage(send, operation, at, options),
  });
}
