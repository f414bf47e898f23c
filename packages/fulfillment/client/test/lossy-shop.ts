// What becomes of each request to place an order -> a service that does just that, for tests.
import type { NewOrder, Order } from "@fulfillment/types";
import { newOrder } from "./every-operation.ts";
import { type Asking, clientOf, json, order, text } from "./responding.ts";

/** What becomes of a request to place an order. */
export type Fate =
  | "arrived"
  | "lost on the way there"
  | "lost on the way back"
  | "500 without effect"
  | "500 with effect"
  | "502 of a proxy"
  | "cut off";

interface Becoming {
  readonly takesEffect: boolean;
  /** What is heard of it. */
  readonly hear: (id: string) => Response | Promise<Response>;
}

const fates: ReadonlyMap<Fate, Becoming> = new Map<Fate, Becoming>([
  ["arrived", { takesEffect: true, hear: (orderId) => json(201, { orderId, status: "AWAITING_SHIPMENT" }) }],
  ["lost on the way there", { takesEffect: false, hear: () => Promise.reject(new TypeError("fetch failed")) }],
  ["lost on the way back", { takesEffect: true, hear: () => Promise.reject(new TypeError("fetch failed")) }],
  ["500 without effect", { takesEffect: false, hear: () => json(500, { message: "Request failed" }) }],
  ["500 with effect", { takesEffect: true, hear: () => json(500, { message: "Request failed" }) }],
  ["502 of a proxy", { takesEffect: true, hear: () => text(502, "<h1>Oh</h1>", { "Content-Type": "text/html" }) }],
  ["cut off", { takesEffect: true, hear: () => text(201, '{"order', { "Content-Type": "application/json" }) }],
]);

export const allFates: readonly Fate[] = [...fates.keys()];

export interface ShopOptions {
  /** One for each request to place an order; the last one continues. */
  readonly fates?: readonly [Fate, ...Fate[]];
  /** Orders that were there before. */
  readonly orders?: readonly Order[];
}

export interface Shop extends Asking {
  /** Everything that is there, in the order in which it was placed. */
  readonly orders: readonly Order[];
  /** `POST` and `GET`, as they came. */
  readonly methods: () => string[];
}

/** A service with one campaign's orders. */
export function shop({ fates: script = ["arrived"], orders: before = [] }: ShopOptions = {}): Shop {
  const orders = [...before];
  let posts = 0;
  const asking = clientOf(({ method, url, body }) => {
    if (method === "GET") return json(200, pageOf(orders, url));
    const fate = fates.get(script[posts] ?? script.at(-1) ?? "arrived");
    if (fate === undefined) throw new Error("there is a row for each fate");
    posts += 1;
    const id = `ord_new_${posts}`;
    if (fate.takesEffect) orders.push(placed(id, Object(body)));
    return fate.hear(id);
  });
  return { ...asking, orders, methods: () => asking.asked.map(({ method }) => method) };
}

export function pageOf(orders: readonly Order[], { searchParams }: URL): Order[] {
  const [limit = 20, offset = 0] = ["limit", "offset"].map((name) => Number(searchParams.get(name)));
  const campaignId = searchParams.get("campaignId");
  return orders.filter((one) => campaignId === null || one.campaignId === campaignId).slice(offset, offset + limit);
}

/** The order as the service shows it. */
export function placed(id: string, { campaignId, shipTo, products }: NewOrder, changes: Partial<Order> = {}): Order {
  const { firstName, lastName, email, street1, city, state, zip: postalCode } = shipTo;
  const recipient = { firstName, lastName, email, phone: null, street1, city, state, postalCode, country: "US" };
  const lines = products.map((line) => ({ ...line, title: line.sku }));
  const orderDate = new Date().toISOString();
  return order({ id, campaignId, recipient, products: lines, orderDate, ...changes });
}

export function minutesAgo(minutes: number): Date {
  return new Date(Date.now() - minutes * 60_000);
}

/** Orders that are not the one to place, however much they look like it. */
export const others: readonly Order[] = [
  placed("ord_old", newOrder, { orderDate: minutesAgo(60).toISOString() }),
  placed("ord_campaign", { ...newOrder, campaignId: "cmp_2" }),
  placed("ord_email", { ...newOrder, shipTo: { ...newOrder.shipTo, email: "jonas@example.com" } }),
  placed("ord_products", { ...newOrder, products: [{ sku: "MUG", quantity: 2 }] }),
];
