// A client for the `paths` type of a description, over `fetch`: the interface of openapi-fetch 0.17.
import {
  createFinalURL,
  createQuerySerializer,
  defaultBodySerializer,
  defaultPathSerializer,
  mergeHeaders,
  removeTrailingSlash,
} from "./serialize.ts";
import type {
  Client,
  ClientOptions,
  HeadersOptions,
  HttpMethod,
  MediaType,
  MergedOptions,
  Middleware,
  MiddlewareCallbackParams,
  MiddlewareRequestParams,
  ParseAs,
  PathBasedClient,
  PathSerializer,
  QuerySerializer,
  QuerySerializerOptions,
} from "./types.ts";

export * from "./serialize.ts";
export type * from "./types.ts";

/** The options of a call, of any operation. */
interface CallOptions extends Omit<RequestInit, "headers" | "body"> {
  baseUrl?: string;
  fetch?: ClientOptions["fetch"];
  Request?: typeof Request;
  headers?: HeadersOptions;
  params?: MiddlewareRequestParams;
  parseAs?: ParseAs;
  querySerializer?: QuerySerializer<unknown> | QuerySerializerOptions;
  bodySerializer?: (body: never, headers: Headers) => unknown;
  pathSerializer?: PathSerializer;
  body?: unknown;
  middleware?: Middleware[];
}

type Result = { data: unknown; response: Response } | { error: unknown; response: Response };

const methods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"] as const;

/** `const { data, error } = await client.GET("/orders/{id}", { params: { path: { id } } });` */
export default function createClient<Paths extends {}, Media extends MediaType = MediaType>(
  clientOptions?: ClientOptions,
): Client<Paths, Media>;
export default function createClient(clientOptions: ClientOptions = {}): object {
  const registered: Middleware[] = [];
  const call = requester(clientOptions, registered);
  const named = methods.map((method) => [method, (url: string, init?: CallOptions) => call(url, { ...init, method })]);
  return {
    ...Object.fromEntries(named),
    request: (method: HttpMethod, url: string, init?: CallOptions) =>
      call(url, { ...init, method: method.toUpperCase() }),
    use: (...middleware: (Middleware | undefined)[]) => {
      for (const one of middleware) {
        if (!one) continue;
        if (!isMiddleware(one)) throw new Error("middleware is an object with onRequest, onResponse or onError");
        registered.push(one);
      }
    },
    eject: (...middleware: Middleware[]) => {
      for (const one of middleware) {
        const at = registered.indexOf(one);
        if (at !== -1) registered.splice(at, 1);
      }
    },
  };
}

function isMiddleware(value: unknown): value is Middleware {
  return (
    typeof value === "object" && value !== null && ["onRequest", "onResponse", "onError"].some((name) => name in value)
  );
}

function requester(
  clientOptions: ClientOptions,
  registered: readonly Middleware[],
): (path: string, options: CallOptions) => Promise<Result> {
  const {
    baseUrl: base = "",
    Request: ownRequest = globalThis.Request,
    fetch: ownFetch = globalThis.fetch,
    querySerializer: ownQuery,
    bodySerializer: ownBody,
    pathSerializer: ownPath = defaultPathSerializer,
    headers: ownHeaders,
    requestInitExt,
    ...ownInit
  } = clientOptions;
  return async (schemaPath, options) => {
    const {
      baseUrl: callBaseUrl = base,
      fetch = ownFetch,
      Request = ownRequest,
      headers,
      params = {},
      parseAs = "json",
      querySerializer,
      bodySerializer = ownBody ?? defaultBodySerializer,
      pathSerializer = ownPath,
      body,
      middleware = [],
      ...init
    } = options;
    const baseUrl = removeTrailingSlash(callBaseUrl || base);
    const query = queryWriter(querySerializer ?? ownQuery, ownQuery);
    const stated = mergeHeaders(ownHeaders, headers, params.header as HeadersOptions);
    const sent = body === undefined ? undefined : bodySerializer(body as never, stated);
    const typed = sent === undefined || sent instanceof FormData ? {} : { "Content-Type": "application/json" };
    const url = createFinalURL(schemaPath, { baseUrl, params, querySerializer: query, pathSerializer });
    const all = mergeHeaders(typed, ownHeaders, headers, params.header as HeadersOptions);
    const request = new Request(url, {
      redirect: "follow",
      ...ownInit,
      ...init,
      body: (sent ?? null) as NonNullable<RequestInit["body"]> | null,
      headers: all,
    });
    for (const [name, value] of Object.entries(init)) if (!(name in request)) Object.assign(request, { [name]: value });
    const merged = { baseUrl, fetch, parseAs, querySerializer: query, bodySerializer, pathSerializer };
    const exchange: Exchange = {
      schemaPath,
      params,
      id: Math.random().toString(36).slice(2, 11),
      options: Object.freeze(merged) as MergedOptions,
    };
    const send = (last: Request): Promise<Response> =>
      (fetch as (input: Request, extra?: unknown) => Promise<Response>)(last, isNode() ? requestInitExt : undefined);
    const response = await exchanged(request, [...registered, ...middleware], exchange, send);
    return await read(response, parseAs, request.method);
  };
}

