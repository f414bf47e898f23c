// Routes and handlers -> a function that responds to requests: matched, read, validated, handled, written. No framework; Fetch only.

import { type OnError, reportFailure } from "./failures.ts";
import type { FoundRequest, Incoming } from "./incoming.ts";
import { andThen, type Maybe } from "./maybe.ts";
import {
  addHeaders,
  errorResponseOf,
  outgoingOf,
  plainResponseOf,
  type ResponseSpecs,
  specsOf,
  watched,
} from "./outgoing.ts";
import type { readParameters } from "./parameters.ts";
import { type AnyResponse, problemOf, Refusal } from "./refusals.ts";
import { type RequestValues, readBody, readValues } from "./requests.ts";
import { headOf, type Outgoing } from "./responses.ts";
import { createMatcher, type Match, type Matcher, type Route, type Sent } from "./runtime.ts";

/**
 * `State` is what the hooks of one request share, such as who asks and since when. The host makes one for each request:
 * the second argument of a Fetch handler, the option `state` of a Node handler. Without hooks there is none.
 */
export interface Service<Name extends string, Context, State = void> {
  readonly routes: readonly Route<Name>[];
  readonly handlers: { readonly [Each in Name]: Handler<Context> };
  /**
   * What handlers get besides the request. Authenticate requests here, before anything else of them is read: `null`
   * rejects with 401. `readCredentials(request.route.security, securitySchemes, request)` returns what was presented.
   */
  readonly context: (request: FoundRequest<Name>, state: State) => Maybe<Context | null>;
  /** Called first, before a route is looked for: what it returns is the response, and nothing else is done. */
  readonly onRequest?: ((request: Incoming, state: State) => Maybe<AnyResponse | undefined>) | undefined;
  /**
   * Called with each response before it is sent, also with those that reject requests: adds headers
   * (`response.headers.push([name, value])`), counts, logs. `route`: its operation and path template, as a label of metrics;
   * `null` where none was found, or `onRequest` has responded.
   */
  readonly onResponse?:
    | ((response: Outgoing, request: Incoming, state: State, route: Route<Name> | null) => Maybe<void>)
    | undefined;
  /** Wraps all of it, hooks included: changes requests before and responses after. */
  readonly around?: ((serve: Serve<State>) => Serve<State>) | undefined;
  /** The prefix of every path, such as `/v1`. Paths without it are not found. */
  readonly prefix?: string | undefined;
  /**
   * Decides what becomes of a request in place of the matcher, which it may ask: other methods, other spellings of a path. By
   * default, the route of GET serves HEAD too where HEAD is not described (RFC 9110, 9.3.2).
   */
  readonly find?: ((match: Matcher<Route<Name>>, request: Incoming) => Match<Route<Name>>) | undefined;
  /** Reads parameters in place of the runtime: what counts when one is sent twice, how a number may be spelled. */
  readonly readParameters?: typeof readParameters | undefined;
  /** Bytes, of all operations or by operation. Default 1 MiB; sequences have no end, and are not limited. */
  readonly largestBody?: number | ((route: Route<Name>) => number) | undefined;
  /** Replaces the problem (RFC 9457) for rejected and failed requests. */
  readonly refuse?: ((refusal: Refusal, request: Incoming, state: State) => Maybe<AnyResponse>) | undefined;
  /**
   * Called with every error that results in a 500, and with what interrupts a response in progress. Default: `console.error` with the
   * operation, its method and its path template; nothing of the request.
   */
  readonly onError?: OnError<State> | undefined;
  /** Validates responses too: one that is not as described is an error of the service. Default false. */
  readonly checkResponses?: boolean | undefined;
}

/** A method of `Handlers`. Methods are compared both ways: each takes its own request. */
export type Handler<Context> = {
  handle(request: RequestValues, context: Context): Maybe<AnyResponse>;
}["handle"];

/** Responds at once where nothing has to be waited for. Never throws or rejects. */
export type Serve<State = void> = (request: Incoming, state: State) => Maybe<Outgoing>;

/** For hosts of their own; `createFetchHandler` and `createNodeHandler` are made of it. */
export function createServe<Name extends string, Context, State = void>(
  service: Service<Name, Context, State>,
): Serve<State> {
  const server = serverOf(service);
  const serve: Serve<State> = (request, state) => responseTo({ request, state, route: null }, server, respondTo);
  const wrapped = service.around?.(serve);
  if (wrapped === undefined) return serve;
  return (request, state) => {
    const failed = (error: unknown): Outgoing => lost(error, { request, state, route: null }, server);
    try {
      const response = wrapped(request, state);
      return response instanceof Promise ? response.catch(failed) : response;
    } catch (error) {
      return failed(error);
    }
  };
}

/** Responds as if the refusal had come up while the request was served: with `refuse` and `onResponse` of the service. */
export function createRefuse<Name extends string, Context, State = void>(
  service: Service<Name, Context, State>,
): (refusal: Refusal, request: Incoming, state: State) => Maybe<Outgoing> {
  const server = serverOf(service);
  return (refusal, request, state) => refused(refusal, { request, state, route: null }, server);
}

