// What people look for, and the pages one of which has to be among the first three hits. A test holds the names to spec/.

import { readDescription } from "../../spec/test/description.ts";
import { messagesOf } from "../../spec/test/operations.ts";

export interface Query {
  /** What kind of name it is, which says where it has to be in `spec/`; `topic`: words of a guide; `question`: what people call it. */
  readonly kind:
    | "operation"
    | "path"
    | "field"
    | "value"
    | "event"
    | "header"
    | "message"
    | "diagnostic"
    | "topic"
    | "question"
    | "mistyped";
  readonly text: string;
  readonly pages: readonly string[];
}

const orders = "/reference/http/orders";
const webhooks = "/reference/http/webhooks";
const events = "/reference/events";
const order: readonly string[] = [
  "/reference/schemas/order/",
  `${orders}/get-order/`,
  `${orders}/list-orders/`,
  "/guides/orders/",
];
/** Of the headers of deliveries: the guides, the schema, and the events, each of which has them. */
const signed: readonly string[] = [
  "/reference/schemas/webhook-headers/",
  `${events}/`,
  "/guides/webhooks/",
  "/guides/verifying/",
  ...messagesOf(readDescription()).map(({ name }) => `${events}/${name.replaceAll(/[._]/g, "-")}/`),
];
const invite: readonly string[] = [
  `${events}/invite-cart-updated/`,
  `${events}/invite-redeemed/`,
  `${events}/invite-viewed/`,
  "/reference/schemas/invite-cart-updated-details/",
];

