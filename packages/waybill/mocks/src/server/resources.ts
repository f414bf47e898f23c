// `waybill mock --stateful`: operations on collections and their items -> responses with what was created, changed and deleted before.
// `POST /orders` creates, `GET /orders` lists page by page, and `/orders/{id}` reads, replaces, changes and deletes one.
import { matches, type Operation, type Pagination, type Schema } from "waybill/plugin";
import { nextUrlOf, type PageRequest } from "../runtime/pages.ts";
import type { AnyResponse } from "./generated-server.ts";

/** A request as the generated server has read it. */
export interface ResourceRequest {
  readonly path: Fields;
  readonly query: Fields;
  readonly body: unknown;
  /** As it was sent. */
  readonly sent: Pick<PageRequest, "address" | "query">;
}

type Fields = Readonly<Record<string, unknown>>;

/** A sampled response: of this status where it is described, else `null`; without a status that of a success. */
export type Sampling = (status?: number) => Promise<AnyResponse | null>;

export class Resources {
  /** By the path of the collection, with the values of its parameters. */
  private readonly collections = new Map<string, Map<string, Fields>>();
  private created = 0;
  private readonly operations: readonly Operation[];

  constructor(operations: readonly Operation[]) {
    this.operations = operations;
  }

  /** `null` for an operation that is about no collection, or no item of one: it responds with its sample. */
  async respond(operation: Operation, request: ResourceRequest, sample: Sampling): Promise<AnyResponse | null> {
    const { collection, id, idName } = addressOf(operation, request.path);
    const stored = this.collections.get(collection);
    const success = await sample();
    if (success === null) return null;
    if (id === null) {
      if (operation.method === "post") return this.create(operation, { collection, body: request.body }, success);
      return operation.method === "get" && stored !== undefined
        ? listed([...stored.values()], operation, { request, success })
        : null;
    }
    if (stored === undefined) return null;
    const value = stored.get(id);
    if (value === undefined) return sample(404);
    if (operation.method === "delete") {
      stored.delete(id);
      return success;
    }
    if (operation.method === "get") return withBody(success, value);
    if (operation.method !== "put" && operation.method !== "patch") return null;
    const body = fieldsOf(request.body);
    const merged = { ...value, ...body };
    // A JSON merge patch removes members with null. What replaces an order may lack what only the server decides.
    const patched = Object.fromEntries(Object.entries(merged).filter(([, member]) => member !== null));
    const candidates =
      operation.method === "patch" ? [patched, merged] : [{ ...onlyId(value, idName), ...body }, merged];
    const schema = schemaOf(operation, success);
    const next = candidates.find((one) => isLike(schema, one)) ?? merged;
    stored.set(id, next);
    return withBody(success, next);
  }

  /** The sample has what the server decides, such as an id, which is new each time. An item is known by the member in its path. */
  private create(
    { path: { text } }: Operation,
    { collection, body }: { readonly collection: string; readonly body: unknown },
    success: AnyResponse,
  ): AnyResponse | null {
    const sampled = success.body;
    if (!isFields(sampled) || !isFields(body)) return null;
    const paths = this.operations.map((one) => one.path.text);
    const [item = ""] = paths.filter(
      (one) => one.startsWith(`${text}/{`) && one.endsWith("}") && !/\}./.test(one.slice(text.length)),
    );
    const keyName = idNameIn(sampled, item.slice(text.length + 2, -1));
    if (keyName === null) return null;
    this.created += 1;
    const newId = (name: string): unknown =>
      typeof sampled[name] === "number" ? this.created : newIdLike(String(sampled[name]), this.created);
    const names = [keyName, idNameIn(sampled)].filter((name) => name !== null);
    const value = { ...sampled, ...Object.fromEntries(names.map((name) => [name, newId(name)])), ...body };
    const stored = this.collections.get(collection) ?? new Map<string, Fields>();
    this.collections.set(collection, stored.set(String(value[keyName]), value));
    return withBody(success, value);
  }
}

/** `/shops/1/orders` and `7` for `/shops/{shop}/orders/{id}`. */
function addressOf(
  { path: { text } }: Operation,
  path: Fields,
): { collection: string; id: string | null; idName: string } {
  const [, head = text, idName = ""] = /^(.*)\/\{([^{}/]+)\}$/.exec(text) ?? [];
  const collection = head.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => String(path[name]));
  return { collection, id: idName === "" ? null : String(path[idName]), idName };
}

/** By the parameter of the path: `orderId`, or its last word, `number` of `{issue_number}`; else `id` or the like. */
function idNameIn(value: Fields, parameter = ""): string | null {
  const names = Object.keys(value).filter((name) => /^(string|number)$/.test(typeof value[name]));
  const named = [parameter, /[A-Za-z][a-z]*$/.exec(parameter)?.[0] ?? ""].flatMap((word) =>
    names.filter((name) => name.toLowerCase() === word.toLowerCase()),
  );
  return named[0] ?? names.find((name) => name === "id") ?? names.find((name) => /(?:Id|_id|uuid)$/.test(name)) ?? null;
}

