// What must not compile, and what must: `tsc` is the test. Nothing here is run.
import type { Order, WebhookSubscriptionWithSecret } from "@fulfillment/types";
import {
  createOrder,
  type ErrorCode,
  type FieldError,
  FulfillmentClient,
  FulfillmentError,
  getOrder,
  type RateLimit,
  type Send,
} from "../src/index.ts";
import { validateResponses } from "../src/validation.ts";
import { newOrder } from "./every-operation.ts";

/** Compiles only where `Value` is exactly `Wanted`. */
function is<Wanted>(): <const Value>(
  value: Value,
  ...exactly: Same<Value, Wanted> extends true ? [] : [never]
) => void {
  return () => {};
}

type Same<One, Other> =
  (<Any>() => Any extends One ? 1 : 2) extends <Any>() => Any extends Other ? 1 : 2 ? true : false;

export function settings(): void {
  new FulfillmentClient({ apiKey: "k", baseUrl: "https://api.example.com", timeout: 5000, retries: 1 });
  new FulfillmentClient({
    apiKey: async () => "k",
    validate: validateResponses,
    fetch: (url, init) => fetch(url, init),
  });
  // @ts-expect-error: there is no key
  new FulfillmentClient({});
  // @ts-expect-error: an environment variable may not be set
  new FulfillmentClient({ apiKey: process.env["FULFILLMENT_API_KEY"] });
  // @ts-expect-error: no such setting
  new FulfillmentClient({ apiKey: "k", baseURL: "https://api.example.com" });
  // @ts-expect-error: the key is sent by the client itself
  new FulfillmentClient({ apiKey: "k", authorize: () => ({}) });
  // @ts-expect-error: milliseconds are a number
  new FulfillmentClient({ apiKey: "k", timeout: "5s" });
}

export function filters({ orders }: FulfillmentClient): void {
  orders.list({ orderStatus: "SHIPPED", limit: 5 });
  orders.each({ campaignId: "cmp_1" }, { pageSize: 50 });
  // @ts-expect-error: no such status
  orders.list({ orderStatus: "LOST" });
  // @ts-expect-error: a status that an order can have, but not one to filter by
  orders.list({ orderStatus: "DELIVERED" });
  // @ts-expect-error: no such filter
  orders.list({ email: "mara@example.com" });
  // @ts-expect-error: a limit is a number
  orders.list({ limit: "5" });
  // @ts-expect-error: `each` sets the limit itself
  orders.each({ limit: 5 });
  // @ts-expect-error: options come after the query
  orders.each({ pageSize: 50 });
}

export function requests({ orders, webhooks, inventory }: FulfillmentClient): void {
  const { shipTo, ...withoutAddress } = newOrder;
  const { zip, ...withoutZip } = shipTo;
  orders.create({ ...newOrder, warehouseId: "wh_1", createContactRecord: true });
  // @ts-expect-error: an order needs an address
  orders.create(withoutAddress);
  // @ts-expect-error: an address needs a zip
  orders.create({ ...newOrder, shipTo: withoutZip });
  // @ts-expect-error: it is `zip` in a request
  orders.create({ ...newOrder, shipTo: { ...withoutZip, postalCode: zip } });
  // @ts-expect-error: a phone that is not known is left out
  orders.create({ ...newOrder, shipTo: { ...shipTo, phone: null } });
  // @ts-expect-error: a quantity is a number
  orders.create({ ...newOrder, products: [{ sku: "MUG", quantity: "1" }] });
  // @ts-expect-error: the order itself, not its parts
  orders.create({ body: newOrder });
  // @ts-expect-error: an id, not an order
  orders.cancel({ orderId: "ord_1" });
  // @ts-expect-error: an id is a text
  orders.get(7);
  // @ts-expect-error: an order cannot be deleted
  orders.delete("ord_1");
  // @ts-expect-error: webhook.test is not subscribable
  webhooks.create({ url: "https://h.example", events: ["webhook.test"] });
  // @ts-expect-error: events are needed
  webhooks.create({ url: "https://h.example" });
  // @ts-expect-error: the id comes first
  webhooks.update({ active: false });
  // @ts-expect-error: a secret is rotated, not set
  webhooks.update("wh_1", { secret: "s" });
  // @ts-expect-error: keys of inventory are in snake case
  inventory.list({ pageSize: 5 });
  // @ts-expect-error: options are an object
  orders.get("ord_1", 5000);
  // @ts-expect-error: a fingerprint is a text
  orders.createOnce(newOrder, { fingerprint: () => 7 });
  // @ts-expect-error: a time, not its text
  orders.createOnce(newOrder, { since: "2026-03-01" });
  // @ts-expect-error: it tries again by itself, and only when it is safe to
  orders.createOnce({ ...newOrder, retries: 3 });
}