export const queries: readonly Query[] = [
  { kind: "operation", text: "createOrder", pages: [`${orders}/create-order/`] },
  { kind: "operation", text: "listOrders", pages: [`${orders}/list-orders/`] },
  { kind: "operation", text: "cancelOrder", pages: [`${orders}/cancel-order/`] },
  { kind: "operation", text: "rotateWebhookSecret", pages: [`${webhooks}/rotate-webhook-secret/`] },
  { kind: "operation", text: "checkAuth", pages: ["/reference/http/authentication/check-auth/"] },
  { kind: "operation", text: "listInventory", pages: ["/reference/http/catalog/list-inventory/"] },

  { kind: "path", text: "/v1/orders/cancel", pages: [`${orders}/cancel-order/`] },
  { kind: "path", text: "/v1/orders/{orderId}", pages: [`${orders}/get-order/`] },
  { kind: "path", text: "/v1/webhooks/{id}/test", pages: [`${webhooks}/test-webhook/`] },
  { kind: "path", text: "/v1/webhooks/events", pages: [`${webhooks}/list-webhook-events/`] },
  { kind: "path", text: "/v1/products/list", pages: ["/reference/http/catalog/list-products/"] },

  { kind: "field", text: "recipient", pages: [...order, "/reference/schemas/recipient/"] },
  {
    kind: "field",
    text: "trackingNumber",
    pages: [...order, `${events}/order-shipped/`, "/reference/schemas/order-event-data/"],
  },
  {
    kind: "field",
    text: "has_more",
    pages: ["/guides/pagination/", "/reference/http/catalog/list-inventory/", "/reference/schemas/pagination/"],
  },
  { kind: "field", text: "createContactRecord", pages: [`${orders}/create-order/`, "/reference/schemas/new-order/"] },
  {
    kind: "field",
    text: "warehouseId",
    pages: [`${orders}/create-order/`, `${orders}/list-warehouses/`, "/reference/schemas/new-order/"],
  },
  { kind: "field", text: "deliveryDescription", pages: order },
  { kind: "field", text: "cartItems", pages: invite },

  {
    kind: "value",
    text: "AWAITING_SHIPMENT",
    pages: [...order, `${orders}/create-order/`, "/reference/schemas/order-status/"],
  },
  { kind: "value", text: "CONNECTED_STORE", pages: [...order, "/reference/schemas/order-source/"] },
  { kind: "value", text: "CART_ADD", pages: invite },
  { kind: "value", text: "NEEDS_REVIEW", pages: [...order, "/reference/schemas/address-verification-status/"] },
  { kind: "value", text: "RESTOCKED", pages: [...order, "/reference/schemas/allocation-status/"] },

  { kind: "event", text: "order.returned", pages: [`${events}/order-returned/`] },
  { kind: "event", text: "order.shipped", pages: [`${events}/order-shipped/`] },
  { kind: "event", text: "invite.cart_updated", pages: [`${events}/invite-cart-updated/`] },
  { kind: "event", text: "webhook.test", pages: [`${events}/webhook-test/`] },

  {
    kind: "header",
    text: "X-Webhook-Signature",
    pages: signed,
  },
  { kind: "header", text: "RateLimit-Reset", pages: ["/guides/rate-limits/"] },
  {
    kind: "header",
    text: "X-Webhook-Timestamp",
    pages: signed,
  },

  {
    kind: "message",
    text: "Order not found",
    pages: [`${orders}/get-order/`, "/guides/errors/", "/reference/schemas/order-not-found-error/"],
  },
  {
    kind: "message",
    text: "Webhook URL must use HTTPS",
    pages: [`${webhooks}/create-webhook/`, `${webhooks}/update-webhook/`, "/guides/errors/"],
  },
  { kind: "message", text: "Invalid request body", pages: [`${orders}/create-order/`, "/guides/errors/"] },
  { kind: "message", text: "Rate limit exceeded", pages: ["/guides/rate-limits/", "/guides/errors/"] },

  { kind: "diagnostic", text: "ref-not-found", pages: ["/errors/ref-not-found/"] },
  { kind: "diagnostic", text: "unknown-type", pages: ["/errors/unknown-type/"] },

  { kind: "topic", text: "idempotent", pages: ["/guides/webhooks/", "/guides/orders/"] },
  { kind: "topic", text: "rotate key", pages: ["/guides/authentication/"] },
  { kind: "topic", text: "pagination", pages: ["/guides/pagination/"] },
  { kind: "topic", text: "postgres", pages: ["/guides/running/"] },

  // Written before anyone had seen what the search finds.
  { kind: "question", text: "api key", pages: ["/guides/authentication/"] },
  { kind: "question", text: "429", pages: ["/guides/rate-limits/", "/guides/errors/"] },
  { kind: "question", text: "timeout", pages: ["/guides/webhooks/", "/guides/client/", "/guides/errors/"] },
  { kind: "question", text: "signature", pages: ["/guides/webhooks/", "/guides/verifying/"] },
  { kind: "question", text: "typescript client", pages: ["/guides/client/", "/toolkit/client/"] },
  { kind: "question", text: "delete webhook", pages: [`${webhooks}/delete-webhook/`] },
  { kind: "question", text: "duplicate order", pages: ["/guides/orders/"] },
  { kind: "question", text: "create order", pages: [`${orders}/create-order/`] },
  { kind: "question", text: "cancel an order", pages: [`${orders}/cancel-order/`, "/guides/orders/"] },
  { kind: "question", text: "base url", pages: ["/reference/http/", "/guides/authentication/"] },
  { kind: "question", text: "401", pages: ["/guides/authentication/", "/guides/errors/"] },
  { kind: "question", text: "404", pages: ["/guides/errors/", `${orders}/get-order/`] },
  { kind: "question", text: "rate limit", pages: ["/guides/rate-limits/"] },
  {
    kind: "question",
    text: "retry",
    pages: ["/guides/errors/", "/guides/orders/", "/guides/client/", "/guides/rate-limits/"],
  },
  { kind: "question", text: "verify signature", pages: ["/guides/verifying/", "/guides/webhooks/"] },
  { kind: "question", text: "webhook secret", pages: ["/guides/webhooks/", `${webhooks}/rotate-webhook-secret/`] },
  { kind: "question", text: "rotate secret", pages: [`${webhooks}/rotate-webhook-secret/`, "/guides/webhooks/"] },
  {
    kind: "question",
    text: "subscribe",
    pages: ["/guides/webhooks/", `${webhooks}/create-webhook/`, "/guides/quick-start/"],
  },
  { kind: "question", text: "python", pages: ["/guides/verifying/", "/guides/webhooks/"] },
  { kind: "question", text: "golang", pages: ["/guides/verifying/", "/guides/webhooks/"] },
  { kind: "question", text: "mock server", pages: ["/toolkit/mock-server/", "/toolkit/mocks/"] },
  {
    kind: "question",
    text: "tracking number",
    pages: [...order, `${events}/order-shipped/`, "/reference/schemas/order-event-data/"],
  },
  { kind: "question", text: "inventory", pages: ["/reference/http/catalog/list-inventory/"] },
  { kind: "question", text: "products", pages: ["/reference/http/catalog/list-products/"] },
  { kind: "question", text: "warehouses", pages: [`${orders}/list-warehouses/`] },
  { kind: "question", text: "create contact", pages: ["/reference/http/contacts/create-contact/"] },
  { kind: "question", text: "getting started", pages: ["/toolkit/", "/guides/quick-start/"] },
  { kind: "question", text: "release notes", pages: ["/changelog/", "/toolkit/changelog/"] },
  { kind: "question", text: "download openapi", pages: ["/downloads/"] },
  { kind: "question", text: "breaking changes", pages: ["/toolkit/diff/", "/guides/versioning/"] },
  { kind: "question", text: "list of events", pages: [`${events}/`, `${webhooks}/list-webhook-events/`] },
  { kind: "question", text: "unauthorized", pages: ["/guides/authentication/", "/guides/errors/"] },
  { kind: "question", text: "test webhook", pages: [`${webhooks}/test-webhook/`, `${events}/webhook-test/`] },
  { kind: "question", text: "deploy", pages: ["/guides/running/"] },
  {
    kind: "question",
    text: "zod",
    pages: ["/toolkit/targets/zod/", "/toolkit/waybill/", "/toolkit/json-schema/", "/toolkit/", "/toolkit/options/"],
  },
  { kind: "question", text: "write a plugin", pages: ["/toolkit/plugins/"] },
  { kind: "question", text: "nextjs", pages: ["/guides/next/"] },
  { kind: "question", text: "react hooks", pages: ["/guides/react/", "/toolkit/tanstack-query/"] },
  { kind: "question", text: "monorepo", pages: ["/guides/monorepo/"] },
  { kind: "question", text: "github actions", pages: ["/guides/ci/", "/toolkit/diff/"] },
  { kind: "question", text: "unit tests", pages: ["/guides/testing/", "/toolkit/mocks/"] },
  { kind: "mistyped", text: "pagnation", pages: ["/guides/pagination/"] },
  { kind: "mistyped", text: "signiture", pages: ["/guides/webhooks/", "/guides/verifying/"] },
  { kind: "mistyped", text: "authentification", pages: ["/guides/authentication/"] },
  { kind: "mistyped", text: "wehbook", pages: ["/guides/webhooks/"] },
];

/** What has one right page, which is the first hit: no allowance is made for these. */
export const firstHits: readonly Pick<Query, "text" | "pages">[] = [
  { text: "signature", pages: ["/guides/verifying/"] },
  { text: "webhook signature", pages: ["/guides/verifying/"] },
  { text: "verify webhook", pages: ["/guides/verifying/"] },
];
