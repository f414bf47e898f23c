import type { ServerResponse } from "node:http";
import type { Order, WebhookSubscriptionWithSecret } from "@fulfillment/types";
import { OrderSchema, WebhookSubscriptionWithSecretSchema } from "@fulfillment/validators";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { changeCart, redeemInvite, viewInvite } from "../../src/domain/invites.ts";
import { type Move, moveOrder } from "../../src/domain/orders/move.ts";
import { openDatabase } from "../../src/operation/open-database.ts";
import { createSealer } from "../../src/secrets/sealing.ts";
import type { Database, Transaction } from "../../src/storage/database.ts";
import { createOutbox } from "../../src/storage/outbox.ts";
import { newOrder } from "./accounts.ts";
import { describeOnEach } from "./backends.ts";
import { query } from "./raw-query.ts";
import { type RunningService, restart, runService } from "./running-service.ts";
import { type Subscriber, subscriber } from "./subscriber.ts";

describeOnEach("deliveries", (open) => {
  let service: RunningService;
  let receiver: Subscriber;
  /** What a command line is: another process on the same database, without a dispatcher of its own. */
  let elsewhere: Database;
  /** Responses that a receiver owes. */
  const hanging: ServerResponse[] = [];
  let count = 0;

  beforeAll(async () => {
    service = await runService(await open());
    elsewhere = await openDatabase(service.storage, () => {});
    receiver = await subscriber((request, response) => {
      if (request.url?.startsWith("/refuse")) response.writeHead(503).end("busy");
      else if (request.url?.startsWith("/hang")) hanging.push(response);
      else response.writeHead(204).end();
    });
  });
  afterAll(async () => {
    await service.stop();
    await receiver.close();
    await elsewhere.close();
    await service.storage.drop();
  });

  function freshPath(kind = "ok"): string {
    count += 1;
    return `/${kind}/${count}`;
  }

  async function subscribe(path: string, events: readonly string[]): Promise<WebhookSubscriptionWithSecret> {
    const response = await service.call("POST", "/v1/webhooks", { body: { url: receiver.url(path), events } });
    return WebhookSubscriptionWithSecretSchema.parse(response.body);
  }

  async function place(): Promise<Order> {
    const { body } = await service.call("POST", "/v1/orders/create", { body: newOrder(service.account) });
    const { orderId } = z.object({ orderId: z.string() }).parse(body);
    return OrderSchema.parse((await service.call("GET", `/v1/orders/${orderId}`)).body);
  }

  const effectsElsewhere = () => {
    const outbox = createOutbox(elsewhere, { sealer: createSealer(Buffer.alloc(32)), now: Date.now });
    return { now: Date.now, putEvent: outbox.putEvent };
  };

  const inCommand = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => elsewhere.write(work);

  async function move(
    orderId: string,
    what: Move,
    changes: (now: string) => Partial<Order> = () => ({}),
  ): Promise<void> {
    const moved = await inCommand((transaction) =>
      moveOrder(transaction, { orderId, accountId: null, move: what, changes }, effectsElsewhere()),
    );
    expect(moved.kind).toBe("moved");
  }

  test("the life of an order: each step is one signed event, with what is known by then", async () => {
    const path = freshPath();
    const events = ["order.created", "order.shipped", "order.delivered", "order.cancelled", "order.returned"];
    const { secret } = await subscribe(path, events);
    const order = await place();
    const [created] = await receiver.wait(path, 1);
    const before = {
      orderId: order.id,
      orderNumber: order.orderNumber,
      status: "AWAITING_SHIPMENT",
      campaignId: order.campaignId,
      trackingNumber: null,
      carrierCode: null,
      shipDate: null,
      products: [{ sku: "MUG", quantity: 1 }],
    };
    expect(created).toMatchObject({ event: "order.created" });
    expect(created?.data).toEqual(before);
    await move(order.id, "ship", (now) => ({ carrierCode: "ups", trackingNumber: "1Z", shipDate: now }));
    await move(order.id, "deliver");
    await move(order.id, "return");
    const arrived = await receiver.wait(path, 4);
    const shipped = { carrierCode: "ups", trackingNumber: "1Z", shipDate: expect.stringMatching(/Z$/) };
    expect(new Map<string, unknown>(arrived.map(({ event, data }) => [event, data]))).toEqual(
      new Map<string, unknown>([
        ["order.created", before],
        ["order.shipped", { ...before, ...shipped, status: "SHIPPED" }],
        ["order.delivered", { ...before, ...shipped, status: "DELIVERED" }],
        ["order.returned", { ...before, ...shipped, status: "RETURNED" }],
      ]),
    );
    expect(arrived.every(({ verifies }) => verifies(secret))).toBe(true);
    expect((await service.call("POST", "/v1/orders/cancel", { body: { orderId: order.id } })).body).toEqual({
      message: "Order cannot be cancelled: its status is RETURNED",
    });
    const cancelled = await place();
    await service.call("POST", "/v1/orders/cancel", { body: { orderId: cancelled.id } });
    const all = await receiver.wait(path, 6);
    expect(all.find(({ event }) => event === "order.cancelled")?.data).toEqual({
      ...before,
      orderId: cancelled.id,
      orderNumber: cancelled.orderNumber,
      status: "CANCELLED",
    });
  });

  test("are sent for each step of an invite", async () => {
    const path = freshPath();
    const { account } = service;
    await subscribe(path, ["invite.viewed", "invite.cart_updated", "invite.redeemed", "order.created"]);
    const { inviteId } = account;
    const effects = effectsElsewhere();
    await inCommand((transaction) => viewInvite(transaction, { inviteId, page: null }, effects));
    await receiver.wait(path, 1);
    await inCommand((transaction) => viewInvite(transaction, { inviteId, page: "redeem" }, effects));
    await receiver.wait(path, 2);
    const steps = [
      { action: "add", sku: "MUG", quantity: 1 },
      { action: "add", sku: "TEE", quantity: 2 },
      { action: "update", sku: "MUG", quantity: 3 },
      { action: "remove", sku: "TEE", quantity: 1 },
    ] as const;
    for (const [index, step] of steps.entries()) {
      await inCommand((transaction) => changeCart(transaction, { inviteId, page: "redeem", ...step }, effects));
      await receiver.wait(path, 3 + index);
    }
    const redeemed = await inCommand((transaction) =>
      redeemInvite(transaction, { inviteId, lines: [], recipient: {} }, effects),
    );
    const arrived = await receiver.wait(path, 8);
    const invite = {
      inviteId,
      inviteNumber: "I-1",
      email: "jonas@example.com",
      campaignId: account.campaignId,
      campaignTitle: null,
    };
    const cart = (eventType: string, ...cartItems: unknown[]) => ({
      ...invite,
      eventDetails: { eventType, page: "redeem", cartItems },
    });
    const mug = (quantity: number) => ({ sku: "MUG", quantity });
    const tee = { sku: "TEE", quantity: 2 };
    expect(arrived.slice(0, 6).map(({ data }) => data)).toEqual([
      { ...invite, eventDetails: null },
      { ...invite, eventDetails: { page: "redeem" } },
      cart("CART_ADD", mug(1)),
      cart("CART_ADD", mug(1), tee),
      cart("CART_UPDATE", mug(3), tee),
      cart("CART_REMOVE", mug(3)),
    ]);
    if (redeemed.kind !== "placed") throw new Error(redeemed.kind);
    const last = new Map(arrived.slice(6).map(({ event, data }) => [event, data]));
    expect(last.get("invite.redeemed")).toEqual({
      ...invite,
      eventDetails: { eventType: "ORDER_COMPLETE", cartItems: [mug(3)] },
    });
    expect(last.get("order.created")).toMatchObject({ orderId: redeemed.order.id, products: [mug(3)] });
    const order = OrderSchema.parse((await service.call("GET", `/v1/orders/${redeemed.order.id}`)).body);
    expect(order).toMatchObject({
      orderSource: "REDEEM_PAGE",
      recipient: { firstName: "Jonas" },
      campaignId: account.campaignId,
    });
    const again = await inCommand((transaction) => viewInvite(transaction, { inviteId, page: null }, effects));
    expect(again.kind).toBe("redeemed");
  });

  test("only active subscriptions of the account to the event receive it", async () => {
    const [hears, paused, deaf] = [freshPath(), freshPath(), freshPath()];
    await subscribe(hears, ["order.created"]);
    const { id } = await subscribe(paused, ["order.created"]);
    await subscribe(deaf, ["order.shipped"]);
    await service.call("PUT", `/v1/webhooks/${id}`, { body: { active: false } });
    await service.call("POST", "/v1/orders/create", { key: service.other.key, body: newOrder(service.other) });
    const order = await place();
    const [created] = await receiver.wait(hears, 1);
    expect(created?.data["orderId"]).toBe(order.id);
    await service.call("PUT", `/v1/webhooks/${id}`, { body: { active: true } });
    const next = await place();
    expect((await receiver.wait(paused, 1)).map(({ data }) => data["orderId"])).toEqual([next.id]);
    expect(receiver.arrived.filter(({ path }) => path === deaf)).toEqual([]);
  });

  test("a test event goes to one subscription, regardless of its event list, and the response has the result", async () => {
    const [good, bad] = [freshPath(), freshPath("refuse")];
    const [accepted, refused] = [await subscribe(good, ["invite.viewed"]), await subscribe(bad, ["invite.viewed"])];
    const response = await service.call("POST", `/v1/webhooks/${accepted.id}/test`);
    expect(response).toMatchObject({ status: 200, body: { success: true, statusCode: 200 + 4, error: null } });
    const [arrived] = await receiver.wait(good, 1);
    expect(arrived?.event).toBe("webhook.test");
    expect(arrived?.verifies(accepted.secret)).toBe(true);
    expect(Object.keys(arrived?.data ?? {})).toEqual(["message", "timestamp"]);
    const failed = await service.call("POST", `/v1/webhooks/${refused.id}/test`);
    expect(failed.body).toEqual({ success: false, statusCode: 503, error: "Endpoint answered 503" });
  });

  test("a receiver that hangs delays no other, and failures are logged without the secret", async () => {
    const [hung, refusing, healthy] = [freshPath("hang"), freshPath("refuse"), freshPath()];
    const subscriptions: WebhookSubscriptionWithSecret[] = [];
    for (const path of [hung, refusing, healthy]) subscriptions.push(await subscribe(path, ["order.created"]));
    await place();
    await place();
    await receiver.wait(healthy, 2);
    await receiver.wait(refusing, 2);
    await receiver.wait(hung, 2);
    const ofRefusing = (): unknown[] => service.log.filter((line) => line["subscriptionId"] === subscriptions[1]?.id);
    await expect.poll(ofRefusing).toHaveLength(2);
    expect(ofRefusing()[0]).toMatchObject({ event: "order.created", status: 503, durationMs: expect.any(Number) });
    const log = JSON.stringify(service.log);
    for (const subscription of subscriptions) {
      expect(log).not.toContain(subscription.secret);
      await service.call("DELETE", `/v1/webhooks/${subscription.id}`);
    }
    for (const response of hanging) response.end();
  });

  test("what was committed while no service ran goes out when one starts, and only once", async () => {
    const path = freshPath();
    const { secret } = await subscribe(path, ["order.shipped"]);
    const orders = [await place(), await place(), await place()];
    await service.stop();
    for (const { id } of orders) await move(id, "ship");
    expect(receiver.arrived.filter((one) => one.path === path)).toEqual([]);
    service = await restart({ ...service, stop: async () => {} });
    const arrived = await receiver.wait(path, 3);
    expect(arrived.map(({ data }) => data["orderId"]).sort()).toEqual(orders.map(({ id }) => id).sort());
    expect(arrived.every(({ verifies }) => verifies(secret))).toBe(true);
    const left = (): Promise<unknown> =>
      Promise.resolve(elsewhere.all(query("select event from events where event = 'order.shipped'"), {}));
    await expect.poll(left).toEqual([]);
    expect(receiver.arrived.filter((one) => one.path === path)).toHaveLength(3);
  });
});

describe("the moves of an order", () => {
  test("are those of the description", async () => {
    const { transitionsOfDescription, transitionsOfService } = await import("./transitions.ts");
    expect(transitionsOfService()).toEqual(transitionsOfDescription());
  });
});
