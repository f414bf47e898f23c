// A receiver of order events that verifies each delivery with the webhook kit and counts how often each event came.
import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { verifyWebhook } from "../../../packages/fulfillment/webhooks/src/index.ts";
import { listenLocally } from "../../testing/programs.ts";
import type { Api } from "./api.ts";

export interface Receiver {
  /** `order.created ord_… to /one` -> how often it came. */
  readonly arrivals: ReadonlyMap<string, number>;
  /** Paths of its subscriptions. */
  readonly paths: readonly string[];
  /** Deliveries that were not signed, or not as described. */
  readonly faults: readonly string[];
  /** Subscribes a path of its own to all order events. */
  subscribe(api: Api): Promise<void>;
  close(): void;
}

const events = ["order.created", "order.cancelled"];
const subscription = z.object({ secret: z.string() });
const order = z.object({ orderId: z.string() });

export function arrivalOf(event: string, orderId: string, path: string): string {
  return `${event} ${orderId} to ${path}`;
}

/** @param answerAfterMs How long each delivery stays in progress. */
export async function startReceiver(respondAfterMs = 0): Promise<Receiver> {
  const arrivals = new Map<string, number>();
  const faults: string[] = [];
  const secrets = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const fault = await take(request).catch(String);
    if (fault !== null) faults.push(fault);
    if (respondAfterMs > 0) await delay(respondAfterMs);
    response.writeHead(fault === null ? 204 : 401).end();
  });
  const take = async (request: IncomingMessage): Promise<string | null> => {
    const path = request.url ?? "";
    const body = await buffer(request);
    // A clock that jumps is not the receiver's: the signature has to be right for the time that it states.
    const now = (): number => Number(request.headers["x-webhook-timestamp"]) * 1000;
    const { event, data } = await verifyWebhook(body, request.headers, secrets.get(path) ?? "", { now });
    const key = arrivalOf(event, order.parse(data).orderId, path);
    arrivals.set(key, (arrivals.get(key) ?? 0) + 1);
    return null;
  };
  const url = await listenLocally(server);
  return {
    arrivals,
    faults,
    get paths() {
      return [...secrets.keys()];
    },
    subscribe: async (api) => {
      const path = `/subscriber-${secrets.size + 1}`;
      const { status, body } = await api.ask("/v1/webhooks", { body: { url: url + path, events } });
      if (status !== 201) throw new Error(`the subscription was refused with ${status}: ${JSON.stringify(body)}`);
      secrets.set(path, subscription.parse(body).secret);
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
