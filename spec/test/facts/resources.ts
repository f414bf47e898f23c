// What the requirements state about resources, bodies and errors ("Resources and their fields", "Endpoints", "Errors").
// Typed in from there, in the notation of notation.ts. Where the description goes further, a comment names the open decision.
import type { Fact } from "./notation.ts";

const lineItem: Fact = { sku: "string", quantity: "integer" };

const orderStatus = "AWAITING_SHIPMENT | SHIPPED | DELIVERED | CANCELLED | RETURNED";

export const order: Fact = {
  id: "string",
  orderNumber: "string",
  sourceOrderNumber: "string or null",
  status: orderStatus,
  paymentStatus: "UNPAID | PAID | null",
  allocationStatus: "UNALLOCATED | ALLOCATED | RESTOCKED | null",
  orderSource: "REDEEM_PAGE | CSV_IMPORT | LANDING_PAGE | MANUAL_ORDER | STANDALONE_ORDER | CONNECTED_STORE | EXTERNAL",
  // With milliseconds and Z.
  orderDate: String.raw`timestamp, pattern "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"`,
  shipDate: "timestamp or null",
  deliveredAt: "timestamp or null",
  estimatedDelivery: "timestamp or null",
  lastTrackingUpdate: "timestamp or null",
  deliveryLocation: "string or null",
  deliveryDescription: "string or null",
  trackingNumber: "string or null",
  carrierCode: "string or null",
  campaignId: "string",
  warehouse: "string",
  recipient: {
    firstName: "string",
    lastName: "string",
    email: "string",
    phone: "string or null",
    street1: "string",
    "street2?": "never",
    city: "string",
    state: "string",
    postalCode: "string",
    country: "string",
  },
  companyName: "string or null",
  notes: "string or null",
  products: [{ sku: "string", title: "string", quantity: "integer" }],
  addressVerificationStatus: "VERIFIED | CORRECTED | OVERRIDDEN | NEEDS_REVIEW | INVALID | UNVERIFIED | null",
};

export const newOrder: Fact = {
  campaignId: "string",
  shipTo: {
    firstName: "string, 1-100 characters",
    lastName: "string, 1-100 characters",
    email: "e-mail, at most 254 characters",
    "phone?": "string, at most 30 characters",
    street1: "string, 1-200 characters",
    "street2?": "string or null, at most 200 characters",
    city: "string, 1-100 characters",
    state: "string, 1-100 characters",
    zip: "string, 1-20 characters",
  },
  products: ["at least 1", lineItem],
  "warehouseId?": "string",
  "createContactRecord?": "boolean, default false",
};

export const createdOrder: Fact = { orderId: "string", status: "always AWAITING_SHIPMENT" };
export const orderCancellation: Fact = { orderId: "string" };
export const cancelledOrder: Fact = { message: "always Order cancelled successfully" };

export const warehouse: Fact = { id: "string", name: "string", alias: "string" };

const eventNames: readonly string[] = [
  "order.created",
  "order.shipped",
  "order.delivered",
  "order.cancelled",
  "order.returned",
  "invite.viewed",
  "invite.cart_updated",
  "invite.redeemed",
];

const eventName = eventNames.join(" | ");

const subscriptionStart = { id: "string", url: "URL", events: [eventName], active: "boolean" } as const;
const subscriptionEnd = { createdAt: "timestamp", updatedAt: "timestamp" } as const;

/** In lists and after updates. */
export const subscription: Fact = { ...subscriptionStart, "secret?": "never", ...subscriptionEnd };
/** On creation and on rotation. */
export const subscriptionWithSecret: Fact = { ...subscriptionStart, secret: "string", ...subscriptionEnd };

export const newWebhook: Fact = { url: "string", events: ["at least 1", eventName] };
export const webhookChanges: Fact = { "url?": "string", "events?": ["at least 1", eventName], "active?": "boolean" };
export const deletedWebhook: Fact = { message: "always Webhook deleted successfully" };
export const testResult: Fact = { success: "boolean", statusCode: "integer or null", error: "string or null" };
/** Open decision event-catalog-shape: there may be more. */
export const catalogEntry: Fact = { description: "string", category: "string", "...": "true" };

export const keyCheck: Fact = { account_id: "string", message: "string" };

/** Known in part only: open decisions product-fields, contact-fields. */
export const product: Fact = { "sku?": "string", "...": "true" };
export const contact: Fact = { "...": "true" };

/** Open decisions inventory-envelope and inventory-fields: the names are known, the types are not. */
export const inventory: Fact = {
  pagination: { total_count: "integer", page: "integer", page_size: "integer", has_more: "boolean" },
  "inventory?": [
    { "product_name?": "anything", "on_hand?": "anything", "inventory_events?": "anything", "...": "true" },
  ],
  "...": "true",
};

export const error: Fact = { message: "string" };
export const orderNotFound: Fact = { message: "always Order not found" };
const invalidOrder: Fact = { message: "always Invalid request body", errors: ["string"] };
const validationError: Fact = { message: "string", errors: ["string"] };
/** A 400 that is not about the fields of the body "has no errors array". */
export const rejection: Fact = { message: "string", "errors?": "never" };
export const badRequest: Fact = { "any of": [validationError, rejection] };
export const badOrder: Fact = { "any of": [invalidOrder, rejection] };

export const unauthorized = "always Unauthorized";

// Events.

const orderEventStart = {
  orderId: "string",
  orderNumber: "string",
  status: orderStatus,
  campaignId: "string",
} as const;

export const orderData: Fact = {
  ...orderEventStart,
  trackingNumber: "string or null",
  carrierCode: "string or null",
  shipDate: "timestamp or null",
  products: [lineItem],
};

/** Before shipment, "for example order.created, order.cancelled". */
export const unshippedOrderData: Fact = {
  ...orderEventStart,
  trackingNumber: "null",
  carrierCode: "null",
  shipDate: "null",
  products: [lineItem],
};

export function inviteData(eventDetails: Fact): Fact {
  return {
    inviteId: "string",
    inviteNumber: "string or null",
    email: "string or null",
    campaignId: "string",
    campaignTitle: "null",
    eventDetails,
  };
}

/** `null`, or contains the page identifier; open decision invite-viewed-details. */
export const viewedDetails: Fact = { type: "object or null", "page?": "string" };
export const cartDetails: Fact = {
  eventType: "CART_ADD | CART_UPDATE | CART_REMOVE",
  page: "string",
  cartItems: [lineItem],
};
export const redeemedDetails: Fact = { eventType: "always ORDER_COMPLETE", "cartItems?": [lineItem] };

export const testData: Fact = { message: "string", timestamp: "timestamp" };
