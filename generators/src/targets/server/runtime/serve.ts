// Routes and handlers -> a function that responds to requests: matched, read, validated, handled, written. No framework; Fetch only.
import { errorAnswerOf, outgoingOf, plainAnswerOf, type ResponseSpecs, specsOf } from "./answers.ts";
import { andThen, type Maybe } from "./maybe.ts";
import type { readParameters } from "./parameters.ts";
import { type Answer, problemOf, Refusal } from "./refusals.ts";
import { type RequestValues, readBody, readValues } from "./requests.ts";
import type { Outgoing } from "./responses.ts";
import { createMatcher, type Match, type Matcher, type Route, type Sent } from "./runtime.ts";

/** What a host knows of a request. */
export interface Incoming {
  readonly method: string;
  /** As sent: percent-encoded, without the query. */
  readonly pathname: string;
  /** As sent, without the `?`. */
  readonly query: string;
  /** `null` when the request has no such header. */
  readonly header: (name: string) => string | null;
  readonly body: ReadableStream<Uint8Array> | null;
  /** Reads the whole body in place of `body`, where the host can do so at less cost; `null`: it is larger than `largest` bytes. */
  readonly bytes?: ((largest: number) => Promise<Uint8Array<ArrayBuffer> | null>) | undefined;
  /** Set when something in front has read the body: bytes, text, or what a parser made of it; `undefined` when that is gone. */
  readonly parsed?: { readonly body: unknown } | undefined;
  /** Aborted when the client disconnects before the response. */
  readonly signal: AbortSignal;
}

/** A request whose route is known. Nothing of it has been validated yet. */
export interface FoundRequest<Name extends string = string> extends Incoming {
  readonly route: Route<Name>;
}

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
  readonly onRequest?: ((request: Incoming, state: State) => Maybe<Answer | undefined>) | undefined;
  /**
   * Called with each response before it is sent, also with those that reject requests: adds headers
   * (`response.headers.push([name, value])`), counts, logs.
   */
  readonly onResponse?: ((response: Outgoing, request: Incoming, state: State) => Maybe<void>) | undefined;
  /** Wraps all of it, hooks included: changes requests before and responses after. */
  readonly around?: ((serve: Serve<State>) => Serve<State>) | undefined;
  /** The prefix of every path, such as `/v1`. Paths without it are not found. */
  readonly prefix?: string | undefined;
  /** Decides what becomes of a request in place of the matcher, which it may ask: other methods, other spellings of a path. */
  readonly find?: ((match: Matcher<Route<Name>>, request: Incoming) => Match<Route<Name>>) | undefined;
  /** Reads parameters in place of the runtime: what counts when one is sent twice, how a number may be spelled. */
  readonly readParameters?: typeof readParameters | undefined;
  /** Bytes, of all operations or by operation. Default 1 MiB; sequences have no end, and are not limited. */
  readonly largestBody?: number | ((route: Route<Name>) => number) | undefined;
  /** Replaces the problem (RFC 9457) for rejected and failed requests. */
  readonly refuse?: ((refusal: Refusal, request: Incoming, state: State) => Maybe<Answer>) | undefined;
  /** Called with every error that results in a 500, and with what interrupts a response in progress. */
  readonly onError?: ((error: unknown, request: Incoming, state: State) => void) | undefined;
  /** Validates responses too: one that is not as described is an error of the service. Default false. */
  readonly checkAnswers?: boolean | undefined;
}

/** A method of `Handlers`. Methods are compared both ways: each takes its own request. */
export type Handler<Context> = {
  handle(request: RequestValues, context: Context): Maybe<Answer>;
}["handle"];

/** Responds at once where nothing has to be waited for. Never throws or rejects. */
export type Serve<State = void> = (request: Incoming, state: State) => Maybe<Outgoing>;

/** For hosts of their own; `createFetchHandler` and `createNodeHandler` are made of it. */
export function createServe<Name extends string, Context, State = void>(
  service: Service<Name, Context, State>,
): Serve<State> {
  const server = serverOf(service);
  const serve: Serve<State> = (request, state) =>
    responseTo({ request, state }, server, () => answerTo({ request, state }, server));
  const wrapped = service.around?.(serve);
  if (wrapped === undefined) return serve;
  return (request, state) =>
    orElse(
      () => wrapped(request, state),
      (error) => lost(error, { request, state }, service),
    );
}

/** Responds as if the refusal had come up while the request was served: with `refuse` and `onResponse` of the service. */
export function createRefuse<Name extends string, Context, State = void>(
  service: Service<Name, Context, State>,
): (refusal: Refusal, request: Incoming, state: State) => Maybe<Outgoing> {
  const server = serverOf(service);
  return (refusal, request, state) =>
    responseTo({ request, state }, server, () => {
      throw refusal;
    });
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
    const { status, headers, body } = await serve(incoming, state);
    const isBodiless = request.method === "HEAD" || status === 204 || status === 205 || status === 304;
    return new Response(isBodiless ? null : body, { status, headers });
  };
}

