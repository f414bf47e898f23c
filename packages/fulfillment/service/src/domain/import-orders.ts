// Orders that another system exported -> orders in the account's books, all of them or none.
import type { Reader, Transaction } from "../storage/database.ts";
import { productsBySku, warehousesOfAccount } from "../storage/queries/catalog.ts";
import type { Effects } from "./effects.ts";
import { type OrderRequest, type Placed, placeOrder } from "./orders/place.ts";
import { faultsText } from "./orders/references.ts";

export interface ImportedOrder extends Omit<OrderRequest, "campaignId" | "warehouseId" | "source"> {
  /** Where it starts in the file. */
  readonly line: number;
  /** The alias of a warehouse; `null`: the service decides (open decision `order-routing`). */
  readonly warehouse: string | null;
}

/** Something in the file that the account has to have. */
export interface Mention {
  readonly line: number;
  readonly column: "sku" | "warehouse";
  readonly text: string;
}

/** Where in the file something is wrong, and what. */
export interface ImportProblem {
  readonly line: number;
  /** `null`: the line as a whole. */
  readonly column: string | null;
  readonly what: string;
}

/** The mentions of things that the account does not have. */
export async function unknownMentions(
  reader: Reader,
  accountId: string,
  mentions: readonly Mention[],
): Promise<readonly ImportProblem[]> {
  const textsIn = (column: Mention["column"]): string[] => [
    ...new Set(mentions.filter((mention) => mention.column === column).map(({ text }) => text)),
  ];
  const products = await reader.all(productsBySku, { accountId, skus: JSON.stringify(textsIn("sku")) });
  const warehouses = await reader.all(warehousesOfAccount, { accountId });
  const known = {
    sku: new Set(products.map(({ sku }) => sku)),
    warehouse: new Set(warehouses.map(({ alias }) => alias)),
  };
  const aliases = warehouses.map(({ alias }) => alias).join(", ");
  return mentions.flatMap(({ line, column, text }) => {
    if (known[column].has(text)) return [];
    const what = column === "sku" ? `Unknown SKU ${text}` : `Unknown warehouse ${text}; available: ${aliases}`;
    return [{ line, column, what }];
  });
}

/**
 * Places the orders in the order of the file; each fires `order.created` (open decision `sync-imports`). Everything they
 * mention is known by now: if the account has lost something since, this throws, and the transaction writes nothing.
 */
export async function importOrders(
  transaction: Transaction,
  { orders, ...place }: ImportRequest,
  effects: Effects,
): Promise<readonly string[]> {
  const orderIds: string[] = [];
  for (const order of orders) {
    const placed = await placeImported(transaction, { ...place, order, effects });
    if (placed.kind === "refused")
      throw new Error(`the order of line ${order.line} cannot be placed: ${faultsText(placed.faults)}`);
    orderIds.push(placed.order.id);
  }
  return orderIds;
}

interface Placing extends Omit<ImportRequest, "orders"> {
  readonly order: ImportedOrder;
  readonly effects: Effects;
}

/** A warehouse that is no longer there is a fault of the order. */
export async function placeImported(
  transaction: Transaction,
  { accountId, campaignId, order: { line: _, warehouse, ...order }, effects }: Placing,
): Promise<Placed> {
  const warehouses = warehouse === null ? [] : await transaction.all(warehousesOfAccount, { accountId });
  const warehouseId = warehouse === null ? null : (warehouses.find(({ alias }) => alias === warehouse)?.id ?? "");
  const request = { ...order, campaignId, warehouseId, source: "CSV_IMPORT" } as const;
  return await placeOrder(transaction, accountId, { request, effects });
}

export interface ImportRequest {
  readonly accountId: string;
  readonly campaignId: string;
  readonly orders: readonly ImportedOrder[];
}
