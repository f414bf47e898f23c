// The routes and the handlers -> the table of what is really served, asked of the matcher that requests go through.
import { createMatcher, type Handlers } from "@fulfillment/server";
import type { Api } from "../api/reply.ts";
import { type ApiRoute, findRoute } from "../http/api-service.ts";
import { ownRoutes } from "../http/host.ts";

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

/** A method of no description: what finds a route with it accepts any method. */
const noMethod = "ANY";

/** What requests are really matched against and handed to. */
export function routeTableOf({ api, routes }: { readonly api: Api; readonly routes: readonly ApiRoute[] }): RouteTable {
  const match = createMatcher(routes);
  // A parameter takes any text, so that a template is a path of its own kind.
  const requests = routes.flatMap(({ method, path }) =>
    [method, noMethod].map((one) => ({ method: one, pathname: path })),
  );
  const served = new Map<string, ServedRoute>();
  for (const request of requests) {
    const routeMatch = findRoute(match, request);
    if (routeMatch.kind !== "found") continue;
    const method = request.method === noMethod ? "*" : request.method;
    served.set(`${method} ${routeMatch.route.path}`, servedRoute(method, routeMatch.route, api));
  }
  const reached = new Set([...served.values()].map(({ handler }) => handler));
  const unreached = Object.keys(api).filter((name) => !reached.has(name));
  return { routes: [...[...ownRoutes.keys()].map(ownRoute), ...served.values()], unreached };
}

function ownRoute(name: string): ServedRoute {
  const [method = "", path = ""] = name.split(" ");
  return { method, path, operationId: null, handler: null, responses: [] };
}

function servedRoute(
  method: string,
  { path, operationId, handler, responses }: ApiRoute,
  api: Readonly<Partial<Record<keyof Handlers, unknown>>>,
): ServedRoute {
  return {
    method,
    path,
    operationId,
    handler: typeof api[handler] === "function" ? handler : null,
    responses: responses.map(({ status, headers }) => ({
      status: String(status),
      headers: headers.map(({ name }) => name),
    })),
  };
}
