// An order and what became of it -> its next status, its stock, its event; or why that cannot be.
import type { Order, OrderStatus } from "@fulfillment/types";
import type { Transaction } from "../../storage/database.ts";
import { insertStockEvent } from "../../storage/queries/catalog.ts";
import { orderToChange, updateOrder } from "../../storage/queries/orders.ts";
import { parseOrder } from "../documents.ts";
import { type Effects, timestampOf } from "../effects.ts";
import { type Event, emitEvent, eventOf } from "../events.ts";
import { demandInOrder, quantitiesOf } from "./routing.ts";
import { changeStockOf } from "./stock.ts";

export type Move = "cancel" | "ship" | "deliver" | "return";

interface Transition {
  readonly from: readonly OrderStatus[];
  readonly to: OrderStatus;
  readonly event: (order: Order) => Event;
  /** What happens to the stock of an order that has some reserved or has used it. */
  readonly stock: { readonly onHand: -1 | 0 | 1; readonly allocated: -1 | 0; readonly kind: string | null };
  readonly restocks: boolean;
}

/** The moves of `x-waybill-state-machine` in the description of the order status; a test holds both equal. */
export const transitions: Readonly<Record<Move, Transition>> = {
  cancel: {
    from: ["AWAITING_SHIPMENT"],
    to: "CANCELLED",
    event: (order) => eventOf("order.cancelled", order),
    stock: { onHand: 0, allocated: -1, kind: null },
    restocks: true,
  },
  ship: {
    from: ["AWAITING_SHIPMENT"],
    to: "SHIPPED",
    event: (order) => eventOf("order.shipped", order),
    stock: { onHand: -1, allocated: -1, kind: "SHIPPED" },
    restocks: false,
  },
  deliver: {
    from: ["SHIPPED"],
    to: "DELIVERED",
    event: (order) => eventOf("order.delivered", order),
    stock: { onHand: 0, allocated: 0, kind: null },
    restocks: false,
  },
  return: {
    from: ["SHIPPED", "DELIVERED"],
    to: "RETURNED",
    event: (order) => eventOf("order.returned", order),
    stock: { onHand: 1, allocated: 0, kind: "RETURNED" },
    restocks: true,
  },
};

export type Moved =
  | { readonly kind: "moved"; readonly order: Order }
  | { readonly kind: "not-found" }
  /** The order stays as it is. */
  | { readonly kind: "not-allowed"; readonly status: OrderStatus };

export interface MoveRequest {
  readonly orderId: string;
  /** The account that must own the order; `null`: any account, for the warehouse. */
  readonly accountId: string | null;
  readonly move: Move;
  /** What the move changes besides the status. */
  readonly changes?: (now: string) => Partial<Order>;
}

export async function moveOrder(
  transaction: Transaction,
  { orderId, accountId, move, changes = () => ({}) }: MoveRequest,
  effects: Effects,
): Promise<Moved> {
  const row = await transaction.first(orderToChange, { id: orderId });
  if (row === null || (accountId !== null && row.account_id !== accountId)) return { kind: "not-found" };
  const before = parseOrder(row.document);
  const transition = transitions[move];
  if (!transition.from.includes(before.status)) return { kind: "not-allowed", status: before.status };
  const allocated = before.allocationStatus === "ALLOCATED";
  const order: Order = {
    ...before,
    ...changes(timestampOf(effects.now())),
    status: transition.to,
    allocationStatus: allocated && transition.restocks ? "RESTOCKED" : before.allocationStatus,
  };
  await transaction.all(updateOrder, { id: orderId, status: order.status, document: JSON.stringify(order) });
  if (allocated) await moveStock(transaction, { order, row, transition, effects });
  await emitEvent(transaction, row.account_id, { event: transition.event(order), effects });
  return { kind: "moved", order };
}

interface StockMove {
  readonly order: Order;
  readonly row: { readonly account_id: string; readonly warehouse_id: string };
  readonly transition: Transition;
  readonly effects: Effects;
}

async function moveStock(transaction: Transaction, { order, row, transition, effects }: StockMove): Promise<void> {
  const { onHand, allocated, kind } = transition.stock;
  if (onHand === 0 && allocated === 0) return;
  const { account_id, warehouse_id } = row;
  const demand = quantitiesOf(order.products);
  await changeStockOf(transaction, { accountId: account_id, warehouseId: warehouse_id, demand, onHand, allocated });
  if (kind === null) return;
  for (const [sku, quantity] of demandInOrder(demand)) {
    const place = { account_id, warehouse_id, sku };
    const entry = { kind, quantity: onHand * quantity, order_id: order.id, at: timestampOf(effects.now()) };
    await transaction.all(insertStockEvent, { ...place, ...entry });
  }
}
