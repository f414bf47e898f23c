// What went wrong with a call -> an error that says so by its `code`, with the request, the response and the rate limit.

/** What was sent, as it was before `authorize`, hooks and headers of the call: an error may be logged. */
export interface SentRequest {
  /** The operation's id in the description. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
}

/** The state of the request budget, from the `RateLimit-*` headers of a response. */
export interface RateLimit {
  /** How many requests the window allows. */
  readonly limit: number;
  /** How many of them are left. */
  readonly remaining: number;
  /** Seconds until more are. */
  readonly reset: number;
}

/** What is known of a call when it ends. */
export interface Exchange {
  readonly request: SentRequest;
  /** `null` when none arrived. Its body has been read. */
  readonly response: Response | null;
  /** The status of the response. */
  readonly status: number | null;
  /** `null` when the response says nothing about it. */
  readonly rateLimit: RateLimit | null;
  /** What the response holds: the parsed value, or text where it could not be parsed; nothing if there is none. */
  readonly body?: unknown;
}

/** The base of all errors about calls; `code` tells them apart. What it knows of the call stays out of logs of the error. */
export abstract class ApiError extends Error implements Exchange {
  abstract readonly code: string;
  declare readonly request: SentRequest;
  declare readonly response: Response | null;
  declare readonly status: number | null;
  declare readonly rateLimit: RateLimit | null;
  declare readonly body?: unknown;

  constructor(message: string, exchange: Exchange, options?: ErrorOptions) {
    super(message, options);
    for (const [key, value] of Object.entries(exchange)) Object.defineProperty(this, key, { value });
  }

  /** `RateLimitedError` for `rate_limited`: a minifier renames classes. */
  override get name(): string {
    return `_${this.code}_error`.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  }
}

/** No response within the time allowed. What was sent may have taken effect. */
export class TimeoutError extends ApiError {
  readonly code = "timeout";
}

/** The connection failed: `cause` is what `fetch` threw. What was sent may have taken effect. */
export class NetworkError extends ApiError {
  readonly code = "network";
}

/** A response that the description does not have. What was sent may have taken effect. */
export class UnexpectedResponseError extends ApiError {
  readonly code = "unexpected_response";
}
