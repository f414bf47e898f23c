// All options of a client -> the function that sends: plain sending with an address per operation, defaults and lists of hooks.

import { isStream } from "../../http/runtime/body-format.ts";
import { NetworkError } from "./errors.ts";
import { type LenientSend, lenient } from "./lenient.ts";
import type { Operation, RequestParts, Values } from "./runtime.ts";
import {
  type CallOptions,
  createPlainSend,
  type FetchInit,
  type FetchResponse,
  type FetchSend,
  type HeaderValues,
  type OutgoingRequest,
  type PlainSendOptions,
} from "./send.ts";
import { undescribedError } from "./undescribed.ts";

/** How calls are sent. */
export interface SendOptions extends Omit<PlainSendOptions, "baseUrl" | "authorize" | "onRequest" | "onResponse"> {
  /**
   * The address of the server, with its path if it has one. With a string, all operations are sent there, also those that the
   * description serves elsewhere. `baseUrlsOf(servers)` gives each its own.
   */
  readonly baseUrl: string | ((operation: Operation) => string);
  /** Headers of every request. Those of `authorize`, of a call, and header parameters replace them. */
  readonly headers?: HeaderValues | undefined;
  /** Other options of `fetch`, for every request: `credentials`, `cache`, `mode`, `next`. Those of a call replace them. */
  readonly init?: FetchInit | undefined;
  /**
   * Headers with credentials, requested before every attempt. They are never part of an error. `withRefresh` renews them.
   * `authorizeWith(credentials)` is an `onRequest` instead.
   */
  readonly authorize?: ((operation: Operation, call: CallOptions) => HeaderValues | Promise<HeaderValues>) | undefined;
  /** Called before each attempt, in order; each may change the request. */
  readonly onRequest?: Hooks<OutgoingRequest> | undefined;
  /** Called with each response before it is read, in order: read a `clone()` of it. */
  readonly onResponse?: Hooks<Response> | undefined;
  /** Called with the error of each failed attempt, in order. What a hook throws replaces the error. */
  readonly onError?: Hooks<unknown> | undefined;
  /** A response that the description does not define fails the call with an `UnexpectedResponseError`. The default. */
  readonly unexpected?: "throw" | undefined;
}

/** The same for a function that also resolves to responses that the description does not define. */
export interface LenientSendOptions extends Omit<SendOptions, "unexpected"> {
  /** Calls resolve to every response; one that the description does not define is an `UnexpectedResponse`. */
  readonly unexpected: "lenient";
}

/** The options of `createClient`: those of `createSend`, and the mode. */
export interface ClientOptions<Throws extends boolean = boolean> extends SendOptions {
  /** Whether calls resolve to the body of a success, and throw a `ResponseError` for any other response. Default: `false`. */
  readonly throws?: Throws | undefined;
}

/** The options of `createSend` in either mode. `Unexpected`: how a response that the description does not define is handled. */
export interface AnySendOptions<Unexpected extends "throw" | "lenient"> extends Omit<SendOptions, "unexpected"> {
  /** `"lenient"`: calls resolve to an `UnexpectedResponse`. Default: they fail with an `UnexpectedResponseError`. */
  readonly unexpected?: Unexpected | undefined;
}

/** Functions that are awaited one after the other; the call fails with what one of them throws. */
export type Hooks<Value> = Hook<Value> | readonly Hook<Value>[];

/** `call`: the options of the call, with its signal. */
export type Hook<Value> = (value: Value, operation: Operation, call: CallOptions) => unknown;

/**
 * A function that sends a request by `fetch`, once: wrap it in `withRetries` to retry. It resolves to every described response, with any
 * status, and with `unexpected: "lenient"` to every other as an `UnexpectedResponse`. It fails with a `TimeoutError`, a `NetworkError`, an
 * `UnexpectedResponseError`, the reason of an aborted signal, what a hook throws, or a `TypeError` for a value that cannot be sent.
 */
