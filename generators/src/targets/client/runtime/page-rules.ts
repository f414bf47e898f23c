// The rules of an operation's pages, and for each kind of them: the response of a page -> what the next one is requested with.

import { linksIn } from "./links.ts";

/** How the next page of an operation is requested. */
export interface PageRules {
  readonly kind: "offset" | "page" | "cursor" | "last-item" | "url" | "link";
  /** The function for this kind: a bundle has no others. */
  readonly follow: Follow;
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

/** The new value at `field`, or the URL of the next page, or why there is neither; `null` after the last page. */
export type Follow = (
  rules: PageRules,
  at: PageSeen,
) => { readonly value: unknown } | { readonly url: string } | { readonly problem: string } | null;

/** A page that has arrived. */
export interface PageSeen {
  /** The response. */
  readonly page: unknown;
  readonly items: readonly unknown[];
  /** The value at `field` of its request. */
  readonly current: unknown;
  /** Whether the body says that so many items, or pages, are all. */
  isOver(count: number): boolean;
  /** Its path and query. */
  ownUrl(): string;
}

/** `field` grows by the number of items. */
export const byOffset: Follow = (_rules, { current, items, isOver }) => {
  const offset = Number(current ?? 0) + items.length;
  return items.length === 0 || isOver(offset) ? null : { value: offset };
};

/** `field` grows by one. */
export const byPage: Follow = ({ first = 1 }, { current, items, isOver }) => {
  const page = Number(current ?? first) + 1;
  return items.length === 0 || isOver(page - first) ? null : { value: page };
};

/** `field` gets the value at `next` of the body. */
export const byCursor: Follow = ({ next = [] }, { page, current }) =>
  followedCursor(valueAt(partsOf(page)["body"], next.slice(1)), next, current);

/** `field` gets the value of the header `next`. */
export const byHeaderCursor: Follow = ({ next = [] }, { page, current }) =>
  followedCursor(headerIn(page, next[1] ?? ""), next, current);

function followedCursor(cursor: unknown, next: readonly string[], current: unknown): ReturnType<Follow> {
  if (cursor === undefined || cursor === null || cursor === "" || cursor === false) return null;
  return cursor === current
    ? { problem: `leads to itself: ${next.slice(1).join(".")} is its own cursor` }
    : { value: cursor };
}

/** `field` gets the value at `key` of the last item. */
export const byLastItem: Follow = ({ key }, { items, current }) => {
  if (items.length === 0) return null;
  const cursor = valueAt(items[items.length - 1], key);
  return cursor === undefined || cursor === null || cursor === current
    ? { problem: `has no new ${key?.join(".")} in its last item` }
    : { value: cursor };
};

/** The response has the URL at `next`. */
export const byUrl: Follow = (rules, at) => followed(responseValueAt(at.page, rules.next), rules, at);

/** The response has the URL in the header `Link`. */
export const byLink: Follow = (rules, at) => followed(linksIn(headerIn(at.page, "link"), "next")[0], rules, at);

function followed(link: unknown, { servers = [] }: PageRules, { page, ownUrl }: PageSeen): ReturnType<Follow> {
  if (typeof link !== "string" || link === "") return null;
  const currentUrl = ownUrl();
  const target = urlBelowBase(servers, { own: currentUrl, link }, page);
  return "url" in target && target.url === currentUrl ? { problem: "links to itself as the next one" } : target;
}

/**
 * The path and the query of the next page, which are requested at the base URL, with credentials: so it has to be below that, or below
 * a described server. `own`: those of this page; `link`: as the server wrote it.
 */
function urlBelowBase(
  servers: readonly string[],
  { own, link }: { readonly own: string; readonly link: string },
  page: unknown,
): { readonly url: string } | { readonly problem: string } {
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

export function urlOf(link: string, base: URL): URL | null {
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

export function partsOf(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value ?? {});
}
