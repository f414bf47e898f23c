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

const webhook = { url: "https://hooks.example.com/in", events: ["order.created"] };
const query = { limit: 5, offset: 10, campaignId: "a b&c", orderStatus: "SHIPPED" };
const queryText = "?limit=5&offset=10&campaignId=a%20b%26c&orderStatus=SHIPPED";

export const offered: readonly OfferedOperation[] = [
  row("orders.list", "listOrders", [query], `GET /v1/orders/list${queryText}`),
  row("orders.get", "getOrder", ["ord/1 ?#%"], "GET /v1/orders/ord%2F1%20%3F%23%25"),
  row("orders.create", "createOrder", [newOrder], "POST /v1/orders/create", newOrder),
  row("orders.cancel", "cancelOrder", ["ord_1"], "POST /v1/orders/cancel", { orderId: "ord_1" }),
  row("orders.warehouses", "listWarehouses", [], "GET /v1/orders/warehouses"),
  row("webhooks.events", "listWebhookEvents", [], "GET /v1/webhooks/events"),
  row("webhooks.list", "listWebhooks", [], "GET /v1/webhooks"),
  row("webhooks.create", "createWebhook", [webhook], "POST /v1/webhooks", webhook),
  row("webhooks.update", "updateWebhook", ["wh_1", { active: false }], "PUT /v1/webhooks/wh_1", { active: false }),
  row("webhooks.delete", "deleteWebhook", ["wh_1"], "DELETE /v1/webhooks/wh_1"),
  row("webhooks.test", "testWebhook", ["wh_1"], "POST /v1/webhooks/wh_1/test"),
  row("webhooks.rotateSecret", "rotateWebhookSecret", ["wh_1"], "POST /v1/webhooks/wh_1/rotate-secret"),
  row("auth.check", "checkAuth", [], "GET /v1/auth"),
  row("products.list", "listProducts", [{ limit: 2, offset: 0 }], "GET /v1/products/list?limit=2&offset=0"),
  row("inventory.list", "listInventory", [{ page: 2, page_size: 50 }], "GET /v1/inventory/list?page=2&page_size=50"),
  row("contacts.create", "createContact", [contact], "POST /v1/contacts/create", contact),
];

function row(
  name: string,
  operation: OfferedOperation["operation"],
  args: readonly unknown[],
  ...[sends, body]: readonly [sends: string, body?: unknown]
): OfferedOperation {
  const [resource = "", method = ""] = name.split(".");
  const call: OfferedOperation["call"] = (client, options) => Object(client)[resource][method](...args, options);
  return { operation, name, call, sends, body };
}
