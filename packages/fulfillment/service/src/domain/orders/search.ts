// Filters and a text to search for -> the orders of the account that match; an order -> the text that is searched.
import { setImmediate } from "node:timers/promises";
import type { Order } from "@fulfillment/types";
import type { Database, Reader } from "../../storage/database.ts";
import {
  countMatchingOrders,
  indexOrder,
  lastOrderNumber,
  matchingOrders,
  oldestMatchingOrders,
  orderFrom,
  unindexedOrders,
} from "../../storage/queries/orders.ts";
import { parseOrder } from "../documents.ts";
import { fullPage, type OrderPieces } from "./pieces.ts";

export interface OrderSearch {
  readonly accountId: string;
  readonly campaignId?: string | undefined;
  readonly status?: string | undefined;
  readonly source?: string | undefined;
  readonly text?: string | undefined;
  /** Times, of which the second is not included. */
  readonly placedFrom?: string | undefined;
  readonly placedBefore?: string | undefined;
  readonly oldestFirst?: boolean;
  readonly limit: number;
  readonly offset: number;
}

export interface SearchPace {
  /** Runs a part of a search when no other part of one runs. */
  readonly turn: (work: () => Promise<void>) => Promise<unknown>;
  readonly pieces: OrderPieces;
}

/** Milliseconds that a piece may take, and how many orders the first and any other piece looks at. */
const longestPiece = 5;
const firstPiece = 200;
const largestPiece = 5_000;

/**
 * As JSON text; a page ends early when it is full. No index finds a text in the middle of others for every text, and all matches are
 * counted: so the orders are looked at in pieces, from the first of the page on, and everyone else is served in between.
 */
export async function searchOrders(
  reader: Reader,
  { accountId, campaignId = "", status = "", source = "", text = "", limit, offset, ...order }: OrderSearch,
  { turn, pieces }: SearchPace,
): Promise<{ readonly documents: readonly string[]; readonly total: number }> {
  const filter = { accountId, campaignId, status, source, text: storable(text.trim()) };
  const documents: string[] = [];
  let total = 0;
  let characters = 0;
  let size = firstPiece;
  const { oldestFirst = false, placedFrom, placedBefore } = order;
  const last = (await reader.first(lastOrderNumber, { accountId }))?.number ?? 0;
  let above = placedFrom === undefined ? 0 : await placedEarlier(reader, { accountId, last, moment: placedFrom });
  let upTo = placedBefore === undefined ? last : await placedEarlier(reader, { accountId, last, moment: placedBefore });
  const look = async (): Promise<void> => {
    const startedAt = performance.now();
    const piece = oldestFirst
      ? { ...filter, above, upTo: Math.min(upTo, above + size) }
      : { ...filter, above: Math.max(above, upTo - size), upTo };
    const count = (await reader.first(countMatchingOrders, piece))?.count ?? 0;
    let at = Math.max(0, offset - total);
    while (at < count) {
      const batchSize = Math.min(pieces.sizeFor(accountId), limit - documents.length);
      if (batchSize <= 0 || characters >= fullPage) break;
      const rows = await reader.all(oldestFirst ? oldestMatchingOrders : matchingOrders, {
        ...piece,
        limit: batchSize,
        offset: at,
      });
      for (const { document } of rows) {
        documents.push(document);
        characters += document.length;
        pieces.read(accountId, document);
      }
      at += batchSize;
      await setImmediate();
    }
    total += count;
    if (oldestFirst) above = piece.upTo;
    else upTo = piece.above;
    size = performance.now() - startedAt > longestPiece ? Math.ceil(size / 2) : Math.min(size * 2, largestPiece);
    await setImmediate();
  };
  while (upTo > above) await turn(look);
  return { documents, total };
}

interface Moment {
  readonly accountId: string;
  readonly last: number;
  readonly moment: string;
}

/** The number of the last order from before it: numbers count up with the time, so that no index of times is needed. */
async function placedEarlier(reader: Reader, { accountId, last, moment }: Moment): Promise<number> {
  const time = Date.parse(moment);
  let low = 0;
  let high = last;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const row = await reader.first(orderFrom, { accountId, number: middle });
    if (row !== null && Date.parse(parseOrder(row.document).orderDate) < time) low = Math.max(middle, row.number);
    else high = middle - 1;
  }
  return low;
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
