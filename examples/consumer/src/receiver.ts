// Webhooks -> the ledger. The kit checks signature, age and shape, and hands over each event once.
import { createWebhookHandler, memorySeenStore, type WebhookHandler } from "@fulfillment/webhooks";
import type { GiftLedger, GiftState } from "./gift-ledger.ts";

/** What one subscribes to for this receiver. */
export const events = [
  "order.created",
  "order.shipped",
  "order.delivered",
  "order.cancelled",
  "order.returned",
] as const;

/** `secret`: the response that created the subscription has it. A function, because it comes after the receiver does. */
export function createReceiver(secret: () => string, ledger: GiftLedger): WebhookHandler {
  const note = ({ data }: { readonly data: GiftState }): void => ledger.note(data);
  return createWebhookHandler({
    secret,
    seen: memorySeenStore(),
    on: {
      "order.created": note,
      "order.shipped": note,
      "order.delivered": note,
      "order.cancelled": note,
      "order.returned": note,
    },
    // The service does not repeat what failed, so this is where an event is kept that could not be handled.
    onError: (error, { delivery }) => console.error("webhook:", delivery?.eventName ?? "not authentic", error),
  });
}
