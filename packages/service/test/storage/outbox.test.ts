import { randomBytes } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import type { Event } from "../../src/domain/events.ts";
import {
  changeSubscription,
  createSubscription,
  removeSubscription,
  rotateSecret,
} from "../../src/domain/subscriptions.ts";
import { createSealer } from "../../src/secrets/sealing.ts";
import type { Database } from "../../src/storage/database.ts";
import { createOutbox, type StoredOutbox } from "../../src/storage/outbox.ts";
import { insertAccount } from "../../src/storage/queries/accounts.ts";
import { query } from "../contract/raw-query.ts";
import { describeOnEachDatabase } from "./databases.ts";

const sealer = createSealer(randomBytes(32));
const effects = { now: Date.now, sealer };
const payload: Event = {
  event: "invite.viewed",
  data: { inviteId: "i", inviteNumber: null, email: null, campaignId: "c", campaignTitle: null, eventDetails: null },
};

const event = { event: payload.event, body: JSON.stringify(payload) };

afterEach(() => vi.useRealTimers());

const outboxOf = (database: Database): StoredOutbox => createOutbox(database, { sealer, now: Date.now });

async function subscribe(database: Database, name = "a"): Promise<{ id: string; secret: string }> {
  return await database.write(async (transaction) => {
    await transaction.all(insertAccount, { id: "acc", name: "acc", created_at: "now" });
    const target = { url: `https://${name}.example/`, canonical: `https://${name}.example/` };
    const made = await createSubscription(transaction, "acc", { target, events: ["invite.viewed"], effects });
    if (made.kind !== "created") throw new Error(made.kind);
    return made.subscription;
  });
}

async function put(
  database: Database,
  outbox: StoredOutbox,
  { id, count }: { id: string; count: number },
): Promise<void> {
  await database.write(async (transaction) => {
    for (let index = 0; index < count; index += 1) await outbox.putDelivery(transaction, id, event);
  });
}

const left = async (database: Database): Promise<number> =>
  (await database.all(query("select id from deliveries"), {})).length;

describeOnEachDatabase("the outbox", (place) => {
  test("gives each delivery once, oldest first, with where it goes now", async () => {
    const database = await (await place()).open();
    const outbox = outboxOf(database);
    const { id, secret } = await subscribe(database);
    expect(await outbox.waiting()).toEqual([]);
    await put(database, outbox, { id, count: 5 });
    expect(await outbox.waiting()).toEqual([id]);
    const first = await outbox.claim(id, 2);
    expect(first.target).toEqual({ subscriptionId: id, accountId: "acc", url: "https://a.example/", secret });
    expect(first.deliveries.map(({ event, body }) => [event, JSON.parse(body)])).toEqual([
      ["invite.viewed", payload],
      ["invite.viewed", payload],
    ]);
    const second = await outbox.claim(id, 10);
    const ids = [...first.deliveries, ...second.deliveries].map((delivery) => delivery.id);
    expect(new Set(ids).size).toBe(5);
    expect(Math.max(...first.deliveries.map((one) => one.id))).toBeLessThan(
      Math.min(...second.deliveries.map((one) => one.id)),
    );
    expect([await outbox.waiting(), (await outbox.claim(id, 10)).deliveries]).toEqual([[], []]);
    await outbox.settle(ids.slice(0, 4));
    expect(await left(database)).toBe(1);
  });

  test("reports commits, and only those", async () => {
    const database = await (await place()).open();
    const outbox = outboxOf(database);
    const { id } = await subscribe(database);
    const told: string[] = [];
    outbox.onCommit((ids) => told.push(...ids));
    const lost = database.write(async (transaction) => {
      await outbox.putDelivery(transaction, id, event);
      throw new Error("no");
    });
    await expect(lost).rejects.toThrow();
    expect(told).toEqual([]);
    await put(database, outbox, { id, count: 1 });
    expect(told).toEqual([id]);
  });

  test("reads the secret and the URL when it claims", async () => {
    const database = await (await place()).open();
    const outbox = outboxOf(database);
    const { id } = await subscribe(database);
    await put(database, outbox, { id, count: 1 });
    const rotated = await database.write((transaction) => rotateSecret(transaction, "acc", { id, effects }));
    if (rotated.kind !== "rotated") throw new Error(rotated.kind);
    const { target } = await outbox.claim(id, 1);
    expect(target?.secret).toBe(rotated.subscription.secret);
  });

  test("has nothing for a paused or deleted subscription", async () => {
    const database = await (await place()).open();
    const outbox = outboxOf(database);
    const [paused, gone] = [await subscribe(database, "a"), await subscribe(database, "b")];
    for (const { id } of [paused, gone]) await put(database, outbox, { id, count: 2 });
    await database.write((transaction) =>
      changeSubscription(transaction, "acc", {
        id: paused.id,
        target: undefined,
        events: undefined,
        active: false,
        effects,
      }),
    );
    await database.write((transaction) => removeSubscription(transaction, "acc", gone.id));
    expect(await left(database)).toBe(0);
    // What a transaction that was under way then still put in is dropped when its turn comes.
    for (const { id } of [paused, gone]) await put(database, outbox, { id, count: 1 });
    for (const { id } of [paused, gone]) {
      expect(await outbox.claim(id, 10)).toEqual({ target: null, deliveries: [] });
    }
    expect(await left(database)).toBe(0);
  });

  test("gives what a process left behind to the next", async () => {
    const { open } = await place();
    const [one, next] = [await open(), await open()];
    const { id } = await subscribe(one);
    const outbox = outboxOf(one);
    await put(one, outbox, { id, count: 3 });
    const { deliveries } = await outbox.claim(id, 3);
    await outbox.settle(deliveries.slice(0, 1).map((delivery) => delivery.id));
    await one.close();
    // On PostgreSQL the claim is a lease, which has to run out first.
    await next.write(async (transaction) =>
      transaction.all(query("update deliveries set claimed_until = 0 returning id"), {}),
    );
    const after = outboxOf(next);
    expect(await after.waiting()).toEqual([id]);
    expect((await after.claim(id, 10)).deliveries.map((delivery) => delivery.id)).toEqual(
      deliveries.slice(1).map((delivery) => delivery.id),
    );
  });
});
