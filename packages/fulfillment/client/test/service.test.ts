// The client against the running service over a socket, with every response validated against the schemas.
import type { NewOrder } from "@fulfillment/types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openLocal } from "../../service/test/contract/backends.ts";
import { type RunningService, runService } from "../../service/test/contract/running-service.ts";
import { type Subscriber, subscriber } from "../../service/test/contract/subscriber.ts";
import { FulfillmentClient, type FulfillmentOptions } from "../src/index.ts";
import { validateResponses } from "../src/validation.ts";
import { type DroppingProxy, startDroppingProxy } from "./dropping-proxy.ts";
import { newOrder } from "./every-operation.ts";
import { failureOf } from "./responding.ts";

type Settings = Parameters<typeof runService>[1];

/** A service that ends with the tests of this block. */
function useService(changes: Settings = {}): () => RunningService {
  let service: RunningService | null = null;
  beforeAll(async () => {
    const started = await runService(await openLocal(), changes);
    service = started;
    return () => started.end();
  });
  return () => {
    if (service === null) throw new Error("the service has not been started");
    return service;
  };
}

function clientOf(service: RunningService, changes: Partial<FulfillmentOptions> = {}): FulfillmentClient {
  return new FulfillmentClient({
    apiKey: service.account.key,
    baseUrl: service.url,
    validate: validateResponses,
    ...changes,
  });
}

function orderOf({ account }: RunningService, changes: Partial<NewOrder> = {}): NewOrder {
  return { ...newOrder, campaignId: account.campaignId, ...changes };
}

describe("the service", () => {
  const service = useService();
  const client = (changes: Partial<FulfillmentOptions> = {}) => clientOf(service(), changes);

  it("knows the key", async () => {
    expect(await client().auth.check()).toEqual({ account_id: service().account.id, message: expect.any(String) });
    const { status, rateLimit } = await client().auth.check().result();
    expect([status, rateLimit?.limit]).toEqual([200, 100_000]);
  });

  it("refuses an unknown key in plain text", async () => {
    const error = await failureOf(client({ apiKey: "x".repeat(96) }).orders.create(orderOf(service())));
    expect(error).toMatchObject({ code: "unauthorized", message: "Unauthorized", rateLimit: { limit: 100_000 } });
  });

  it("takes an order, gives it back, and cancels it once", async () => {
    const { orders } = client();
    const { account } = service();
    const { orderId, status } = await orders.create(orderOf(service(), { warehouseId: account.warehouses.west }));
    expect(status).toBe("AWAITING_SHIPMENT");
    const placed = await orders.get(orderId);
    expect(placed).toMatchObject({ id: orderId, campaignId: account.campaignId, warehouse: "west" });
    expect(placed.recipient).toMatchObject({ email: newOrder.shipTo.email, postalCode: newOrder.shipTo.zip });
    expect(await orders.list({ campaignId: account.campaignId, orderStatus: "AWAITING_SHIPMENT" })).toContainEqual(
      placed,
    );
    expect(await orders.cancel(orderId)).toEqual({ message: "Order cancelled successfully" });
    expect((await orders.get(orderId)).status).toBe("CANCELLED");
    expect(await failureOf(orders.cancel(orderId))).toMatchObject({ code: "conflict_state", status: 400 });
    expect((await orders.list({ orderStatus: "CANCELLED" })).map(({ id }) => id)).toEqual([orderId]);
  });

  it("does not know an order, to read or to cancel", async () => {
    const { orders } = client();
    expect(await failureOf(orders.get("ord_none"))).toMatchObject({ code: "not_found", status: 404 });
    expect(await failureOf(orders.cancel("ord_none"))).toMatchObject({ code: "not_found", status: 400 });
    expect(await failureOf(client({ apiKey: service().other.key }).orders.get("ord_none"))).toMatchObject({
      code: "not_found",
    });
  });

  it("names all fields of an order that do not pass", async () => {
    const { shipTo } = newOrder;
    const refused = orderOf(service(), {
      campaignId: "cmp_none",
      shipTo: { ...shipTo, email: "nobody", zip: "" },
      products: [{ sku: "CUP", quantity: 1 }],
    });
    const error = await failureOf(client().orders.create(refused));
    expect(error).toMatchObject({ code: "validation", body: { message: "Invalid request body" } });
    const paths: string[] = Object(error).fields.map(({ path }: { path: (string | number)[] }) => JSON.stringify(path));
    expect(paths.sort()).toEqual(['["campaignId"]', '["products",0,"sku"]', '["shipTo","email"]', '["shipTo","zip"]']);
  });

  it("names the parameter of a query that does not pass", async () => {
    const { orders, products, inventory } = client();
    const named = (name: string) => ({ code: "validation", fields: [{ path: [name], message: expect.any(String) }] });
    expect(await failureOf(orders.list({ limit: -1 }))).toMatchObject(named("limit"));
    expect(await failureOf(orders.list({ limit: 1.5 }))).toMatchObject(named("limit"));
    expect(await failureOf(products.list({ offset: -1 }))).toMatchObject(named("offset"));
    expect(await failureOf(inventory.list({ page: 0 }))).toMatchObject(named("page"));
    expect(await failureOf(inventory.list({ page_size: 101 }))).toMatchObject(named("page_size"));
  });

  it("adds a contact, or says what it lacks", async () => {
    const { contacts } = client();
    const contact = { campaignId: service().account.campaignId, email: "jonas@example.com", firstName: "Jonas" };
    expect(await contacts.create(contact)).toMatchObject(contact);
    expect(await failureOf(contacts.create({ email: "jonas@example.com" }))).toMatchObject({
      code: "validation",
      fields: [{ path: ["campaignId"], message: "Required" }],
    });
  });
});

