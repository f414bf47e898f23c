// The handlers of /v1/orders.
import { BodyText } from "@fulfillment/server";
import type { ListOrdersRequest, NewOrder, Order } from "@fulfillment/types";
import type { Effects } from "../domain/effects.ts";
import { moveOrder } from "../domain/orders/move.ts";
import { fullPage, OrderPieces } from "../domain/orders/pieces.ts";
import { type OrderRequest, placeOrder } from "../domain/orders/place.ts";
import { type NextTurn, onePerTurn } from "../loop-turns.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { warehousesOfAccount } from "../storage/queries/catalog.ts";
import {
  orderDocument,
  orderPage,
  orderPageByBoth,
  orderPageByCampaign,
  orderPageByStatus,
} from "../storage/queries/orders.ts";
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
      const documents = await readPage(database, { query, accountId, limit, offset }, { pieces, nextTurn });
      return { status: 200, body: new BodyText<Order[]>(`[${documents.join(",")}]`) };
    },
    listWarehouses: async (_, { accountId }) => {
      const body = await database.all(warehousesOfAccount, { accountId });
      return { status: 200, body: [...body] };
    },
    getOrder: ({ path }, { accountId }) => {
      const row = database.first(orderDocument, { id: path.orderId, accountId });
      return row instanceof Promise ? row.then(foundOrder) : foundOrder(row);
    },
    createOrder: async ({ body }, { accountId }) => {
      const request = requestOf(body);
      const place = (transaction: Transaction) => placeOrder(transaction, accountId, { request, effects });
      const placed = await database.write(place, { account: accountId });
      if (placed.kind === "refused") {
        return invalidBody(placed.faults.map(({ path, issue }) => fieldError(path, issue)));
      }
      const { id: orderId } = placed.order;
      return { status: 201, body: { orderId, status: "AWAITING_SHIPMENT" } };
    },
    cancelOrder: async ({ body: { orderId } }, { accountId }) => {
      const moved = await database.write(
        (transaction) => moveOrder(transaction, { orderId, accountId, move: "cancel" }, effects),
        { account: accountId },
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

type GetOrderReply = Awaited<ReturnType<Api["getOrder"]>>;

function foundOrder(row: { readonly document: string } | null): GetOrderReply {
  if (row === null) return { status: 404, body: { message: "Order not found" } };
  return { status: 200, body: new BodyText<Order>(row.document) };
}

interface ListQuestion {
  readonly query: NonNullable<ListOrdersRequest["query"]>;
  readonly accountId: string;
  readonly limit: number;
  readonly offset: number;
}

interface Pace {
  readonly pieces: OrderPieces;
  readonly nextTurn: NextTurn;
}

async function readPage(
  database: Database,
  question: ListQuestion,
  { pieces, nextTurn }: Pace,
): Promise<readonly string[]> {
  const { accountId } = question;
  const documents: string[] = [];
  let size = 0;
  while (documents.length < question.limit && size < fullPage) {
    const limit = Math.min(pieces.sizeFor(accountId), question.limit - documents.length);
    const rows = await selectDocuments(database, { ...question, limit, offset: question.offset + documents.length });
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

function selectDocuments(database: Database, { query, accountId, limit, offset }: ListQuestion) {
  const { campaignId: campaign_id, orderStatus: status } = query;
  const page = { account_id: accountId, limit, offset };
  if (campaign_id === undefined) {
    return status === undefined ? database.all(orderPage, page) : database.all(orderPageByStatus, { ...page, status });
  }
  return status === undefined
    ? database.all(orderPageByCampaign, { ...page, campaign_id })
    : database.all(orderPageByBoth, { ...page, campaign_id, status });
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
