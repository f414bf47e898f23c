// The handlers -> a service of the generated server: the key first, then the budget, and the same headers on every response.
import {
  andThen,
  checkAuthRoute,
  routes as describedRoutes,
  type Handlers,
  type Incoming,
  type Match,
  type Matcher,
  type Outgoing,
  type QueryRules,
  type Route,
  readParameters,
  type Serve,
  type Service,
} from "@fulfillment/server";
import type { Api, Caller, FurtherErrors } from "../api/reply.ts";
import type { RateLimiter } from "../rate-limit/limiter.ts";
import type { Authenticate } from "./authenticate.ts";
import { boundedRoutes } from "./bounded-validation.ts";
import { largeBodiesInTurn } from "./large-bodies.ts";
import { boundedResponses } from "./large-responses.ts";
import { type HeadersOf, rateHeadersOf, unknownRate } from "./rate-headers.ts";
import { rateLimited, replyTo, unauthorized } from "./refuse.ts";
import type { Visit } from "./visit.ts";

export interface ApiParts {
  readonly api: Api;
  /** Those of the description unless given. */
  readonly routes?: readonly ApiRoute[];
  readonly further?: FurtherErrors;
  readonly authenticate: Authenticate;
  readonly limiter: RateLimiter;
  /** Requests per window for accounts that have no budget of their own. */
  readonly budget: number;
  /** `rateHeadersOf` by default. */
  readonly headersOf?: HeadersOf;
  /** A request -> its response, wrapped. */
  readonly around?: ((serve: Serve<Visit>) => Serve<Visit>) | undefined;
  /** Called for every 500. */
  readonly onError: (error: unknown, visit: Visit) => void;
  /** Called for each response, before it is sent. */
  readonly onResponse?: (response: Outgoing, request: Incoming, visit: Visit) => void;
}

export type ApiRoute = Route<keyof Handlers>;
export type ApiService = Service<keyof Handlers, Caller, Visit>;

/** Beyond this a body is refused (open decision `body-size`). */
const largestBody = 262_144;

/** Of a listed parameter that is sent more than once, the last value counts (open decisions `unknown-query-parameters`, `invalid-query`). */
const queryRules: QueryRules = { repeated: "last", integers: "decimal" };

export function createApiService(parts: ApiParts): ApiService {
  const { api, routes = describedRoutes, further = {}, authenticate, limiter, budget, onError } = parts;
  const { headersOf = rateHeadersOf, around = (serve) => serve, onResponse } = parts;
  const senderOf = ({ account, client }: Visit): string => account?.id ?? client;
  const inTurn = largeBodiesInTurn(senderOf);
  const bounded = boundedResponses(senderOf);
  const budgetOf = ({ account }: Visit): number => account?.budget ?? budget;
  const peek = async (visit: Visit): Promise<void> => {
    visit.rate = await limiter.peek(visit.client, budgetOf(visit));
  };
  return {
    routes: boundedRoutes(routes),
    handlers: api,
    largestBody,
    around: (serve) => bounded.around(around(inTurn(serve))),
    find: findRoute,
    readParameters: (parameters, source) => readParameters(parameters, source, queryRules),
    // On SQLite the request is counted before anything is waited for: counts are persisted before the first response of a turn.
    onRequest: (request, visit) =>
      andThen(authenticate(request.header("authorization") ?? undefined), async (account) => {
        visit.account = account;
        if (account === null) {
          await peek(visit);
          return unauthorized;
        }
        visit.rate = await limiter.hit(visit.client, budgetOf(visit));
        if (!visit.rate.allowed) return rateLimited;
        await bounded.room(request, visit);
        return undefined;
      }),
    context: ({ route }, visit) => {
      visit.operationId = route.operationId;
      return callerOf(visit);
    },
    refuse: async (refusal, _, visit) => {
      if (refusal.code === "not_implemented") onError(refusal.cause, visit);
      // What is no request was refused before it was counted; after a failure, the limiter may be what has failed.
      if (visit.rate === null && refusal.status < 500) await peek(visit);
      return await replyTo(refusal, { further, caller: callerOf(visit) });
    },
    onError: (error, _, visit) => onError(error, visit),
    onResponse: (response, request, visit) => {
      const rate = visit.rate ?? unknownRate(budgetOf(visit));
      response.headers.push(...headersOf({ status: response.status, rate }));
      onResponse?.(response, request, visit);
    },
  };
}

function callerOf({ account }: Visit): Caller | null {
  return account === null ? null : { accountId: account.id };
}

/**
 * Text that is not percent-encoded stands for itself, so that it is looked up and not found. Every method is accepted on
 * the path that checks a key, also those that a description cannot name (open decision `auth-methods`).
 */
export function findRoute(
  match: Matcher<ApiRoute>,
  { method, pathname }: Pick<Incoming, "method" | "pathname">,
): Match<ApiRoute> {
  const routeMatch = match(method, pathname);
  if (routeMatch.kind === "malformed") return match(method, pathname.replaceAll("%", "%25"));
  if (routeMatch.kind === "method-not-allowed" && pathname === checkAuthRoute.path) {
    return { kind: "found", route: checkAuthRoute, path: new Map() };
  }
  return routeMatch;
}
