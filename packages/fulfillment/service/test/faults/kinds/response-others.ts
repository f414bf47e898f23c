// Faults in everything that is shown and is no order: inventory, warehouses, products, keys, subscriptions, tests.
import { type Fault, faultsOf } from "../fault.ts";
import { bodyOf, subscribe } from "../probes.ts";
import { at, changed, fieldsOf, itemsOf } from "../values.ts";
import { respondingBody } from "../wraps/responses.ts";

const inventory = { operation: "listInventory", status: 200 };

export const responseOthers: readonly Fault[] = faultsOf("response", [
  {
    id: "pagination-has-more",
    title: "`has_more` is true on the last page too",
    contradicts: "spec/schemas/pagination.yaml#/properties/has_more",
    foundBy: ["page-report"],
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
    foundBy: ["page-report"],
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
    id: "test-success-always",
    title: "A test succeeds although the endpoint returned 500",
    contradicts: "spec/schemas/webhook-test-result.yaml#/properties/success",
    foundBy: ["wrong-report"],
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
