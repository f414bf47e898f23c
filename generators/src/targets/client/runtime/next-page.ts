// The response of a page -> its items, and what the next page is requested with.

import { ApiError } from "./errors.ts";
import { buildRequest } from "./request.ts";
import type { ResponseParts } from "./response.ts";
import type { Operation, RequestParts } from "./runtime.ts";
import type { FetchResponse } from "./send.ts";

/** How the next page of an operation is requested. */
export interface PageRules {
  /**
   * `offset`: `field` grows by the number of items. `page`: it grows by one. `cursor`: it gets the value at `next` of the response.
   * `last-item`: it gets the value at `key` of the last item. `url` and `link`: the response has the URL, at `next` or in `Link`.
   */
  readonly kind: "offset" | "page" | "cursor" | "last-item" | "url" | "link";
  /** The part of the request, and the keys in it: `["query", "offset"]`. */
  readonly field?: readonly [part: "query" | "headers" | "body", ...keys: string[]];
  /** The part of the response, and the keys in it: `["body", "meta", "next_cursor"]`. */
  readonly next?: readonly [part: "headers" | "body", ...keys: string[]];
  /** The number of the first page. Default 1. */
  readonly first?: number;
  readonly key?: readonly string[];
  /** The keys that lead from the body to the items; omitted if the body is the list. */
  readonly items?: readonly string[];
  /** With `url` and `link`: the URLs of the described servers, with `{name}` for variables. A link below one is followed at the base URL. */
  readonly servers?: readonly string[];
  /** Where the body says whether there are more pages, or how many items or pages there are in all. */
  readonly end?: readonly [kind: "flag" | "items" | "pages", ...keys: string[]];
}

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
  const found = valueAt(partsOf(page)["body"], items);
  // Some servers leave an empty list out, or write it as null.
  if (found === undefined || found === null) return [];
  if (Array.isArray(found)) return found;
  throw paginationError(operation, `has no array ${items.join(".")}`, page);
}

/**
 * What the page after this one is requested with, for a program that requests pages itself; `null` after the last one. `at` is what
 * `page`, the response of this one, was requested with.
 */
export function nextPageOf<Request extends RequestParts, Response, Item>(
  operation: Operation<Request, Response> & Paginated<Item>,
  at: PageRequest<Request>,
  page: unknown,
): PageRequest<Request> | null {
  const { kind, field, next, key, first = 1, end } = operation.pagination;
  const items = itemsOf(operation, page);
  const current = valueAt(at.request, field);
  const [meaning, ...keys] = end ?? [];
  const stated = meaning === undefined ? undefined : valueAt(partsOf(page)["body"], keys);
  if (meaning === "flag" && stated === false) return null;
  const over = (count: number): boolean =>
    meaning !== "flag" && stated !== undefined && stated !== null && count >= Number(stated);
  const moved = (value: unknown): PageRequest<Request> => ({ request: withValue(at.request, field, value) });
  const stuck = (problem: string): PageRequest<Request> => ({ request: at.request, problem });
  switch (kind) {
    case "offset": {
      const offset = Number(current ?? 0) + items.length;
      return items.length === 0 || over(offset) ? null : moved(offset);
    }
    case "page": {
      const page = Number(current ?? first) + 1;
      return items.length === 0 || over(page - first) ? null : moved(page);
    }
    case "last-item": {
      if (items.length === 0) return null;
      const cursor = valueAt(items[items.length - 1], key);
      if (cursor === undefined || cursor === null || cursor === current)
        return stuck(`has no new ${key?.join(".")} in its last item`);
      return moved(cursor);
    }
    case "cursor": {
      const cursor = responseValueAt(page, next);
      if (cursor === undefined || cursor === null || cursor === "" || cursor === false) return null;
      if (cursor === current) return stuck(`leads to itself: ${next?.slice(1).join(".")} is its own cursor`);
      return moved(cursor);
    }
    default: {
      const link = kind === "link" ? nextLinkIn(headerIn(page, "link")) : responseValueAt(page, next);
      if (typeof link !== "string" || link === "") return null;
      const own = at.url ?? buildRequest(operation, at.request, "").url;
      const target = urlBelowBase(operation, { own, link }, page);
      return target.url === own ? stuck("links to itself as the next one") : { request: at.request, ...target };
    }
  }
}

/**
 * The path and the query of the next page, which are requested at the base URL, with credentials: so it has to be below that, or below
 * a described server. `own`: those of this page; `link`: as the server wrote it.
 */
