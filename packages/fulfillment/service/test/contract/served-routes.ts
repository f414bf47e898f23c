// What a service says that it serves -> how that differs from the description, read from YAML without any generated code.
import { readDescription } from "../../../../../spec/test/description.ts";
import { operationsOf } from "../../../../../spec/test/operations.ts";
import type { RouteTable, ServedRoute } from "../../src/operation/route-table.ts";

export interface DescribedRoute {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** `201: RateLimit-Limit RateLimit-Remaining`, a line for each status. */
  readonly responses: readonly string[];
}

/** The one path that accepts methods which no description can name (open decision `auth-methods`). */
const anyMethod = "* /v1/auth";
/** What the service serves beside the API (its README, Monitoring). */
const ownPaths = ["GET /healthz", "GET /readyz"];

export function describedRoutes(): DescribedRoute[] {
  return operationsOf(readDescription()).map(({ id, name, responses }) => {
    const [method = "", path = ""] = name.split(" ");
    const headers = responses.map((one) =>
      responseLine(
        one.status,
        one.headers.map(([header]) => header),
      ),
    );
    return { id, method, path, responses: headers };
  });
}

/** `GET /v1/orders/list is described, and not served`, and so on; none when all agree. */
export function differencesOf({ routes, unreached }: RouteTable, described: readonly DescribedRoute[]): string[] {
  const served = new Map(routes.map((route) => [nameOf(route), route]));
  const wanted = new Map(described.map((route) => [nameOf(route), route]));
  const expected = new Set([...wanted.keys(), anyMethod, ...ownPaths]);
  return [
    ...[...expected].filter((name) => !served.has(name)).map((name) => `${name} is described, and not served`),
    ...[...served.keys()].filter((name) => !expected.has(name)).map((name) => `${name} is served, and not described`),
    ...described.flatMap((route) => differences(route, served.get(nameOf(route)))),
    ...unreached.map((name) => `the handler ${name} is unreachable`),
  ];
}

function differences(route: DescribedRoute, served: ServedRoute | undefined): string[] {
  if (served === undefined) return [];
  const name = nameOf(route);
  const responses = served.responses.map(({ status, headers }) => responseLine(status, headers));
  return [
    ...(served.operationId === route.id ? [] : [`${name} is ${route.id}, and served as ${served.operationId}`]),
    ...(served.handler === null ? [`${name} has no handler`] : []),
    ...route.responses.filter((one) => !responses.includes(one)).map((one) => `${name} does not know ${one}`),
    ...responses.filter((one) => !route.responses.includes(one)).map((one) => `${name} makes up ${one}`),
  ];
}

function responseLine(status: string, headers: readonly string[]): string {
  return `${status}: ${headers.toSorted().join(" ")}`;
}

function nameOf({ method, path }: Pick<ServedRoute, "method" | "path">): string {
  return `${method} ${path}`;
}