/** The service as `Request -> Response`: for `Deno.serve`, `Bun.serve`, workers, and tests without sockets. */
export function createFetchHandler<Name extends string, Context, State = void>(
  service: Service<Name, Context, State>,
): (request: Request, state: State) => Promise<Response>;
export function createFetchHandler<Name extends string, Context>(
  service: Service<Name, Context>,
): (request: Request) => Promise<Response>;
export function createFetchHandler<Name extends string, Context, State>(
  service: Service<Name, Context, State>,
): (request: Request, state: State) => Promise<Response> {
  const serve = createServe(service);
  return async (request, state) => {
    const { pathname, search } = new URL(request.url);
    const incoming: Incoming = {
      method: request.method,
      pathname,
      query: search.slice(1),
      header: (name) => request.headers.get(name),
      body: request.body,
      parsed: request.bodyUsed ? { body: undefined } : undefined,
      signal: request.signal,
    };
    const response = await serve(incoming, state);
    const { status, headers, body } = request.method === "HEAD" ? await headOf(response) : response;
    return new Response(status === 204 || status === 205 || status === 304 ? null : body, { status, headers });
  };
}

/** A service, and what is worked out once for all requests. */
interface Server<Name extends string, Context, State> {
  readonly service: Service<Name, Context, State>;
  readonly find: (request: Incoming) => Match<Route<Name>>;
  readonly specsOf: (route: Route<Name>) => ResponseSpecs;
}

interface Call<State, Name extends string = string> {
  readonly request: Incoming;
  readonly state: State;
  /** Once it is found. */
  route: Route<Name> | null;
}

function serverOf<Name extends string, Context, State>(
  service: Service<Name, Context, State>,
): Server<Name, Context, State> {
  const { routes, prefix = "", find } = service;
  const matchPath = createMatcher(routes);
  const match: Matcher<Route<Name>> =
    prefix === ""
      ? matchPath
      : (method, pathname, sent) =>
          pathname.startsWith(prefix) ? matchPath(method, pathname.slice(prefix.length), sent) : { kind: "not-found" };
  const specs = new Map(routes.map((route) => [route, specsOf(route)]));
  return {
    service,
    find: find === undefined ? (request) => withHead(match, request) : (request) => find(match, request),
    specsOf: (route) => specs.get(route) ?? specsOf(route),
  };
}

/** The matcher's result, where HEAD is what GET is without the body: servers have both, described or not (RFC 9110, 9.1). */
function withHead<Name extends string>(match: Matcher<Route<Name>>, request: Incoming): Match<Route<Name>> {
  const routeMatch = match(request.method, request.pathname, request);
  if (routeMatch.kind !== "method-not-allowed" || !routeMatch.allow.includes("GET")) return routeMatch;
  if (request.method === "HEAD") return match("GET", request.pathname, request);
  const allow = routeMatch.allow.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  return { kind: "method-not-allowed", allow: [...new Set(allow)] };
}

/** Written out rather than composed of functions made for the request: it is what every request runs through. */
function responseTo<Name extends string, Context, State>(
  call: Call<State, Name>,
  server: Server<Name, Context, State>,
  respond: (call: Call<State, Name>, server: Server<Name, Context, State>) => Maybe<Outgoing>,
): Maybe<Outgoing> {
  let response: Maybe<Outgoing>;
  try {
    response = respond(call, server);
    if (!(response instanceof Promise)) response = completed(response, call, server);
    else response = response.then((late) => completed(late, call, server));
  } catch (error) {
    return refused(error, call, server);
  }
  return response instanceof Promise ? response.catch((error: unknown) => refused(error, call, server)) : response;
}

function completed<Name extends string, Context, State>(
  response: Outgoing,
  { request, state, route }: Call<State, Name>,
  { service }: Server<Name, Context, State>,
): Maybe<Outgoing> {
  if (route?.headers !== undefined) addHeaders(response, route.headers);
  const hooked = service.onResponse?.(response, request, state, route);
  return hooked instanceof Promise ? hooked.then(() => response) : response;
}

/** The response to a request that was rejected, or has failed. */
function refused<Name extends string, Context, State>(
  error: unknown,
  call: Call<State, Name>,
  server: Server<Name, Context, State>,
): Maybe<Outgoing> {
  const { request, state } = call;
  const { refuse = problemOf, onError } = server.service;
  try {
    const refused = errorResponseOf(error, {
      report: (failure) => reportFailure(failure, onError, call),
      refuse: (refusal) => refuse(refusal, request, state),
    });
    const response = andThen(refused, (known) => completed(known, call, server));
    return response instanceof Promise ? response.catch((again: unknown) => lost(again, call, server)) : response;
  } catch (again) {
    return lost(again, call, server);
  }
}

