// Everything that a user's program does with the packages, one step after the other: the client against a running service, and a receiver with
// the webhook kit. Each step throws when something is not as documented.
import { createSend, FulfillmentClient, FulfillmentError, getOrder } from "@fulfillment/client";
import { validateResponses } from "@fulfillment/client/validation";
import type { NewOrder } from "@fulfillment/types";
import { signWebhook, verifyWebhook, WebhookVerificationError } from "@fulfillment/webhooks";
import type { Target } from "./target.ts";

type Step = () => Promise<void>;

/** How many steps there were; rejects at the first that fails. */
export async function runSteps(target: Target): Promise<number> {
  const steps = [...orderSteps(target), ...deliverySteps];
  for (const step of steps) await step();
  return steps.length;
}

function orderSteps(target: Target): Step[] {
  const { baseUrl, apiKey, campaignId } = target;
  const client = new FulfillmentClient({ apiKey, baseUrl });
  return [
    async () => {
      const page = await client.orders.list({ limit: 5 });
      expect(Array.isArray(page), "orders.list returns an array");
    },
    async () => {
      const { orderId, status } = await client.orders.create(orderBody(target));
      expect(status === "AWAITING_SHIPMENT", "a new order waits for shipment");
      const order = await client.orders.get(orderId);
      expect(order.id === orderId && order.campaignId === campaignId, "orders.get returns the order");
      const { message } = await client.orders.cancel(orderId);
      expect(message === "Order cancelled successfully", "orders.cancel confirms it");
      const send = createSend({ apiKey, baseUrl });
      expect((await getOrder(send, orderId)).status === "CANCELLED", "the function alone returns what the method does");
    },
    async () => {
      const error = await errorOf(() => client.orders.get("ord_none"));
      expect(error.code === "not_found", "an unknown order fails with not_found");
    },
    async () => {
      const stranger = new FulfillmentClient({ apiKey: "k".repeat(96), baseUrl });
      const error = await errorOf(() => stranger.auth.check());
      expect(error.code === "unauthorized", "an unknown key fails with unauthorized");
    },
    async () => {
      const validating = new FulfillmentClient({ apiKey, baseUrl, validate: validateResponses });
      const [order] = await validating.orders.list({ limit: 1 });
      expect(order !== undefined, "the service's responses are valid");
    },
  ];
}

export function orderBody({ campaignId, sku }: Target): NewOrder {
  return {
    campaignId,
    shipTo: {
      firstName: "Mara",
      lastName: "Lindqvist",
      email: "mara.lindqvist@example.com",
      street1: "418 Juniper Lane",
      city: "Portland",
      state: "OR",
      zip: "97205",
    },
    products: [{ sku, quantity: 1 }],
  };
}

async function errorOf(call: () => PromiseLike<unknown>): Promise<FulfillmentError> {
  try {
    await call();
  } catch (error) {
    if (error instanceof FulfillmentError) return error;
    throw error;
  }
  throw new Error("the call was to fail, and did not");
}

const secret = "a secret of a subscription";
const body = JSON.stringify({
  event: "order.shipped",
  data: {
    orderId: "ord_1",
    orderNumber: "1001",
    status: "SHIPPED",
    campaignId: "cmp_1",
    trackingNumber: "1Z54W8790342616817",
    carrierCode: "ups",
    shipDate: "2026-01-05T10:00:00.000Z",
    products: [{ sku: "MUG", quantity: 1 }],
  },
});

const deliverySteps: readonly Step[] = [
  async () => {
    const event = await verifyWebhook(body, await signWebhook(body, { secret }), ["a former secret", secret]);
    if (event.event !== "order.shipped") throw new Error("the event's name came back as another");
    const tracking: string | null = event.data.trackingNumber;
    expect(tracking === "1Z54W8790342616817", "the payload of a verified event is typed and complete");
  },
  async () => {
    const headers = await signWebhook(body, { secret });
    const code = await codeOf(() => verifyWebhook(body.replace("MUG", "TEE"), headers, secret));
    expect(code === "bad_signature", "an altered body fails with bad_signature");
  },
  async () => {
    const headers = await signWebhook(body, { secret, timestamp: Math.floor(Date.now() / 1000) - 3600 });
    const code = await codeOf(() => verifyWebhook(new TextEncoder().encode(body), headers, secret));
    expect(code === "stale_timestamp", "an old delivery fails with stale_timestamp");
  },
];

async function codeOf(verify: () => PromiseLike<unknown>): Promise<string> {
  try {
    await verify();
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.code;
    throw error;
  }
  throw new Error("the delivery was to be refused, and was not");
}

/** `claim`: what is expected, said as it should be. */
function expect(holds: boolean, claim: string): void {
  if (!holds) throw new Error(`not so: ${claim}`);
}