/** `extra` of `fetch` is of undici. */
function isNode(): boolean {
  return typeof process === "object" && process.versions?.["undici"] !== undefined;
}

/** The options of a call add to those of the client. */
function queryWriter(
  callSerializer: QuerySerializer<unknown> | QuerySerializerOptions | undefined,
  clientSerializer: QuerySerializer<unknown> | QuerySerializerOptions | undefined,
): QuerySerializer<unknown> {
  if (typeof callSerializer === "function") return callSerializer;
  return createQuerySerializer({
    ...(typeof clientSerializer === "object" ? clientSerializer : {}),
    ...callSerializer,
  });
}

type Exchange = Omit<MiddlewareCallbackParams, "request">;

async function exchanged(
  first: Request,
  middleware: readonly Middleware[],
  exchange: Exchange,
  send: (request: Request) => Promise<Response>,
): Promise<Response> {
  let request = first;
  const hooks = middleware.filter(isMiddleware);
  for (const { onRequest } of hooks) {
    const result = await onRequest?.({ ...exchange, request });
    if (result instanceof Response) return result;
    // The class that the client was given, or the platform's.
    if (result instanceof first.constructor) request = result as Request;
    else if (result) throw new Error("onRequest returns a Request, a Response or nothing");
  }
  const reversed = hooks.toReversed();
  let response: Response;
  try {
    response = await send(request);
  } catch (error) {
    response = await recovered(error, reversed, { ...exchange, request });
  }
  for (const { onResponse } of reversed) {
    const result = await onResponse?.({ ...exchange, request, response });
    if (result instanceof Response) response = result;
    else if (result) throw new Error("onResponse returns a Response or nothing");
  }
  return response;
}

/** Throws the error, or what middleware makes of it, unless one of them has a response. */
async function recovered(
  error: unknown,
  middleware: readonly Middleware[],
  exchange: MiddlewareCallbackParams,
): Promise<Response> {
  let last = error;
  for (const { onError } of middleware) {
    const result = await onError?.({ ...exchange, error: last });
    if (result instanceof Response) return result;
    if (result instanceof Error) last = result;
    else if (result) throw new Error("onError returns a Response, an Error or nothing");
  }
  throw last;
}

async function read(response: Response, parseAs: ParseAs, method: string): Promise<Result> {
  const length = response.headers.get("Content-Length");
  const isChunked = response.headers.get("Transfer-Encoding")?.includes("chunked") === true;
  const isEmpty = response.status === 204 || method === "HEAD" || (length === "0" && !isChunked);
  if (!response.ok) return { error: isEmpty ? undefined : errorIn(await response.text()), response };
  if (isEmpty) return { data: undefined, response };
  if (parseAs === "stream") return { data: response.body, response };
  if (parseAs !== "json" || length !== null) return { data: await response[parseAs](), response };
  // Without a length it may be empty.
  const text = await response.text();
  return { data: text === "" ? undefined : JSON.parse(text), response };
}

/** JSON, or the text where it is none. */
function errorIn(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** `client["/orders"].GET()` beside `client.GET("/orders")`. */
// biome-ignore-start lint/complexity/noBannedTypes: `paths` may have no members.
export function wrapAsPathBasedClient<Paths extends {}, Media extends MediaType = MediaType>(
  client: Client<Paths, Media>,
): PathBasedClient<Paths, Media> {
  const known = new Map<string, object>();
  const methodsOf = (url: string): object =>
    Object.fromEntries(methods.map((method) => [method, (init?: unknown) => called(client, method, [url, init])]));
  const getMethods = (url: string): object => {
    const pathMethods = known.get(url) ?? methodsOf(url);
    known.set(url, pathMethods);
    return pathMethods;
  };
  return new Proxy({} as PathBasedClient<Paths, Media>, {
    get: (_, url) => (typeof url === "string" ? getMethods(url) : undefined),
  });
}

function called(client: object, method: string, args: readonly unknown[]): unknown {
  const call: unknown = Reflect.get(client, method);
  return typeof call === "function" ? Reflect.apply(call, client, args) : undefined;
}

/** `wrapAsPathBasedClient(createClient(options))` */
export function createPathBasedClient<Paths extends {}, Media extends MediaType = MediaType>(
  clientOptions?: ClientOptions,
): PathBasedClient<Paths, Media> {
  return wrapAsPathBasedClient(createClient<Paths, Media>(clientOptions));
}
// biome-ignore-end lint/complexity/noBannedTypes: see above.
