// The pages before and after the one that is sent -> the header `Link` (RFC 8288), by which clients go on.
import type { Incoming } from "./incoming.ts";

/**
 * A page: the query parameters that differ from those of the request, where `null` removes one; or a URL, also a relative one. `null`:
 * there is no such page.
 */
export type PageLink = string | Readonly<Record<string, string | number | boolean | null>> | null | undefined;

/**
 * `pageLinks(request, { next: { page: 3 } })` for `?state=open&page=2` -> `<?state=open&page=3>; rel="next"`: relative to the URL of the
 * request, so that it holds behind any proxy. `undefined` without a link. Throws a `TypeError` for a text that is no URL.
 */
export function pageLinks(
  request: Pick<Incoming, "query">,
  links: Readonly<Partial<Record<"first" | "prev" | "next" | "last", PageLink>>>,
): string | undefined {
  const all = Object.entries(links).flatMap(([relation, link]) => {
    if (link === null || link === undefined) return [];
    const url = typeof link === "string" ? link : `?${changed(request.query, link)}`;
    if (/[<>"\s]/.test(url)) throw new TypeError(`no URL: ${JSON.stringify(url)}`);
    return [`<${url}>; rel="${relation}"`];
  });
  return all.length === 0 ? undefined : all.join(", ");
}

/** What does not change is as the client has written it. */
function changed(query: string, values: Readonly<Record<string, unknown>>): string {
  const nameOf = (part: string): string => [...new URLSearchParams(part).keys()][0] ?? "";
  const same = query.split("&").filter((part) => part !== "" && !Object.hasOwn(values, nameOf(part)));
  const set = Object.entries(values).flatMap(([name, value]) =>
    value === null ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`],
  );
  return [...same, ...set].join("&");
}
