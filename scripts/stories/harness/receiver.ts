// A receiver of webhooks on this machine: verifies each delivery with the webhook kit, and reports it.
import { once } from "node:events";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { verifyWebhook, type WebhookEvent } from "../../../packages/fulfillment/webhooks/src/index.ts";
import { listenLocally } from "../../testing/programs.ts";

/** An event whose signature, time and shape are valid; or the error of the delivery. */
export type Delivery = { readonly event: WebhookEvent } | { readonly error: unknown };

export interface Receiver {
  readonly url: string;
  /** What to verify with; the service shows it when the subscription is created. */
  secret: string;
  /** Resolves with the next delivery of this event that no caller has waited for; rejects when a delivery does not verify. */
  next(name: string): Promise<WebhookEvent>;
  close(): void;
}

const path = "/demo-receiver";

/** Whether this is the URL of such a receiver, perhaps of one that has ended. */
export function isReceiver(url: string): boolean {
  return url.startsWith("http://127.0.0.1:") && url.endsWith(path);
}

export async function startReceiver(onDelivery: (delivery: Delivery) => void = () => {}): Promise<Receiver> {
  const arrived: Delivery[] = [];
  const server = createServer(async (request, response) => {
    const rawBody = await buffer(request);
    const delivery = await verifyWebhook(rawBody, request.headers, receiver.secret).then(
      (event): Delivery => ({ event }),
      (error: unknown): Delivery => ({ error }),
    );
    response.writeHead("event" in delivery ? 204 : 401).end();
    onDelivery(delivery);
    arrived.push(delivery);
    server.emit("delivery");
  });
  const receiver: Receiver = {
    url: `${await listenLocally(server)}${path}`,
    secret: "",
    next: async (name) => {
      for (;;) {
        const index = arrived.findIndex((delivery) => "error" in delivery || delivery.event.event === name);
        const [delivery] = index === -1 ? [] : arrived.splice(index, 1);
        if (delivery !== undefined && "error" in delivery) throw delivery.error;
        if (delivery !== undefined) return delivery.event;
        await once(server, "delivery", { signal: AbortSignal.timeout(45_000) });
      }
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return receiver;
}
