// What a user's program does with the client, against a running service: each step throws when it is not as documented.
import { createSend, FulfillmentClient, FulfillmentError, getOrder } from "@fulfillment/client";
import { validateResponses } from "@fulfillment/client/validation";
import type { NewOrder } from "@fulfillment/types";
import { expect, type Step } from "./step.ts";
import type { Target } from "./target.ts";

export function orderSteps(target: Target): Step[] {
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
    async () => {
      const tampering = new FulfillmentClient({
        apiKey,
        baseUrl,
        validate: validateResponses,
        fetch: async (url, init) => {
          const response = await fetch(url, init);
          return new Response(JSON.stringify([{ id: 7 }]), response);
        },
      });
      const error = await errorOf(() => tampering.orders.list());
      expect(error.code === "unexpected_response", "an invalid response fails when validation is asked for");
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
