// A receiver of order events for several subscriptions: verifies every delivery, and remembers which event came when.
import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { eventSchemas, headerSchemas } from "../../../packages/webhooks/src/index.ts";
import type { ApiClient } from "./api-client.ts";
import type { Line } from "./ledger.ts";

export interface Arrival {
  /** The subscription it came for. */
  readonly subscriptionId: string;
  readonly event: string;
  readonly data: EventData;
  /** Milliseconds, as of `performance.now()`. */
  readonly at: number;
}

/** What this benchmark looks at of an order event. */
export interface EventData {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly status: string;
  readonly campaignId: string;
  readonly products: readonly Line[];
}

const payload: z.ZodType<{ readonly event: string; readonly data: EventData }> = z.object({
  event: z.string(),
  data: z.object({
    orderId: z.string(),
    orderNumber: z.string(),
    status: z.string(),
    campaignId: z.string(),
    products: z.array(z.object({ sku: z.string(), quantity: z.number() })),
  }),
});

export interface DeliveryReceiver {
  readonly arrivals: readonly Arrival[];
  /** What was wrong with a delivery: its signature, its headers, its body. */
  readonly faults: readonly string[];
  /** Subscribes to all order events; resolves with the id of the subscription. */
  subscribe(client: ApiClient): Promise<string>;
  close(): void;
}

interface Subscription {
  id: string;
  secret: string;
}

/** @param answerAfterMs How long each delivery stays under way. */
export async function startReceiver({ answerAfterMs }: { readonly answerAfterMs: number }): Promise<DeliveryReceiver> {
  const arrivals: Arrival[] = [];
  const faults: string[] = [];
  const subscriptions = new Map<string, Subscription>();
  const server = createServer(async (request, response) => {
    const at = performance.now();
    const read = await readDelivery(request, subscriptions);
    if (typeof read === "string") faults.push(read);
    else arrivals.push({ ...read, at });
    if (answerAfterMs > 0) await delay(answerAfterMs);
    response.writeHead(204).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    arrivals,
    faults,
    subscribe: async (client) => {
      const path = `/subscriber-${subscriptions.size + 1}`;
      const subscription = await subscribe(client, `http://127.0.0.1:${port}${path}`);
      subscriptions.set(path, subscription);
      return subscription.id;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const orderEvents = Object.keys(eventSchemas).filter((name) => name.startsWith("order."));
const subscription = z.object({ id: z.string(), secret: z.string() });

async function subscribe(client: ApiClient, url: string): Promise<Subscription> {
  const { status, body } = await client.ask("/v1/webhooks", { body: { url, events: orderEvents } });
  if (status !== 201) throw new Error(`the subscription was refused with ${status}: ${JSON.stringify(body)}`);
  return subscription.parse(body);
}

/** A text says what is wrong with it. */
async function readDelivery(
  request: IncomingMessage,
  subscriptions: ReadonlyMap<string, Subscription>,
): Promise<Omit<Arrival, "at"> | string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const text = bytes.toString();
  const known = subscriptions.get(request.url ?? "");
  if (known === undefined) return `for an unknown subscription, ${request.url}: ${text}`;
  const headers = headersOf(request);
  if (!isSigned(bytes, headers, known.secret)) return `not signed with the secret of the subscription: ${text}`;
  const name = headers["X-Webhook-Event"] ?? "";
  const body = parsed(text);
  const isValid = isOf(eventSchemas, name, body) && isOf(headerSchemas, name, headers);
  const delivery = payload.safeParse(body);
  if (!isValid || !delivery.success || delivery.data.event !== name) return `not a valid ${name}: ${text}`;
  return { subscriptionId: known.id, ...delivery.data };
}

type Headers = Readonly<Record<string, string>>;

function headersOf(request: IncomingMessage): Headers {
  const names = ["Content-Type", "X-Webhook-Signature", "X-Webhook-Timestamp", "X-Webhook-Event"];
  return Object.fromEntries(names.map((name) => [name, String(request.headers[name.toLowerCase()] ?? "")]));
}

function isSigned(bytes: Buffer, headers: Headers, secret: string): boolean {
  const digest = createHmac("sha256", secret).update(`${headers["X-Webhook-Timestamp"]}.`).update(bytes).digest("hex");
  const [expected, given] = [Buffer.from(`sha256=${digest}`), Buffer.from(headers["X-Webhook-Signature"] ?? "")];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function isOf(schemas: Readonly<Record<string, z.ZodType>>, name: string, value: unknown): boolean {
  return schemas[name]?.safeParse(value).success === true;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
