// The handlers of /v1/products and /v1/inventory, specified in part (open decisions, "Partly specified resources").
import type { InventoryItem } from "@fulfillment/types";
import type { Database } from "../storage/database.ts";
import { countProducts, inventoryPage, productPage, stockEventsOfSku } from "../storage/queries/catalog.ts";
import { numberedPageOf, pageOf } from "./paging.ts";
import { type Api, rejection } from "./reply.ts";

/** How many of the latest changes of stock an item shows. */
const shownEvents = 10;

export function createCatalogHandlers(database: Database): Pick<Api, "listProducts" | "listInventory"> {
  return {
    listProducts: async ({ query = {} }, { accountId }) => {
      const page = pageOf(query);
      if (page.kind === "refused") return rejection(page.message);
      const { limit, offset } = page;
      const body = await database.all(productPage, { accountId, limit, offset });
      return { status: 200, body: [...body] };
    },
    listInventory: async ({ query = {} }, { accountId }) => {
      const numberedPage = numberedPageOf(query);
      if (numberedPage.kind === "refused") return rejection(numberedPage.message);
      const { page, size, offset } = numberedPage;
      const total = (await database.first(countProducts, { accountId }))?.count ?? 0;
      const rows = await database.all(inventoryPage, { accountId, limit: size, offset });
      const itemOf = async ({ sku, title, on_hand }: (typeof rows)[number]): Promise<InventoryItem> => {
        const events = await database.all(stockEventsOfSku, { accountId, sku, limit: shownEvents });
        const inventory_events = events.map(({ kind, quantity, alias, order_id, at }) => ({
          event_type: kind,
          quantity,
          warehouse: alias,
          order_id,
          occurred_at: at,
        }));
        return { product_name: title, sku, on_hand, inventory_events };
      };
      const inventory = await Promise.all(rows.map(itemOf));
      const pagination = { total_count: total, page, page_size: size, has_more: offset + rows.length < total };
      return { status: 200, body: { inventory, pagination } };
    },
  };
}
