// A requested order -> the stored order, its stock reserved, its event queued.
import type { LineItem, Order, OrderSource, Recipient } from "@fulfillment/types";
import type { Transaction } from "../../storage/database.ts";
import { stockOfSkus } from "../../storage/queries/catalog.ts";
import { contactByEmail, insertContact, insertOrder, nextOrderNumber } from "../../storage/queries/orders.ts";
import { type Effects, timestampOf } from "../effects.ts";
import { emitEvent, eventOf } from "../events.ts";
import { newId } from "../identifiers.ts";
import { type FieldFault, findReferences } from "./references.ts";
import { quantitiesOf, routeOrder, type Warehouse } from "./routing.ts";
import { searchTextOf } from "./search.ts";
import { changeStockOf } from "./stock.ts";

export interface OrderRequest {
  readonly campaignId: string;
  readonly source: OrderSource;
  readonly recipient: Recipient;
  readonly street2?: string | null;
  readonly lines: readonly LineItem[];
  /** `null`: the service decides (open decision `order-routing`). */
  readonly warehouseId: string | null;
  readonly createContactRecord?: boolean;
  readonly sourceOrderNumber?: string | null;
  readonly companyName?: string | null;
  readonly notes?: string | null;
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
  if (references.faults.length > 0) return { kind: "refused", faults: references.faults };
  const [counted] = await transaction.all(nextOrderNumber, { accountId });
  if (counted === undefined) throw new Error(`there is no account ${accountId}`);
  const { titles, warehouses } = references;
  const demand = quantitiesOf(request.lines);
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
    account_id: accountId,
    number: counted.order_count,
    campaign_id: order.campaignId,
    status: order.status,
    warehouse_id: route.warehouse.id,
    street2: JSON.stringify(request.street2 ?? null),
    document: JSON.stringify(order),
    source: order.orderSource,
    search: searchTextOf(order),
  });
  if (route.allocated) {
    const warehouseId = route.warehouse.id;
    await changeStockOf(transaction, { accountId, warehouseId, demand, onHand: 0, allocated: 1 });
  }
  if (request.createContactRecord === true) await recordRecipient(transaction, accountId, { request, effects });
  await emitEvent(transaction, accountId, { event: eventOf("order.created", order), effects });
  return { kind: "placed", order };
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
    sourceOrderNumber: request.sourceOrderNumber ?? null,
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
    companyName: request.companyName ?? null,
    notes: request.notes ?? null,
    products: request.lines.map(({ sku, quantity }) => ({ sku, title: titles.get(sku) ?? sku, quantity })),
    addressVerificationStatus: null,
  };
}

/** Adds the recipient as a contact of the campaign, unless the campaign has one with that e-mail address. */
async function recordRecipient(
  transaction: Transaction,
  accountId: string,
  { request, effects }: { readonly request: OrderRequest; readonly effects: Effects },
): Promise<void> {
  const { campaignId, recipient, street2 = null } = request;
  const { postalCode, country, phone, ...rest } = recipient;
  if ((await transaction.first(contactByEmail, { campaignId, email: recipient.email })) !== null) return;
  const id = newId("con", effects.now());
  const contact = {
    id,
    campaignId,
    ...rest,
    ...(phone === null ? {} : { phone }),
    ...(street2 === null ? {} : { street2 }),
    zip: postalCode,
  };
  const document = JSON.stringify(contact);
  await transaction.all(insertContact, {
    id,
    account_id: accountId,
    campaign_id: campaignId,
    email: recipient.email,
    document,
  });
}