/** Of the same format: the last hexadecimal digits of a UUID, the last characters of other texts of the same length. */
function newIdLike(text: string, count: number): string {
  const digits = count.toString(16);
  return `${text.slice(0, Math.max(0, text.length - digits.length))}${digits}`;
}

function onlyId(value: Fields, idName: string): Fields {
  const name = idNameIn(value, idName);
  return name === null ? {} : { [name]: value[name] };
}

interface Listing {
  readonly request: ResourceRequest;
  readonly success: AnyResponse;
}

/** `null` where the sample has no list. */
function listed(values: readonly Fields[], operation: Operation, { request, success }: Listing): AnyResponse | null {
  const { pagination } = operation;
  const path = pagination?.items ?? listIn(success.body);
  if (path === null) return null;
  const { start, size, next } = pageOf(operation, request);
  const body = withMember(success.body, path, values.slice(start, start + size));
  const response = withBody(success, body);
  const isLast = start + size >= values.length;
  const schema = schemaOf(operation, success);
  const url = isLast ? null : nextUrlOf(next, request.sent);
  switch (pagination?.kind) {
    case "cursor":
      return withNext(response, pagination.next, { cursor: isLast ? null : String(start + size), schema });
    case "url":
      return withNext(response, pagination.next, { cursor: url, schema });
    case "link": {
      // On the last page, some servers link to the first.
      const link = url === null ? `<${request.sent.address}>; rel="first"` : `<${url}>; rel="next"`;
      return { ...response, headers: { ...response.headers, Link: link } };
    }
    default:
      return response;
  }
}

/** `next`: the query of the next page, where pages have numbers. */
function pageOf(
  { pagination, parameters }: Operation,
  { query }: ResourceRequest,
): { readonly start: number; readonly size: number; readonly next: string } {
  const numberIn = (field: { readonly in: string } | null | undefined, usual: number): number => {
    const name = field?.in === "query" && "name" in field ? String(field.name) : "";
    const value = Number(query[name] ?? Number.NaN);
    return Number.isInteger(value) && value >= 0 ? value : usual;
  };
  const parameterLike = (pattern: RegExp) => parameters.find((one) => one.in === "query" && pattern.test(one.name));
  const limit = pagination?.limit ?? parameterLike(/^(per_?page|page_?size|limit)$/i);
  const size = numberIn(limit, 20);
  switch (pagination?.kind) {
    case "offset":
    case "cursor":
      return { start: numberIn(pagination.field, 0), size, next: "" };
    case "page":
      return { start: (numberIn(pagination.field, pagination.first) - pagination.first) * size, size, next: "" };
    case "url":
    case "link": {
      const page = parameterLike(/^page(_?(number|no))?$/i);
      const number = Math.max(1, numberIn(page, 1));
      if (page === undefined) break;
      return { start: (number - 1) * size, size, next: `${page.name}=${number + 1}` };
    }
  }
  return { start: 0, size: Number.POSITIVE_INFINITY, next: "" };
}

function schemaOf({ responses }: Operation, { contentType }: AnyResponse): Schema | undefined {
  return responses.flatMap(({ content }) => content).find(({ type }) => type === contentType)?.schema;
}

function isLike(schema: Schema | undefined, value: unknown): boolean {
  return schema === undefined || matches(schema, JSON.parse(JSON.stringify(value)));
}

interface Next {
  readonly cursor: string | null;
  readonly schema: Schema | undefined;
}

function withNext(
  response: AnyResponse,
  next: Extract<Pagination, { readonly kind: "cursor" }>["next"],
  { cursor, schema }: Next,
): AnyResponse {
  if (next.in === "header") return { ...response, headers: { ...response.headers, [next.name]: cursor ?? undefined } };
  // What says that there is no next page, the best first.
  const bodies = (cursor === null ? [undefined, null, ""] : [cursor]).map((value) =>
    withMember(response.body, next.path, value),
  );
  return { ...response, body: bodies.find((body) => isLike(schema, body)) ?? bodies[0] };
}

/** Keys that lead to the first list; empty for a list. */
function listIn(body: unknown): readonly string[] | null {
  if (Array.isArray(body)) return [];
  const listKey = isFields(body) ? Object.keys(body).find((name) => Array.isArray(body[name])) : undefined;
  return listKey === undefined ? null : [listKey];
}

function withMember(holder: unknown, [key, ...keys]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  return { ...fieldsOf(holder), [key]: withMember(fieldsOf(holder)[key], keys, value) };
}

function withBody(response: AnyResponse, body: unknown): AnyResponse {
  return response.body === undefined ? response : { ...response, body };
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Blob);
}
