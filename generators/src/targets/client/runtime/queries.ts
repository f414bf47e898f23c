// Operations -> the keys of queries, and the options that TanStack Query takes. Types of its packages are left to generated code, since
// each adapter has its own.

import type { NetworkError, TimeoutError, UnexpectedResponseError } from "./errors.ts";
import type { PageRequest, Paginated, PaginationError } from "./next-page.ts";
import type { SuccessBody } from "./outcomes.ts";
import { pageOf } from "./pages.ts";
import type { Operation, RequestParts } from "./runtime.ts";
import type { FetchSend } from "./send.ts";
import { type ErrorOf, throwing } from "./throwing.ts";

/** What sends requests: a function that `createSend` or `withRetries` returned. */
export type QuerySend = FetchSend<{ readonly signal?: AbortSignal }>;

/** The body of a success; `null` where a success has none, since a query cannot hold `undefined`. */
export type QueryData<Response> =
  SuccessBody<Response> extends infer Body ? (Body extends undefined ? null : Body) : never;

/**
 * Why a call fails, by `code`. `"response"` is a described response that is not a success: `error.status === 404` narrows
 * `error.body` and `error.headers`. `More`: what else it may fail with.
 */
export type CallError<Response, More = never> =
  | ErrorOf<Response>
  | TimeoutError
  | NetworkError
  | UnexpectedResponseError
  | More;

/** What the keys of all operations begin with, or of those with a tag. */
export type ScopeKey<Scope, Tag> = {
  (): readonly [Scope];
  (tag: Tag): readonly [Scope, Tag];
};

export function scopeKeyFactory<Scope extends string, Tag>(scope: Scope): ScopeKey<Scope, Tag>;
export function scopeKeyFactory(scope: string): (tag?: string) => readonly string[] {
  return (tag) => (tag === undefined ? [scope] : [scope, tag]);
}

/** `Key`: returns the path, or for a request a key that begins with it. */
export function keyFactory<const Path extends readonly string[], Key extends () => Path>(path: Path): Key;
export function keyFactory(path: readonly string[]): (request?: object) => readonly unknown[] {
  return (request) => (request === undefined ? path : [...path, statedIn(request, jsonOf)]);
}

/** The same for requests with `bigint`. Keys are hashed as JSON, which has none: it is a string in them. */
export function exactKeyFactory<const Path extends readonly string[], Key extends () => Path>(path: Path): Key;
export function exactKeyFactory(path: readonly string[]): (request?: object) => readonly unknown[] {
  return (request) =>
    request === undefined ? path : [...path, keyable(statedIn(request, (part) => jsonOf(keyable(part))))];
}

function jsonOf(value: unknown): string | undefined {
  return JSON.stringify(value);
}

/** Requests that differ only in empty and undefined parts are the same. */
function statedIn(request: object, textOf: (part: unknown) => string | undefined): object {
  const parts = Object.entries(request).filter(([name, part]) => {
    return part !== undefined && (name === "body" || textOf(part) !== "{}");
  });
  return Object.fromEntries(parts);
}

function keyable(value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return value.map(keyable);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, keyable(member)]));
}

/** What `useQuery` takes in React, Vue, Solid and Svelte, and `fetchQuery` of a `QueryClient`. */
export interface QueryOptions<Key extends (request: never) => unknown, Response, More = never>
  extends Failing<CallError<Response, More>> {
  queryKey: ReturnType<Key>;
  queryFn: (context: { readonly signal: AbortSignal }) => Promise<QueryData<Response>>;
}

/** `key`: that of the request. */
export function queryFor<Request extends RequestParts, Response, Key>(
  send: QuerySend,
  operation: Operation<Request, Response>,
  queryKey: Key,
  request: Request,
): Pick<QueryOptions<() => Key, Response>, "queryKey" | "queryFn"> & Once;
export function queryFor<Request extends RequestParts>(
  send: QuerySend,
  operation: Operation<Request>,
  queryKey: unknown,
  request: Request,
): object {
  const queryFn = async ({ signal }: { readonly signal: AbortSignal }): Promise<unknown> =>
    (await throwing(send)(operation, request, { signal })) ?? null;
  return { queryKey, queryFn, ...(operation.safe ? {} : { retry: false }) };
}

/** TanStack Query sends a failed query again by default. */
type Once = { retry?: false };

/** The adapters infer the type of the error from members like these. */
interface Failing<Failure> {
  /** `false` where a request may change something. Else it is not set, so that the `QueryClient` decides. */
  retry?: false | ((failures: number, error: Failure) => boolean);
  /** Never set. */
  throwOnError?: (error: Failure) => boolean;
}

/** What `useMutation` takes. */
export interface MutationOptions<Request, Response, More = never> extends Failing<CallError<Response, More>> {
  mutationKey: readonly string[];
  mutationFn: (request: Request) => Promise<SuccessBody<Response>>;
  /** What `invalidateAfterMutations` invalidates: the beginnings of keys. */
  meta?: { invalidates: readonly (readonly string[])[] };
  /** What may change something is sent once. */
  retry: false;
}

