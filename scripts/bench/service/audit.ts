// What clients were told, what the books say, what the API lists and what was delivered -> every place where they disagree.
import type { BookedOrder, Books, ListedOrder, StockLevel } from "./books.ts";
import type { Arrival } from "./delivery-receiver.ts";
import type { Ledger, LedgerEntry, Line } from "./ledger.ts";

export interface Evidence {
  readonly ledger: Ledger;
  readonly books: Books;
  readonly listed: readonly ListedOrder[];
  readonly subscriptionIds: readonly string[];
  readonly arrivals: readonly Arrival[];
  /** What the receiver found wrong with single deliveries. */
  readonly deliveryFaults: readonly string[];
}

/** One question, how often it was asked, and each time that the answer was wrong. */
export interface Check {
  readonly name: string;
  readonly asked: number;
  readonly faults: readonly string[];
}

export function audit(evidence: Evidence): Check[] {
  return [...checkOrders(evidence), ...checkBooks(evidence.books), ...checkEvents(evidence)];
}

function checkOrders({ ledger, books, listed }: Evidence): Check[] {
  const orders = new Map(listed.map((order) => [order.id, order]));
  const acknowledged = [...ledger.orders].map(([id, entry]) => ({ id, entry, order: orders.get(id) }));
  const there = acknowledged.flatMap(({ id, entry, order }) => (order === undefined ? [] : [{ id, entry, order }]));
  return [
    check("acknowledged orders that the API lists", acknowledged, ({ id, order }) =>
      order === undefined ? `${id} is missing` : null,
    ),
    check("their status is what was acknowledged", there, ({ id, entry, order }) =>
      mayBe(entry, order.status) ? null : `${id} was ${entry.state} and is ${order.status}`,
    ),
    check("their lines are what was ordered", there, ({ id, entry, order }) =>
      linesText(entry.lines) === linesText(order.products) ? null : `${id} has ${linesText(order.products)}`,
    ),
    check("orders in the books that the API lists alike", books.orders, (booked) => {
      return JSON.stringify(orders.get(booked.id)) === JSON.stringify(booked.order) ? null : `${booked.id} differs`;
    }),
    { name: "answers that clients expected", asked: ledger.answers, faults: ledger.unexpected },
  ];
}

function mayBe({ state }: LedgerEntry, status: string): boolean {
  if (state === "cancel-sent") return status === "AWAITING_SHIPMENT" || status === "CANCELLED";
  return status === (state === "placed" ? "AWAITING_SHIPMENT" : "CANCELLED");
}

function checkBooks({ orders, orderCount, stock, moved, waiting }: Books): Check[] {
  const reserved = reservedBy(orders);
  const numbered = new Map<string, number>();
  for (const { order } of orders) add(numbered, order.orderNumber, 1);
  const received = new Map<string, number>();
  for (const { warehouse_id, sku, quantity } of moved) add(received, placeOf(warehouse_id, sku), quantity);
  return [
    check("orders that count up from 1 without a gap", [...orders.entries()], ([index, { id, number }]) =>
      number === index + 1 ? null : `${id} has number ${number}, not ${index + 1}`,
    ),
    check("order numbers that are given once", orders, ({ id, order: { orderNumber } }) =>
      numbered.get(orderNumber) === 1 ? null : `${id} shares ${orderNumber}`,
    ),
    check("the account counts its orders", [orderCount], (counted) =>
      counted === orders.length ? null : `it says ${counted} and has ${orders.length}`,
    ),
    check("status in the row and in the order", orders, ({ id, status, order }) =>
      status === order.status ? null : `${id}: ${status} and ${order.status}`,
    ),
    check("stock reserved is what open orders hold", stock, (level) => {
      const held = reserved.get(placeOf(level.warehouse_id, level.sku)) ?? 0;
      return held === level.allocated ? null : `${stockText(level)}: orders hold ${held}`;
    }),
    check("stock on hand is what came in and went out", stock, (level) => {
      const balance = received.get(placeOf(level.warehouse_id, level.sku)) ?? 0;
      return balance === level.on_hand && level.allocated <= level.on_hand
        ? null
        : `${stockText(level)}: ${balance} moved`;
    }),
    check("nothing waits to be delivered", [waiting], (left) => (left === 0 ? null : `${left} deliveries wait`)),
  ];
}

