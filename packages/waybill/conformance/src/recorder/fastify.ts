// Fastify's `inject` -> the same function, with each request and response recorded.

import { isRecord } from "../description/description.ts";
import type { HeaderPair } from "../exchange/exchange.ts";
import type { Recorder } from "../recorder.ts";
import { baseOf, targetBelow } from "./fetch.ts";

/** What of a Fastify instance is used. */
export interface Injectable {
  // biome-ignore lint/complexity/noBannedTypes: an overloaded function, which is called as it was called.
  readonly inject: Function;
}

export interface RecordInjectOptions {
  /** The address that requests are shown with, and whose path is left out of theirs. Default: `http://localhost`. */
  readonly url?: string;
}

/**
 * Call it as `app.inject` is called: with a URL, with options, with a callback, or as a chain, which is recorded when it is
 * awaited or ended. Payloads that are streams or forms are not shown, and responses that are read as streams are not recorded.
 */
export function recordInject<App extends Injectable>(
  recorder: Recorder,
  app: App,
  { url = "http://localhost" }: RecordInjectOptions = {},
): App["inject"] {
  const base = baseOf(url);
  const observe = (payload: unknown, response: unknown): void => {
    if (!isResponse(response)) return;
    const { method, url: target, headers } = response.raw.req;
    const below = targetBelow(base, `${base.origin}${target}`);
    if (below === null) return;
    recorder.observe({
      request: { method, target: below, server: base.server, headers: pairsOf(headers), body: bytesOf(payload) },
      response: { status: response.statusCode, headers: pairsOf(response.headers), body: response.rawPayload },
    });
  };
  return new Proxy(app.inject, {
    apply: (inject, _this, [options, callback]: readonly unknown[]) => {
      const payload = payloadOf(options);
      if (isFunction(callback))
        return Reflect.apply(inject, app, [options, observed(callback, (one) => observe(payload, one))]);
      const chain: unknown = Reflect.apply(inject, app, options === undefined ? [] : [options]);
      return isObject(chain) ? recordedChain(chain, payload, observe) : chain;
    },
  });
}

type Observe = (payload: unknown, response: unknown) => void;

/** The calls that build a request return the chain; those that end it resolve to the response, which is recorded once. */
function recordedChain(chain: object, first: unknown, observe: Observe): object {
  let payload = first;
  let response: Promise<unknown> | null = null;
  const passing = (one: unknown): unknown => {
    observe(payload, one);
    return one;
  };
  const recorded: object = new Proxy(chain, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (!isFunction(member)) return member;
      return (...parameters: readonly unknown[]): unknown => {
        const [parameter] = parameters;
        if (name === "payload" || name === "body") payload = parameter;
        if (name === "end" && isFunction(parameter)) {
          return Reflect.apply(member, target, [observed(parameter, passing)]);
        }
        if (!endings.has(name)) {
          const result: unknown = Reflect.apply(member, target, parameters);
          return result === target ? recorded : result;
        }
        // The chain sends when it is awaited.
        response ??= Promise.resolve(target).then(passing);
        return name === "end" ? response : Reflect.apply(Reflect.get(response, name), response, parameters);
      };
    },
  });
  return recorded;
}

/** Calls that send the request and return a promise; `then` is what `await` calls. */
const endings: ReadonlySet<string | symbol> = new Set(["end", "then", "catch", "finally"]);

type AnyFunction = (...parameters: unknown[]) => unknown;

function observed(callback: AnyFunction, observe: (response: unknown) => void): AnyFunction {
  return (error, response) => {
    if (error == null) observe(response);
    return callback(error, response);
  };
}

/** What `inject` resolves to, as far as it is used. */
interface InjectResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly rawPayload: Uint8Array;
  readonly raw: {
    readonly req: {
      readonly method: string;
      readonly url: string;
      readonly headers: Readonly<Record<string, unknown>>;
    };
  };
}

function isResponse(value: unknown): value is InjectResponse {
  return (
    isRecord(value) &&
    typeof value["statusCode"] === "number" &&
    isRecord(value["headers"]) &&
    value["rawPayload"] instanceof Uint8Array &&
    isRecord(value["raw"]) &&
    isRecord(value["raw"]["req"])
  );
}

function payloadOf(options: unknown): unknown {
  return isRecord(options) ? (options["payload"] ?? options["body"]) : null;
}

/** As `inject` makes bytes of it: text as it is, values as JSON. */
function bytesOf(payload: unknown): Uint8Array | null {
  if (payload === null || payload === undefined || payload === "") return null;
  if (payload instanceof Uint8Array) return payload;
  if (typeof payload === "string") return new TextEncoder().encode(payload);
  const isOnceOnly =
    isObject(payload) && (payload instanceof FormData || "pipe" in payload || Symbol.asyncIterator in payload);
  return isOnceOnly ? null : new TextEncoder().encode(JSON.stringify(payload));
}

function pairsOf(headers: Readonly<Record<string, unknown>>): HeaderPair[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const values: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
    return values.map((one): HeaderPair => [name, String(one)]);
  });
}

function isFunction(value: unknown): value is AnyFunction {
  return typeof value === "function";
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
