// The orders of a CSV file -> an import that places them one by one, survives a restart, and knows what became of each.

import { LineItemSchema, RecipientSchema } from "@fulfillment/validators";
import { z } from "zod";
import type { Database, Transaction } from "../storage/database.ts";
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
import { type ImportedOrder, placeImported } from "./import-orders.ts";
import { faultsText } from "./orders/references.ts";

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
export function continueImport(
  database: Database,
  { id, effects, limit = batch }: { readonly id: string; readonly effects: Effects; readonly limit?: number },
): Promise<boolean> {
  return settleNext(database, { id, limit, now: effects.now }, async (transaction, row, waiting) => {
    const place = { accountId: row.account_id, campaignId: row.campaign_id, effects };
    const order = importedOrder.parse(JSON.parse(waiting.request));
    const placed = await placeImported(transaction, { ...place, order });
    if (placed.kind === "refused") return failed(faultsText(placed.faults));
    return { status: "PLACED", order_id: placed.order.id, order_number: placed.order.orderNumber, problem: null };
  });
}

/** Gives up the next order, which made its transaction fail again and again. */
export function failNextOrder(database: Database, id: string, now: () => number): Promise<boolean> {
  return settleNext(database, { id, limit: 1, now }, async () => failed("The order could not be placed"));
}

type Result = Pick<ImportOrderRow, "status" | "order_id" | "order_number" | "problem">;

function failed(problem: string): Result {
  return { status: "FAILED", order_id: null, order_number: null, problem };
}

/** `true`: there are more. */
function settleNext(
  database: Database,
  { id, limit, now }: { readonly id: string; readonly limit: number; readonly now: () => number },
  settle: (transaction: Transaction, row: ImportRow, order: ImportOrderRow) => Promise<Result>,
): Promise<boolean> {
  return database.write(async (transaction) => {
    const row = await transaction.first(importToRun, { id });
    if (row === null || row.finished_at !== null) return false;
    const waiting = await transaction.all(waitingOrders, { importId: id, limit });
    const counts = { PLACED: row.placed, FAILED: row.failed };
    for (const order of waiting) {
      const result = await settle(transaction, row, order);
      counts[result.status === "PLACED" ? "PLACED" : "FAILED"] += 1;
      await transaction.all(settleImportOrder, { import_id: id, position: order.position, ...result });
    }
    const isOver = counts.PLACED + counts.FAILED >= row.orders || waiting.length === 0;
    const finishedAt = isOver ? timestampOf(now()) : null;
    await transaction.all(setImportCounts, { id, placed: counts.PLACED, failed: counts.FAILED, finishedAt });
    return !isOver;
  });
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
