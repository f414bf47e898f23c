// Faults of the kind "validation".

import { z } from "zod";
import { type Fault, faultsOf } from "../fault.ts";
import { bodyOf, cancel, create, readNew, shippingTo, statusOf } from "../probes.ts";
import type { FaultyService } from "../run-faulty.ts";
import { changed, fieldsOf, itemsOf } from "../values.ts";
import { askingList, askingWithBody } from "../wraps/responses.ts";
import { judgingBody } from "../wraps/rules.ts";

/** How many entries a list has, after `count` orders. */
async function listed(service: FaultyService, query: string, count: number): Promise<number> {
  for (let order = 0; order < count; order += 1) await create(service);
  return itemsOf(await bodyOf(service.ask("GET", `/v1/orders/list?${query}`))).length;
}

function upperCased(line: unknown): unknown {
  return changed(line, "sku", (sku) => (typeof sku === "string" ? sku.toUpperCase() : sku));
}

export const validationFaults: readonly Fault[] = faultsOf("validation", [
  {
    id: "zip-digits",
    title: "Only zips of five digits are accepted",
    contradicts: "spec/schemas/ship-to.yaml#/properties/zip/type",
    foundBy: ["valid-refused"],
    parts: () => judgingBody("createOrder", "shipTo.zip", z.string().regex(/^\d{5}$/)),
    shows: (service) => shippingTo(service, { zip: "K1A 0B1" }),
    right: 201,
    wrong: 400,
  },
  {
    id: "length-in-code-units",
    title: "Lengths are counted in UTF-16 units, so that characters beyond the first 65,536 count twice",
    contradicts: "spec/schemas/ship-to.yaml#/description",
    foundBy: ["invalid-accepted", "valid-refused"],
    parts: () =>
      judgingBody(
        "createOrder",
        "shipTo.city",
        z.string().refine((city) => city.length <= 100),
      ),
    shows: (service) => shippingTo(service, { city: "\u{20BB7}".repeat(100) }),
    right: 201,
    wrong: 400,
  },
  {
    id: "sku-other-case",
    title: "A SKU is accepted in the other case",
    contradicts: "spec/schemas/new-order.yaml#/x-waybill-references/0",
    foundBy: ["rule-broken"],
    parts: () =>
      askingWithBody("/v1/orders/create", (body) =>
        changed(body, "products", (lines) => (Array.isArray(lines) ? lines.map(upperCased) : lines)),
      ),
    shows: (service) => statusOf(create(service, { products: [{ sku: "mug", quantity: 1 }] })),
    right: 400,
    wrong: 201,
  },
  {
    id: "lines-beyond-hundred",
    title: "Lines of an order beyond the hundredth are lost",
    contradicts: "spec/schemas/order.yaml#/properties/products",
    foundBy: ["lost-write"],
    parts: () =>
      askingWithBody("/v1/orders/create", (body) =>
        changed(body, "products", (lines) => (Array.isArray(lines) ? lines.slice(0, 100) : lines)),
      ),
    shows: async (service) => {
      const products = Array.from({ length: 120 }, () => ({ sku: "MUG", quantity: 1 }));
      return itemsOf((await readNew(service, { products }))["products"]).length;
    },
    right: 120,
    wrong: 100,
  },
  {
    id: "cancel-number",
    title: "Cancelling takes an `orderId` that is a number",
    contradicts: "spec/schemas/order-cancellation.yaml#/properties/orderId/type",
    foundBy: ["wrong-refusal"],
    parts: () =>
      askingWithBody("/v1/orders/cancel", (body) =>
        changed(body, "orderId", (id) => (typeof id === "number" ? String(id) : id)),
      ),
    shows: async (service) => "errors" in fieldsOf(await bodyOf(cancel(service, 7))),
    right: true,
    wrong: false,
  },
  {
    id: "filters-exclude-each-other",
    title: "With both filters of the list of orders, only the campaign counts",
    contradicts: "spec/paths/orders.yaml#/list/get/description",
    foundBy: ["filter-ignored"],
    parts: () =>
      askingList("/v1/orders/list", (parameters) => {
        if (parameters.has("campaignId")) parameters.delete("orderStatus");
      }),
    shows: (service) => listed(service, `campaignId=${service.account.campaignId}&orderStatus=CANCELLED`, 2),
    right: 0,
    wrong: 2,
  },
  {
    id: "limit-negative",
    title: "A negative `limit` returns 500",
    contradicts: "spec/paths/orders.yaml#/list/get/responses/400",
    foundBy: ["server-error"],
    parts: () => ({
      api: (api) => ({
        ...api,
        listOrders: (request, caller) => {
          if ((request.query?.limit ?? 0) < 0) throw new RangeError("LIMIT must not be negative");
          return api.listOrders(request, caller);
        },
      }),
    }),
    shows: (service) => statusOf(service.ask("GET", "/v1/orders/list?limit=-1")),
    right: 400,
    wrong: 500,
  },
]);
