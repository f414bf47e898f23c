// An operation and a typed request -> its described response, by `fetch`: sent once, within its time limit.

import { throwIfAborted, within } from "./deadline.ts";
import type { ApiError, Exchange, RateLimit } from "./errors.ts";
import { NetworkError, TimeoutError, UnexpectedResponseError } from "./errors.ts";
import { buildRequest } from "./request.ts";
import type { Arrived, ResponseParts, Undescribed } from "./response.ts";
import { readResponse } from "./response.ts";
import type { Operation, RequestParts, SentBody } from "./runtime.ts";

/** What `createPlainSend` takes. */
export interface PlainSendOptions {
  /** The address of the server, with its path if it has one. */
  readonly baseUrl: string;
  /** Headers with credentials, requested before every attempt. They are never part of an error. */
  readonly authorize?: ((operation: Operation) => HeaderValues | Promise<HeaderValues>) | undefined;
  /**
   * Milliseconds until the body has arrived, `authorize` and hooks included; for a sequence, until it begins.
   * `Infinity` for no limit. Default 30,000.
   */
  readonly timeout?: number | undefined;
  /** Called instead of the global `fetch`, with the same arguments. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Called before each attempt; it may change the request. */
  readonly onRequest?: ((request: OutgoingRequest, operation: Operation) => unknown) | undefined;
  /** Called with each response before it is read: read a `clone()` of it. */
  readonly onResponse?: ((response: Response, operation: Operation) => unknown) | undefined;
  /** Called with each described response; the call fails with what it throws. */
  readonly validate?: ((operation: Operation, response: ResponseParts & Received) => unknown) | undefined;
  /** Returns the error for a response that the description does not define, or `null` for an `UnexpectedResponseError`. */
  readonly errorOf?: ((received: UndescribedResponse) => ApiError | null) | undefined;
}

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call with its retries and waits, and a sequence that has begun. They fail with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** As in `SendOptions`. */
  readonly timeout?: number | undefined;
  /** Headers of this call only. */
  readonly headers?: HeaderValues | undefined;
  /** Other options of `fetch`: `credentials`, `cache`, `mode`, `keepalive`, `redirect`, `next`, and those that a platform adds. */
  readonly init?: FetchInit | undefined;
}

/**
 * Options of `fetch` without the request itself. `redirect: "manual"` is the default: a redirect is a response like any other.
 * `followRedirects` follows redirects without passing credentials on.
 */
export interface FetchInit extends Omit<RequestInit, "method" | "headers" | "body" | "signal" | "redirect"> {
  readonly redirect?: "manual" | "error";
  /** Next.js: `{ revalidate: 60, tags: ["orders"] }`. */
  readonly next?: { readonly revalidate?: number | false; readonly tags?: string[] } | undefined;
}

/** `undefined` is not sent. */
export type HeaderValues = Readonly<Record<string, string | undefined>>;

export interface OutgoingRequest {
  readonly method: string;
  url: string;
  readonly headers: Headers;
  body: SentBody | null;
}

/** What is known about every response that has arrived. */
export interface ResponseDetails extends Omit<Exchange, "body"> {
  readonly response: Response;
  readonly status: number;
}

/** The same with a body of any type. */
export interface Received extends ResponseDetails {
  readonly body?: unknown;
}

/** A response that the description does not define, and what of it is not described. */
export interface UndescribedResponse extends Received {
  readonly undescribed: Undescribed["undescribed"];
  /** Why the body is not what it claims to be, where that is known. */
  readonly cause?: unknown;
}

/**
 * A described response: `status === 404` narrows `body` and `headers`. `response` is the `Response` of `fetch`; `request` and
 * `rateLimit` are those of the call.
 */
export type FetchResponse<Described> = Arrived<Described> & ResponseDetails;

/** A `Send` by `fetch`. */
export type FetchSend<Options = CallOptions> = <Request extends RequestParts, Described>(
  operation: Operation<Request, Described>,
  request: NoInfer<Request>,
  options?: Options,
) => Promise<
  // A `FetchResponse` without that name: editors show the members of what has none.
  { [Part in keyof Described]: Part extends "headers" ? Partial<Described[Part]> : Described[Part] } & ResponseDetails
>;

