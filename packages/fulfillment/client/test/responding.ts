// A function that returns responses -> a `fetch` that records its requests. And the responses of the service, for tests.
import type { Order } from "@fulfillment/types";
import { OrderSchema } from "@fulfillment/validators";
import placed from "../../../../spec/examples/orders/get-order.200.json" with { type: "json" };
import { FulfillmentClient, type FulfillmentOptions } from "../src/index.ts";

export interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  /** Parsed; `undefined` when there is none. */
  readonly body: unknown;
  readonly signal: AbortSignal;
}

export type Responder = (asked: Asked, index: number) => Response | Promise<Response>;

export interface Recorder {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly asked: readonly Asked[];
}

export function recorder(respond: Responder): Recorder {
  const asked: Asked[] = [];
  return {
    asked,
    fetch: async (url, { method = "GET", headers, body, signal }) => {
      const one: Asked = {
        method,
        url: new URL(url),
        headers: new Headers(headers),
        body: typeof body === "string" ? JSON.parse(body) : undefined,
        signal: signal ?? new AbortController().signal,
      };
      asked.push(one);
      return respond(one, asked.length - 1);
    },
  };
}

export interface Asking extends Recorder {
  readonly client: FulfillmentClient;
}

/** A client whose responses come from `respond`. By default it does not wait or retry; `options` change that. */
export function clientOf(response: Responder, options: Partial<FulfillmentOptions> = {}): Asking {
  const recorded = recorder(response);
  const client = new FulfillmentClient({ apiKey, baseUrl, fetch: recorded.fetch, retries: 0, ...options });
  return { ...recorded, client };
}

export const apiKey: string = "k".repeat(96);
export const baseUrl = "https://service.test";

export const budget: Readonly<Record<string, string>> = {
  "RateLimit-Limit": "1000",
  "RateLimit-Remaining": "990",
  "RateLimit-Reset": "60",
  "X-RateLimit-Limit": "1000",
  "X-RateLimit-Remaining": "990",
  "X-RateLimit-Reset": "1750000000",
};

/** As the service responds: JSON, with the rate-limit headers. */
export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return text(status, JSON.stringify(body), { ...budget, "Content-Type": "application/json", ...headers });
}

/** As something in front of the service may respond. */
export function text(status: number, body: string, headers: Readonly<Record<string, string>>): Response {
  return new Response(body, { status, headers });
}

/** The example of the description, as tests place it. */
export function order(changes: Partial<Order> = {}): Order {
  const { recipient, ...example } = OrderSchema.parse(placed.value);
  return {
    ...example,
    id: "ord_1",
    orderNumber: "W-1",
    campaignId: "cmp_1",
    recipient: { ...recipient, email: "mara@example.com", phone: null },
    products: [{ sku: "MUG", title: "Mug, oat", quantity: 1 }],
    ...changes,
  };
}

/** What `work` fails with. */
export async function failureOf(work: PromiseLike<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error("it was expected to fail");
}
