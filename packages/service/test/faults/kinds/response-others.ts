// Faults in everything that is shown and is no order: inventory, warehouses, products, keys, subscriptions, tests.
import { type Fault, faultsOf } from "../fault.ts";
import { bodyOf, subscribe } from "../probes.ts";
import { at, changed, fieldsOf, itemsOf, renamed, without } from "../values.ts";
import { respondingBody } from "../wraps/responses.ts";

const inventory = { operation: "listInventory", status: 200 };

export const responseOthers: readonly Fault[] = faultsOf("response", [
  {
    id: "inventory-camel-case",
    title: "Items of the inventory have `productName`, not `product_name`",
    contradicts: "spec/schemas/inventory-item.yaml#/properties/product_name",
    parts: () =>
      respondingBody(inventory, (page) =>
        changed(page, "inventory", (items) =>
          itemsOf(items).map((item) => renamed(item, "product_name", "productName")),
        ),
      ),
    shows: async (service) =>
      at(await bodyOf(service.ask("GET", "/v1/inventory/list")), "inventory", 0, "product_name"),
    right: "Mug, oat",
    wrong: undefined,
  },
  {
    id: "pagination-camel-case",
    title: "The pagination object has `totalCount`, not `total_count`",
    contradicts: "spec/schemas/pagination.yaml#/required",
    parts: () =>
      respondingBody(inventory, (page) =>
        changed(page, "pagination", (pagination) => renamed(pagination, "total_count", "totalCount")),
      ),
    shows: async (service) => at(await bodyOf(service.ask("GET", "/v1/inventory/list")), "pagination", "total_count"),
    right: 2,
    wrong: undefined,
  },
  {
    id: "pagination-has-more",
    title: "`has_more` is true on the last page too",
    contradicts: "spec/schemas/pagination.yaml#/properties/has_more",
    parts: () =>
      respondingBody(inventory, (page) =>
        changed(page, "pagination", (pagination) => ({ ...fieldsOf(pagination), has_more: true })),
      ),
    shows: async (service) => at(await bodyOf(service.ask("GET", "/v1/inventory/list")), "pagination", "has_more"),
    right: false,
    wrong: true,
  },
  {
    id: "pagination-total-of-page",
    title: "`total_count` counts the items of the page only",
    contradicts: "spec/schemas/pagination.yaml#/properties/total_count",
    parts: () =>
      respondingBody(inventory, (page) =>
        changed(page, "pagination", (pagination) => {
          return { ...fieldsOf(pagination), total_count: itemsOf(at(page, "inventory")).length };
        }),
      ),
    shows: async (service) =>
      at(await bodyOf(service.ask("GET", "/v1/inventory/list?page_size=1")), "pagination", "total_count"),
    right: 2,
    wrong: 1,
  },
  {
    id: "products-wrapped",
    title: "The list of products is wrapped in `{products}`",
    contradicts: "spec/paths/products.yaml#/list/get/responses/200/content",
    parts: () => respondingBody({ operation: "listProducts", status: 200 }, (products) => ({ products })),
    shows: async (service) => Array.isArray(await bodyOf(service.ask("GET", "/v1/products/list"))),
    right: true,
    wrong: false,
  },
  {
    id: "warehouse-alias-missing",
    title: "Warehouses have no alias",
    contradicts: "spec/schemas/warehouse.yaml#/required",
    parts: () =>
      respondingBody({ operation: "listWarehouses", status: 200 }, (warehouses) =>
        itemsOf(warehouses).map((warehouse) => without(warehouse, "alias")),
      ),
    shows: async (service) => at(await bodyOf(service.ask("GET", "/v1/orders/warehouses")), 0, "alias"),
    right: "east",
    wrong: undefined,
  },
  {
    id: "auth-camel-case",
    title: "The key check returns `accountId`, not `account_id`",
    contradicts: "spec/schemas/auth-check.yaml#/required",
    parts: () =>
      respondingBody({ operation: "checkAuth", status: 200 }, (check) => renamed(check, "account_id", "accountId")),
    shows: async (service) => Object.keys(fieldsOf(await bodyOf(service.ask("GET", "/v1/auth")))),
    right: ["account_id", "message"],
    wrong: ["accountId", "message"],
  },
  {
    id: "auth-message-missing",
    title: "The key check by POST has no message",
    contradicts: "spec/schemas/auth-check.yaml#/required",
    parts: () => respondingBody({ operation: "checkAuthPost", status: 200 }, (check) => without(check, "message")),
    shows: async (service) => Object.keys(fieldsOf(await bodyOf(service.ask("POST", "/v1/auth")))),
    right: ["account_id", "message"],
    wrong: ["account_id"],
  },
  {
    id: "webhooks-bare-array",
    title: "The list of subscriptions is a bare array, not `{webhooks}`",
    contradicts: "spec/schemas/webhook-list.yaml#/required",
    parts: () => respondingBody({ operation: "listWebhooks", status: 200 }, (list) => at(list, "webhooks")),
    shows: (service) => bodyOf(service.ask("GET", "/v1/webhooks")),
    right: { webhooks: [] },
    wrong: [],
  },
  {
    id: "webhook-created-unix",
    title: "`createdAt` of a subscription is a number of milliseconds",
    contradicts: "spec/schemas/webhook-subscription.yaml#/properties/createdAt/type",
    parts: () =>
      respondingBody({ operation: "updateWebhook", status: 200 }, (subscription) =>
        changed(subscription, "createdAt", (at) => Date.parse(String(at))),
      ),
    shows: async (service) => {
      const { path } = await subscribe(service, ["order.created"]);
      return typeof at(await bodyOf(service.ask("PUT", path, { body: { active: true } })), "createdAt");
    },
    right: "string",
    wrong: "number",
  },
  {
    id: "webhook-events-joined",
    title: "The events of a subscription are one comma-separated string",
    contradicts: "spec/schemas/webhook-subscription-with-secret.yaml#/properties/events/type",
    parts: () =>
      respondingBody({ operation: "rotateWebhookSecret", status: 200 }, (subscription) =>
        changed(subscription, "events", (events) => itemsOf(events).join(",")),
      ),
    shows: async (service) => {
      const { path } = await subscribe(service, ["order.created", "order.shipped"]);
      return at(await bodyOf(service.ask("POST", `${path}/rotate-secret`)), "events");
    },
    right: ["order.created", "order.shipped"],
    wrong: "order.created,order.shipped",
  },
  {
    id: "webhook-active-number",
    title: "`active` is 1 or 0 in the list of subscriptions",
    contradicts: "spec/schemas/webhook-subscription.yaml#/properties/active/type",
    parts: () =>
      respondingBody({ operation: "listWebhooks", status: 200 }, (list) =>
        changed(list, "webhooks", (webhooks) => itemsOf(webhooks).map((one) => changed(one, "active", Number))),
      ),
    shows: async (service) => {
      await subscribe(service, ["order.created"]);
      return at(await bodyOf(service.ask("GET", "/v1/webhooks")), "webhooks", 0, "active");
    },
    right: true,
    wrong: 1,
  },
  {
    id: "test-status-code-missing",
    title: "The result of a test has no `statusCode`",
    contradicts: "spec/schemas/webhook-test-result.yaml#/required",
    parts: () => respondingBody({ operation: "testWebhook", status: 200 }, (result) => without(result, "statusCode")),
    shows: async (service) => {
      const { path } = await subscribe(service, ["order.created"]);
      return Object.keys(fieldsOf(await bodyOf(service.ask("POST", `${path}/test`))));
    },
    right: ["success", "statusCode", "error"],
    wrong: ["success", "error"],
  },
  {
    id: "test-success-always",
    title: "A test succeeds although the endpoint returned 500",
    contradicts: "spec/schemas/webhook-test-result.yaml#/properties/success",
    parts: () =>
      respondingBody({ operation: "testWebhook", status: 200 }, (result) => ({ ...fieldsOf(result), success: true })),
    shows: async (service) => {
      const { path } = await subscribe(service, ["order.created"], { status: 500 });
      return at(await bodyOf(service.ask("POST", `${path}/test`)), "success");
    },
    right: false,
    wrong: true,
  },
]);