/**
 * `createSend` with fewer options, for the smallest bundle: one address, one function per hook, no default headers. It sends
 * by `fetch`, once: `withRetries` retries. It resolves to every response that the
 * description defines, with any status. It fails with a `TimeoutError`, a `NetworkError`, an `UnexpectedResponseError`,
 * the reason of an aborted signal, what a hook throws, or a `TypeError` for a value that cannot be sent as it is.
 */
export function createPlainSend(settings: PlainSendOptions): FetchSend {
  return async (
    operation,
    parts,
    { timeout = settings.timeout ?? 30_000, signal: caller, headers: callHeaders, init } = {},
  ) => {
    const { id } = operation;
    const request: OutgoingRequest = buildRequest(operation, parts, settings.baseUrl);
    const { method, headers } = request;
    const exchange: Exchange = {
      request: { operation: id, url: request.url, method, headers: new Headers(headers) },
      response: null,
      status: null,
      rateLimit: null,
    };
    const late = (): TimeoutError => new TimeoutError(`${id}: no response within ${timeout} ms`, exchange);
    return within(timeout, caller, late, async (signal) => {
      const overTheWire = async <Value>(work: () => Promise<Value>): Promise<Value> => {
        try {
          throwIfAborted(signal);
          return await work();
        } catch (cause) {
          throw new NetworkError(`${id}: ${(cause as Error).message}`, exchange, { cause });
        }
      };
      for (const [name, value] of Object.entries({ ...(await settings.authorize?.(operation)), ...callHeaders })) {
        if (value === undefined) continue;
        // `Headers` would include the value in its error, and it may be a key. Bytes of an id of events are characters (HTML, 9.2).
        if (/[^ -~]/.test(value) && name !== "Last-Event-ID")
          throw new TypeError(`${id}: cannot send ${name}: it must be ASCII`);
        headers.set(name, value);
      }
      await settings.onRequest?.(request, operation);
      // Following a redirect could silently turn a POST into a GET, and takes keys in headers to other hosts.
      const response = await overTheWire(() =>
        (settings.fetch ?? fetch)(request.url, { redirect: "manual", ...init, ...request, signal }),
      );
      const { status } = response;
      const received = Object.assign(exchange, { response, status, rateLimit: rateLimitOf(response.headers) });
      await settings.onResponse?.(response, operation);
      const reading = await overTheWire(() => readResponse(operation, response, caller, received));
      const fullResponse = { ...reading, ...received };
      if (fullResponse.undescribed) {
        throw (
          settings.errorOf?.(fullResponse) ??
          new UnexpectedResponseError(`${id}: undescribed ${fullResponse.undescribed} in ${status}`, fullResponse)
        );
      }
      await settings.validate?.(operation, fullResponse);
      return fullResponse;
    });
  };
}

/**
 * `RateLimit-Limit`, `-Remaining` and `-Reset`; or of drafts, `RateLimit: "burst";r=9;t=5` with `RateLimit-Policy: "burst";q=10;w=60`, or
 * `RateLimit: limit=10, remaining=9, reset=5`. `null` unless all three numbers are there.
 */
function rateLimitOf(headers: Headers): RateLimit | null {
  const windowsIn = (name: string): string[] => headers.get(name)?.split(/, *(?=")/) ?? [];
  const policies = windowsIn("RateLimit-Policy");
  const limitsOf = (numberIn: (name: "limit" | "remaining" | "reset", key: string) => unknown): RateLimit => ({
    limit: Number(numberIn("limit", "q")),
    remaining: Number(numberIn("remaining", "r")),
    reset: Number(numberIn("reset", "t")),
  });
  const limits = windowsIn("RateLimit").map((window) => {
    const [name] = window.split(";");
    const text = window + policies.find((policy) => policy.split(";")[0] === name);
    return limitsOf((long, key) => new RegExp(`\\b(${long}|${key})=(\\d+)`).exec(text)?.[2]);
  });
  const fieldsOf = (prefix: string): RateLimit => limitsOf((name) => headers.get(`${prefix}RateLimit-${name}`) ?? "-");
  const older = fieldsOf("X-");
  // Most have a Unix timestamp there.
  const seconds = Math.max(0, Math.ceil(older.reset - Date.now() / 1000));
  const known = [fieldsOf(""), ...limits, older.reset > 1e9 ? { ...older, reset: seconds } : older].filter(
    ({ limit, remaining, reset }) => limit + remaining + reset >= 0,
  );
  // Of several windows, the one that is used up first.
  return known.sort((one, other) => one.remaining - other.remaining)[0] ?? null;
}
