// What the requirements state about webhook deliveries ("Events"): every message, its payload and its headers.
import type { Fact } from "./notation.ts";
import {
  cartDetails,
  inviteData,
  orderData,
  redeemedDetails,
  testData,
  unshippedOrderData,
  viewedDetails,
} from "./resources.ts";

export interface MessageFact {
  readonly contentType: string;
  readonly headers: Fact;
  readonly payload: Fact;
}

export const messages: Readonly<Record<string, MessageFact>> = {
  "order.created": message("order.created", unshippedOrderData),
  "order.shipped": message("order.shipped", orderData),
  "order.delivered": message("order.delivered", orderData),
  "order.cancelled": message("order.cancelled", unshippedOrderData),
  "order.returned": message("order.returned", orderData),
  "invite.viewed": message("invite.viewed", inviteData(viewedDetails)),
  "invite.cart_updated": message("invite.cart_updated", inviteData(cartDetails)),
  "invite.redeemed": message("invite.redeemed", inviteData(redeemedDetails)),
  "webhook.test": message("webhook.test", testData),
};

function message(event: string, data: Fact): MessageFact {
  return {
    contentType: "application/json",
    headers: {
      type: "object",
      "all of": [
        {
          "Content-Type": "always application/json",
          // sha256=<lowercase hex digest>
          "X-Webhook-Signature": `string, pattern "^sha256=[0-9a-f]{64}$"`,
          // Unix seconds.
          "X-Webhook-Timestamp": `string, pattern "^[0-9]+$"`,
          "X-Webhook-Event": "string",
        },
        { "X-Webhook-Event?": `always ${event}` },
      ],
    },
    payload: { event: `always ${event}`, data },
  };
}
