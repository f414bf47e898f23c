// What happened -> the events that subscribers receive, and one delivery for each subscription that asked for it.
import type { LineItem, Order, OrderEventData, UnshippedOrderEventData, WebhookEventName } from "@fulfillment/types";
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
  const asksFor = createAsksFor(event.event);
  const subscriptionIds = subscriptions.filter(({ events }) => asksFor(events)).map(({ id }) => id);
  if (subscriptionIds.length === 0) return;
  await effects.putEvent(transaction, { accountId, event: event.event, body: JSON.stringify(event), subscriptionIds });
}

/** Whether a stored list of events has this one. Subscriptions of an account mostly have the same list: each is parsed once. */
function createAsksFor(name: WebhookEventName): (events: string) => boolean {
  const known = new Map<string, boolean>();
  return (events) => {
    const verdict = known.get(events) ?? parseEventNames(events).includes(name);
    known.set(events, verdict);
    return verdict;
  };
}

/** What each event is made of. */
interface Facts {
  "order.created": Order;
  "order.shipped": Order;
  "order.delivered": Order;
  "order.cancelled": Order;
  "order.returned": Order;
  "invite.viewed": { readonly invite: InviteRow; readonly page: string | null };
  "invite.cart_updated": {
    readonly invite: InviteRow;
    readonly action: CartAction;
    readonly page: string;
    readonly cart: readonly LineItem[];
  };
  "invite.redeemed": { readonly invite: InviteRow; readonly ordered: readonly LineItem[] };
}

export type CartAction = "add" | "update" | "remove";

export function eventOf<Name extends WebhookEventName>(name: Name, facts: Facts[Name]): EventMap[Name] {
  return makers[name](facts);
}

const cartEventTypes = { add: "CART_ADD", update: "CART_UPDATE", remove: "CART_REMOVE" } as const;

/** An event that the API gains is a compile error here until the service can make it. */
const makers: { readonly [Name in WebhookEventName]: (facts: Facts[Name]) => EventMap[Name] } = {
  "order.created": (order) => ({ event: "order.created", data: unshipped(order) }),
  "order.shipped": (order) => ({ event: "order.shipped", data: shipped(order) }),
  "order.delivered": (order) => ({ event: "order.delivered", data: shipped(order) }),
  "order.cancelled": (order) => ({ event: "order.cancelled", data: unshipped(order) }),
  "order.returned": (order) => ({ event: "order.returned", data: shipped(order) }),
  "invite.viewed": ({ invite, page }) => ({
    event: "invite.viewed",
    data: { ...inviteOf(invite), eventDetails: page === null ? null : { page } },
  }),
  "invite.cart_updated": ({ invite, action, page, cart }) => ({
    event: "invite.cart_updated",
    data: { ...inviteOf(invite), eventDetails: { eventType: cartEventTypes[action], page, cartItems: [...cart] } },
  }),
  "invite.redeemed": ({ invite, ordered }) => ({
    event: "invite.redeemed",
    data: { ...inviteOf(invite), eventDetails: { eventType: "ORDER_COMPLETE", cartItems: [...ordered] } },
  }),
};

function shipped(order: Order): OrderEventData {
  return {
    orderId: order.id,
    orderNumber: order.orderNumber,
    status: order.status,
    campaignId: order.campaignId,
    trackingNumber: order.trackingNumber,
    carrierCode: order.carrierCode,
    shipDate: order.shipDate,
    products: order.products.map(lineOf),
  };
}

/** Before shipment, carrier, tracking number and date are `null`. */
function unshipped(order: Order): UnshippedOrderEventData {
  return { ...shipped(order), trackingNumber: null, carrierCode: null, shipDate: null };
}

function inviteOf({ id, number, email, campaign_id }: InviteRow) {
  return { inviteId: id, inviteNumber: number, email, campaignId: campaign_id, campaignTitle: null };
}

function lineOf({ sku, quantity }: LineItem): LineItem {
  return { sku, quantity };
}
