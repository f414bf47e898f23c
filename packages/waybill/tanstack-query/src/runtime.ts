// The package of an adapter -> the file that all generated options share: their types, and the functions that create keys.
import {
  type CodeSymbol,
  type GeneratedFile,
  generatedSymbol,
  generatedType,
  importsOf,
  printForeignFile,
} from "waybill/plugin";
import type { Context } from "./options.ts";

const file = { target: "tanstack-query", path: "runtime.gen.ts" } as const;

export function runtimeSymbol(name: string): CodeSymbol {
  return generatedSymbol(name, file.target, file.path);
}

export function runtimeType(name: string): CodeSymbol {
  return generatedType(name, file.target, file.path);
}

/** `hasPages`: whether a query does; the client has what pages need only then. */
export function runtimeFile(adapter: string, hasPages: boolean, context: Context): GeneratedFile {
  const from = { ...file, summary: "What keys and options are, and what creates keys.", declarations: [] };
  const client = (module: string, ...names: readonly string[]): CodeSymbol[] =>
    names.map((name) => generatedType(name, "client", `${module}.gen.ts`));
  const types = [
    ...(hasPages ? client("pages", "PageRequest", "PaginationError") : []),
    ...client("runtime", "NetworkError", "TimeoutError", "UnexpectedResponseError"),
    ...client("send", "ErrorOf", "FetchSend", "SuccessBody"),
    ...(context.apiOptions.validation === "none" ? [] : client("validation", "ValidationError")),
  ];
  const imports = `
${importsOf(from, types, context)}
import type { DataTag${hasPages ? ", InfiniteData" : ""} } from "${adapter}";
`;
  const plain = context.apiOptions.int64 === "bigint" ? exactKeys() : keysAndOptions;
  const last = "  | UnexpectedResponseError;";
  const text = context.apiOptions.validation === "none" ? plain : plain.replace(last, `  | ValidationError\n${last}`);
  return printForeignFile(from, `${imports}${text}${hasPages ? pages : ""}`, context);
}

const keysAndOptions = `
/** What sends requests: a function that \`createSend\` or \`withRetries\` returned. */
export type QuerySend = FetchSend<{ readonly signal?: AbortSignal }>;

/** The body of a success; \`null\` where a success has none, since a query cannot hold \`undefined\`. */
export type QueryData<Response> = SuccessBody<Response> extends infer Body ? (Body extends undefined ? null : Body) : never;

/**
 * Why a call fails, by \`code\`. \`"response"\` is a described response that is not a success: \`error.status === 404\` narrows
 * \`error.body\` and \`error.headers\`.
 */
export type CallError<Response> =
  | ErrorOf<Response>
  | TimeoutError
  | NetworkError
  | UnexpectedResponseError;

/** What the keys of all operations begin with, or of those with a tag. */
export type ScopeKey<Scope, Tag> = {
  (): readonly [Scope];
  (tag: Tag): readonly [Scope, Tag];
};

/** The key of the data of a request; without one, what the keys of all requests begin with. */
export type OperationKey<Path extends readonly string[], Request, Response> = {
  (): Path;
  (request: Request): DataTag<readonly [...Path, Request], QueryData<Response>, CallError<Response>>;
};

export function scopeKeyFactory<Scope extends string, Tag>(scope: Scope): ScopeKey<Scope, Tag>;
export function scopeKeyFactory(scope: string): (tag?: string) => readonly string[] {
  return (tag) => (tag === undefined ? [scope] : [scope, tag]);
}

export function keyFactory<Path extends readonly string[], Request, Response>(
  path: Path,
): OperationKey<Path, Request, Response>;
export function keyFactory(path: readonly string[]): (request?: object) => readonly unknown[] {
  return (request) => (request === undefined ? path : [...path, statedIn(request)]);
}

/** Requests that differ only in empty and undefined parts are the same. */
function statedIn(request: object): object {
  const parts = Object.entries(request).filter(([name, part]) => {
    return part !== undefined && (name === "body" || JSON.stringify(part) !== "{}");
  });
  return Object.fromEntries(parts);
}

/** What \`useQuery\` takes in React, Vue, Solid and Svelte, and \`fetchQuery\` of a \`QueryClient\`. */
export interface QueryOptions<Key extends (request: never) => unknown, Response> extends Failing<CallError<Response>> {
  queryKey: ReturnType<Key>;
  queryFn: (context: { readonly signal: AbortSignal }) => Promise<QueryData<Response>>;
}

/** The adapters infer the type of the error from members like these. */
interface Failing<Failure> {
  /** \`false\` where a request may change something. Else it is not set, so that the \`QueryClient\` decides. */
  retry?: false | ((failures: number, error: Failure) => boolean);
  /** Never set. */
  throwOnError?: (error: Failure) => boolean;
}

/** What \`useMutation\` takes. */
export interface MutationOptions<Request, Response> extends Failing<CallError<Response>> {
  mutationKey: readonly string[];
  mutationFn: (request: Request) => Promise<SuccessBody<Response>>;
  /** What \`invalidateAfterMutations\` invalidates: the beginnings of keys. */
  meta?: { invalidates: readonly (readonly string[])[] };
  /** What may change something is sent once. */
  retry: false;
}
`;

