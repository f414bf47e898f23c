// Planted: data of other accounts behind filters and in lists, and their things in creates.

import { sql } from "kysely";
import {
  campaignOfAccount,
  countProducts,
  inventoryPage,
  productPage,
  productsBySku,
  warehousesOfAccount,
} from "../../../src/storage/queries/catalog.ts";
import {
  orderDocument,
  orderPageByBoth,
  orderPageByCampaign,
  orderPageByStatus,
} from "../../../src/storage/queries/orders.ts";
import { subscriptionByUrl, subscriptionsOfAccount } from "../../../src/storage/queries/subscriptions.ts";
import { query as raw } from "../../contract/raw-query.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { withInside } from "../inside.ts";
import { bodyOf, cancel, create, place, statusOf, subscribe } from "../probes.ts";
import type { FaultyService } from "../run-faulty.ts";
import { at, fieldsOf, itemsOf } from "../values.ts";
import { querying, rewritten } from "../wraps/queries.ts";
import { responding } from "../wraps/responses.ts";

const list = "spec/paths/orders.yaml#/list/get/description";
const references = "spec/schemas/new-order.yaml#/x-waybill-references";

/** How many of the other account's list come of what this account has placed. */
async function foreignOrders(service: FaultyService, query: string): Promise<number> {
  await place(service);
  const path = `/v1/orders/list?${query.replace("CAMPAIGN", service.account.campaignId)}`;
  return itemsOf(await bodyOf(service.ask("GET", path, { key: service.other.key }))).length;
}

async function skusSeen(service: FaultyService, path: string, pick: (body: unknown) => unknown): Promise<boolean> {
  const own = itemsOf(pick(await bodyOf(service.ask("GET", path))));
  const names = own.map((item) => JSON.stringify(fieldsOf(item)["sku"] ?? fieldsOf(item)["product_name"]));
  return new Set(names).size === names.length;
}

