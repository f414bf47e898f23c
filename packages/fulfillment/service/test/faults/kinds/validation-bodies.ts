// Faults in the rules for bodies, apart from addresses: what is accepted, refused or passed over.
import { NewOrderSchema } from "@fulfillment/validators";
import { sql } from "kysely";
import { z } from "zod";
import { productsBySku } from "../../../src/storage/queries/catalog.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { bodyOf, cancel, create, statusOf } from "../probes.ts";
import { changed, fieldsOf } from "../values.ts";
import { querying, rewritten } from "../wraps/queries.ts";
import { askingWithBody } from "../wraps/responses.ts";
import { judgingBody } from "../wraps/rules.ts";

const orderFields = ["campaignId", "shipTo", "products", "warehouseId", "createContactRecord"];

export const validationOfBodies: readonly Fault[] = faultsOf("validation", [
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
    id: "cancel-without-id",
    title: "Cancelling without an `orderId` returns 500",
    contradicts: "spec/schemas/order-cancellation.yaml#/required",
    foundBy: ["server-error"],
    parts: () => judgingBody("cancelOrder", "orderId", z.string().optional()),
    shows: (service) => statusOf(cancel(service, undefined)),
    right: 400,
    wrong: 500,
  },
]);
