// A response that is not a success -> its error: a class per `code`, with the API's own message.
import {
  ApiError,
  type Exchange,
  type NetworkError,
  type TimeoutError,
  type UnexpectedResponseError,
} from "./generated/client/index.gen.ts";

/** Every error about a call that this package throws, distinguished by `code`. */
export type FulfillmentError =
  | UnauthorizedError
  | ValidationError
  | NotFoundError
  | ConflictStateError
  | RateLimitedError
  | ServerError
  | TimeoutError
  | NetworkError
  | UnexpectedResponseError;

export type ErrorCode = FulfillmentError["code"];

interface FulfillmentErrorClass {
  [Symbol.hasInstance](value: unknown): value is FulfillmentError;
}

/**
 * `error instanceof FulfillmentError` holds for all of them and narrows to the union, so that a `switch` on `error.code`
 * knows what each error carries. Every error of a call is one of these: this package makes no other `ApiError`.
 */
export const FulfillmentError: FulfillmentErrorClass = class extends Error {
  static override [Symbol.hasInstance](value: unknown): value is FulfillmentError {
    return value instanceof ApiError;
  }
};

/** 401: the key is missing, malformed, unknown or revoked. Trying again does not help. */
export class UnauthorizedError extends ApiError {
  readonly code = "unauthorized";
}

/** 400: something in the request is not allowed. Trying again does not help. */
export class ValidationError extends ApiError {
  readonly code = "validation";
  /** What is wrong, field by field; empty when the service names none. */
  readonly fields: readonly FieldError[];

  constructor(message: string, exchange: Exchange, fields: readonly FieldError[]) {
    super(message, exchange);
    this.fields = fields;
  }
}

/** One field that did not pass. */
export interface FieldError {
  /** `["products", 0, "sku"]`; empty when the service's words name no field. */
  readonly path: readonly (string | number)[];
  /** `Unknown SKU` */
  readonly message: string;
}

/** There is no such order or subscription on the account. */
export class NotFoundError extends ApiError {
  readonly code = "not_found";
}

/** 400: the state that the resource is in does not allow it, as when an order has been shipped. */
export class ConflictStateError extends ApiError {
  readonly code = "conflict_state";
}

/** 429: the request budget is spent. The request had no effect. */
export class RateLimitedError extends ApiError {
  readonly code = "rate_limited";

  /** Seconds to wait; `null` when the response does not say. */
  get retryAfter(): number | null {
    return this.rateLimit?.reset ?? null;
  }
}

/** 5xx: something failed inside the service, or in front of it. What was sent may have taken effect. */
export class ServerError extends ApiError {
  readonly code = "server";
}

/** The error for a status, with any body; a 400 needs more than the status (`refusalOf`). */
export function errorOf(exchange: Exchange): ApiError {
  const { status } = exchange;
  const ErrorOfStatus =
    { 401: UnauthorizedError, 404: NotFoundError, 429: RateLimitedError }[status ?? 0] ?? ServerError;
  return new ErrorOfStatus(messageOf(exchange), exchange);
}

/** The API's own words: the `message` of a JSON body, or plain text, but not someone's error page. */
export function messageOf({ body, status }: Exchange): string {
  const { message = body }: { readonly message?: unknown } = Object(body);
  return typeof message === "string" && /^[^<].{0,499}$/s.test(message) ? message : `Status ${status}`;
}
