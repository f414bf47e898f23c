// The routes and the handlers -> which of them a request goes to, and the table of what is really served.
import {
  checkAuthRoute,
  createMatcher,
  routes as describedRoutes,
  type Handlers,
  type Match,
  type Route,
} from "@fulfillment/server";
import type { Api, Caller, FurtherErrors, Reply } from "../api/reply.ts";
import type { Maybe } from "../rate-limit/limiter.ts";
import type { IncomingRequest } from "./message.ts";
import { readerOf } from "./read-request.ts";

export interface RouterParts {
  readonly api: Api;
  /** Those of the description unless given. */
  readonly routes?: readonly ApiRoute[];
  readonly further?: FurtherErrors;
}

export type ApiRoute = Route<keyof Handlers>;

/** A route with what can be looked up beforehand. */
export interface Endpoint {
  readonly operationId: string;
  readonly handler: (request: unknown, caller: Caller) => Maybe<Reply>;
  readonly read: ReturnType<typeof readerOf>;
  readonly further: FurtherErrors[keyof Handlers];
}

export interface Router {
  find(request: Pick<IncomingRequest, "method" | "pathname">): Match<ApiRoute>;
  /** `undefined`: no such route is served. */
  endpointOf(route: ApiRoute): Endpoint | undefined;
  /** What requests are really matched against and handed to; asked of the matcher itself. */
  table(): RouteTable;
}

export interface RouteTable {
  readonly routes: readonly ServedRoute[];
  /** Handlers that no request can reach. */
  readonly unreached: readonly string[];
}

/** One kind of request that a handler serves. */
export interface ServedRoute {
  /** `*`: every method that no other row of the path has. */
  readonly method: string;
  /** `/v1/orders/{orderId}` */
  readonly path: string;
  /** `null`: no part of the API, such as health checks. */
  readonly operationId: string | null;
  /** Its name; `null` when there is none, so that requests fail. */
  readonly handler: string | null;
  readonly responses: readonly ServedResponse[];
}

export interface ServedResponse {
  readonly status: string;
  readonly headers: readonly string[];
}

export function createRouter({ api, routes = describedRoutes, further = {} }: RouterParts): Router {
  const match = createMatcher(routes);
  const endpoints = new Map(routes.map((route) => [route.operationId, endpointOf(route, api, further)]));
  const router: Pick<Router, "find" | "endpointOf"> = {
    find: (request) => find(match, request),
    endpointOf: (route) => endpoints.get(route.operationId),
  };
  return { ...router, table: () => tableOf(router, { api, routes }) };
}

type Matcher = (method: string, pathname: string) => Match<ApiRoute>;

/**
 * Text that is not percent-encoded stands for itself, so that it is looked up and not found. Every method is accepted on
 * the path that checks a key, also those that a description cannot name (open decision `auth-methods`).
 */
function find(match: Matcher, { method, pathname }: Pick<IncomingRequest, "method" | "pathname">): Match<ApiRoute> {
  const found = match(method, pathname);
  if (found.kind === "malformed") return match(method, pathname.replaceAll("%", "%25"));
  if (found.kind === "method-not-allowed" && pathname === checkAuthRoute.path) {
    return { kind: "found", route: checkAuthRoute, path: new Map() };
  }
  return found;
}

function endpointOf(route: ApiRoute, api: Api, further: FurtherErrors): Endpoint {
  return {
    operationId: route.operationId,
    // What it is called with has passed the schemas of the same operation, made from the same description as its type.
    handler: api[route.handler] as Endpoint["handler"],
    read: readerOf(route),
    further: further[route.handler],
  };
}

/** A method of no description: what finds a route with it accepts any method. */
const noMethod = "ANY";

function tableOf(
  { find, endpointOf }: Pick<Router, "find" | "endpointOf">,
  { api, routes }: Required<Omit<RouterParts, "further">>,
): RouteTable {
  // A parameter takes any text, so that a template is a path of its own kind.
  const requests = routes.flatMap(({ method, path }) =>
    [method, noMethod].map((one) => ({ method: one, pathname: path })),
  );
  const served = new Map<string, ServedRoute>();
  for (const request of requests) {
    const found = find(request);
    if (found.kind !== "found") continue;
    const method = request.method === noMethod ? "*" : request.method;
    served.set(`${method} ${found.route.path}`, servedRoute(method, found.route, endpointOf(found.route)));
  }
  const reached = new Set([...served.values()].map(({ handler }) => handler));
  return { routes: [...served.values()], unreached: Object.keys(api).filter((name) => !reached.has(name)) };
}

function servedRoute(
  method: string,
  { path, operationId, handler, responses }: ApiRoute,
  endpoint?: Endpoint,
): ServedRoute {
  return {
    method,
    path,
    operationId,
    handler: typeof endpoint?.handler === "function" ? handler : null,
    responses: responses.map(({ status, headers }) => ({
      status: String(status),
      headers: headers.map(({ name }) => name),
    })),
  };
}
