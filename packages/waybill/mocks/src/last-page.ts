// A paginated operation and its sampled responses -> which requests get the last page, and the last page: it has no items, and nothing in
// it leads to another page.
import { type Json, matches, type Operation, type Pagination } from "waybill/plugin";
import type { SampledResponse } from "./responses.ts";
import type { LaterPages, NextPlace } from "./runtime/pages.ts";

/** `null` for operations without pages. */
export function laterPagesOf({ pagination }: Operation, responses: readonly SampledResponse[]): LaterPages | null {
  switch (pagination?.kind) {
    case "offset":
      return { field: pagination.field, first: 0 };
    case "page":
      return { field: pagination.field, first: pagination.first };
    case "cursor":
    case "last-item":
      return { field: pagination.field, first: null };
    case "url":
    case "link": {
      const next: NextPlace = pagination.kind === "link" ? { in: "link" } : pagination.next;
      const texts = responses.filter(isPage).flatMap((response) => urlIn(response, next) ?? []);
      const query = texts.map(queryOf).find((text) => text !== "") ?? "page=2";
      return { field: { in: "url", query, next }, first: null };
    }
    default:
      return null;
  }
}

function isPage({ status, content }: SampledResponse): boolean {
  return status < 300 && content?.media.body === "json";
}

/** The URL of the next page that a sample has, as an example of it. */
function urlIn({ headers, content }: SampledResponse, next: NextPlace): string | null {
  const headerOf = (name: string): string =>
    String(headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1] ?? "");
  switch (next.in) {
    case "link":
      return /<([^>]*)>[^,]*\brel="?next\b/i.exec(headerOf("link"))?.[1] ?? null;
    case "header":
      return headerOf(next.name);
    case "body": {
      const value = next.path.reduce<unknown>((at, key) => Reflect.get(Object(at), key), content?.value);
      return typeof value === "string" ? value : null;
    }
  }
}

function queryOf(url: string): string {
  return URL.canParse(url, "http://base.example") ? new URL(url, "http://base.example").search.slice(1) : "";
}

/** `null` for errors and other media types than JSON, and where the schema has no empty page. */
export function lastPageOf({ pagination }: Operation, sampled: SampledResponse): SampledResponse | null {
  const { content, headers, described } = sampled;
  if (pagination === null || content === null || !isPage(sampled)) return null;
  const { schema } = content.media;
  const value = bodiesOf(pagination, content.value).find((body) => matches(schema, body));
  if (value === undefined) return null;
  const leading = headerWithNext(pagination)?.toLowerCase();
  const required = described.headers.filter((header) => header.required).map(({ name }) => name.toLowerCase());
  const ended = headers.flatMap(([name, text]): [string, Json][] => {
    if (name.toLowerCase() !== leading) return [[name, text]];
    return required.includes(leading) ? [[name, lastValueOf(pagination, text)]] : [];
  });
  return { ...sampled, headers: ended, content: { ...content, value } };
}

function headerWithNext(pagination: Pagination): string | null {
  if (pagination.kind === "link") return "Link";
  const hasNext = pagination.kind === "cursor" || pagination.kind === "url";
  return hasNext && pagination.next.in === "header" ? pagination.next.name : null;
}

/** Of a header that has to be there: a link to another page than the next, or the cursor as it is. */
function lastValueOf({ kind }: Pagination, value: Json): Json {
  if (kind === "link") return `<${/<([^>]*)>/.exec(String(value))?.[1] ?? "?page=1"}>; rel="first"`;
  return kind === "url" ? "" : value;
}

/** The ways to say that there is no next page, the best first. */
function bodiesOf(pagination: Pagination, body: Json): Json[] {
  const empty = withMember(body, pagination.items, []);
  const hasUrl = pagination.kind === "url" || pagination.kind === "link";
  return [empty, ...(hasUrl ? [body] : [])].flatMap((items) => {
    const ended = pagination.end?.kind === "flag" ? withMember(items, pagination.end.path, false) : items;
    const next = pagination.kind === "cursor" || pagination.kind === "url" ? pagination.next : null;
    return next?.in === "body" ? [undefined, null, ""].map((none) => withMember(ended, next.path, none)) : [ended];
  });
}

/** `undefined` removes the member. A path that leads nowhere changes nothing. */
function withMember(holder: Json, [key, ...keys]: readonly string[], value: Json | undefined): Json {
  if (key === undefined) return value ?? null;
  if (typeof holder !== "object" || holder === null || !isMembers(holder) || !Object.hasOwn(holder, key)) return holder;
  const { [key]: old = null, ...others } = holder;
  if (keys.length === 0 && value === undefined) return others;
  return { ...holder, [key]: withMember(old, keys, value) };
}

function isMembers(value: object): value is { readonly [key: string]: Json } {
  return !Array.isArray(value);
}
