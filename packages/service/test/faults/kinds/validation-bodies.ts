// Faults in the rules for bodies, apart from addresses: what is accepted, refused or passed over.
import { NewOrderSchema } from "@fulfillment/validators";
import { sql } from "kysely";
import { z } from "zod";
import { productsBySku, warehousesOfAccount } from "../../../src/storage/queries/catalog.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { bodyOf, cancel, create, readNew, statusOf } from "../probes.ts";
import { changed, fieldsOf, mapped } from "../values.ts";
import { querying, rewritten } from "../wraps/queries.ts";
import { asking, askingWithBody } from "../wraps/responses.ts";
import { judgingBody } from "../wraps/rules.ts";

const line = (quantity: unknown) => ({ products: [{ sku: "MUG", quantity }] });

const orderFields = ["campaignId", "shipTo", "products", "warehouseId", "createContactRecord"];

export const validationOfBodies: readonly Fault[] = faultsOf("validation", [
  {
    id: "products-empty",
    title: "An order without products is accepted",
    contradicts: "spec/schemas/new-order.yaml#/properties/products/minItems",
    parts: () => judgingBody("createOrder", "products", z.array(z.unknown())),
    shows: (service) => statusOf(create(service, { products: [] })),
    right: 400,
    wrong: 201,
  },
  {
    id: "quantity-text",
    title: "A quantity that is a string is accepted as a number",
    contradicts: "spec/schemas/line-item.yaml#/properties/quantity/type",
    parts: () =>
      askingWithBody("/v1/orders/create", (body) =>
        changed(body, "products", (products) => mapped(products, (item) => changed(item, "quantity", toNumber))),
      ),
    shows: (service) => statusOf(create(service, line("2"))),
    right: 400,
    wrong: 201,
  },
  {
    id: "quantity-fraction",
    title: "A quantity of 1.5 is accepted",
    contradicts: "spec/schemas/line-item.yaml#/properties/quantity/type",
    parts: () =>
      askingWithBody("/v1/orders/create", (body) =>
        changed(body, "products", (products) =>
          mapped(products, (item) =>
            changed(item, "quantity", (quantity) => (typeof quantity === "number" ? Math.floor(quantity) : quantity)),
          ),
        ),
      ),
    shows: (service) => statusOf(create(service, line(1.5))),
    right: 400,
    wrong: 201,
  },
  {
    id: "unknown-sku",
    title: "A SKU that no product has is accepted",
    contradicts: "spec/schemas/new-order.yaml#/properties/products/description",
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
    id: "warehouse-ignored",
    title: "The warehouse that an order names is ignored",
    contradicts: "spec/schemas/new-order.yaml#/properties/warehouseId",
    parts: () =>
      askingWithBody("/v1/orders/create", (body) => {
        const { warehouseId, ...rest } = fieldsOf(body);
        return rest;
      }),
    shows: async (service) => {
      const order = await readNew(service, { warehouseId: service.account.warehouses.west });
      return order["warehouse"];
    },
    right: "west",
    wrong: "east",
  },
  {
    id: "warehouse-by-alias",
    title: "`warehouseId` takes aliases, and no ids",
    contradicts: "spec/schemas/new-order.yaml#/properties/warehouseId",
    parts: () =>
      querying(
        rewritten(warehousesOfAccount, (db, { accountId }) =>
          db
            .selectFrom("warehouses")
            .select((column) => [column.ref("alias").as("id"), "name", "alias"])
            .where("account_id", "=", accountId)
            .orderBy("alias"),
        ),
      ),
    shows: (service) => statusOf(create(service, { warehouseId: service.account.warehouses.west })),
    right: 201,
    wrong: 400,
  },
  {
    id: "create-contact-required",
    title: "An order that does not say `createContactRecord` is refused",
    contradicts: "spec/schemas/new-order.yaml#/properties/createContactRecord/default",
    parts: () => judgingBody("createOrder", "createContactRecord", z.boolean()),
    shows: (service) => statusOf(create(service)),
    right: 201,
    wrong: 400,
  },
  {
    id: "create-contact-text",
    title: "`createContactRecord` accepts strings",
    contradicts: "spec/schemas/new-order.yaml#/properties/createContactRecord/type",
    parts: () => judgingBody("createOrder", "createContactRecord", z.union([z.boolean(), z.string()]).optional()),
    shows: (service) => statusOf(create(service, { createContactRecord: "yes" })),
    right: 400,
    wrong: 201,
  },
  {
    id: "order-unknown-field",
    title: "A new order with a field that is not described is refused",
    contradicts: "spec/schemas/new-order.yaml#/properties",
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
    id: "any-media-type",
    title: "A body is read as JSON with any media type",
    contradicts: "spec/paths/orders.yaml#/create/post/requestBody/content",
    parts: () => asking((request) => ({ ...request, contentType: "application/json" })),
    shows: (service) => statusOf(create(service, {}, { "Content-Type": "text/plain" })),
    right: 400,
    wrong: 201,
  },
  {
    id: "cancel-number",
    title: "Cancelling takes an `orderId` that is a number",
    contradicts: "spec/schemas/order-cancellation.yaml#/properties/orderId/type",
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
    parts: () => judgingBody("cancelOrder", "orderId", z.string().optional()),
    shows: (service) => statusOf(cancel(service, undefined)),
    right: 400,
    wrong: 500,
  },
]);

function toNumber(value: unknown): unknown {
  return typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
}
