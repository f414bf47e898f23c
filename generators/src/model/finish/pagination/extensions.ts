// Extensions of an operation that other generators define -> a plan. Read are those whose meaning is documented:
// `x-speakeasy-pagination` (speakeasy.com/docs/customize/runtime/pagination), `x-fern-pagination`
// (buildwithfern.com/learn/api-definitions/openapi/extensions/pagination) and `x-ms-pageable` (AutoRest, docs/extensions/readme.md).
// `x-pagination` has no one meaning and is not read.
import type { HttpApi, Operation } from "../../http.ts";
import type { PageEnd, ResponseField } from "../../pagination.ts";
import type { Plan, PlannedField, PlannedNext } from "./plan.ts";

/** What an extension says: a plan, `null` for a single page, or why it is not understood. */
export type Stated =
  | { readonly kind: "plan"; readonly name: string; readonly plan: Plan | null }
  | { readonly kind: "unknown"; readonly name: string; readonly reason: string };

/** `null` when the operation has no such extension. */
export function statedIn({ extensions }: Operation, { extensions: ofApi }: Pick<HttpApi, "extensions">): Stated | null {
  for (const [name, read] of Object.entries(readers)) {
    const value = extensions[name];
    if (value === undefined || value === false) continue;
    const inherited = value === true ? ofApi[name] : value;
    if (!isFields(inherited)) return { kind: "unknown", name, reason: "it is not an object" };
    const planned = read(inherited);
    if (typeof planned === "string") return { kind: "unknown", name, reason: planned };
    return { kind: "plan", name, plan: planned === null ? null : { ...planned, source: "extension", evidence: name } };
  }
  return null;
}

type Fields = Readonly<Record<string, unknown>>;

/** A text says why it is not understood. */
type Planned = Omit<Plan, "source" | "evidence"> | string | null;

const readers: Readonly<Record<string, (fields: Fields) => Planned>> = {
  "x-speakeasy-pagination": readSpeakeasy,
  "x-fern-pagination": readFern,
  "x-ms-pageable": readMicrosoft,
};

/** `{ type, inputs: [{ name, in, type }], outputs: { results, numPages, nextCursor, nextUrl } }`; outputs are JSONPath. */
function readSpeakeasy({ type, inputs, outputs }: Fields): Planned {
  const given = (Array.isArray(inputs) ? inputs : []).filter(isFields);
  const found = isFields(outputs) ? outputs : {};
  const input = (kind: string): PlannedField | null => {
    const { name, in: place } = given.find((one) => one["type"] === kind) ?? {};
    if (typeof name !== "string") return null;
    return place === "requestBody" ? { in: "body", path: name.split(".") } : { in: "parameter", name };
  };
  const items = jsonPathOf(found["results"]);
  const pages = jsonPathOf(found["numPages"]);
  if (items === undefined || pages === undefined) return "its outputs are JSONPath with more than names";
  const end: PageEnd | null = pages === null ? null : { kind: "pages", path: pages };
  const rest = { items, limit: input("limit"), end };
  const [page, offset, cursor] = [input("page"), input("offset"), input("cursor")];
  switch (type) {
    case "offsetLimit":
      if (page !== null) return { next: { kind: "page", field: page, first: null }, ...rest };
      return offset === null
        ? "it has neither a page nor an offset"
        : { next: { kind: "offset", field: offset }, ...rest };
    case "cursor": {
      const next = cursor === null ? null : speakeasyCursor(cursor, String(found["nextCursor"] ?? ""), items);
      return next === null ? "it has no cursor, or no nextCursor that is a path of names" : { next, ...rest };
    }
    case "url": {
      const path = jsonPathOf(found["nextUrl"]);
      if (!path) return "it has no nextUrl that is a path of names";
      return { next: { kind: "url", next: { in: "body", path } }, ...rest };
    }
    default:
      return `its type is ${JSON.stringify(type)}, none of offsetLimit, cursor and url`;
  }
}

/** `$.data.results[-1].id` is a member of the last item. */
function speakeasyCursor(field: PlannedField, path: string, items: readonly string[] | null): PlannedNext | null {
  const [, list, key] = /^(.*)\[-1\]\.(.+)$/.exec(path) ?? [];
  const array = jsonPathOf(list);
  if (key !== undefined && array)
    return items === null || items.join(".") === array.join(".")
      ? { kind: "last-item", field, key: key.split(".") }
      : null;
  const next = jsonPathOf(path);
  return next ? { kind: "cursor", field, next: { in: "body", path: next } } : null;
}

/** `$.data.results`: the keys; `null` when absent, `undefined` when it is more than a path of names. */
function jsonPathOf(value: unknown): readonly string[] | null | undefined {
  if (value === undefined || value === null) return null;
  if (typeof value !== "string" || !/^\$(\.[\w-]+|\['[^'\]]+'\])*$/.test(value)) return undefined;
  return [...value.matchAll(/\.([\w-]+)|\['([^'\]]+)'\]/g)].map(([, name, quoted]) => name ?? quoted ?? "");
}

/** `{ offset | cursor, next_cursor | next_uri | next_path, results, step, has-next-page }`; values are `$request.x`, `$response.x`. */
function readFern(fields: Fields): Planned {
  const { offset, cursor, next_cursor: nextCursor, next_uri: uri, next_path: path, results, step } = fields;
  const more = responsePathOf(fields["has-next-page"]);
  const items = responsePathOf(results);
  const limit = requestFieldOf(step);
  const rest = { items, limit, end: more === null ? null : ({ kind: "flag", path: more } as const) };
  const next = responsePathOf(uri ?? path);
  if (next !== null) return { next: { kind: "url", next: { in: "body", path: next } }, ...rest };
  const [from, to] = [requestFieldOf(cursor), responsePathOf(nextCursor)];
  if (from !== null && to !== null) {
    const place: ResponseField = { in: "body", path: to };
    return { next: { kind: "cursor", field: from, next: place }, ...rest };
  }
  const field = requestFieldOf(offset);
  if (field === null) return "it has none of offset, cursor with next_cursor, next_uri and next_path";
  // Without a step, what Fern calls an offset is the number of the page.
  return limit === null
    ? { next: { kind: "page", field, first: null }, ...rest }
    : { next: { kind: "offset", field }, ...rest };
}

function requestFieldOf(value: unknown): PlannedField | null {
  const [, name] = typeof value === "string" ? (/^\$request\.(.+)$/.exec(value) ?? []) : [];
  return name === undefined ? null : { in: "either", name };
}

function responsePathOf(value: unknown): readonly string[] | null {
  if (value === "$response") return [];
  const [, path] = typeof value === "string" ? (/^\$response\.(.+)$/.exec(value) ?? []) : [];
  return path === undefined ? null : path.split(".");
}

/** `{ nextLinkName, itemName }`. `nextLinkName: null`: everything comes at once. */
function readMicrosoft({ nextLinkName, itemName }: Fields): Planned {
  if (nextLinkName === null || nextLinkName === "") return null;
  if (typeof nextLinkName !== "string") return "it has no nextLinkName";
  return {
    next: { kind: "url", next: { in: "body", path: [nextLinkName] } },
    items: [typeof itemName === "string" ? itemName : "value"],
    limit: null,
    end: null,
  };
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
