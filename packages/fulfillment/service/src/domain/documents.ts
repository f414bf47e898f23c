// JSON text that the service wrote itself -> the value it stands for, checked by the schemas of the description.
import type { LineItem, Order, Recipient, WebhookEventName } from "@fulfillment/types";
import { LineItemSchema, OrderSchema, RecipientSchema, WebhookEventNameSchema } from "@fulfillment/validators";
import { z } from "zod";

const cart = z.array(LineItemSchema);
const eventNames = z.array(WebhookEventNameSchema);

export function parseOrder(document: string): Order {
  return OrderSchema.parse(JSON.parse(document));
}

export function parseRecipient(document: string): Recipient {
  return RecipientSchema.parse(JSON.parse(document));
}

export function parseCart(document: string): LineItem[] {
  return cart.parse(JSON.parse(document));
}

export function parseEventNames(document: string): WebhookEventName[] {
  return eventNames.parse(JSON.parse(document));
}
