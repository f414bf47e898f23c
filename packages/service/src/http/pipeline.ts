// A request -> its response: key, budget, route, validation, handler. Every response has a documented shape, also after a failure.
import type { Match } from "@fulfillment/server";
import { invalidBody, Json, type Reply, rejection } from "../api/reply.ts";
import type { Maybe, RateLimiter, RateState } from "../rate-limit/limiter.ts";
import type { Account, Authenticate } from "./authenticate.ts";
import type { IncomingRequest, OutgoingResponse } from "./message.ts";
import { type ApiRoute, createRouter, type Router, type RouterParts } from "./router.ts";

export interface PipelineParts extends RouterParts {
  /** Created from the other parts by default; pass it to inspect what it serves. */
  readonly router?: Router;
  readonly authenticate: Authenticate;
  readonly limiter: RateLimiter;
  /** Requests per window for accounts that have no budget of their own. */
  readonly budget: number;
  /** Called for every 500. */
  readonly onError: (error: unknown, request: IncomingRequest) => void;
}

/** Answers at once where nothing has to be waited for. It never throws or rejects. */
export type Pipeline = (request: IncomingRequest) => Maybe<OutgoingResponse>;

const internalError: Reply = json(500, { message: "Internal server error" });
const unauthorized: Reply = { status: 401, contentType: "text/html; charset=utf-8", body: "Unauthorized" };
const rateLimited: Reply = json(429, { message: "Rate limit exceeded" });
const unknownRoute: Reply = json(404, { message: "Not found" });
const wrongMethod: Reply = rejection("Method not allowed");

export function createPipeline(parts: PipelineParts): Pipeline {
  const { authenticate, limiter, budget, onError, router = createRouter(parts) } = parts;
  const serve = (request: IncomingRequest, state: State): Maybe<OutgoingResponse> =>
    andThen(authenticate(request.authorization), (account) => {
      state.account = account;
      if (account === null) {
        return andThen(limiter.peek(request.client, budget), (rate) => responseOf(unauthorized, { request, rate }));
      }
      return andThen(limiter.hit(request.client, account.budget ?? budget), (rate) => {
        state.rate = rate;
        if (!rate.allowed) return responseOf(rateLimited, { request, rate, account });
        return answer(request, { account, rate, found: router.find(request), router });
      });
    });
  return (request) => {
    const state: State = { account: null, rate: null };
    const failed = (error: unknown): OutgoingResponse => {
      onError(error, request);
      const { account, rate } = state;
      return responseOf(internalError, { request, rate: rate ?? unknownRate(account?.budget ?? budget), account });
    };
    try {
      const response = serve(request, state);
      return response instanceof Promise ? response.catch(failed) : response;
    } catch (error) {
      return failed(error);
    }
  };
}

/** What is known by the time that something fails. */
interface State {
  account: Account | null;
  rate: RateState | null;
}

interface Question {
  readonly account: Account;
  readonly rate: RateState;
  readonly found: Match<ApiRoute>;
  readonly router: Router;
}

function answer(request: IncomingRequest, { account, rate, found, router }: Question): Maybe<OutgoingResponse> {
  if (found.kind === "method-not-allowed") {
    return responseOf(wrongMethod, { request, rate, account, allow: found.allow.join(", ") });
  }
  const endpoint = found.kind === "found" ? router.endpointOf(found.route) : undefined;
  if (found.kind !== "found" || endpoint === undefined) return responseOf(unknownRoute, { request, rate, account });
  const facts = { request, rate, account, operationId: endpoint.operationId };
  const caller = { accountId: account.id };
  return andThen(endpoint.read(request, found.path), (read) => {
    switch (read.kind) {
      case "read":
        return andThen(endpoint.handler(read.values, caller), (reply) => responseOf(reply, facts));
      case "refused":
        return responseOf(read.reply, facts);
      case "invalid":
        return andThen(endpoint.further?.(read.body, caller) ?? [], (further) =>
          responseOf(invalidBody(oneForEachField([...read.errors, ...further])), facts),
        );
    }
  });
}

/** Waits only for what has to be waited for: promises of values that are there already cost as much as a lookup. */
function andThen<T, U>(value: Maybe<T>, next: (value: T) => Maybe<U>): Maybe<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** `products.0.sku: Unknown SKU`: only the first issue of a field is listed. */
function oneForEachField(errors: readonly string[]): string[] {
  const fields = new Map<string, string>();
  for (const error of errors) {
    const field = error.slice(0, error.indexOf(":"));
    if (!fields.has(field)) fields.set(field, error);
  }
  return [...fields.values()];
}

interface Facts {
  readonly request: IncomingRequest;
  readonly rate: RateState;
  readonly account?: Account | null;
  readonly operationId?: string;
  readonly allow?: string;
}

function responseOf({ status, contentType, body }: Reply, facts: Facts): OutgoingResponse {
  const { request, rate, account = null, operationId = null, allow = null } = facts;
  const isText = contentType !== undefined && request.method !== "HEAD";
  return {
    status,
    contentType: contentType ?? null,
    body: isText ? textOf(body) : "",
    rate,
    allow,
    operationId,
    accountId: account?.id ?? null,
  };
}

function textOf(body: unknown): string {
  if (body instanceof Json) return body.text;
  return typeof body === "string" ? body : JSON.stringify(body);
}

/** When the limiter itself has failed: nothing is promised. */
function unknownRate(limit: number): RateState {
  return { allowed: false, limit, remaining: 0, resetSeconds: 0, resetAt: Math.ceil(Date.now() / 1000) };
}

function json(status: number, body: { readonly message: string }): Reply {
  return { status, contentType: "application/json", body };
}
