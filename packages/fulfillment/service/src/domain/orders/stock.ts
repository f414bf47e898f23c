// What an order needs of each SKU -> the stock of its warehouse, changed by that.
import type { Transaction } from "../../storage/database.ts";
import { changeStock } from "../../storage/queries/catalog.ts";
import { demandInOrder } from "./routing.ts";

export interface StockChange {
  readonly accountId: string;
  readonly warehouseId: string;
  /** How many of each SKU. */
  readonly demand: ReadonlyMap<string, number>;
  /** How many times that is added to what is on hand, and to what is reserved. */
  readonly onHand: -1 | 0 | 1;
  readonly allocated: -1 | 0 | 1;
}

/** An order may have thousands of SKUs: a query for each would take seconds, and one for all would hold the event loop on SQLite. */
const skusAtOnce = 1_000;

export async function changeStockOf(
  transaction: Transaction,
  { accountId, warehouseId, demand, onHand, allocated }: StockChange,
): Promise<void> {
  const all = demandInOrder(demand).map(([sku, quantity]) => ({ sku, quantity }));
  for (let start = 0; start < all.length; start += skusAtOnce) {
    const changes = JSON.stringify(all.slice(start, start + skusAtOnce));
    await transaction.all(changeStock, { accountId, warehouseId, changes, onHand, allocated });
  }
}
