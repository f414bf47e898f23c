// Faults of the kind "validation".

import { NewOrderSchema } from "@fulfillment/validators";
import { sql } from "kysely";
import { z } from "zod";
import type { ServiceParts } from "../../../src/operation/parts.ts";
import { productsBySku } from "../../../src/storage/queries/catalog.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { bodyOf, cancel, create, shippingTo, statusOf } from "../probes.ts";
import type { FaultyService } from "../run-faulty.ts";
import { changed, fieldsOf, itemsOf } from "../values.ts";
import { querying, rewritten } from "../wraps/queries.ts";
import { askingList, askingWithBody } from "../wraps/responses.ts";
import { judgingBody } from "../wraps/rules.ts";

/** One field of `shipTo`, the rule it is judged by, and a value on which that rule and the described one disagree. */
interface AddressFault {
  readonly id: string;
  readonly title: string;
  readonly foundBy: Fault["foundBy"];
  readonly field: string;
  readonly keyword: string;
  readonly rule: z.ZodType;
  readonly value: unknown;
  /** The status that the fault returns for the value; the correct one is the other of 201 and 400. */
  readonly wrong: 201 | 400;
}

const disagreements: readonly AddressFault[] = [
  {
    id: "zip-digits",
    title: "Only zips of five digits are accepted",
    foundBy: ["valid-refused"],
    field: "zip",
    keyword: "type",
    rule: z.string().regex(/^\d{5}$/),
    value: "K1A 0B1",
    wrong: 400,
  },
];

const orderFields = ["campaignId", "shipTo", "products", "warehouseId", "createContactRecord"];

/** How many entries a list has, after `count` orders. */
async function listed(service: FaultyService, query: string, count: number): Promise<number> {
  for (let order = 0; order < count; order += 1) await create(service);
  return itemsOf(await bodyOf(service.ask("GET", `/v1/orders/list?${query}`))).length;
}

export const validationFaults: readonly Fault[] = faultsOf("validation", [
  ...disagreements.map(({ id, title, foundBy, field, keyword, rule, value, wrong }) => ({
    id,
    title,
    foundBy,
    contradicts: `spec/schemas/ship-to.yaml#/properties/${field}/${keyword}`,
    parts: (): ServiceParts => judgingBody("createOrder", `shipTo.${field}`, rule),
    shows: async (service: Parameters<Fault["shows"]>[0]): Promise<number> => shippingTo(service, { [field]: value }),
    right: wrong === 201 ? 400 : 201,
    wrong,
  })),
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
    id: "unknown-sku",
    title: "A SKU that no product has is accepted",
    contradicts: "spec/schemas/new-order.yaml#/properties/products/description",
    foundBy: ["foreign-access", "rule-broken"],
    parts: () =>
      querying(
        rewritten(productsBySku, (db, { accountId, skus }, dialect) => {
          const sku = sql<string>`value`;
          const title = sql<string>`(select title from products where account_id = ${accountId} and products.sku = value)`;
          const rows =
            dialect === "sqlite"
              ? sql`json_each(${skus})`
              : sql`json_array_elements_text(${skus}::json) as listed(value)`;
          const found = sql<{
            sku: string;
            title: string;
          }>`select ${sku} as sku, coalesce(${title}, ${sku}) as title from ${rows}`;
          return { compile: () => found.compile(db) };
        }),
      ),
    shows: (service) => statusOf(create(service, { products: [{ sku: "NONE", quantity: 1 }] })),
    right: 400,
    wrong: 201,
  },
  {
    id: "order-unknown-field",
    title: "A new order with a field that is not described is refused",
    contradicts: "spec/schemas/new-order.yaml#/properties",
    foundBy: ["valid-refused"],
    parts: () => ({
      routes: (routes) =>
        routes.map((route) =>
          route.operationId === "createOrder"
            ? {
                ...route,
                schemas: {
                  ...route.schemas,
                  body: {
                    "application/json": NewOrderSchema.refine((order) =>
                      Object.keys(order).every((name) => orderFields.includes(name)),
                    ),
                  },
                },
              }
            : route,
        ),
    }),
    shows: (service) => statusOf(create(service, { reference: "PO-7" })),
    right: 201,
    wrong: 400,
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
