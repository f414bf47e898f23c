// Evidence with one thing wrong at a time -> the check that says so, and no other.
import { describe, expect, it } from "vitest";
import { audit, type Evidence } from "./audit.ts";
import type { BookedOrder, ListedOrder } from "./books.ts";
import type { Arrival } from "./delivery-receiver.ts";
import { Ledger } from "./ledger.ts";

const subscriptionId = "sub_1";
const line = { sku: "MUG", quantity: 2 };

describe("audit", () => {
  it("finds nothing where everything agrees", () => {
    expect(faultsOf({})).toEqual([]);
  });

  const [kept, cancelled] = [orderOf(1, "AWAITING_SHIPMENT"), orderOf(2, "CANCELLED")];
  const booked = [kept, cancelled].map(bookedOf);
  const cases: readonly { readonly wrong: string; readonly change: Partial<Evidence>; readonly says: string[] }[] = [
    {
      wrong: "an acknowledged order is gone",
      change: { listed: [kept], books: booksOf([kept]), arrivals: arrivalsOf([kept]) },
      says: ["acknowledged orders that the API lists: ord_2 is missing"],
    },
    {
      wrong: "a cancellation is forgotten",
      change: { ledger: ledgerOf(["ord_1", "ord_2"]) },
      says: ["their status is what was acknowledged: ord_1 was cancelled and is AWAITING_SHIPMENT"],
    },
    {
      wrong: "an order has other lines than were asked for",
      change: { ledger: ledgerOf(["ord_2"], 3) },
      says: ["their lines are what was ordered: ord_1 has 2 MUG", "their lines are what was ordered: ord_2 has 2 MUG"],
    },
    {
      wrong: "the API shows an order other than it is in the books",
      change: { listed: [{ ...kept, notes: "?" }, cancelled] },
      says: ["orders in the books that the API lists alike: ord_1 differs"],
    },
    {
      wrong: "a number is left out",
      change: {
        books: { ...booksOf([kept, cancelled]), orders: booked.map((one) => ({ ...one, number: one.number + 1 })) },
      },
      says: [
        "orders that count up from 1 without a gap: ord_1 has number 2, not 1",
        "orders that count up from 1 without a gap: ord_2 has number 3, not 2",
      ],
    },
    {
      wrong: "the counter of orders went on without an order",
      change: { books: { ...booksOf([kept, cancelled]), orderCount: 3 } },
      says: ["the account counts its orders: it says 3 and has 2"],
    },
    {
      wrong: "stock of a cancelled order is still reserved",
      change: { books: { ...booksOf([kept, cancelled]), stock: [stockOf(4)] } },
      says: ["stock reserved is what open orders hold: MUG in wh_1: 10 on hand, 4 reserved: orders hold 2"],
    },
    {
      wrong: "stock appeared from nowhere",
      change: { books: { ...booksOf([kept, cancelled]), moved: [] } },
      says: ["stock on hand is what came in and went out: MUG in wh_1: 10 on hand, 2 reserved: 0 moved"],
    },
    {
      wrong: "an event is lost",
      change: { arrivals: arrivalsOf([kept, cancelled]).slice(0, -1) },
      says: ["events that arrived: order.cancelled ord_2 to sub_1 is missing"],
    },
    {
      wrong: "an event tells of an order that was never committed",
      change: { arrivals: arrivalsOf([kept, cancelled, orderOf(3, "AWAITING_SHIPMENT")]) },
      says: ["events that had a reason: order.created ord_3 to sub_1 has none"],
    },
    {
      wrong: "an order is told to be cancelled and is not",
      change: { arrivals: [...arrivalsOf([kept, cancelled]), arrivalOf("order.cancelled", kept)] },
      says: ["events that had a reason: order.cancelled ord_1 to sub_1 has none"],
    },
    {
      wrong: "an event says something else than the order",
      change: {
        arrivals: [...arrivalsOf([kept, cancelled]), arrivalOf("order.created", { ...kept, orderNumber: "W-9" })],
      },
      says: ['deliveries that say what the order says: order.created ord_1 to sub_1: {"orderId":"ord_1"'],
    },
    {
      wrong: "a signature is wrong",
      change: { deliveryFaults: ["not signed"] },
      says: ["deliveries that were signed and valid: not signed"],
    },
    {
      wrong: "a delivery is left over",
      change: { books: { ...booksOf([kept, cancelled]), waiting: 1 } },
      says: ["nothing waits to be delivered: 1 deliveries wait"],
    },
  ];

  it.each(cases)("says that $wrong", ({ change, says }) => {
    const faults = faultsOf(change);
    expect(faults).toHaveLength(says.length);
    for (const [index, text] of says.entries()) expect(faults[index]).toContain(text);
  });

  it("takes an event that came twice, and a cancellation that nobody heard of", () => {
    const ledger = ledgerOf([]);
    ledger.cancelSent("ord_2");
    const arrivals = arrivalsOf([kept, cancelled]);
    expect(faultsOf({ ledger, arrivals: [...arrivals, ...arrivals] })).toEqual([]);
  });
});

