// A failed call -> an error with a `code`, the request, the response and the rate limit.

/** The request before `authorize`, hooks and headers of the call were applied: an error may be logged. */
export interface SentRequest {
  /** The operation's id in the description. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
}

/** The state of the request budget, from the headers `RateLimit-*` or `RateLimit` of a response. */
export interface RateLimit {
  /** How many requests the window allows. */
  readonly limit: number;
  /** How many requests are left. */
  readonly remaining: number;
  /** Seconds until the window resets. */
  readonly reset: number;
}

/** A call: its request, and the response if one arrived. */
export interface Exchange {
  readonly request: SentRequest;
  /** `null` when none arrived. Its body has been read, unless the description has none for it. */
  readonly response: Response | null;
  /** The status of the response. */
  readonly status: number | null;
  /** `null` when the response has no rate limit headers. */
  readonly rateLimit: RateLimit | null;
  /** The body: the parsed value; the text where parsing failed, or nothing describes the response; `undefined` without a body. */
  readonly body?: unknown;
}

// Members that a constructor defines are those of an interface with the name of the class: Babel, with the settings of Expo, rejects
// fields with `declare`.
export interface ApiError extends Exchange {}

/** The base of all errors about calls; `code` distinguishes them. Details of the call are not enumerable, so logs omit them. */
export abstract class ApiError extends Error {
  abstract readonly code: string;

  constructor(message: string, exchange: Exchange, options?: ErrorOptions) {
    super(message, options);
    for (const [key, value] of Object.entries(exchange)) Object.defineProperty(this, key, { value });
  }

  /** `RateLimitedError` for `rate_limited`: a minifier renames classes. */
  override get name(): string {
    return `_${this.code}_error`.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  }
}

/** No response within the time limit. The request may have taken effect. */
export class TimeoutError extends ApiError {
  readonly code = "timeout";
}

/** No complete response arrived: `cause` is what `fetch` threw, most often because the connection failed. The request may have taken effect. */
export class NetworkError extends ApiError {
  readonly code = "network";
}

export interface UnexpectedResponseError {
  readonly response: Response;
  readonly status: number;
  /** The part that the description does not define. Then `body` is the text of the response. Not set by errors of validation. */
  readonly undescribed?: "status" | "content-type" | "body";
}

/** A response that the description does not define. The request may have taken effect. */
export class UnexpectedResponseError extends ApiError {
  readonly code = "unexpected_response";
}
