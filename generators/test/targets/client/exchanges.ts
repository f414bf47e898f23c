// Operations to send, and a `fetch` that responds in memory.

import { readNumber } from "../../../src/targets/client/runtime/headers.ts";
import { putBody } from "../../../src/targets/client/runtime/places.ts";
import type { Operation, RequestParts } from "../../../src/targets/client/runtime/runtime.ts";
import { json, text } from "../../../src/targets/http/runtime/bodies.ts";
import { bareOperation } from "./bare-operation.ts";
import { tableParameterOf } from "./writers.ts";

export const baseUrl = "https://api.example/base";

/** Changes nothing on the server. */
export const getPaint: Operation<RequestParts> = {
  ...bareOperation,
  id: "getPaint",
  method: "GET",
  path: "/paint/{color}",
  safe: true,
  parameters: [tableParameterOf({ in: "path", style: "simple", plain: true })],
  responses: {
    200: { headers: { Age: readNumber }, content: { "application/json": json } },
    204: {},
    404: { content: { "application/json": json } },
    429: { content: { "application/json": json } },
    500: { content: { "text/plain": text } },
  },
};

/** Must not be sent twice by itself. */
export const createPaint: Operation<RequestParts> = {
  ...getPaint,
  id: "createPaint",
  method: "POST",
  path: "/paint",
  safe: false,
  parameters: [],
  requestBody: { content: { "application/json": json }, put: putBody },
};

/** What `getPaint` is asked for. */
export const blue: RequestParts = { path: { color: "blue" } };

/** What `fetch` was called with. */
export interface Attempt {
  readonly url: string;
  readonly init: RequestInit;
  readonly headers: Headers;
}

export interface RecordingFetch {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly attempts: readonly Attempt[];
}

/** One outcome per attempt, the last one for all further attempts. An attempt fails with an error. */
export function responding(...outcomes: (() => Response | Error | Promise<Response>)[]): RecordingFetch {
  const attempts: Attempt[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const outcome = outcomes[Math.min(attempts.length, outcomes.length - 1)];
    attempts.push({ url, init, headers: new Headers(init.headers) });
    const response = await outcome?.();
    if (response instanceof Response) return response;
    throw response;
  };
  return { fetch, attempts };
}

export function jsonResponse(
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): () => Response {
  return () => Response.json(body, { status, headers });
}

export function textResponse(body: string, status: number, type = "text/plain"): () => Response {
  return () => new Response(body, { status, headers: { "content-type": type } });
}

/** 429 with the seconds that the server asks to wait, or without. */
export function limited(reset?: number | string): () => Response {
  const headers = { "RateLimit-Limit": "5", "RateLimit-Remaining": "0", "RateLimit-Reset": String(reset) };
  return jsonResponse({ message: "Slow down" }, 429, reset === undefined ? {} : headers);
}

/** Never responds, and ignores its signal. */
export function never(): Promise<never> {
  return new Promise(() => {});
}

/** A body of which some arrives, but not the end. */
export function endless(status = 200): Response {
  const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode("[1,")) });
  return new Response(body, { status, headers: { "content-type": "application/json" } });
}
