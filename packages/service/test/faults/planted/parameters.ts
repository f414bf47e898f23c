// Planted: large integers, quotes, U+0000 and long text in parameters, and names of other enums.
import { z } from "zod";
import { type Fault, faultsOf } from "../fault.ts";
import { cancel, statusOf } from "../probes.ts";
import type { FaultyService } from "../run-faulty.ts";
import { changed, mapped } from "../values.ts";
import { askingList, askingWithBody } from "../wraps/responses.ts";
import { judgingBody, judgingQuery } from "../wraps/rules.ts";
import { failingOn, parameter } from "./plant.ts";

const limit = "spec/openapi.yaml#/components/parameters/Limit/schema/type";
const offset = "spec/openapi.yaml#/components/parameters/Offset/schema/type";
const listErrors = "spec/paths/orders.yaml#/list/get/responses";

function get(service: FaultyService, path: string): Promise<number> {
  return statusOf(service.ask("GET", path));
}

const subscribableEvents = "spec/schemas/webhook-event-name.yaml#/enum";
const events = ["order.created", "order.shipped", "order.delivered", "order.cancelled", "order.returned"];
const invites = ["invite.viewed", "invite.cart_updated", "invite.redeemed"];

function subscribing(service: FaultyService, names: readonly unknown[]): Promise<number> {
  const { url } = service.receiver.open();
  return statusOf(service.ask("POST", "/v1/webhooks", { body: { url, events: names } }));
}