describe("each and createOnce", () => {
  const service = useService();
  let proxy: DroppingProxy;
  const isCreate = (passed: string): boolean => passed === "POST /v1/orders/create";

  beforeAll(async () => {
    proxy = await startDroppingProxy(service().url, (passed, index) => index === 0 && isCreate(passed));
  });
  afterAll(() => proxy.close());

  it("finds the order whose response was lost on the way, instead of placing another", async () => {
    const { orders } = clientOf(service(), { baseUrl: proxy.url });
    const { campaignId } = service().account;
    const { orderId, found } = await orders.createOnce(orderOf(service()));
    expect(proxy.passed.map((passed) => passed.split("?")[0])).toEqual([
      "POST /v1/orders/create",
      "GET /v1/orders/list",
      "GET /v1/orders/list",
    ]);
    const placed = await clientOf(service()).orders.list({ campaignId });
    expect(placed.map(({ id }) => id)).toEqual([orderId]);
    expect(found).toEqual(placed[0]);
  });
});

describe("webhooks", () => {
  const service = useService();
  let receiver: Subscriber;
  let received = 204;

  beforeAll(async () => {
    receiver = await subscriber((_, response) => response.writeHead(received).end());
  });
  afterAll(() => receiver.close());

  it("are created, tested, changed, rotated and deleted", async () => {
    const { webhooks } = clientOf(service());
    const url = receiver.url("/hook");
    const { id, secret } = await webhooks.create({ url, events: ["order.created"] });
    expect(await webhooks.list()).toMatchObject({ webhooks: [{ id, url, active: true, events: ["order.created"] }] });
    expect(await webhooks.test(id)).toEqual({ success: true, statusCode: 204, error: null });
    received = 503;
    expect(await webhooks.test(id)).toEqual({ success: false, statusCode: 503, error: expect.any(String) });
    const rotated = await webhooks.rotateSecret(id);
    expect(rotated.secret).not.toBe(secret);
    await webhooks.test(id);
    const arrived = await receiver.wait("/hook", 3);
    expect(arrived.map(({ verifies }) => [verifies(secret), verifies(rotated.secret)])).toEqual([
      [true, false],
      [true, false],
      [false, true],
    ]);
    expect(await webhooks.update(id, { active: false })).toMatchObject({ id, url, active: false });
    expect(await failureOf(webhooks.test(id))).toMatchObject({ code: "conflict_state" });
    expect(await failureOf(webhooks.create({ url, events: ["order.shipped"] }))).toMatchObject({
      code: "conflict_state",
    });
    expect(await webhooks.delete(id)).toEqual({ message: "Webhook deleted successfully" });
    expect(await webhooks.list()).toEqual({ webhooks: [] });
    expect(await failureOf(webhooks.delete(id))).toMatchObject({ code: "not_found", status: 400 });
  });
});

describe("a spent budget of a day", () => {
  const service = useService({ rateLimit: 3 });

  it("fails with the seconds to wait, and without waiting that long", async () => {
    const { orders } = clientOf(service(), { maxRateLimitWait: 60_000 });
    const left: (number | undefined)[] = [];
    for (let count = 0; count < 3; count += 1) left.push((await orders.list().result()).rateLimit?.remaining);
    expect(left).toEqual([2, 1, 0]);
    const error = await failureOf(orders.create(orderOf(service())));
    expect(error).toMatchObject({ code: "rate_limited", status: 429, rateLimit: { limit: 3, remaining: 0 } });
    expect(Object(error).retryAfter).toBeGreaterThan(86_000);
    expect(Object(error).retryAfter).toBeLessThanOrEqual(86_400);
  });
});

describe("a budget that comes back in a second", () => {
  const service = useService({ rateLimit: 2, rateWindowSeconds: 1 });

  it("is waited for, by a create as well: what was refused had no effect", async () => {
    const statuses: number[] = [];
    const { orders } = clientOf(service(), {
      maxRateLimitWait: 10_000,
      onResponse: ({ status }) => statuses.push(status),
    });
    const placed: string[] = [];
    // On a slow machine, some come in before the budget is spent.
    while (!statuses.includes(429) && placed.length < 50)
      placed.push((await orders.create(orderOf(service()))).orderId);
    expect(statuses).toContain(429);
    expect(statuses.at(-1)).toBe(201);
    expect((await orders.list()).map(({ id }) => id)).toEqual(placed);
  });
});