/** A hook that fails for each response must not keep them from being sent. */
function lost<Name extends string, Context, State>(
  error: unknown,
  call: Call<State, Name>,
  { service }: Server<Name, Context, State>,
): Outgoing {
  reportFailure(error, service.onError, call);
  return plainResponseOf(problemOf(new Refusal("internal_error", { status: 500, cause: error })));
}

function respondTo<Name extends string, Context, State>(
  call: Call<State, Name>,
  server: Server<Name, Context, State>,
): Maybe<Outgoing> {
  const early = server.service.onRequest?.(call.request, call.state);
  if (early instanceof Promise) return early.then((known) => routed(known, call, server));
  return routed(early, call, server);
}

/** `early`: what the hook has responded, in place of a handler. */
function routed<Name extends string, Context, State>(
  early: AnyResponse | undefined,
  call: Call<State, Name>,
  server: Server<Name, Context, State>,
): Maybe<Outgoing> {
  if (early !== undefined) return plainResponseOf(early);
  const routeMatch = server.find(call.request);
  switch (routeMatch.kind) {
    case "found": {
      call.route = routeMatch.route;
      const request = new Found(call.request, routeMatch);
      const { context } = server.service;
      return andThen(context(request, call.state), (known) => handled(request, { context: known, call, server }));
    }
    case "malformed":
      throw new Refusal("malformed_path", { status: 400 });
    case "method-not-allowed":
      throw new Refusal("method_not_allowed", { status: 405, allow: routeMatch.allow });
    case "not-found":
      throw new Refusal("not_found", { status: 404 });
  }
}

/** Names what the operation takes; of a token that was sent, also that it is not valid (RFC 6750, 3.1). */
function unauthorized({ route: { challenge }, header }: FoundRequest): Refusal {
  if (challenge === undefined) return new Refusal("unauthorized", { status: 401 });
  const isSent = /^bearer /i.test(header("authorization") ?? "");
  const value = isSent
    ? challenge.replace(
        /Bearer( scope="[^"]*")?/,
        (known, scope) => `${known}${scope ? "," : ""} error="invalid_token"`,
      )
    : challenge;
  return new Refusal("unauthorized", { status: 401, headers: [["WWW-Authenticate", value]] });
}

interface Known<Name extends string, Context, State> {
  /** `null`: the request is rejected. */
  readonly context: Context | null;
  readonly call: Call<State, Name>;
  readonly server: Server<Name, Context, State>;
}

function handled<Name extends string, Context, State>(
  request: Found<Name>,
  { context, call, server }: Known<Name, Context, State>,
): Maybe<Outgoing> {
  const { service } = server;
  const { route } = request;
  if (context === null) throw unauthorized(request);
  const values = readValues(request, request.path, service.readParameters);
  const respond = (all: RequestValues): Maybe<Outgoing> => {
    const handlerResult = service.handlers[route.handler](all, context);
    return handlerResult instanceof Promise
      ? handlerResult.then((late) => sentBy(late, route, { call, server }))
      : sentBy(handlerResult, route, { call, server });
  };
  if (route.requestBody === null) return respond(values);
  const { largestBody = 1_048_576 } = service;
  const largest = typeof largestBody === "number" ? largestBody : largestBody(route);
  return readBody(request, largest).then(({ open, ...own }) => {
    const all = { ...values, ...own };
    return open === undefined ? respond(all) : open.during(() => respond(all));
  });
}

function sentBy<Name extends string, Context, State>(
  handlerResponse: AnyResponse,
  route: Route<Name>,
  { call, server }: Pick<Known<Name, Context, State>, "call" | "server">,
): Outgoing {
  const { checkResponses = false, onError } = server.service;
  const response = outgoingOf(handlerResponse, server.specsOf(route), checkResponses);
  const { body } = response;
  if (body instanceof ReadableStream) {
    response.body = watched(body, (error) => reportFailure(error, onError, call));
  }
  return response;
}

/** The request with its route. What a host works out when it is asked for stays so. */
class Found<Name extends string> implements FoundRequest<Name> {
  readonly route: Route<Name>;
  /** What the matcher found: still percent-encoded. */
  readonly path: ReadonlyMap<string, string>;
  readonly method: string;
  readonly pathname: string;
  readonly query: string;
  readonly #request: Incoming;

  constructor(request: Incoming, { route, path }: FoundRoute<Name>) {
    this.route = route;
    this.path = path;
    this.method = request.method;
    this.pathname = request.pathname;
    this.query = request.query;
    this.#request = request;
  }

  get header(): Sent["header"] {
    const request = this.#request;
    return (name) => request.header(name);
  }

  get body(): Incoming["body"] {
    return this.#request.body;
  }

  get bytes(): Incoming["bytes"] {
    return this.#request.bytes?.bind(this.#request);
  }

  get parsed(): Incoming["parsed"] {
    return this.#request.parsed;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }
}

type FoundRoute<Name extends string> = Extract<Match<Route<Name>>, { readonly kind: "found" }>;