function reservedBy(orders: readonly BookedOrder[]): Map<string, number> {
  const reserved = new Map<string, number>();
  for (const { warehouseId, order } of orders) {
    if (order.status !== "AWAITING_SHIPMENT" || order.allocationStatus !== "ALLOCATED") continue;
    for (const { sku, quantity } of order.products) add(reserved, placeOf(warehouseId, sku), quantity);
  }
  return reserved;
}

function checkEvents({ books, subscriptionIds, arrivals, deliveryFaults }: Evidence): Check[] {
  const arrived = arrivalCounts(arrivals);
  const orders = new Map(books.orders.map((booked) => [booked.id, booked.order]));
  const expected = expectedEvents(books.orders, subscriptionIds);
  const wanted = new Set(expected);
  return [
    check("events that arrived", expected, (key) => (arrived.has(key) ? null : `${key} is missing`)),
    check("events that had a reason", [...arrived.keys()], (key) => (wanted.has(key) ? null : `${key} has none`)),
    check("deliveries that say what the order says", arrivals, (arrival) => {
      const order = orders.get(arrival.data.orderId);
      return order === undefined || agrees(arrival, order)
        ? null
        : `${keyOf(arrival)}: ${JSON.stringify(arrival.data)}`;
    }),
    {
      name: "deliveries that were signed and valid",
      asked: arrivals.length + deliveryFaults.length,
      faults: deliveryFaults,
    },
  ];
}

/** How often each event came to each subscription, by `keyOf`. */
export function arrivalCounts(arrivals: readonly Arrival[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const arrival of arrivals) add(counts, keyOf(arrival), 1);
  return counts;
}

/** `order.created ord_01K9… to sub_01K9…` */
export function keyOf({ event, data, subscriptionId }: Pick<Arrival, "event" | "subscriptionId"> & OrderData): string {
  return `${event} ${data.orderId} to ${subscriptionId}`;
}

interface OrderData {
  readonly data: { readonly orderId: string };
}

export function expectedEvents(orders: readonly BookedOrder[], subscriptionIds: readonly string[]): string[] {
  return subscriptionIds.flatMap((subscriptionId) =>
    orders.flatMap(({ id: orderId, status }) => {
      const events = status === "CANCELLED" ? ["order.created", "order.cancelled"] : ["order.created"];
      return events.map((event) => keyOf({ event, data: { orderId }, subscriptionId }));
    }),
  );
}

function agrees({ event, data }: Arrival, order: ListedOrder): boolean {
  return (
    data.orderNumber === order.orderNumber &&
    data.campaignId === order.campaignId &&
    data.status === (event === "order.created" ? "AWAITING_SHIPMENT" : "CANCELLED") &&
    linesText(data.products) === linesText(order.products)
  );
}

function check<T>(name: string, cases: readonly T[], faultOf: (one: T) => string | null): Check {
  const faults = cases.map(faultOf).filter((fault) => fault !== null);
  return { name, asked: cases.length, faults };
}

function add(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

function placeOf(warehouseId: string, sku: string): string {
  return `${sku} in ${warehouseId}`;
}

function stockText({ warehouse_id, sku, on_hand, allocated }: StockLevel): string {
  return `${placeOf(warehouse_id, sku)}: ${on_hand} on hand, ${allocated} reserved`;
}

/** `2 MUG-OAT-350, 1 TEE-NVY-M` */
function linesText(lines: readonly Line[]): string {
  return lines.map(({ sku, quantity }) => `${quantity} ${sku}`).join(", ");
}
