// `waybill mock --stateful`: operations on collections and their items -> responses with what was created, changed and deleted before.
// `POST /orders` creates, `GET /orders` lists page by page, and `/orders/{id}` reads, replaces, changes and deletes one.
import {
  elementsOf,
  matches,
  memberAt,
  memberNamesOf,
  type Operation,
  type Pagination,
  type Schema,
} from "waybill/plugin";
import { responseFor } from "../responses.ts";
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
  /** The paths of items. */
  private readonly deleted = new Set<string>();
  private created = 0;
  private readonly operations: readonly Operation[];

  constructor(operations: readonly Operation[]) {
    this.operations = operations;
  }

  /** `null` for an operation that is about no collection, or no item of one: it responds with its sample. */
  async respond(operation: Operation, request: ResourceRequest, sample: Sampling): Promise<AnyResponse | null> {
    const { collection, id, idName, ancestors } = addressOf(operation, request.path);
    if (ancestors.some((item) => this.deleted.has(item))) return sample(404);
    const stored = this.collections.get(collection);
    const success = await sample();
    if (success === null) return null;
    if (id === null) {
      if (operation.method === "post") return this.create(operation, { collection, body: request.body }, success);
      return operation.method === "get" && stored !== undefined
        ? listed([...stored.values()], operation, { request, success })
        : null;
    }
    const value = stored?.get(id);
    if (stored !== undefined && value === undefined) return sample(404);
    if (operation.method === "delete") {
      stored?.delete(id);
      this.deleted.add(`${collection}/${id}`);
      return success;
    }
    if (stored === undefined || value === undefined) return null;
    if (operation.method === "get") return withRecord(operation, success, { record: value, parameter: idName });
    if (operation.method !== "put" && operation.method !== "patch") return null;
    const holder = holderIn(success.body, idName);
    const body = membersIn(request.body, holder);
    const merged = { ...value, ...body };
    // A JSON merge patch removes members with null. What replaces an order may lack what only the server decides.
    const patched = Object.fromEntries(Object.entries(merged).filter(([, member]) => member !== null));
    const candidates =
      operation.method === "patch" ? [patched, merged] : [{ ...onlyId(value, idName), ...body }, merged];
    const schema = schemaAt(operation, success, holder);
    const next = candidates.find((one) => isLike(schema, one)) ?? merged;
    stored.set(id, next);
    return withRecord(operation, success, { record: next, parameter: idName });
  }

  /** The sample has what the server decides, such as an id, which is new each time. An item is known by the member in its path. */
  private create(
    operation: Operation,
    { collection, body }: { readonly collection: string; readonly body: unknown },
    success: AnyResponse,
  ): AnyResponse | null {
    const { text } = operation.path;
    const item = this.operations.find(
      ({ path }) => /^\/\{[^{}]+\}$/.test(path.text.slice(text.length)) && path.text.startsWith(text),
    );
    const isCollection =
      item !== undefined || this.operations.some(({ path, method }) => path.text === text && method === "get");
    if (!(isFields(body) || (body === undefined && isCollection))) return null;
    const parameter = item?.path.text.slice(text.length + 2, -1) ?? "";
    const holder = holderIn(success.body, parameter);
    const sampled = fieldsOf(valueIn(success.body, holder));
    const keyName = idNameIn(sampled, parameter);
    const described = { ...sampled, ...defaultsOf(operation), ...membersIn(body, holder) };
    if (keyName === null || !isCollection) return withRecord(operation, success, { record: described, parameter });
    this.created += 1;
    const newId = (name: string): unknown =>
      typeof sampled[name] === "number" ? this.created : newIdLike(String(sampled[name]), this.created);
    const names = [keyName, idNameIn(sampled)].filter((name) => name !== null);
    const value = {
      ...described,
      ...Object.fromEntries(names.map((name) => [name, newId(name)])),
      ...membersIn(body, holder),
    };
    const response = withRecord(operation, success, { record: value, parameter });
    const key = String(fieldsOf(valueIn(response.body, holder))[keyName] ?? value[keyName]);
    const stored = this.collections.get(collection) ?? new Map<string, Fields>();
    this.collections.set(collection, stored.set(key, value));
    this.deleted.delete(`${collection}/${key}`);
    return response;
  }
}

interface Address {
  /** `/shops/1/orders` for `/shops/{shop}/orders/{id}`. */
  readonly collection: string;
  readonly id: string | null;
  readonly idName: string;
  /** The paths of the item and of those above it: `/shops/1`, `/shops/1/orders/7`. */
  readonly ancestors: readonly string[];
}

function addressOf({ path: { text } }: Operation, path: Fields): Address {
  const filled = (part: string): string => part.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => String(path[name]));
  const [, head = text, idName = ""] = /^(.*)\/\{([^{}/]+)\}$/.exec(text) ?? [];
  const ancestors = [...text.matchAll(/\}(?=\/|$)/g)].map(({ index }) => filled(text.slice(0, index + 1)));
  return { collection: filled(head), id: idName === "" ? null : String(path[idName]), idName, ancestors };
}

/** The defaults of the members of a request's body. */
function defaultsOf({ requestBody }: Operation): Fields {
  const schema = requestBody?.content.find(({ body }) => body === "json")?.schema;
  if (schema === undefined) return {};
  const defaults = memberNamesOf(schema).flatMap((name) => {
    const value = memberAt(schema, [name])?.annotations.default ?? null;
    return value === null ? [] : [[name, value.value] as const];
  });
  return Object.fromEntries(defaults);
}