export function createSend<Unexpected extends "throw" | "lenient" = "throw">(
  settings: AnySendOptions<Unexpected>,
): Unexpected extends "lenient" ? LenientSend : FetchSend;
export function createSend({ unexpected, ...options }: AnySendOptions<"throw" | "lenient">): FetchSend | LenientSend {
  return unexpected === "lenient" ? lenient(sendWith(options)) : sendWith(options);
}

function sendWith({ baseUrl, headers, init, authorize, ...settings }: SendOptions): FetchSend {
  return async <Request extends RequestParts, Described>(
    operation: Operation<Request, Described>,
    request: Request,
    call: CallOptions = {},
  ): Promise<FetchResponse<Described>> => {
    const { onRequest, onResponse, onError, errorOf } = settings;
    try {
      const address = typeof baseUrl === "function" ? baseUrl(operation) : baseUrl;
      // As a variable of the environment that is not set.
      if (typeof address !== "string") throw new TypeError(`${operation.id}: baseUrl is ${address}`);
      const send = createPlainSend({
        ...settings,
        baseUrl: address,
        errorOf: (received) => errorOf?.(received) ?? undescribedError(operation, received),
        authorize: async () => {
          const authHeaders = await authorize?.(operation, call);
          return { ...authHeaders, ...without({ ...request.headers, ...authHeaders }, headers) };
        },
        onRequest: (outgoing) => inOrder(onRequest, outgoing, operation, call),
        onResponse: (response) => inOrder(onResponse, response, operation, call),
        fetch: (url, init) => (settings.fetch ?? fetch)(url, endingWithSignal(init)),
      });
      return await send(operation, request, { ...call, init: { ...init, ...call.init } });
    } catch (thrown) {
      const error = thrown instanceof NetworkError ? failureOf(operation, thrown) : thrown;
      await inOrder(onError, error, operation, call);
      throw error;
    }
  };
}

/**
 * `getOrder: the connection failed: ECONNREFUSED`, where the platform has a code; it is deep in what Node's `fetch` throws. A mistake in
 * a program, such as in a `fetch` of its own, or a URL that is none, is thrown as it is.
 */
function failureOf({ id }: Operation, error: NetworkError): unknown {
  const { name, message, cause = error.cause } = Object(error.cause);
  const code: unknown = Object(cause).code;
  const isMistake = typeof code === "string" ? /^ERR_(INVALID|ASSERTION)/.test(code) : !lostConnection.test(message);
  if (isMistake) return /^(Type|Reference|Range|Syntax|Assertion)Error$/.test(name) ? error.cause : error;
  error.message = `${id}: the connection failed${typeof code === "string" ? `: ${code}` : ""}`;
  return error;
}

/** How browsers, Deno and React Native begin such a message: their errors are `TypeError`s, as mistakes are. */
const lostConnection =
  /^(fetch failed|failed to fetch|load failed|terminated|network|(the )?(network|internet) connection|could not connect|a server with|error (sending|reading|in))/i;

/** The defaults that no value replaces. Names of headers are the same in any case. */
function without(others: Values, defaults: HeaderValues = {}): HeaderValues {
  const isReplaced = (name: string): boolean =>
    Object.keys(others).some((other) => others[other] !== undefined && other.toLowerCase() === name.toLowerCase());
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => !isReplaced(name)));
}

async function inOrder<Value>(
  hooks: Hooks<Value> | undefined,
  value: Value,
  ...[operation, call]: [Operation, CallOptions]
): Promise<void> {
  for (const hook of [hooks ?? []].flat()) await hook(value, operation, call);
}

/** Node does not stop reading a body that it sends when the signal aborts. */
function endingWithSignal(init: RequestInit): RequestInit {
  const { body, signal } = init;
  if (!isStream(body) || !signal) return init;
  return { ...init, body: body.pipeThrough(new TransformStream(), { signal }) };
}