function faultsOf(change: Partial<Evidence>): string[] {
  const orders = [orderOf(1, "AWAITING_SHIPMENT"), orderOf(2, "CANCELLED")];
  const evidence: Evidence = {
    ledger: ledgerOf(["ord_2"]),
    books: booksOf(orders),
    listed: orders,
    subscriptionIds: [subscriptionId],
    arrivals: arrivalsOf(orders),
    deliveryFaults: [],
    ...change,
  };
  return audit(evidence).flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`));
}

function ledgerOf(cancelled: readonly string[], quantity = line.quantity): Ledger {
  const ledger = new Ledger();
  for (const orderId of ["ord_1", "ord_2"]) ledger.placed(orderId, [{ ...line, quantity }]);
  for (const orderId of cancelled) ledger.cancelled(orderId);
  return ledger;
}

function booksOf(orders: readonly ListedOrder[]): Evidence["books"] {
  return {
    orders: orders.map(bookedOf),
    orderCount: orders.length,
    stock: [stockOf(2)],
    moved: [{ warehouse_id: "wh_1", sku: "MUG", quantity: 10 }],
    waiting: 0,
  };
}

function stockOf(allocated: number): Evidence["books"]["stock"][number] {
  return { warehouse_id: "wh_1", sku: "MUG", on_hand: 10, allocated };
}

function bookedOf(order: ListedOrder): BookedOrder {
  const number = Number(order.id.slice("ord_".length));
  return { id: order.id, number, status: order.status, warehouseId: "wh_1", order };
}

function arrivalsOf(orders: readonly ListedOrder[]): Arrival[] {
  return orders.flatMap((order) => [
    arrivalOf("order.created", order),
    ...(order.status === "CANCELLED" ? [arrivalOf("order.cancelled", order)] : []),
  ]);
}

function arrivalOf(event: string, { id: orderId, orderNumber, campaignId }: ListedOrder): Arrival {
  const status = event === "order.created" ? "AWAITING_SHIPMENT" : "CANCELLED";
  return { subscriptionId, event, data: { orderId, orderNumber, status, campaignId, products: [line] }, at: 0 };
}

function orderOf(number: number, status: "AWAITING_SHIPMENT" | "CANCELLED"): ListedOrder {
  return {
    id: `ord_${number}`,
    orderNumber: `W-${number}`,
    sourceOrderNumber: null,
    status,
    paymentStatus: null,
    allocationStatus: status === "CANCELLED" ? "RESTOCKED" : "ALLOCATED",
    orderSource: "EXTERNAL",
    orderDate: "2025-11-03T09:14:27.318Z",
    shipDate: null,
    deliveredAt: null,
    estimatedDelivery: null,
    lastTrackingUpdate: null,
    deliveryLocation: null,
    deliveryDescription: null,
    trackingNumber: null,
    carrierCode: null,
    campaignId: "cmp_1",
    warehouse: "columbus",
    recipient: {
      firstName: "Mara",
      lastName: "Lindqvist",
      email: "mara.lindqvist@example.com",
      phone: null,
      street1: "418 Juniper Lane",
      city: "Portland",
      state: "OR",
      postalCode: "97205",
      country: "US",
    },
    companyName: null,
    notes: null,
    products: [{ ...line, title: "Mug" }],
    addressVerificationStatus: null,
  };
}