export const plantedParameters: readonly Fault[] = faultsOf("validation", [
  {
    id: "planted-limit-31-bits",
    title: "A limit from 2^31 on fails",
    contradicts: limit,
    parts: () => failingOn((request) => Number(parameter(request, "limit")) >= 2 ** 31),
    shows: (service) => get(service, "/v1/orders/list?limit=2147483648"),
    right: 200,
    wrong: 500,
  },
  {
    id: "planted-offset-32-bits",
    title: "An offset is taken modulo 2^32",
    contradicts: offset,
    parts: () =>
      askingList("/v1/products/list", (parameters) => {
        const given = Number(parameters.get("offset") ?? "0");
        if (Number.isSafeInteger(given) && given > 0) parameters.set("offset", String(given % 2 ** 32));
      }),
    shows: async (service) => (await service.ask("GET", "/v1/products/list?offset=4294967296")).text,
    right: "[]",
    wrong: '[{"sku":"MUG","title":"Mug, oat"},{"sku":"TEE","title":"T-shirt, navy"}]',
  },
  {
    id: "planted-offset-53-bits",
    title: "An offset beyond 2^53 fails",
    contradicts: offset,
    parts: () => failingOn((request) => Number(parameter(request, "offset")) > 2 ** 53),
    shows: (service) => get(service, "/v1/orders/list?offset=9007199254740994"),
    right: 200,
    wrong: 500,
  },
  {
    id: "planted-campaign-quote",
    title: "A quote in the campaign filter fails",
    contradicts: listErrors,
    parts: () => failingOn((request) => parameter(request, "campaignId").includes("'")),
    shows: (service) => get(service, "/v1/orders/list?campaignId=it%27s"),
    right: 200,
    wrong: 500,
  },
  {
    id: "planted-order-id-nul",
    title: "U+0000 in an order's id fails",
    contradicts: "spec/paths/orders.yaml#/order/get/responses",
    parts: () => failingOn(({ pathname }) => pathname.startsWith("/v1/orders/") && pathname.includes("%00")),
    shows: (service) => get(service, "/v1/orders/ord%00"),
    right: 404,
    wrong: 500,
  },
  {
    id: "planted-order-id-long",
    title: "An order's id of over 255 characters fails",
    contradicts: "spec/paths/orders.yaml#/order/get/responses",
    parts: () => failingOn(({ pathname }) => pathname.length > 270),
    shows: (service) => get(service, `/v1/orders/${"a".repeat(300)}`),
    right: 404,
    wrong: 500,
  },
  {
    id: "planted-campaign-long",
    title: "A campaign filter of over 500 characters fails",
    contradicts: listErrors,
    parts: () => failingOn((request) => parameter(request, "campaignId").length > 500),
    shows: (service) => get(service, `/v1/orders/list?campaignId=${"a".repeat(600)}`),
    right: 200,
    wrong: 500,
  },
  {
    id: "planted-page-31-bits",
    title: "A page from 2^31 on fails",
    contradicts: "spec/paths/inventory.yaml#/list/get/parameters/0/schema/type",
    parts: () => failingOn((request) => Number(parameter(request, "page")) >= 2 ** 31),
    shows: (service) => get(service, "/v1/inventory/list?page=2147483648"),
    right: 200,
    wrong: 500,
  },
  {
    id: "planted-webhook-id-quote",
    title: "A quote in the id of a subscription to delete fails",
    contradicts: "spec/paths/webhooks.yaml#/webhook/delete/responses",
    parts: () => failingOn(({ pathname, method }) => method === "DELETE" && /'|%27/.test(pathname)),
    shows: (service) => statusOf(service.ask("DELETE", "/v1/webhooks/it%27s")),
    right: 400,
    wrong: 500,
  },
  {
    id: "planted-cancel-nul",
    title: "U+0000 in the id of an order to cancel fails",
    contradicts: "spec/paths/orders.yaml#/cancel/post/responses",
    parts: () => ({
      api: (api) => ({
        ...api,
        cancelOrder: (request, caller) => {
          if (request.body.orderId.includes("\u0000")) throw new Error("invalid byte sequence");
          return api.cancelOrder(request, caller);
        },
      }),
    }),
    shows: (service) => statusOf(cancel(service, "ord\u0000")),
    right: 400,
    wrong: 500,
  },
  {
    id: "planted-campaign-percent",
    title: "A percent sign in the campaign filter is a wildcard",
    contradicts: "spec/paths/orders.yaml#/list/get/parameters/2/description",
    parts: () =>
      askingList("/v1/orders/list", (parameters) => {
        if (parameters.get("campaignId")?.includes("%")) parameters.delete("campaignId");
      }),
    shows: async (service) => {
      await service.ask("POST", "/v1/orders/create", {
        body: { ...orderOf(service) },
      });
      return (await service.ask("GET", "/v1/orders/list?campaignId=%25")).text === "[]";
    },
    right: true,
    wrong: false,
  },
  {
    id: "planted-filter-payment-status",
    title: "The status filter accepts payment statuses",
    contradicts: "spec/schemas/order-status-filter.yaml#/enum",
    parts: () =>
      judgingQuery(
        "listOrders",
        "orderStatus",
        z.enum(["AWAITING_SHIPMENT", "SHIPPED", "CANCELLED", "RETURNED", "PAID", "UNPAID"]).optional(),
      ),
    shows: (service) => get(service, "/v1/orders/list?orderStatus=PAID"),
    right: 400,
    wrong: 200,
  },
  {
    id: "planted-filter-allocation-status",
    title: "The status filter accepts allocation statuses",
    contradicts: "spec/schemas/order-status-filter.yaml#/enum",
    parts: () =>
      judgingQuery(
        "listOrders",
        "orderStatus",
        z.enum(["AWAITING_SHIPMENT", "SHIPPED", "CANCELLED", "RETURNED", "ALLOCATED"]).optional(),
      ),
    shows: (service) => get(service, "/v1/orders/list?orderStatus=ALLOCATED"),
    right: 400,
    wrong: 200,
  },
  {
    id: "planted-filter-event-name",
    title: "The status filter accepts order.shipped for SHIPPED",
    contradicts: "spec/schemas/order-status-filter.yaml#/enum",
    parts: () =>
      askingList("/v1/orders/list", (parameters) => {
        const status = parameters.get("orderStatus");
        if (status?.startsWith("order.")) parameters.set("orderStatus", status.slice(6).toUpperCase());
      }),
    shows: (service) => get(service, "/v1/orders/list?orderStatus=order.shipped"),
    right: 400,
    wrong: 200,
  },
  {
    id: "planted-events-test",
    title: "webhook.test can be subscribed to",
    contradicts: subscribableEvents,
    parts: () =>
      judgingBody("createWebhook", "events", z.array(z.enum([...events, ...invites, "webhook.test"])).min(1)),
    shows: (service) => subscribing(service, ["order.created", "webhook.test"]),
    right: 400,
    wrong: 201,
  },
  {
    id: "planted-events-test-update",
    title: "A subscription can be changed to webhook.test",
    contradicts: subscribableEvents,
    parts: () =>
      askingWithBody(/^\/v1\/webhooks\/[^/]+$/, (body) =>
        changed(body, "events", (names) => mapped(names, (name) => (name === "webhook.test" ? "order.created" : name))),
      ),
    shows: async (service) => {
      const { url } = service.receiver.open();
      const { body } = await service.ask("POST", "/v1/webhooks", { body: { url, events: ["order.created"] } });
      const path = `/v1/webhooks/${String(Object(body).id)}`;
      return statusOf(service.ask("PUT", path, { body: { events: ["webhook.test"] } }));
    },
    right: 400,
    wrong: 200,
  },
  {
    id: "planted-events-status",
    title: "Subscriptions accept SHIPPED for order.shipped",
    contradicts: subscribableEvents,
    parts: () =>
      askingWithBody("/v1/webhooks", (body) =>
        changed(body, "events", (names) => mapped(names, (name) => (name === "SHIPPED" ? "order.shipped" : name))),
      ),
    shows: (service) => subscribing(service, ["SHIPPED"]),
    right: 400,
    wrong: 201,
  },
  {
    id: "planted-events-case",
    title: "Subscriptions accept events in another case",
    contradicts: subscribableEvents,
    parts: () =>
      askingWithBody("/v1/webhooks", (body) =>
        changed(body, "events", (names) =>
          mapped(names, (name) => (typeof name === "string" ? name.toLowerCase() : name)),
        ),
      ),
    shows: (service) => subscribing(service, ["ORDER.CREATED"]),
    right: 400,
    wrong: 201,
  },
]);

function orderOf({ account }: FaultyService) {
  const shipTo = {
    firstName: "A",
    lastName: "B",
    email: "a@example.com",
    street1: "1",
    city: "C",
    state: "OR",
    zip: "1",
  };
  return { campaignId: account.campaignId, shipTo, products: [{ sku: "MUG", quantity: 1 }] };
}