/** By the parameter of the path: `orderId`, or its last word, `number` of `{issue_number}`; else `id` or the like. */
function idNameIn(value: Fields, parameter = ""): string | null {
  const names = Object.keys(value).filter((name) => /^(string|number)$/.test(typeof value[name]));
  const named = [parameter, /[A-Za-z][a-z]*$/.exec(parameter)?.[0] ?? ""].flatMap((word) =>
    names.filter((name) => name.toLowerCase() === word.toLowerCase()),
  );
  return named[0] ?? names.find((name) => name === "id") ?? names.find((name) => /(?:Id|_id|uuid)$/.test(name)) ?? null;
}

/** Of the same format: the last digits of a number, the last hexadecimal ones of a UUID, the last characters of other texts. */
function newIdLike(text: string, count: number): string {
  const digits = count.toString(/^\d+$/.test(text) ? 10 : 16);
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
  const schema = schemaAt(operation, success, []);
  const list = schemaAt(operation, success, path);
  const item = list === undefined ? null : elementsOf(list);
  const [sampledItem] = [valueIn(success.body, path)].flat();
  const chosen = values.filter((value) => isChosen(value, request.query));
  const records = chosen.slice(start, start + size).map((value) => viewOf(value, item ?? undefined, sampledItem));
  const response = withBody(success, withMember(success.body, path, records));
  // Such as an empty page where lists have items.
  if (!isLike(schema, response.body)) return null;
  const isLast = start + size >= chosen.length;
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

const ofPages = /^(limit|offset|cursor|size|page(_?(number|no|size))?|per_?page)$/i;

/** By the members that parameters have the name of. */
function isChosen(value: Fields, query: Fields): boolean {
  return Object.entries(query).every(([name, wanted]) => {
    const member = value[name];
    const isFilter = member !== undefined && (typeof member !== "object" || member === null) && !ofPages.test(name);
    return !isFilter || [wanted].flat().map(String).includes(String(member));
  });
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
  }
  const page = parameterLike(/^page(_?(number|no))?$/i);
  if (page === undefined)
    return {
      start: 0,
      size: pagination === null ? numberIn(limit, Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY,
      next: "",
    };
  const number = Math.max(1, numberIn(page, 1));
  return { start: (number - 1) * size, size, next: `${page.name}=${number + 1}` };
}

/** The schema of the body of a response, or of what the keys lead to in it. */
function schemaAt(
  { responses }: Operation,
  { status, contentType }: AnyResponse,
  keys: readonly string[],
): Schema | undefined {
  const schema = responseFor(responses, status)?.content.find(({ type }) => type === contentType)?.schema;
  return schema === undefined ? undefined : (memberAt(schema, keys) ?? undefined);
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

function valueIn(holder: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((value, key) => fieldsOf(value)[key], holder);
}

/** The keys that lead to the record in a body: `data` in an envelope. */
function holderIn(body: unknown, parameter: string): readonly string[] {
  const fields = fieldsOf(body);
  const inside = Object.keys(fields).filter((name) => idNameIn(fieldsOf(fields[name]), parameter) !== null);
  // An envelope may have an id as well, of the request.
  const envelope = inside.find((name) => /^(data|result|resource|item|record|payload)$/i.test(name));
  const key = idNameIn(fields, parameter) === null ? inside[0] : envelope;
  return Object.hasOwn(fields, "id") || key === undefined ? [] : [key];
}

/** What a request has of a record, in the envelope of the response or without one. */
function membersIn(body: unknown, holder: readonly string[]): Fields {
  const inside = valueIn(body, holder);
  return fieldsOf(isFields(inside) ? inside : body);
}

interface Viewed {
  readonly record: Fields;
  /** Of the path of the record. */
  readonly parameter: string;
}

function withRecord(operation: Operation, response: AnyResponse, { record, parameter }: Viewed): AnyResponse {
  // A file is not its record.
  if (!isFields(response.body)) return response;
  const holder = holderIn(response.body, parameter);
  const view = viewOf(record, schemaAt(operation, response, holder), valueIn(response.body, holder));
  return withBody(response, withMember(response.body, holder, view));
}

/** What a response has of a record: the members that its schema describes, where it accepts their values; the sample has the others. */
function viewOf(record: Fields, schema: Schema | undefined, sample: unknown): Fields {
  if (schema === undefined) return record;
  const names = new Set(memberNamesOf(schema));
  const described = Object.entries(record).filter(([name]) => names.size === 0 || names.has(name));
  const members = described.map(([name, value]) => {
    const member = isFields(value) ? memberAt(schema, [name]) : null;
    return [name, member === null ? value : viewOf(fieldsOf(value), member, fieldsOf(sample)[name])] as const;
  });
  const views = [{}, fieldsOf(sample)].map((base) => ({ ...base, ...Object.fromEntries(members) }));
  const exact = views.find((view) => isLike(schema, view));
  if (exact !== undefined) return exact;
  let view = fieldsOf(sample);
  for (const [name, value] of members) {
    const next = { ...view, [name]: value };
    if (isLike(schema, next)) view = next;
  }
  return view;
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
