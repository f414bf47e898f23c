// An order that somebody wants -> the order in the account's books, its stock reserved, its event on the way.
import type { LineItem, Order, OrderSource, Recipient } from "@fulfillment/types";
import type { Transaction } from "../../storage/database.ts";
import {
  campaignOfAccount,
  changeStock,
  productsBySku,
  stockOfSkus,
  warehousesOfAccount,
} from "../../storage/queries/catalog.ts";
import { insertOrder, nextOrderNumber } from "../../storage/queries/orders.ts";
import { type Effects, timestampOf } from "../effects.ts";
import { emitEvent, unshippedOrderEvent } from "../events.ts";
import { newId } from "../identifiers.ts";
import { recordRecipient } from "./recipient-contact.ts";
import { demandInOrder, demandOf, routeOrder, type Warehouse } from "./routing.ts";

export interface OrderRequest {
  readonly campaignId: string;
  readonly source: OrderSource;
  readonly recipient: Recipient;
  readonly street2: string | null;
  readonly lines: readonly LineItem[];
  /** `null`: the service decides (open decision `order-routing`). */
  readonly warehouseId: string | null;
  readonly createContactRecord: boolean;
  readonly sourceOrderNumber: string | null;
  readonly companyName: string | null;
  readonly notes: string | null;
}

/** What is wrong with a field of the request, by its place in the body of `POST /v1/orders/create`. */
export interface FieldFault {
  readonly path: readonly (string | number)[];
  readonly issue: string;
}

export type Placed =
  | { readonly kind: "placed"; readonly order: Order }
  /** Nothing was written. */
  | { readonly kind: "refused"; readonly faults: readonly FieldFault[] };

export async function placeOrder(
  transaction: Transaction,
  accountId: string,
  { request, effects }: { readonly request: OrderRequest; readonly effects: Effects },
): Promise<Placed> {
  const references = await findReferences(transaction, accountId, request);
  if (references.kind === "refused") return references;
  const [counted] = await transaction.all(nextOrderNumber, { accountId });
  if (counted === undefined) throw new Error(`there is no account ${accountId}`);
  const { titles, warehouses } = references;
  const demand = demandOf(request.lines);
  const stock = await transaction.all(stockOfSkus, { accountId, skus: JSON.stringify([...demand.keys()]) });
  const route = routeOrder({ warehouses, stock, demand, wanted: request.warehouseId });
  const order = orderOf({
    request,
    titles,
    warehouse: route.warehouse,
    allocated: route.allocated,
    number: counted.order_count,
    now: effects.now(),
  });
  await transaction.all(insertOrder, {
    id: order.id,
    accountId,
    number: counted.order_count,
    campaignId: order.campaignId,
    status: order.status,
    warehouseId: route.warehouse.id,
    street2: JSON.stringify(request.street2),
    document: JSON.stringify(order),
  });
  if (route.allocated) {
    for (const [sku, quantity] of demandInOrder(demand)) {
      const where = { accountId, warehouseId: route.warehouse.id, sku };
      await transaction.all(changeStock, { ...where, onHand: 0, allocated: quantity });
    }
  }
  if (request.createContactRecord) await recordRecipient(transaction, accountId, { request, effects });
  await emitEvent(transaction, accountId, { event: unshippedOrderEvent("order.created", order), effects });
  return { kind: "placed", order };
}

interface References {
  readonly kind: "found";
  readonly titles: ReadonlyMap<string, string>;
  readonly warehouses: readonly Warehouse[];
}

/** Everything the order refers to, or all that the account does not have (open decision `create-references`). */
async function findReferences(
  transaction: Transaction,
  accountId: string,
  { campaignId, lines, warehouseId }: OrderRequest,
): Promise<References | Extract<Placed, { kind: "refused" }>> {
  const faults: FieldFault[] = [];
  const campaign = await transaction.first(campaignOfAccount, { accountId, id: campaignId });
  if (campaign === null) faults.push({ path: ["campaignId"], issue: "Unknown campaign" });
  const skus = [...new Set(lines.map(({ sku }) => sku))].filter(isStorable);
  const products = await transaction.all(productsBySku, { accountId, skus: JSON.stringify(skus) });
  const titles = new Map(products.map(({ sku, title }) => [sku, title]));
  for (const [index, { sku, quantity }] of lines.entries()) {
    if (!titles.has(sku)) faults.push({ path: ["products", index, "sku"], issue: "Unknown SKU" });
    if (quantity < 1) faults.push({ path: ["products", index, "quantity"], issue: "Must be at least 1" });
  }
  const warehouses = await transaction.all(warehousesOfAccount, { accountId });
  if (warehouseId !== null && !warehouses.some(({ id }) => id === warehouseId)) {
    faults.push({ path: ["warehouseId"], issue: "Unknown warehouse" });
  }
  return faults.length === 0 ? { kind: "found", titles, warehouses } : { kind: "refused", faults };
}

/** No SKU has U+0000 or half a surrogate pair, and neither can be sent to every database. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\u0000");
}

interface OrderParts {
  readonly request: OrderRequest;
  readonly titles: ReadonlyMap<string, string>;
  readonly warehouse: Warehouse;
  readonly allocated: boolean;
  readonly number: number;
  readonly now: number;
}

function orderOf({ request, titles, warehouse, allocated, number, now }: OrderParts): Order {
  return {
    id: newId("ord", now),
    orderNumber: `W-${10_000 + number}`,
    sourceOrderNumber: request.sourceOrderNumber,
    status: "AWAITING_SHIPMENT",
    paymentStatus: null,
    allocationStatus: allocated ? "ALLOCATED" : "UNALLOCATED",
    orderSource: request.source,
    orderDate: timestampOf(now),
    shipDate: null,
    deliveredAt: null,
    estimatedDelivery: null,
    lastTrackingUpdate: null,
    deliveryLocation: null,
    deliveryDescription: null,
    trackingNumber: null,
    carrierCode: null,
    campaignId: request.campaignId,
    warehouse: warehouse.alias,
    recipient: request.recipient,
    companyName: request.companyName,
    notes: request.notes,
    products: request.lines.map(({ sku, quantity }) => ({ sku, title: titles.get(sku) ?? sku, quantity })),
    addressVerificationStatus: null,
  };
}
