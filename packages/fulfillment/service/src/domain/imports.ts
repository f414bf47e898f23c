// The orders of a CSV file -> an import that places them one by one, survives a restart, and knows what became of each.

import { LineItemSchema, RecipientSchema } from "@fulfillment/validators";
import { z } from "zod";
import type { Database, Transaction } from "../storage/database.ts";
import { warehousesOfAccount } from "../storage/queries/catalog.ts";
import {
  type ImportOrderRow,
  type ImportRow,
  importToRun,
  insertImport,
  insertImportOrder,
  setImportCounts,
  settleImportOrder,
  waitingOrders,
} from "../storage/queries/imports.ts";
import { type Effects, timestampOf } from "./effects.ts";
import { newId } from "./identifiers.ts";
import type { ImportedOrder } from "./import-orders.ts";
import { placeOrder } from "./orders/place.ts";

export interface NewImport {
  readonly accountId: string;
  readonly campaignId: string;
  readonly fileName: string | null;
  /** At least one. */
  readonly orders: readonly ImportedOrder[];
  readonly now: number;
}

/** Stores the orders to place; `runImport` places them. */
export async function createImport(
  transaction: Transaction,
  { accountId, campaignId, fileName, orders, now }: NewImport,
): Promise<ImportRow> {
  const row: ImportRow = {
    id: newId("imp", now),
    account_id: accountId,
    campaign_id: campaignId,
    file_name: fileName,
    orders: orders.length,
    placed: 0,
    failed: 0,
    created_at: timestampOf(now),
    finished_at: null,
  };
  await transaction.all(insertImport, row);
  for (const [position, order] of orders.entries()) {
    await transaction.all(insertImportOrder, {
      import_id: row.id,
      position,
      line: order.line,
      recipient: `${order.recipient.firstName} ${order.recipient.lastName}`,
      request: JSON.stringify(order),
      status: "WAITING",
      order_id: null,
      order_number: null,
      problem: null,
    });
  }
  return row;
}

/** How many orders are placed in a transaction. */
const batch = 25;

/**
 * Places the next orders, in the order of the file, and records in the same transaction what became of them: no order is placed
 * twice. `true`: there are more. `limit` 1 finds an order that cannot be placed in an unforeseen way.
 */
export async function continueImport(
  database: Database,
  { id, effects, limit = batch }: { readonly id: string; readonly effects: Effects; readonly limit?: number },
): Promise<boolean> {
  return await database.write(async (transaction) => {
    const row = await transaction.first(importToRun, { id });
    if (row === null || row.finished_at !== null) return false;
    const waiting = await transaction.all(waitingOrders, { importId: id, limit });
    let { placed, failed } = row;
    for (const order of waiting) {
      const result = await placeImported(transaction, row, { order, effects });
      if (result.status === "PLACED") placed += 1;
      else failed += 1;
      await transaction.all(settleImportOrder, { import_id: id, position: order.position, ...result });
    }
    const isOver = placed + failed >= row.orders || waiting.length === 0;
    await transaction.all(setImportCounts, {
      id,
      placed,
      failed,
      finishedAt: isOver ? timestampOf(effects.now()) : null,
    });
    return !isOver;
  });
}

/** Gives up the next order, which made its transaction fail again and again. */
export async function failNextOrder(database: Database, id: string, now: number): Promise<boolean> {
  return await database.write(async (transaction) => {
    const row = await transaction.first(importToRun, { id });
    const [order] = await transaction.all(waitingOrders, { importId: id, limit: 1 });
    if (row === null || row.finished_at !== null || order === undefined) return false;
    const problem = "The order could not be placed";
    const result = { status: "FAILED", order_id: null, order_number: null, problem };
    await transaction.all(settleImportOrder, { import_id: id, position: order.position, ...result });
    const { placed } = row;
    const failed = row.failed + 1;
    const isOver = placed + failed >= row.orders;
    await transaction.all(setImportCounts, { id, placed, failed, finishedAt: isOver ? timestampOf(now) : null });
    return !isOver;
  });
}

type Result = Pick<ImportOrderRow, "status" | "order_id" | "order_number" | "problem">;

async function placeImported(
  transaction: Transaction,
  { account_id, campaign_id }: ImportRow,
  { order, effects }: { readonly order: ImportOrderRow; readonly effects: Effects },
): Promise<Result> {
  const { line: _, warehouse, ...imported } = importedOrder.parse(JSON.parse(order.request));
  const warehouses = await transaction.all(warehousesOfAccount, { accountId: account_id });
  const warehouseId = warehouse === null ? null : (warehouses.find(({ alias }) => alias === warehouse)?.id ?? "");
  const request = { ...imported, campaignId: campaign_id, warehouseId, source: "CSV_IMPORT" } as const;
  const placed = await placeOrder(transaction, account_id, { request, effects });
  if (placed.kind === "refused") {
    const problem = placed.faults.map(({ path, issue }) => `${path.join(".")}: ${issue}`).join("; ");
    return { status: "FAILED", order_id: null, order_number: null, problem };
  }
  return { status: "PLACED", order_id: placed.order.id, order_number: placed.order.orderNumber, problem: null };
}

const textOrNull = z.string().nullable();

const importedOrder = z.object({
  line: z.number(),
  recipient: RecipientSchema,
  street2: textOrNull,
  companyName: textOrNull,
  notes: textOrNull,
  sourceOrderNumber: textOrNull,
  warehouse: textOrNull,
  lines: z.array(LineItemSchema),
});