/** `invalidates`: see `MutationOptions`. `Variables`: the request, with `void` where there need not be one. */
export function mutationFor<Request extends RequestParts, Response, Variables>(
  send: QuerySend,
  operation: Operation<Request, Response>,
  mutationKey: readonly string[],
  invalidates?: readonly (readonly string[])[],
): Pick<MutationOptions<Variables, Response>, "mutationKey" | "mutationFn" | "meta" | "retry">;
export function mutationFor(
  send: QuerySend,
  operation: Operation<RequestParts>,
  mutationKey: readonly string[],
  invalidates?: readonly (readonly string[])[],
): object {
  const mutationFn = (request: RequestParts = {}): Promise<unknown> => throwing(send)(operation, request);
  return { mutationKey, mutationFn, ...(invalidates === undefined ? {} : { meta: { invalidates } }), retry: false };
}

/** A page, as JSON: its items, and what the next one is requested with. */
export interface QueryPage<Request, Item> {
  items: readonly Item[];
  /** `null` on the last page. */
  next: PageRequest<Request> | null;
}

/** A page whose body has more than the items. */
export interface QueryPageWithBody<Request, Item, Response> extends QueryPage<Request, Item> {
  body: QueryData<Response>;
}

/** `key`: that of requests. The key of the pages from a request on has a word after it; without a request, it is what all of them begin with. */
export function infiniteKeyFactory<Key extends () => readonly unknown[], Infinite>(key: Key): Infinite;
export function infiniteKeyFactory(
  key: (request?: object) => readonly unknown[],
): (request?: object) => readonly unknown[] {
  return (request) => (request === undefined ? key() : [...key(request), "infinite"]);
}

/** What `useInfiniteQuery` takes, and `fetchInfiniteQuery` of a `QueryClient`. */
export interface InfiniteOptions<
  Key extends (request: never) => unknown,
  Response,
  Page extends { readonly next: unknown },
  More = never,
> extends Failing<PageError<Response, More>> {
  queryKey: ReturnType<Key>;
  queryFn: (context: { readonly signal: AbortSignal; readonly pageParam: NonNullable<Page["next"]> }) => Promise<Page>;
  initialPageParam: NonNullable<Page["next"]>;
  getNextPageParam: (page: Page) => Page["next"];
}

/** `key`: that of the pages from the request on. The body is not in a page where it is the list of items. */
export function pagesFor<Request extends RequestParts, Response, Item, Key, Page extends QueryPage<Request, Item>>(
  send: QuerySend,
  operation: Operation<Request, Response> & Paginated<Item>,
  queryKey: Key,
  request: Request,
): Pick<
  InfiniteOptions<() => Key, Response, Page>,
  "queryKey" | "queryFn" | "initialPageParam" | "getNextPageParam" | "retry"
>;
export function pagesFor<Request extends RequestParts, Item>(
  send: QuerySend,
  operation: Operation<Request, { readonly status: 200; readonly body?: unknown }> & Paginated<Item>,
  queryKey: unknown,
  request: Request,
): object {
  let client: PageContext<Request>["client"];
  const queryFn = async (context: PageContext<Request>): Promise<object> => {
    ({ client } = context);
    const { items, next, response } = await pageOf(send, operation, context.pageParam, { signal: context.signal });
    return { items, next, ...((operation.pagination.items ?? []).length === 0 ? {} : { body: response.body ?? null }) };
  };
  return {
    queryKey,
    queryFn,
    initialPageParam: { request },
    getNextPageParam: ({ next }: { readonly next: unknown }) => next,
    retry: operation.safe && retryingPages(() => client?.getDefaultOptions().queries?.retry),
  };
}

interface PageContext<Request> {
  readonly signal: AbortSignal;
  readonly pageParam: PageRequest<Request>;
  readonly client?: { getDefaultOptions(): { readonly queries?: { readonly retry?: unknown } } };
}

/**
 * A `retry` that follows the `QueryClient`, but never requests a page that the one before does not lead to. Where the `QueryClient` says
 * nothing, three times in a browser, except for responses that stay the same.
 */
function retryingPages(retryOf: () => unknown) {
  return (failures: number, error: { readonly code?: string; readonly status?: unknown }): boolean => {
    const { code, status } = error;
    const retry = retryOf();
    if (code === "pagination") return false;
    if (typeof retry === "function") return retry(failures, error) === true;
    if (retry !== undefined) return retry === true || failures < Number(retry);
    const mayPass =
      code === "network" || code === "timeout" || Number(status) >= 500 || status === 429 || status === 408;
    return mayPass && failures < ("window" in globalThis ? 3 : 0);
  };
}

/** Why the request of a page fails. `"pagination"`: the response does not lead to the next page. */
export type PageError<Response, More = never> = CallError<Response, More> | PaginationError;
