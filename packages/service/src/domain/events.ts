// What happened -> the events that subscribers receive, and one delivery for each subscription that asked for it.
import type { LineItem, Order, OrderStatus, WebhookEventName } from "@fulfillment/types";
import type { EventMap } from "@fulfillment/webhooks";
import type { Transaction } from "../storage/database.ts";
import type { InviteRow } from "../storage/queries/invites.ts";
import { activeSubscriptions } from "../storage/queries/subscriptions.ts";
import { parseEventNames } from "./documents.ts";
import type { Effects } from "./effects.ts";

/** An event that a subscription can ask for. */
export type Event = EventMap[WebhookEventName];

/** Who is to receive the event is decided here and now (open decision `delivery-settings`). */
export async function emitEvent(
  transaction: Transaction,
  accountId: string,
  { event, effects }: { readonly event: Event; readonly effects: Effects },
): Promise<void> {
  const subscriptions = await transaction.all(activeSubscriptions, { accountId });
  const interested = subscriptions.filter(({ events }) => parseEventNames(events).includes(event.event));
  if (interested.length === 0) return;
  const delivery = { event: event.event, body: JSON.stringify(event) };
  for (const { id } of interested) await effects.putDelivery(transaction, id, delivery);
}

/** The two events that come before shipment: carrier, tracking number and date are `null` then. */
export function unshippedOrderEvent(event: "order.created" | "order.cancelled", order: Order): Event {
  return {
    event,
    data: {
      orderId: order.id,
      orderNumber: order.orderNumber,
      status: order.status,
      campaignId: order.campaignId,
      trackingNumber: null,
      carrierCode: null,
      shipDate: null,
      products: order.products.map(lineOf),
    },
  };
}

export function orderEvent(event: "order.shipped" | "order.delivered" | "order.returned", order: Order): Event {
  return {
    event,
    data: {
      orderId: order.id,
      orderNumber: order.orderNumber,
      status: order.status satisfies OrderStatus,
      campaignId: order.campaignId,
      trackingNumber: order.trackingNumber,
      carrierCode: order.carrierCode,
      shipDate: order.shipDate,
      products: order.products.map(lineOf),
    },
  };
}

export function inviteViewed(invite: InviteRow, page: string | null): Event {
  return { event: "invite.viewed", data: { ...inviteOf(invite), eventDetails: page === null ? null : { page } } };
}

export type CartAction = "add" | "update" | "remove";

const cartEventTypes = { add: "CART_ADD", update: "CART_UPDATE", remove: "CART_REMOVE" } as const;

export function inviteCartUpdated(
  invite: InviteRow,
  { action, page, cart }: { readonly action: CartAction; readonly page: string; readonly cart: readonly LineItem[] },
): Event {
  return {
    event: "invite.cart_updated",
    data: { ...inviteOf(invite), eventDetails: { eventType: cartEventTypes[action], page, cartItems: [...cart] } },
  };
}

export function inviteRedeemed(invite: InviteRow, ordered: readonly LineItem[]): Event {
  return {
    event: "invite.redeemed",
    data: { ...inviteOf(invite), eventDetails: { eventType: "ORDER_COMPLETE", cartItems: [...ordered] } },
  };
}

function inviteOf({ id, number, email, campaign_id }: InviteRow) {
  return { inviteId: id, inviteNumber: number, email, campaignId: campaign_id, campaignTitle: null };
}

function lineOf({ sku, quantity }: LineItem): LineItem {
  return { sku, quantity };
}
