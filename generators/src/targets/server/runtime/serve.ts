// Routes and handlers -> a function that responds to requests: matched, read, validated, handled, written. No framework; Fetch only.
import { errorAnswerOf, type Outgoing, outgoingOf } from "./answers.ts";
import { type Answer, problemOf, Refusal } from "./refusals.ts";
import { type RequestValues, readBody, readValues } from "./requests.ts";
import { createMatcher, type Route } from "./runtime.ts";

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
  /** Set when something in front has read the body: bytes, text, or what a parser made of it; `undefined` when that is gone. */
  readonly parsed?: { readonly body: unknown } | undefined;
  /** Aborted when the client disconnects before the response. */
  readonly signal: AbortSignal;
}

/** A request whose route is known. Nothing of it has been validated yet. */
export interface FoundRequest<Name extends string = string> extends Incoming {
  readonly route: Route<Name>;
}

export interface Service<Name extends string, Context> {
  readonly routes: readonly Route<Name>[];
  readonly handlers: { readonly [Each in Name]: Handler<Context> };
  /**
   * What handlers get besides the request. Authenticate requests here, before anything else of them is read: `null`
   * rejects with 401. `readCredentials(request.route.security, securitySchemes, request)` returns what was presented.
   */
  readonly context: (request: FoundRequest<Name>) => Context | null | Promise<Context | null>;
  /** The prefix of every path, such as `/v1`. Paths without it are not found. */
  readonly prefix?: string | undefined;
  /** Bytes. Default 1 MiB; sequences have no end, and are not limited. */
  readonly largestBody?: number | undefined;
  /** Replaces the problem (RFC 9457) for rejected and failed requests. */
  readonly refuse?: ((refusal: Refusal, request: Incoming) => Answer) | undefined;
  /** Called with every error that results in a 500, and with what interrupts a response in progress. */
  readonly onError?: ((error: unknown, request: Incoming) => void) | undefined;
  /** Validates responses too: one that is not as described is an error of the service. Default false. */
  readonly checkAnswers?: boolean | undefined;
}

/** A method of `Handlers`. Methods are compared both ways: each takes its own request. */
export type Handler<Context> = {
  handle(request: RequestValues, context: Context): Promise<Answer>;
}["handle"];

/** Never rejects. */
export type Serve = (request: Incoming) => Promise<Outgoing>;

/** For hosts of their own; `createFetchHandler` and `createNodeHandler` are made of it. */
export function createServe<Name extends string, Context>(service: Service<Name, Context>): Serve {
  const { routes, prefix = "", refuse = problemOf } = service;
  const match = createMatcher(routes);
  const find = (request: Incoming): ReturnType<typeof match> => {
    const { method, pathname } = request;
    return pathname.startsWith(prefix) ? match(method, pathname.slice(prefix.length), request) : { kind: "not-found" };
  };
  return async (request) => {
    try {
      const found = find(request);
      switch (found.kind) {
        case "found":
          return await answerTo({ ...request, route: found.route }, found.path, service);
        case "malformed":
          throw new Refusal("malformed_path", { status: 400 });
        case "method-not-allowed":
          throw new Refusal("method_not_allowed", { status: 405, allow: found.allow });
        case "not-found":
          throw new Refusal("not_found", { status: 404 });
      }
    } catch (error) {
      return errorAnswerOf(error, { refuse, request, onError: service.onError });
    }
  };
}

/** The service as `Request -> Response`: for `Deno.serve`, `Bun.serve`, workers, and tests without sockets. */
export function createFetchHandler<Name extends string, Context>(
  service: Service<Name, Context>,
): (request: Request) => Promise<Response> {
  const serve = createServe(service);
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const { status, headers, body } = await serve({
      method: request.method,
      pathname,
      query: search.slice(1),
      header: (name) => request.headers.get(name),
      body: request.body,
      parsed: request.bodyUsed ? { body: undefined } : undefined,
      signal: request.signal,
    });
    return new Response(body, { status, headers });
  };
}

async function answerTo<Name extends string, Context>(
  request: FoundRequest<Name>,
  path: ReadonlyMap<string, string>,
  { handlers, context: contextOf, largestBody = 1_048_576, checkAnswers = false, onError }: Service<Name, Context>,
): Promise<Outgoing> {
  const { route } = request;
  const context = await contextOf(request);
  if (context === null) throw new Refusal("unauthorized", { status: 401 });
  const values = readValues(request, path);
  const body = await readBody(request, largestBody);
  const answer = await handlers[route.handler]({ ...values, ...body }, context);
  return outgoingOf(answer, route, { check: checkAnswers, broken: (error) => onError?.(error, request) });
}
