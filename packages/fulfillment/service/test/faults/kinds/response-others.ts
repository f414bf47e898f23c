// Faults in everything that is shown and is no order: inventory, warehouses, products, keys, subscriptions, tests.
import { type Fault, faultsOf } from "../fault.ts";
import { bodyOf } from "../probes.ts";
import { at, changed, fieldsOf, itemsOf } from "../values.ts";
import { respondingBody } from "../wraps/responses.ts";

const inventory = { operation: "listInventory", status: 200 };

export const responseOthers: readonly Fault[] = faultsOf("response", [
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
]);
