// What the warehouse, the carrier and imports do to orders -> the functions behind `fulfillment orders`, or that command line itself.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Order } from "@fulfillment/types";
import { run } from "../../src/cli/run.ts";
import type { Effects } from "../../src/domain/effects.ts";
import { type ImportedOrder, importOrders } from "../../src/domain/import-orders.ts";
import { type Moved, moveOrder } from "../../src/domain/orders/move.ts";
import type { Database } from "../../src/storage/database.ts";
import { createPutEvent } from "../../src/storage/outbox.ts";
import type { Storage } from "../contract/backends.ts";
import type { WarehouseMove } from "./model.ts";
import { now, parcel, product, recipient } from "./order-facts.ts";

/** What came of a command: a status or an exit code, and what was said. */
export interface Reply {
  readonly code: number;
  readonly body: unknown;
}

/** Replies have the exit code of the command line, and what it says: an object, or why not. */
export interface Warehouse {
  move(kind: WarehouseMove, orderId: string): Promise<Reply>;
  import(wanted: Import): Promise<Reply>;
}

/** One order of one line. */
export interface Import {
  readonly accountId: string;
  readonly campaignId: string;
  readonly quantity: number;
}

const participles: Record<WarehouseMove, string> = { ship: "shipped", deliver: "delivered", return: "returned" };

/** In transactions of a connection of their own, as in a process beside the service. */
export function commandsAsFunctions(database: Database): Warehouse {
  const effects: Effects = {
    now: () => now,
    putEvent: createPutEvent(
      () => now,
      () => {},
    ),
  };
  return {
    move: async (move, orderId) => {
      const changes = (at: string): Partial<Order> => changesOf(move, at);
      const request = { orderId, accountId: null, move, changes };
      const moved = await database.write((transaction) => moveOrder(transaction, request, effects));
      return replyTo(moved, move, orderId);
    },
    import: async ({ quantity, ...where }) => {
      const request = { ...where, orders: [importedOrder(quantity)] };
      const orderIds = await database.write((transaction) => importOrders(transaction, request, effects));
      return { code: 0, body: { imported: orderIds.length, orderIds } };
    },
  };
}

function changesOf(move: WarehouseMove, at: string): Partial<Order> {
  switch (move) {
    case "ship":
      return { carrierCode: parcel.carrier, trackingNumber: parcel.tracking, shipDate: at, lastTrackingUpdate: at };
    case "deliver":
      return { lastTrackingUpdate: at, deliveredAt: at };
    case "return":
      return { lastTrackingUpdate: at };
  }
}

function replyTo(moved: Moved, move: WarehouseMove, id: string): Reply {
  switch (moved.kind) {
    case "moved":
      return { code: 0, body: { orderId: moved.order.id, status: moved.order.status } };
    case "not-found":
      return { code: 1, body: unknownOrder(id) };
    case "not-allowed":
      return { code: 1, body: refusal(id, move, moved.status) };
  }
}

/** What the command line says, without its name. */
export function unknownOrder(id: string): string {
  return `order ${id} not found`;
}

export function refusal(id: string, move: WarehouseMove, status: string): string {
  return `order ${id} cannot be ${participles[move]}: its status is ${status}`;
}

function importedOrder(quantity: number): ImportedOrder {
  const { zip: postalCode, ...rest } = recipient;
  return {
    line: 2,
    recipient: { ...rest, phone: null, postalCode, country: "US" },
    street2: null,
    companyName: null,
    notes: null,
    sourceOrderNumber: null,
    warehouse: product.warehouse,
    lines: [{ sku: product.sku, quantity }],
  };
}

/** Commander, a database opened and closed for each command: all but the process. */
export function commandLine(storage: Storage): Warehouse {
  const { dataDirectory, databaseUrl } = storage;
  const where = databaseUrl === null ? ["--data", dataDirectory] : ["--database-url", databaseUrl];
  const orders = (...words: string[]): Promise<Reply> => replyFrom(["orders", ...words, ...where]);
  return {
    move: (move, orderId) => {
      const shipment = move === "ship" ? ["--carrier", parcel.carrier, "--tracking", parcel.tracking] : [];
      return orders(move, orderId, ...shipment);
    },
    import: async ({ accountId, campaignId, quantity }) => {
      const file = join(dataDirectory, `${crypto.randomUUID()}.csv`);
      const { sku, warehouse } = product;
      const row: Record<string, string> = { ...recipient, sku, quantity: String(quantity), warehouse };
      writeFileSync(file, `${Object.keys(row).join(",")}\n${Object.values(row).join(",")}\n`);
      const reply = await orders("import", file, "--account", accountId, "--campaign", campaignId);
      rmSync(file);
      return reply;
    },
  };
}

async function replyFrom(words: readonly string[]): Promise<Reply> {
  let [out, err] = ["", ""];
  const code = await run(words, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    environment: {},
    now: () => now,
  });
  return { code, body: code === 0 ? JSON.parse(out) : err.replace(/^fulfillment: /, "").trimEnd() };
}
