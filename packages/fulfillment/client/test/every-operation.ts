// Every operation that the client offers: how it is called, and the request that has to come of it.
import type { NewOrder } from "@fulfillment/types";
import type { FulfillmentClient, operations, PatientCallOptions } from "../src/index.ts";

export interface OfferedOperation {
  /** The id of the operation in the description. */
  readonly operation: keyof typeof operations;
  /** Resource and method of the client. */
  readonly name: string;
  readonly call: (client: FulfillmentClient, options?: PatientCallOptions) => PromiseLike<unknown>;
  /** Method and path with query. */
  readonly sends: string;
  readonly body?: unknown;
}

export const newOrder: NewOrder = {
  campaignId: "cmp_1",
  shipTo: {
    firstName: "Mara",
    lastName: "Lindqvist",
    email: "mara@example.com",
    street1: "418 Juniper Lane",
    street2: null,
    city: "Portland",
    state: "OR",
    zip: "97205",
  },
  products: [{ sku: "MUG", quantity: 1 }],
};

const contact = { campaignId: "cmp_1", email: "mara@example.com", favorite_color: "blue", nested: { snake_key: 1 } };

const orders: readonly OfferedOperation[] = [
  {
    operation: "listOrders",
    name: "orders.list",
    call: ({ orders }, options) =>
      orders.list({ limit: 5, offset: 10, campaignId: "a b&c", orderStatus: "SHIPPED" }, options),
    sends: "GET /v1/orders/list?limit=5&offset=10&campaignId=a%20b%26c&orderStatus=SHIPPED",
  },
  {
    operation: "getOrder",
    name: "orders.get",
    call: ({ orders }, options) => orders.get("ord/1 ?#%", options),
    sends: "GET /v1/orders/ord%2F1%20%3F%23%25",
  },
  {
    operation: "createOrder",
    name: "orders.create",
    call: ({ orders }, options) => orders.create(newOrder, options),
    sends: "POST /v1/orders/create",
    body: newOrder,
  },
  {
    operation: "cancelOrder",
    name: "orders.cancel",
    call: ({ orders }, options) => orders.cancel("ord_1", options),
    sends: "POST /v1/orders/cancel",
    body: { orderId: "ord_1" },
  },
  {
    operation: "listWarehouses",
    name: "orders.warehouses",
    call: ({ orders }, options) => orders.warehouses(options),
    sends: "GET /v1/orders/warehouses",
  },
];

const webhooks: readonly OfferedOperation[] = [
  {
    operation: "listWebhookEvents",
    name: "webhooks.events",
    call: ({ webhooks }, options) => webhooks.events(options),
    sends: "GET /v1/webhooks/events",
  },
  {
    operation: "listWebhooks",
    name: "webhooks.list",
    call: ({ webhooks }, options) => webhooks.list(options),
    sends: "GET /v1/webhooks",
  },
  {
    operation: "createWebhook",
    name: "webhooks.create",
    call: ({ webhooks }, options) =>
      webhooks.create({ url: "https://hooks.example.com/in", events: ["order.created"] }, options),
    sends: "POST /v1/webhooks",
    body: { url: "https://hooks.example.com/in", events: ["order.created"] },
  },
  {
    operation: "updateWebhook",
    name: "webhooks.update",
    call: ({ webhooks }, options) => webhooks.update("wh_1", { active: false }, options),
    sends: "PUT /v1/webhooks/wh_1",
    body: { active: false },
  },
  {
    operation: "deleteWebhook",
    name: "webhooks.delete",
    call: ({ webhooks }, options) => webhooks.delete("wh_1", options),
    sends: "DELETE /v1/webhooks/wh_1",
  },
  {
    operation: "testWebhook",
    name: "webhooks.test",
    call: ({ webhooks }, options) => webhooks.test("wh_1", options),
    sends: "POST /v1/webhooks/wh_1/test",
  },
  {
    operation: "rotateWebhookSecret",
    name: "webhooks.rotateSecret",
    call: ({ webhooks }, options) => webhooks.rotateSecret("wh_1", options),
    sends: "POST /v1/webhooks/wh_1/rotate-secret",
  },
];

const account: readonly OfferedOperation[] = [
  {
    operation: "checkAuth",
    name: "auth.check",
    call: ({ auth }, options) => auth.check(options),
    sends: "GET /v1/auth",
  },
  {
    operation: "listProducts",
    name: "products.list",
    call: ({ products }, options) => products.list({ limit: 2, offset: 0 }, options),
    sends: "GET /v1/products/list?limit=2&offset=0",
  },
  {
    operation: "listInventory",
    name: "inventory.list",
    call: ({ inventory }, options) => inventory.list({ page: 2, page_size: 50 }, options),
    sends: "GET /v1/inventory/list?page=2&page_size=50",
  },
  {
    operation: "createContact",
    name: "contacts.create",
    call: ({ contacts }, options) => contacts.create(contact, options),
    sends: "POST /v1/contacts/create",
    body: contact,
  },
];

export const offered: readonly OfferedOperation[] = [...orders, ...webhooks, ...account];