export const plantedAccounts: readonly Fault[] = faultsOf("authentication", [
  {
    id: "planted-campaign-filter-accounts",
    title: "Filtered by campaign, the list has orders of all accounts",
    contradicts: list,
    parts: () =>
      querying(
        rewritten(orderPageByCampaign, (db, { campaign_id, limit, offset }) =>
          db
            .selectFrom("orders")
            .select("document")
            .where("campaign_id", "=", campaign_id)
            .orderBy("number")
            .limit(limit)
            .offset(offset),
        ),
      ),
    shows: (service) => foreignOrders(service, "campaignId=CAMPAIGN"),
    right: 0,
    wrong: 1,
  },
  {
    id: "planted-status-filter-accounts",
    title: "Filtered by status, the list has orders of all accounts",
    contradicts: list,
    parts: () =>
      querying(
        rewritten(orderPageByStatus, (db, { status, limit, offset }) =>
          db
            .selectFrom("orders")
            .select("document")
            .where("status", "=", status)
            .orderBy("number")
            .limit(limit)
            .offset(offset),
        ),
      ),
    shows: (service) => foreignOrders(service, "orderStatus=AWAITING_SHIPMENT"),
    right: 0,
    wrong: 1,
  },
  {
    id: "planted-both-filters-accounts",
    title: "Filtered by campaign and status, the list has orders of all accounts",
    contradicts: list,
    parts: () =>
      querying(
        rewritten(orderPageByBoth, (db, { status, campaign_id, limit, offset }) =>
          db
            .selectFrom("orders")
            .select("document")
            .where("status", "=", status)
            .where("campaign_id", "=", campaign_id)
            .orderBy("number")
            .limit(limit)
            .offset(offset),
        ),
      ),
    shows: (service) => foreignOrders(service, "orderStatus=AWAITING_SHIPMENT&campaignId=CAMPAIGN"),
    right: 0,
    wrong: 1,
  },
  {
    id: "planted-products-accounts",
    title: "The list of products has those of all accounts",
    contradicts: "spec/paths/products.yaml#/list/get/description",
    parts: () =>
      querying(
        rewritten(productPage, (db, { limit, offset }) =>
          db.selectFrom("products").select(["sku", "title"]).orderBy("sku").limit(limit).offset(offset),
        ),
      ),
    shows: (service) => skusSeen(service, "/v1/products/list", (body) => body),
    right: true,
    wrong: false,
  },
  {
    id: "planted-inventory-accounts",
    title: "The inventory has the products of all accounts",
    contradicts: "spec/paths/inventory.yaml#/list/get/description",
    parts: () =>
      querying(
        rewritten(inventoryPage, (db, { limit, offset }) =>
          db
            .selectFrom("products")
            .select(["sku", "title", sql<number>`cast(3 as bigint)`.as("on_hand")])
            .orderBy("sku")
            .limit(limit)
            .offset(offset),
        ),
      ),
    shows: (service) => skusSeen(service, "/v1/inventory/list", (body) => at(body, "inventory")),
    right: true,
    wrong: false,
  },
  {
    id: "planted-inventory-total-accounts",
    title: "`total_count` of the inventory counts the products of all accounts",
    contradicts: "spec/schemas/pagination.yaml#/properties/total_count/description",
    parts: () =>
      querying(
        rewritten(countProducts, (db) =>
          db.selectFrom("products").select((column) => column.fn.countAll<number>().as("count")),
        ),
      ),
    shows: async (service) =>
      at(await bodyOf(service.ask("GET", "/v1/inventory/list")), "pagination", "total_count") === 2,
    right: true,
    wrong: false,
  },
  {
    id: "planted-warehouses-accounts",
    title: "The list of warehouses has those of all accounts",
    contradicts: "spec/paths/orders.yaml#/warehouses/get/description",
    parts: () =>
      querying(
        rewritten(warehousesOfAccount, (db) =>
          db.selectFrom("warehouses").select(["id", "name", "alias"]).orderBy("alias"),
        ),
      ),
    shows: async (service) => itemsOf(await bodyOf(service.ask("GET", "/v1/orders/warehouses"))).length === 2,
    right: true,
    wrong: false,
  },
  {
    id: "planted-inactive-webhooks-accounts",
    title: "The list of subscriptions has the inactive ones of all accounts",
    contradicts: "spec/paths/webhooks.yaml#/webhooks/get/description",
    parts: () =>
      querying(
        rewritten(subscriptionsOfAccount, (db, { accountId }) =>
          db
            .selectFrom("subscriptions")
            .selectAll()
            .where((column) => column.or([column("account_id", "=", accountId), column("active", "=", 0)]))
            .orderBy("created_at"),
        ),
      ),
    shows: async (service) => {
      const { path } = await subscribe(service, ["order.created"]);
      await service.ask("PUT", path, { body: { active: false } });
      return itemsOf(at(await bodyOf(service.ask("GET", "/v1/webhooks", { key: service.other.key })), "webhooks"))
        .length;
    },
    right: 0,
    wrong: 1,
  },
  {
    id: "planted-create-campaign-accounts",
    assumed: true,
    title: "An order can be placed against a campaign of another account",
    contradicts: "spec/paths/orders.yaml#/create/post/description",
    parts: () =>
      querying(
        rewritten(campaignOfAccount, (db, { id }) => db.selectFrom("campaigns").select("id").where("id", "=", id)),
      ),
    shows: async (service) => (await create(service, { campaignId: service.other.campaignId })).status,
    right: 400,
    wrong: 201,
  },
  {
    id: "planted-create-sku-accounts",
    title: "A product of another account can be ordered",
    contradicts: `${references}/0`,
    parts: () =>
      querying(
        rewritten(productsBySku, (db, { skus }) =>
          db
            .selectFrom("products")
            .select(["sku", "title"])
            .distinct()
            .where("sku", "in", sql<string>`(select value from json_each(${skus}))`),
        ),
      ),
    shows: async (service) => {
      const [, order] = [
        await placeForeignProduct(service),
        await create(service, { products: [{ sku: "LAMP", quantity: 1 }] }),
      ];
      return order.status;
    },
    right: 400,
    wrong: 201,
  },
  {
    id: "planted-create-warehouse-accounts",
    title: "An order can ship from a warehouse of another account",
    contradicts: `${references}/1`,
    parts: () =>
      withInside((inside) => ({
        api: (api) => ({
          ...api,
          createOrder: async (request, caller) => {
            const { warehouseId, ...others } = request.body;
            if (warehouseId === undefined) return await api.createOrder(request, caller);
            const all = await inside().database.all(raw("select id from warehouses"), {});
            const isKnown = all.some(({ id }) => id === warehouseId);
            return await api.createOrder(isKnown ? { ...request, body: others } : request, caller);
          },
        }),
      })),
    shows: async (service) => (await create(service, { warehouseId: service.other.warehouses.west })).status,
    right: 400,
    wrong: 201,
  },
  {
    id: "planted-duplicate-url-accounts",
    title: "A URL that another account has is refused as a duplicate",
    contradicts: "spec/schemas/new-webhook.yaml#/x-waybill-unique/0",
    parts: () =>
      querying(
        rewritten(subscriptionByUrl, (db, { canonicalUrl }) =>
          db.selectFrom("subscriptions").select("id").where("canonical_url", "=", canonicalUrl),
        ),
      ),
    shows: async (service) => {
      const { url } = await subscribe(service, ["order.created"]);
      const body = { url, events: ["order.created"] };
      return statusOf(service.ask("POST", "/v1/webhooks", { body, key: service.other.key }));
    },
    right: 201,
    wrong: 400,
  },
  {
    id: "planted-cancelled-order-accounts",
    title: "A cancelled order of another account can be read",
    contradicts: "spec/paths/orders.yaml#/order/get/description",
    parts: () =>
      querying(
        rewritten(orderDocument, (db, { id, accountId }) =>
          db
            .selectFrom("orders")
            .select("document")
            .where("id", "=", id)
            .where((column) => column.or([column("account_id", "=", accountId), column("status", "=", "CANCELLED")])),
        ),
      ),
    shows: async (service) => {
      const orderId = await place(service);
      await cancel(service, orderId);
      return statusOf(service.ask("GET", `/v1/orders/${orderId}`, { key: service.other.key }));
    },
    right: 404,
    wrong: 200,
  },
  {
    id: "planted-list-campaign-of-others",
    title: "Filtering by a campaign of another account returns 404",
    contradicts: "spec/paths/orders.yaml#/list/get/responses",
    parts: () =>
      withInside((inside) => {
        let known: readonly unknown[] = [];
        const fill = responding((response, request) => {
          const campaign = new URLSearchParams(request.query).get("campaignId");
          const isForeign = campaign !== null && known.includes(`${campaign}`) && response.body === "[]";
          if (response.operationId !== "listOrders" || !isForeign) return null;
          return { ...response, status: 404, body: '{"message":"Campaign not found"}' };
        });
        return {
          ...fill,
          api: (api) => ({
            ...api,
            listOrders: async (request, caller) => {
              const rows = await inside().database.all(raw("select id, account_id from campaigns"), {});
              known = rows.filter(({ account_id }) => account_id !== caller.accountId).map(({ id }) => id);
              return await api.listOrders(request, caller);
            },
          }),
        };
      }),
    shows: (service) => statusOf(service.ask("GET", `/v1/orders/list?campaignId=${service.other.campaignId}`)),
    right: 200,
    wrong: 404,
  },
]);

/** The other account's own product is there from the start. */
async function placeForeignProduct(service: FaultyService): Promise<unknown> {
  return await bodyOf(service.ask("GET", "/v1/products/list", { key: service.other.key }));
}