function urlBelowBase(
  { pagination: { servers = [] } }: Paginated<unknown>,
  { own, link }: { readonly own: string; readonly link: string },
  page: unknown,
): Pick<PageRequest<never>, "url" | "problem"> {
  const { url: sent } = partsOf(partsOf(page)["request"]);
  const here: unknown = partsOf(partsOf(globalThis)["location"])["href"];
  const root = typeof here === "string" ? here : "http://unknown.invalid";
  // A `Send` of one's own may not say where it sends: then only a path is safe.
  const isKnown = typeof sent === "string" && sent.endsWith(own);
  const base = new URL(isKnown ? `${sent.slice(0, -own.length)}/` : "/", isKnown ? root : "http://unknown.invalid");
  const target = urlOf(link, isKnown ? new URL(sent, root) : base);
  if (target === null) return { problem: "links to what is no URL" };
  const { origin, host, pathname, search } = target;
  const isWithin = origin === base.origin && pathname.startsWith(base.pathname);
  const path = isWithin
    ? `/${pathname.slice(base.pathname.length)}`
    : pathBelow(servers, /^(https?:)?\/\//i.test(link) ? host + pathname : pathname);
  // After an empty base URL, `//other.example/orders` would be an address of another host.
  if (path !== null && !path.startsWith("//") && target.username === "") return { url: path + search };
  const limit = isKnown ? `not below ${base.href}` : "at an origin that the send function does not name";
  return { problem: `links to ${origin}${pathname}, which is ${limit}` };
}

function urlOf(link: string, base: URL): URL | null {
  try {
    return new URL(link, base);
  } catch {
    return null;
  }
}

/** The path of `address` below a server; `null` if it is below none. `address`: with a host only if the link has one. */
function pathBelow(servers: readonly string[], address: string): string | null {
  for (const server of servers) {
    const [, host = "", path = ""] = /^(?:https?:\/\/([^/]*))?(.*?)\/*$/i.exec(server) ?? [];
    const prefix = address.startsWith("/") ? path : host.toLowerCase() + path;
    const pattern = prefix.split(/\{[^{}]*\}/).map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
    const below = new RegExp(`^${pattern.join("[^/]+")}(?=/|$)(.*)$`).exec(address);
    if (below !== null && (host !== "" || address.startsWith("/"))) return below[1] || "/";
  }
  return null;
}

/** The target of `rel="next"`, as it is written; `null` without one. */
function nextLinkIn(header: string | null): string | null {
  const parameter = /;\s*([^\s=;,"]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]*)))?/g;
  for (const [, url = "", parameters = ""] of (header ?? "").matchAll(/<([^>]*)>((?:[^",<]|"(?:[^"\\]|\\.)*")*)/g)) {
    const all = [...parameters.matchAll(parameter)];
    const [, , quoted, plain = ""] = all.find(([, name]) => name?.toLowerCase() === "rel") ?? [];
    const isOther = all.some(([, name]) => name?.toLowerCase() === "anchor");
    if (!isOther && (quoted ?? plain).toLowerCase().split(/\s+/).includes("next")) return url;
  }
  return null;
}

function responseValueAt(page: unknown, place: PageRules["next"]): unknown {
  const [part, ...keys] = place ?? [];
  return part === "headers" ? headerIn(page, keys[0] ?? "") : valueAt(partsOf(page)["body"], keys);
}

function headerIn(page: unknown, name: string): string | null {
  const { response, headers } = partsOf(page);
  const sent: unknown = partsOf(response)["headers"];
  if (isHeaders(sent)) return sent.get(name);
  const [, value] = Object.entries(partsOf(headers)).find(([key]) => key.toLowerCase() === name.toLowerCase()) ?? [];
  return value === undefined ? null : String(value);
}

/** Also those of another implementation of `fetch`. */
function isHeaders(value: unknown): value is Headers {
  return typeof partsOf(value)["get"] === "function";
}

/** Own members only: a key may be `constructor`. */
export function valueAt(value: unknown, keys: readonly string[] = []): unknown {
  return keys.reduce((at: unknown, key) => (Object.hasOwn(partsOf(at), key) ? partsOf(at)[key] : undefined), value);
}

function withValue<Value>(holder: Value, [key, ...keys]: readonly string[] = [], value: unknown): Value {
  if (key === undefined) return value as Value;
  return { ...holder, [key]: withValue(partsOf(holder)[key], keys, value) };
}

export function partsOf(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value ?? {});
}

/** `page`: the response that does not lead to the next page, if it is known. */
export function paginationError({ id, method }: Operation, reason: string, page?: unknown): PaginationError {
  const unsent = { operation: id, method, url: "", headers: new Headers() };
  const known: Partial<FetchResponse<ResponseParts>> = partsOf(page);
  const { request = unsent, response = null, status = null, rateLimit = null, body } = known;
  return new PaginationError(`${id}: the page ${reason}`, { request, response, status, rateLimit, body });
}
