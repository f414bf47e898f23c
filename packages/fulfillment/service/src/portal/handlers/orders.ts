// The handlers of orders, and of what the forms for them need.

import { BodyText } from "@fulfillment/portal-api/server";
import type { NewStandaloneOrder, OrderPage, ShipTo } from "@fulfillment/portal-api/types";
import type { Order, OrderSource } from "@fulfillment/types";
import { standaloneCampaignOf } from "../../domain/campaigns.ts";
import { moveOrder } from "../../domain/orders/move.ts";
import { OrderPieces } from "../../domain/orders/pieces.ts";
import { type OrderRequest, type Placed, placeOrder } from "../../domain/orders/place.ts";
import { searchOrders } from "../../domain/orders/search.ts";
import { type Transaction, writeFor } from "../../storage/database.ts";
import { allProducts } from "../../storage/queries/campaigns.ts";
import { warehousesOfAccount } from "../../storage/queries/catalog.ts";
import { orderDocument } from "../../storage/queries/orders.ts";
import { memberOf, type PortalApi, type PortalParts } from "../context.ts";
import { fieldsOfFaults, invalidFields, notAllowed, notFound } from "../problems.ts";

type OrderHandlers = Pick<
  PortalApi,
  | "listOrders"
  | "getOrder"
  | "createOrder"
  | "createStandaloneOrder"
  | "cancelOrder"
  | "listProducts"
  | "listWarehouses"
>;

const contentType = "application/json";

/** As for orders through `/v1` (open decision `recipient-country`). */
export const country = "US";

export function createOrderHandlers({ database, effects, searching, images }: PortalParts): OrderHandlers {
  const pieces = new OrderPieces();
  return {
    listOrders: async ({ query = {} }, context) => {
      const { limit = 20, offset = 0, search, sort, ...filters } = query;
      const { account_id: accountId } = memberOf(context);
      const filter = { ...filters, accountId, text: search, oldestFirst: sort === "OLDEST", limit, offset };
      const { documents, total } = await searchOrders(database, filter, { turn: searching, pieces });
      const body = new BodyText<OrderPage>(`{"items":[${documents.join(",")}],"total":${total}}`);
      return { status: 200, contentType, body };
    },
    getOrder: async ({ path: { orderId: id } }, context) => {
      const row = await database.first(orderDocument, { id, accountId: memberOf(context).account_id });
      return row === null ? notFound("Order") : { status: 200, contentType, body: new BodyText<Order>(row.document) };
    },
    createOrder: async ({ body }, context) => {
      const { account_id: accountId } = memberOf(context);
      const { campaignId, createContactRecord = false } = body;
      const request = { ...requestOf(body, campaignId, "MANUAL_ORDER"), createContactRecord };
      const place = (transaction: Transaction) => placeOrder(transaction, accountId, { request, effects });
      return placed(await writeFor(database, accountId, place));
    },
    createStandaloneOrder: async ({ body }, context) => {
      const { account_id: accountId } = memberOf(context);
      const place = async (transaction: Transaction) => {
        const campaignId = await standaloneCampaignOf(transaction, accountId, effects.now());
        return await placeOrder(transaction, accountId, {
          request: requestOf(body, campaignId, "STANDALONE_ORDER"),
          effects,
        });
      };
      return placed(await writeFor(database, accountId, place));
    },
    cancelOrder: async ({ path: { orderId } }, context) => {
      const { account_id: accountId } = memberOf(context);
      const moved = await writeFor(database, accountId, (transaction) =>
        moveOrder(transaction, { orderId, accountId, move: "cancel" }, effects),
      );
      switch (moved.kind) {
        case "moved":
          return { status: 201, contentType, body: { message: "Order cancelled successfully" } };
        case "not-found":
          return notFound("Order");
        case "not-allowed":
          return notAllowed(`Order cannot be cancelled: its status is ${moved.status}`);
      }
    },
    listProducts: async (_, context) => {
      const { account_id: accountId, account_name: account } = memberOf(context);
      const rows = await database.all(allProducts, { accountId });
      const body = rows.map((row) => ({ ...row, image: images.pictureOf(account, row.sku) }));
      return { status: 200, contentType, body };
    },
    listWarehouses: async (_, context) => {
      const rows = await database.all(warehousesOfAccount, { accountId: memberOf(context).account_id });
      return { status: 200, contentType, body: [...rows] };
    },
  };
}

function placed(result: Placed) {
  if (result.kind === "refused") return invalidFields(fieldsOfFaults(result.faults));
  return { status: 201 as const, contentType: "application/json" as const, body: result.order satisfies Order };
}

function requestOf(body: NewStandaloneOrder, campaignId: string, source: OrderSource): OrderRequest {
  const { shipTo, products, warehouseId = null, companyName = null, notes = null } = body;
  return { campaignId, source, ...recipientOf(shipTo), lines: products, warehouseId, companyName, notes };
}

/** The form of an address -> the recipient of an order. */
export function recipientOf({ street2, zip, phone, ...rest }: ShipTo): Pick<OrderRequest, "recipient" | "street2"> {
  return { recipient: { ...rest, phone: phone ?? null, postalCode: zip, country }, street2: street2 ?? null };
}