/** Keys are hashed as JSON, which has no `bigint`: it is a string in them. */
function exactKeys(): string {
  return `${keysAndOptions
    .replace("statedIn(request)]", "keyable(statedIn(request))]")
    .replace("JSON.stringify(part)", "JSON.stringify(keyable(part))")}
/** The same with strings in the place of \`bigint\`, which has no JSON. */
function keyable(value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return value.map(keyable);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, keyable(member)]));
}
`;
}

const pages = `
/** A page, as JSON: its items, and what the next one is requested with. */
export interface QueryPage<Request, Item> {
  items: readonly Item[];
  /** \`null\` on the last page. */
  next: PageRequest<Request> | null;
}

/** A page whose body has more than the items. */
export interface QueryPageWithBody<Request, Item, Response> extends QueryPage<Request, Item> {
  body: QueryData<Response>;
}

/** The key of the pages from a request on: the key of the request, with a word after it. Without a request, what all of them begin with. */
export type InfiniteKey<Key, Response, Page> =
  Key extends OperationKey<infer Path, infer Request, Response>
    ? {
        (): Path;
        (
          request: Request,
        ): DataTag<readonly [...Path, Request, "infinite"], InfiniteData<Page, PageRequest<Request>>, PageError<Response>>;
      }
    : never;

export function infiniteKeyFactory<Key, Response, Page>(key: Key): InfiniteKey<Key, Response, Page>;
export function infiniteKeyFactory(key: (request?: object) => readonly unknown[]): (request?: object) => readonly unknown[] {
  return (request) => (request === undefined ? key() : [...key(request), "infinite"]);
}

/** What \`useInfiniteQuery\` takes, and \`fetchInfiniteQuery\` of a \`QueryClient\`. */
export interface InfiniteOptions<
  Key extends (request: never) => unknown,
  Response,
  Page extends { readonly next: unknown },
> extends Failing<PageError<Response>> {
  queryKey: ReturnType<Key>;
  queryFn: (context: { readonly signal: AbortSignal; readonly pageParam: NonNullable<Page["next"]> }) => Promise<Page>;
  initialPageParam: NonNullable<Page["next"]>;
  getNextPageParam: (page: Page) => Page["next"];
}

/**
 * The options with a \`retry\` that follows the \`QueryClient\`, but never requests a page that the one before does not lead to. Where the
 * \`QueryClient\` says nothing, three times in a browser, except for responses that stay the same.
 */
export function retryingPages<Options extends { queryFn: (context: never) => unknown }>(options: Options): Options {
  let retry: unknown;
  return {
    ...options,
    queryFn: (context: { readonly client?: PageClient }) => {
      retry = context.client?.getDefaultOptions().queries?.retry;
      return options.queryFn(context as never);
    },
    retry: (failures: number, error: { readonly code?: string; readonly status?: unknown }) => {
      const { code, status } = error;
      if (code === "pagination") return false;
      if (typeof retry === "function") return retry(failures, error) === true;
      if (retry !== undefined) return retry === true || failures < Number(retry);
      const mayPass = code === "network" || code === "timeout" || Number(status) >= 500 || status === 429 || status === 408;
      return mayPass && failures < ("window" in globalThis ? 3 : 0);
    },
  };
}

interface PageClient {
  getDefaultOptions(): { readonly queries?: { readonly retry?: unknown } };
}

/** Why the request of a page fails. \`"pagination"\`: the response does not lead to the next page. */
export type PageError<Response> = CallError<Response> | PaginationError;
`;