export async function bodies({ orders, webhooks, products, inventory }: FulfillmentClient): Promise<void> {
  is<Order>()(await orders.get("ord_1"));
  is<Order[]>()(await orders.list());
  is<"AWAITING_SHIPMENT">()((await orders.create(newOrder)).status);
  is<Order | null>()((await orders.createOnce(newOrder)).found);
  is<WebhookSubscriptionWithSecret>()(await webhooks.rotateSecret("wh_1"));
  is<number | null>()((await webhooks.test("wh_1")).statusCode);
  is<unknown>()((await inventory.list()).inventory?.[0]?.on_hand);
  is<string | undefined>()((await products.list())[0]?.sku);
  for await (const order of orders.each()) is<Order>()(order);
  // @ts-expect-error: `is` tells types apart
  is<string>()(await orders.get("ord_1"));
  // @ts-expect-error: the await is forgotten
  orders.get("ord_1").id;
  // @ts-expect-error: the await is forgotten
  for (const order of orders.list()) order.id;
  // @ts-expect-error: pages come one after the other
  for (const order of orders.each()) order.id;
  // @ts-expect-error: secrets are not listed
  (await webhooks.list()).webhooks[0]?.secret.length;
  // @ts-expect-error: it is `postalCode` in a response
  (await orders.get("ord_1")).recipient.zip;
  // @ts-expect-error: it is a list of orders
  (await orders.list()).orders;
}

export async function responses({ orders }: FulfillmentClient): Promise<void> {
  const response = await orders.get("ord_1").result();
  is<200 | 401 | 404 | 429 | 500>()(response.status);
  is<RateLimit | null>()(response.rateLimit);
  is<Response>()(response.response);
  // Proxies, and browsers by the rules of CORS, leave out headers.
  is<number | undefined>()(response.headers["RateLimit-Reset"]);
  // @ts-expect-error: not every status has an order
  response.body.id;
  // @ts-expect-error: there is no such status
  if (response.status === 201) return;
  switch (response.status) {
    case 200:
      is<Order>()(response.body);
      break;
    case 401:
      is<"Unauthorized">()(response.body);
      // @ts-expect-error: it is a text
      response.body.message;
      break;
    case 404:
      is<"Order not found">()(response.body.message);
      // @ts-expect-error: there is no order in it
      response.body.id;
      break;
    default:
      is<string>()(response.body.message);
  }
  const created = await orders.create(newOrder).result();
  is<201 | 400 | 401 | 429 | 500>()(created.status);
  // @ts-expect-error: the errors are those of a 400
  if (created.status === 500) created.body.errors;
  // @ts-expect-error: headers have the names of the API
  created.headers.rateLimitReset;
}

export function failures(error: unknown): string {
  // @ts-expect-error: anything can be caught
  error.code;
  if (!(error instanceof FulfillmentError)) return "";
  is<ErrorCode>()(error.code);
  is<number | null>()(error.status);
  // @ts-expect-error: most errors have no fields
  error.fields;
  // @ts-expect-error: no such code
  if (error.code === "forbidden") return "";
  switch (error.code) {
    case "validation":
      is<readonly FieldError[]>()(error.fields);
      return error.fields.map(({ path }) => path.join(".")).join();
    case "rate_limited":
      is<number | null>()(error.retryAfter);
      // @ts-expect-error: it has no fields
      error.fields;
      return `${error.retryAfter}`;
    case "unauthorized":
    case "not_found":
    case "conflict_state":
    case "server":
    case "timeout":
    case "network":
    case "unexpected_response":
      // @ts-expect-error: it does not say how long to wait
      error.retryAfter;
      return error.request.operation;
  }
}

export async function functions(send: Send): Promise<void> {
  is<Order>()(await getOrder(send, "ord_1"));
  // @ts-expect-error: what sends comes first
  getOrder("ord_1");
  // @ts-expect-error: a client is not what sends
  createOrder(new FulfillmentClient({ apiKey: "k" }), newOrder);
}
