// The sampled body of a paginated operation -> the body of an empty last page, for a request of any page but the first. Samples do not
// depend on the request, so that pages of them would never end.
import { type Json, type Operation, type Pagination, type RequestField, type Schema, sampleOf } from "waybill/plugin";
import type { Sent } from "./generated-server.ts";

/** The same body for the first page, and where the schema has no empty page. */
export function pageOf({ pagination }: Operation, { query, header }: Sent, schema: Schema, body: Json): Json {
  if (pagination === null || !isLater(pagination, { query, header })) return body;
  const empty = withMember(body, pagination.items, []);
  const ended = pagination.end?.kind === "flag" ? withMember(empty, pagination.end.path, false) : empty;
  const next = pagination.kind === "cursor" && pagination.next.in === "body" ? pagination.next.path : null;
  const lasts = next === null ? [ended] : [undefined, null, ""].map((none) => withMember(ended, next, none));
  return lasts.find((last) => isValid(schema, last)) ?? body;
}

function isLater(pagination: Pagination, sent: Sent): boolean {
  switch (pagination.kind) {
    case "offset":
      return Number(valueIn(pagination.field, sent) ?? 0) > 0;
    case "page":
      return Number(valueIn(pagination.field, sent) ?? pagination.first) > pagination.first;
    case "cursor":
    case "last-item":
      return (valueIn(pagination.field, sent) ?? "") !== "";
    // The URL of the next page is an example of the description.
    case "url":
    case "link":
      return false;
  }
}

/** `null` where a request has none, and for members of the request body. */
function valueIn(field: RequestField, { query, header }: Sent): string | null {
  switch (field.in) {
    case "query":
      return new URLSearchParams(query).get(field.name);
    case "header":
      return header(field.name);
    case "body":
      return null;
  }
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
