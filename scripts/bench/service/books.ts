// A database of the service -> what is in its books: orders, their numbers, the stock, and what waits to be delivered.
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { Database } from "../../../packages/service/src/storage/database.ts";
import type { Query } from "../../../packages/service/src/storage/query.ts";
import { OrderSchema } from "../../../packages/validators/src/index.ts";
import type { ApiClient } from "./api-client.ts";

export type ListedOrder = z.output<typeof OrderSchema>;

export interface BookedOrder {
  readonly id: string;
  readonly number: number;
  readonly status: string;
  readonly warehouseId: string;
  readonly order: ListedOrder;
}

export interface StockLevel {
  readonly warehouse_id: string;
  readonly sku: string;
  readonly on_hand: number;
  readonly allocated: number;
}

/** The books of a database with one account. */
export interface Books {
  readonly orders: readonly BookedOrder[];
  /** How many orders the account has placed, by its own counter. */
  readonly orderCount: number;
  readonly stock: readonly StockLevel[];
  /** What came in and went out, by warehouse and SKU. */
  readonly moved: readonly { readonly warehouse_id: string; readonly sku: string; readonly quantity: number }[];
  /** Deliveries that nobody has attempted. */
  readonly waiting: number;
}

export async function readBooks(database: Database): Promise<Books> {
  const rows = await database.all(allOrders, {});
  const [account, ...others] = await database.all(orderCounts, {});
  if (account === undefined || others.length > 0) throw new Error("the database should have one account");
  return {
    orders: rows.map(({ id, number, status, warehouse_id, document }) => {
      return { id, number, status, warehouseId: warehouse_id, order: OrderSchema.parse(JSON.parse(document)) };
    }),
    orderCount: account.order_count,
    stock: await database.all(stockLevels, {}),
    moved: await database.all(stockMoves, {}),
    waiting: (await database.all(waitingDeliveries, {})).length,
  };
}

/** Resolves when every delivery was attempted and that was recorded; rejects when it takes longer than `limitMs`. */
export async function waitForDeliveries(database: Database, limitMs: number): Promise<void> {
  const end = performance.now() + limitMs;
  for (;;) {
    const { length } = await database.all(waitingDeliveries, {});
    if (length === 0) return;
    if (performance.now() > end) throw new Error(`after ${limitMs / 1000} s, ${length} deliveries still wait`);
    await delay(100);
  }
}

const pageSize = 1000;

/** Every order that the API lists. */
export async function listOrders(client: ApiClient): Promise<ListedOrder[]> {
  const listed: ListedOrder[] = [];
  for (;;) {
    const { status, body } = await client.ask(`/v1/orders/list?limit=${pageSize}&offset=${listed.length}`);
    if (status !== 200) throw new Error(`the list of orders answered ${status}: ${JSON.stringify(body)}`);
    const page = z.array(OrderSchema).parse(body);
    if (page.length === 0) return listed;
    listed.push(...page);
  }
}

export interface ClaimedDelivery {
  readonly id: number;
  readonly subscription_id: string;
  readonly event: string;
  readonly body: string;
  readonly claimed_until: number;
}

/** Deliveries that some process has claimed, or had when it was killed. */
export const claimedDeliveries: Query<Record<never, never>, ClaimedDelivery> = {
  name: "benchClaimedDeliveries",
  build: (db) =>
    db
      .selectFrom("deliveries")
      .select(["id", "subscription_id", "event", "body", "claimed_until"])
      .where("claimed_until", ">", 0),
};

const waitingDeliveries: Query<Record<never, never>, { id: number }> = {
  name: "benchWaitingDeliveries",
  build: (db) => db.selectFrom("deliveries").select("id"),
};

const orderCounts: Query<Record<never, never>, { order_count: number }> = {
  name: "benchOrderCounts",
  build: (db) => db.selectFrom("accounts").select("order_count"),
};

type OrderRow = { id: string; number: number; status: string; warehouse_id: string; document: string };

const allOrders: Query<Record<never, never>, OrderRow> = {
  name: "benchAllOrders",
  build: (db) =>
    db.selectFrom("orders").select(["id", "number", "status", "warehouse_id", "document"]).orderBy("number"),
};

const stockLevels: Query<Record<never, never>, StockLevel> = {
  name: "benchStockLevels",
  build: (db) => db.selectFrom("stock").select(["warehouse_id", "sku", "on_hand", "allocated"]),
};

const stockMoves: Query<Record<never, never>, { warehouse_id: string; sku: string; quantity: number }> = {
  name: "benchStockMoves",
  build: (db) => db.selectFrom("stock_events").select(["warehouse_id", "sku", "quantity"]),
};
