// Filters and a text to search for -> the orders of the account that match; an order -> the text that is searched.
import type { Order } from "@fulfillment/types";
import type { Database, Reader } from "../../storage/database.ts";
import { countMatchingOrders, indexOrder, matchingOrders, unindexedOrders } from "../../storage/queries/orders.ts";
import { parseOrder } from "../documents.ts";

export interface OrderSearch {
  readonly accountId: string;
  readonly campaignId?: string | undefined;
  readonly status?: string | undefined;
  readonly source?: string | undefined;
  readonly text?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** The latest first. */
export async function searchOrders(
  reader: Reader,
  { accountId, campaignId = "", status = "", source = "", text = "", limit, offset }: OrderSearch,
): Promise<{ readonly orders: Order[]; readonly total: number }> {
  const filter = { accountId, campaignId, status, source, pattern: patternOf(text) };
  const rows = await reader.all(matchingOrders, { ...filter, limit, offset });
  const counted = await reader.first(countMatchingOrders, filter);
  return { orders: rows.map(({ document }) => parseOrder(document)), total: counted?.count ?? 0 };
}

/** Numbers, name, e-mail address and SKUs, in lower case, without what no database stores. */
export function searchTextOf({ orderNumber, sourceOrderNumber, recipient, products }: Order): string {
  const { firstName, lastName, email } = recipient;
  const texts = [
    orderNumber,
    sourceOrderNumber ?? "",
    `${firstName} ${lastName}`,
    email,
    ...products.map(({ sku }) => sku),
  ];
  return storable(texts.join("\n"));
}

function patternOf(text: string): string {
  const wanted = storable(text.trim());
  return wanted === "" ? "" : `%${wanted.replaceAll(/[\\%_]/g, "\\$&")}%`;
}

function storable(text: string): string {
  return text.toWellFormed().replaceAll("\u0000", " ").toLowerCase();
}

const batch = 200;

/** Makes orders searchable that were placed before they were. Stops early once `isOver` returns true. */
export async function indexOrders(database: Database, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const done = await database.write(async (transaction) => {
      const rows = await transaction.all(unindexedOrders, { limit: batch });
      for (const { id, document } of rows) {
        const order = parseOrder(document);
        await transaction.all(indexOrder, { id, source: order.orderSource, search: searchTextOf(order) });
      }
      return rows.length < batch;
    });
    if (done) return;
  }
}
