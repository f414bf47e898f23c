// What an order needs and the stock of each warehouse -> the warehouse it ships from, and whether stock is reserved for it there.
import type { LineItem } from "@fulfillment/types";

export interface Warehouse {
  readonly id: string;
  readonly alias: string;
}

interface StockLevel {
  readonly warehouse_id: string;
  readonly sku: string;
  readonly on_hand: number;
  readonly allocated: number;
}

export interface RoutingQuestion {
  /** By alias. */
  readonly warehouses: readonly Warehouse[];
  readonly stock: readonly StockLevel[];
  readonly demand: ReadonlyMap<string, number>;
  /** The warehouse that the order names; `null`: none. */
  readonly wanted: string | null;
}

/** How many of each SKU: one SKU may be on several lines. */
export function quantitiesOf(lines: readonly LineItem[]): Map<string, number> {
  const demand = new Map<string, number>();
  for (const { sku, quantity } of lines) demand.set(sku, (demand.get(sku) ?? 0) + quantity);
  return demand;
}

/** By SKU: transactions that touch the same stock then never wait for each other in a circle. */
export function demandInOrder(demand: ReadonlyMap<string, number>): [sku: string, quantity: number][] {
  return [...demand].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The first warehouse with enough of everything, or else the first (open decision `order-routing`). */
export function routeOrder({ warehouses, stock, demand, wanted }: RoutingQuestion): {
  readonly warehouse: Warehouse;
  readonly allocated: boolean;
} {
  const candidates = wanted === null ? warehouses : warehouses.filter(({ id }) => id === wanted);
  const free = freeByWarehouse(stock);
  const stocked = candidates.find(({ id }) =>
    [...demand].every(([sku, quantity]) => (free.get(id)?.get(sku) ?? 0) >= quantity),
  );
  const warehouse = stocked ?? candidates[0];
  if (warehouse === undefined) throw new Error("the account has no warehouse: run `fulfillment seed`, or give it one");
  return { warehouse, allocated: stocked !== undefined };
}

/** What is on hand and not reserved, by warehouse and SKU: an order may have thousands of both lines and SKUs. */
function freeByWarehouse(stock: readonly StockLevel[]): Map<string, Map<string, number>> {
  const free = new Map<string, Map<string, number>>();
  for (const { warehouse_id, sku, on_hand, allocated } of stock) {
    const ofWarehouse = free.get(warehouse_id) ?? new Map<string, number>();
    free.set(warehouse_id, ofWarehouse.set(sku, on_hand - allocated));
  }
  return free;
}
