// The handlers of /v1/orders.
import { BodyText } from "@fulfillment/server";
import type { ListOrdersRequest, NewOrder, Order } from "@fulfillment/types";
import type { Effects } from "../domain/effects.ts";
import { moveOrder } from "../domain/orders/move.ts";
import { fullPage, OrderPieces } from "../domain/orders/pieces.ts";
import { type OrderRequest, placeOrder } from "../domain/orders/place.ts";
import { type NextTurn, onePerTurn } from "../loop-turns.ts";
import { type Database, type Transaction, writeFor } from "../storage/database.ts";
import { warehousesOfAccount } from "../storage/queries/catalog.ts";
import { orderDocument, orderPage } from "../storage/queries/orders.ts";
import { pageOf } from "./paging.ts";
import { type Api, invalidBody, rejection } from "./reply.ts";
import { fieldError } from "./wording.ts";

/** Orders through the API have no country; states and zips are those of one (open decision `recipient-country`). */
const country = "US";

export function createOrderHandlers(
  database: Database,
  effects: Effects,
): Pick<Api, "listOrders" | "listWarehouses" | "getOrder" | "createOrder" | "cancelOrder"> {
  const pieces = new OrderPieces();
  const nextTurn = onePerTurn();
  return {
    listOrders: async ({ query = {} }, { accountId }) => {
      const page = pageOf(query);
      if (page.kind === "refused") return rejection(page.message);
      const { limit, offset } = page;
      // Any number of pages may be asked for at once.
      if (pieces.isLarge(accountId)) await nextTurn();
      const listQuery = { filter: filterOf(query, accountId), limit, offset };
      const documents = await readPage(database, listQuery, { pieces, nextTurn });
      return { status: 200, body: new BodyText<Order[]>(`[${documents.join(",")}]`) };
    },
    listWarehouses: async (_, { accountId }) => {
      const body = await database.all(warehousesOfAccount, { accountId });
      return { status: 200, body: [...body] };
    },
    getOrder: async ({ path: { orderId: id } }, { accountId }) => {
      const row = await database.first(orderDocument, { id, accountId });
      if (row === null) return { status: 404, body: { message: "Order not found" } };
      return { status: 200, body: new BodyText<Order>(row.document) };
    },
    createOrder: async ({ body }, { accountId }) => {
      const request = requestOf(body);
      const place = (transaction: Transaction) => placeOrder(transaction, accountId, { request, effects });
      const placed = await writeFor(database, accountId, place);
      if (placed.kind === "refused") {
        return invalidBody(placed.faults.map(({ path, issue }) => fieldError(path, issue)));
      }
      const { id: orderId } = placed.order;
      return { status: 201, body: { orderId, status: "AWAITING_SHIPMENT" } };
    },
    cancelOrder: async ({ body: { orderId } }, { accountId }) => {
      const moved = await writeFor(database, accountId, (transaction) =>
        moveOrder(transaction, { orderId, accountId, move: "cancel" }, effects),
      );
      switch (moved.kind) {
        case "moved":
          return { status: 201, body: { message: "Order cancelled successfully" } };
        case "not-found":
          return rejection("Order not found");
        case "not-allowed":
          return rejection(`Order cannot be cancelled: its status is ${moved.status}`);
      }
    },
  };
}

interface ListQuestion {
  readonly filter: ReturnType<typeof filterOf>;
  readonly limit: number;
  readonly offset: number;
}

interface Pace {
  readonly pieces: OrderPieces;
  readonly nextTurn: NextTurn;
}

async function readPage(database: Database, listQuery: ListQuestion, { pieces, nextTurn }: Pace): Promise<string[]> {
  const { account_id: accountId } = listQuery.filter;
  const documents: string[] = [];
  let size = 0;
  while (documents.length < listQuery.limit && size < fullPage) {
    const limit = Math.min(pieces.sizeFor(accountId), listQuery.limit - documents.length);
    const rows = await database.all(orderPage, {
      ...listQuery.filter,
      limit,
      offset: listQuery.offset + documents.length,
    });
    for (const { document } of rows) {
      documents.push(document);
      size += document.length;
      pieces.read(accountId, document);
    }
    if (rows.length < limit) break;
    await nextTurn();
  }
  return documents;
}

function filterOf({ campaignId, orderStatus }: NonNullable<ListOrdersRequest["query"]>, accountId: string) {
  return {
    account_id: accountId,
    ...(campaignId === undefined ? {} : { campaign_id: campaignId }),
    ...(orderStatus === undefined ? {} : { status: orderStatus }),
  };
}

function requestOf({ campaignId, shipTo, products, warehouseId, createContactRecord = false }: NewOrder): OrderRequest {
  const { firstName, lastName, email, phone = null, street1, street2 = null, city, state, zip } = shipTo;
  return {
    campaignId,
    source: "EXTERNAL",
    recipient: { firstName, lastName, email, phone, street1, city, state, postalCode: zip, country },
    street2,
    lines: products,
    warehouseId: warehouseId ?? null,
    createContactRecord,
  };
}
