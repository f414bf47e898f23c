// A receiver of webhooks: every event by name, once each, in the frameworks that the kit knows.
import { createServer } from "node:http";
import type { InviteCartUpdatedDetails, OrderEventData } from "@fulfillment/types";
import {
  createWebhookHandler,
  type EventMap,
  memorySeenStore,
  signWebhook,
  verifyWebhook,
  WebhookVerificationError,
} from "@fulfillment/webhooks";
import { createDelivery, createEvent, exampleEventNames } from "@fulfillment/webhooks/testing";

const shipped: OrderEventData[] = [];
const carts: Record<InviteCartUpdatedDetails["eventType"], number> = { CART_ADD: 0, CART_UPDATE: 0, CART_REMOVE: 0 };

export const handler = createWebhookHandler({
  secret: async () => ["next", "former"],
  seen: memorySeenStore(),
  toleranceSeconds: 120,
  on: {
    "order.created": ({ data }) => console.log(data.orderNumber, data.products[0]?.sku),
    "order.shipped": async ({ data }, delivery) => {
      shipped.push(data);
      console.log(data.trackingNumber?.length, data.carrierCode, delivery.key, delivery.eventName);
    },
    "order.delivered": ({ data }) => console.log(data.shipDate, data.status),
    "order.cancelled": ({ data }) => console.log(data.orderId),
    "order.returned": ({ data }) => console.log(data.campaignId),
    "invite.viewed": ({ data }) => console.log(data.eventDetails?.page),
    "invite.cart_updated": ({ data }) => {
      carts[data.eventDetails.eventType] += data.eventDetails.cartItems.length;
    },
    "invite.redeemed": ({ data }) => console.log(data.email, data.eventDetails.cartItems?.length),
    "webhook.test": ({ data }) => console.log(data.message, data.timestamp),
  },
  onUnknown: (event) => console.log(event),
  onError: (error, { delivery }) =>
    console.error(error instanceof WebhookVerificationError ? error.code : error, delivery?.rawBody),
});

export const server = createServer(handler.node);

/** What an event is about, whichever it is; one that is not known yet has its name only. */
export async function verified(rawBody: Uint8Array, headers: Headers): Promise<string> {
  const event = await verifyWebhook(rawBody, headers, "secret");
  switch (event.event) {
    case "order.created":
    case "order.cancelled":
      return event.data.orderId;
    case "order.shipped":
    case "order.delivered":
    case "order.returned":
      return `${event.data.orderId} ${event.data.trackingNumber ?? ""}`;
    case "invite.viewed":
    case "invite.cart_updated":
    case "invite.redeemed":
      return `${event.data.inviteId} ${event.data.inviteNumber ?? ""}`;
    default:
      return event.event;
  }
}

export async function tried(): Promise<number> {
  const { headers, rawBody, toRequest } = await createDelivery("order.shipped", {
    secret: "s",
    data: { orderId: "o" },
  });
  const event: EventMap["invite.viewed"] = createEvent("invite.viewed");
  const signature = await signWebhook(rawBody, { secret: "s", timestamp: Number(headers["X-Webhook-Timestamp"]) });
  console.log(event.data.email, signature, exampleEventNames.length);
  return (await handler.fetch(toRequest("https://shop.example/hook"))).status;
}