/** A service, and what is worked out once for all requests. */
interface Server<Name extends string, Context, State> {
  readonly service: Service<Name, Context, State>;
  readonly find: (request: Incoming) => Match<Route<Name>>;
  readonly specsOf: (route: Route<Name>) => ResponseSpecs;
}

interface Call<State> {
  readonly request: Incoming;
  readonly state: State;
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
    find:
      find === undefined
        ? (request) => match(request.method, request.pathname, request)
        : (request) => find(match, request),
    specsOf: (route) => specs.get(route) ?? specsOf(route),
  };
}

function responseTo<Name extends string, Context, State>(
  { request, state }: Call<State>,
  { service }: Server<Name, Context, State>,
  respond: () => Maybe<Outgoing>,
): Maybe<Outgoing> {
  const { refuse = problemOf, onError, onResponse } = service;
  const report = (error: unknown): void => onError?.(error, request, state);
  const completed = (response: Outgoing): Maybe<Outgoing> =>
    onResponse === undefined ? response : andThen(onResponse(response, request, state), () => response);
  const refused = (error: unknown): Maybe<Outgoing> =>
    andThen(errorAnswerOf(error, { report, refuse: (refusal) => refuse(refusal, request, state) }), completed);
  return orElse(
    () => orElse(() => andThen(respond(), completed), refused),
    (error) => lost(error, { request, state }, service),
  );
}

/** A hook that fails for each response must not keep them from being sent. */
function lost<Name extends string, Context, State>(
  error: unknown,
  { request, state }: Call<State>,
  { onError }: Service<Name, Context, State>,
): Outgoing {
  onError?.(error, request, state);
  return plainAnswerOf(problemOf(new Refusal("internal_error", { status: 500, cause: error })));
}

/** The result of `attempt`, or what `recover` makes of its failure, at once or later. */
function orElse(attempt: () => Maybe<Outgoing>, recover: (error: unknown) => Maybe<Outgoing>): Maybe<Outgoing> {
  try {
    const value = attempt();
    return value instanceof Promise ? value.catch(recover) : value;
  } catch (error) {
    return recover(error);
  }
}

function answerTo<Name extends string, Context, State>(
  call: Call<State>,
  server: Server<Name, Context, State>,
): Maybe<Outgoing> {
  const { request, state } = call;
  return andThen(server.service.onRequest?.(request, state), (early) => {
    if (early !== undefined) return plainAnswerOf(early);
    const found = server.find(request);
    switch (found.kind) {
      case "found":
        return handled(call, found, server);
      case "malformed":
        throw new Refusal("malformed_path", { status: 400 });
      case "method-not-allowed":
        throw new Refusal("method_not_allowed", { status: 405, allow: found.allow });
      case "not-found":
        throw new Refusal("not_found", { status: 404 });
    }
  });
}

function handled<Name extends string, Context, State>(
  { request, state }: Call<State>,
  { route, path }: Extract<Match<Route<Name>>, { readonly kind: "found" }>,
  { service, specsOf }: Server<Name, Context, State>,
): Maybe<Outgoing> {
  const { handlers, context: contextOf, largestBody = 1_048_576, checkAnswers = false, onError } = service;
  const found = new Found(request, route);
  return andThen(contextOf(found, state), (context) => {
    if (context === null) throw new Refusal("unauthorized", { status: 401 });
    const values = readValues(found, path, service.readParameters);
    const largest = typeof largestBody === "number" ? largestBody : largestBody(route);
    const body = route.requestBody === null ? null : readBody(found, largest);
    const broken = (error: unknown): void => onError?.(error, request, state);
    const respond = (all: RequestValues): Maybe<Outgoing> =>
      andThen(handlers[route.handler](all, context), (given) =>
        outgoingOf(given, specsOf(route), { check: checkAnswers, broken }),
      );
    return andThen(body, (read) => {
      if (read === null) return respond(values);
      if (read.open === undefined) return respond({ ...values, ...read });
      const { open, ...own } = read;
      return open.during(() => respond({ ...values, ...own }));
    });
  });
}

/** The request with its route. What a host works out when it is asked for stays so. */
class Found<Name extends string> implements FoundRequest<Name> {
  readonly route: Route<Name>;
  readonly method: string;
  readonly pathname: string;
  readonly query: string;
  readonly #request: Incoming;

  constructor(request: Incoming, route: Route<Name>) {
    this.route = route;
    this.method = request.method;
    this.pathname = request.pathname;
    this.query = request.query;
    this.#request = request;
  }

  readonly header: Sent["header"] = (name) => this.#request.header(name);

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
