// A paginated operation and a sampled response -> the last page: it has no items, and nothing in it leads to another page.
import { type Json, type Operation, type Pagination, type Schema, sampleOf } from "waybill/plugin";
import type { SampledResponse } from "./responses.ts";
import type { LaterPages } from "./runtime/pages.ts";

/** `null` for operations without pages, and for those whose next page has a URL, which is an example of the description. */
export function laterPagesOf({ pagination }: Operation): LaterPages | null {
  switch (pagination?.kind) {
    case "offset":
      return { field: pagination.field, first: 0 };
    case "page":
      return { field: pagination.field, first: pagination.first };
    case "cursor":
    case "last-item":
      return { field: pagination.field, first: null };
    default:
      return null;
  }
}

/** `null` for errors and other media types than JSON, and where the schema has no empty page. */
export function lastPageOf({ pagination }: Operation, sampled: SampledResponse): SampledResponse | null {
  const { status, content, headers, described } = sampled;
  if (pagination === null || content === null || content.media.body !== "json" || status >= 300) return null;
  const { schema } = content.media;
  const value = bodiesOf(pagination, content.value).find((body) => isValid(schema, body));
  if (value === undefined) return null;
  const cursor = pagination.kind === "cursor" && pagination.next.in === "header" ? pagination.next.name : null;
  const isOptional = described.headers.some(({ name, required }) => name === cursor && !required);
  const kept = isOptional ? headers.filter(([name]) => name !== cursor) : headers;
  return { ...sampled, headers: kept, content: { ...content, value } };
}

/** The ways to say that there is no next page. */
function bodiesOf(pagination: Pagination, body: Json): Json[] {
  const empty = withMember(body, pagination.items, []);
  const ended = pagination.end?.kind === "flag" ? withMember(empty, pagination.end.path, false) : empty;
  const next = pagination.kind === "cursor" && pagination.next.in === "body" ? pagination.next.path : null;
  return next === null ? [ended] : [undefined, null, ""].map((none) => withMember(ended, next, none));
}

function isValid(schema: Schema, value: Json): boolean {
  const sample = sampleOf(schema, { known: ({ path }) => (path.length === 0 ? value : undefined) });
  return sample.ok && sample.value === value;
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
