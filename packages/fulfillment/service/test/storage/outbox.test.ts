import { randomBytes } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import type { Room } from "../../src/deliveries/outbox.ts";
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
    const made = await createSubscription(transaction, "acc", {
      target,
      events: ["invite.viewed"],
      most: 100,
      effects,
    });
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
    for (let index = 0; index < count; index += 1) {
      await outbox.putEvent(transaction, { ...event, accountId: "acc", subscriptionIds: [id] });
    }
  });
}

const upTo = (count: number): Room => ({ count, bytes: 1_000_000 });

const countOf = async (database: Database, table: "events" | "deliveries"): Promise<number> =>
  (await database.all(query(`select id from ${table}`), {})).length;

const left = async (database: Database): Promise<number> =>
  (await countOf(database, "deliveries")) + (await countOf(database, "events"));

describeOnEachDatabase("the outbox", (place) => {
  test("gives each delivery once, oldest first, with where it goes now", async () => {
    const database = await (await place()).open();
    const outbox = outboxOf(database);
    const { id, secret } = await subscribe(database);
    expect(await outbox.waiting()).toEqual([]);
    await put(database, outbox, { id, count: 5 });
    expect(await outbox.waiting()).toEqual([{ subscriptionId: id, accountId: "acc" }]);
    const first = await outbox.claim(id, upTo(2));
    expect(first.target).toEqual({ subscriptionId: id, accountId: "acc", url: "https://a.example/", secret });
    expect(first.deliveries.map(({ event, body }) => [event, JSON.parse(body)])).toEqual([
      ["invite.viewed", payload],
      ["invite.viewed", payload],
    ]);
    const second = await outbox.claim(id, upTo(10));
    const ids = [...first.deliveries, ...second.deliveries].map((delivery) => delivery.id);
    expect(new Set(ids).size).toBe(5);
    expect(Math.max(...first.deliveries.map((one) => one.id))).toBeLessThan(
      Math.min(...second.deliveries.map((one) => one.id)),
    );
    expect([await outbox.waiting(), (await outbox.claim(id, upTo(10))).deliveries]).toEqual([[], []]);
    await outbox.settle(ids.slice(0, 4));
    expect(await left(database)).toBe(2);
  });

  test("reports commits, and only those", async () => {
    const database = await (await place()).open();
    const outbox = outboxOf(database);
    const { id } = await subscribe(database);
    const told: string[] = [];
    outbox.onCommit((ids) => told.push(...ids.map(({ subscriptionId }) => subscriptionId)));
    const lost = database.write(async (transaction) => {
      await outbox.putEvent(transaction, { ...event, accountId: "acc", subscriptionIds: [id] });
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
    const { target } = await outbox.claim(id, upTo(1));
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
      expect(await outbox.claim(id, upTo(10))).toEqual({ target: null, deliveries: [], more: false });
    }
    expect(await left(database)).toBe(0);
  });

  test("stores an event once, for as long as any delivery of it waits", async () => {
    const { open } = await place();
    const database = await open();
    const outbox = outboxOf(database);
    // The first makes the account, which two transactions at once may not.
    const first = await subscribe(database);
    const others = await Promise.all(Array.from({ length: 29 }, (_, index) => subscribe(database, `s${index}`)));
    const subscriptions = [first, ...others];
    const body = JSON.stringify({ text: "\u00e9".repeat(100_000) });
    const subscriptionIds = subscriptions.map(({ id }) => id);
    await database.write(async (transaction) => {
      await outbox.putEvent(transaction, { accountId: "acc", event: "invite.viewed", body, subscriptionIds });
      await outbox.putEvent(transaction, { ...event, accountId: "acc", subscriptionIds });
    });
    expect([await countOf(database, "events"), await countOf(database, "deliveries")]).toEqual([2, 60]);
    const claims = await Promise.all(subscriptionIds.map((id) => outbox.claim(id, upTo(10))));
    expect(claims.flatMap(({ deliveries }) => deliveries.map((one) => one.body))).toEqual(
      claims.flatMap(() => [body, event.body]),
    );
    const ids = claims.flatMap(({ deliveries }) => deliveries.map(({ id }) => id));
    // In two processes at once, down to the last delivery of each event.
    const other = outboxOf(await open());
    await Promise.all([outbox.settle(ids.slice(0, 29)), other.settle(ids.slice(29, 58))]);
    expect([await countOf(database, "events"), await countOf(database, "deliveries")]).toEqual([2, 2]);
    await Promise.all([outbox.settle(ids.slice(58, 59)), other.settle(ids.slice(59))]);
    expect(await left(database)).toBe(0);
  });

  test("leaves nothing of an event when two processes settle its last deliveries at once", async () => {
    const { open } = await place();
    const database = await open();
    const outboxes = [outboxOf(database), outboxOf(await open())];
    const [a, b] = [await subscribe(database, "a"), await subscribe(database, "b")];
    for (let round = 0; round < 10; round += 1) {
      await database.write(async (transaction) => {
        await outboxes[0]?.putEvent(transaction, { ...event, accountId: "acc", subscriptionIds: [a.id, b.id] });
      });
      const claims = await Promise.all([a, b].map(({ id }) => outboxes[0]?.claim(id, upTo(1))));
      const ids = claims.map((claim) => (claim?.deliveries ?? []).map((one) => one.id));
      await Promise.all(outboxes.map((outbox, index) => outbox.settle(ids[index] ?? [])));
      expect(await left(database)).toBe(0);
    }
  });

  test("claims as many bytes as asked for, and one delivery of any size", async () => {
    const database = await (await place()).open();
    const outbox = outboxOf(database);
    const { id } = await subscribe(database);
    await database.write(async (transaction) => {
      for (const size of [10, 20, 30, 500, 5]) {
        const body = JSON.stringify("x".repeat(size - 2));
        await outbox.putEvent(transaction, { accountId: "acc", event: "invite.viewed", body, subscriptionIds: [id] });
      }
    });
    const claimed = [];
    for (let claim = await outbox.claim(id, { count: 10, bytes: 45 }); claim.deliveries.length > 0; ) {
      claimed.push([...claim.deliveries.map(({ body }) => body.length), claim.more]);
      claim = await outbox.claim(id, { count: 10, bytes: 45 });
    }
    expect(claimed).toEqual([
      [10, 20, true],
      [30, true],
      [500, true],
      [5, false],
    ]);
  });

  test("signs nothing with a secret that was rotated while it claimed", async () => {
    const database = await (await place()).open();
    const { id } = await subscribe(database);
    let rotated = "";
    const rotate = async (): Promise<void> => {
      const { subscription } = await database.write(async (transaction) => {
        const made = await rotateSecret(transaction, "acc", { id, effects });
        if (made.kind !== "rotated") throw new Error(made.kind);
        return made;
      });
      rotated = subscription.secret;
    };
    // Right after what claims: a write on PostgreSQL, a read on SQLite.
    const claiming: Database = {
      ...database,
      write: async (work) => {
        const value = await database.write(work);
        if (database.dialect === "postgres") await rotate();
        return value;
      },
      all: async (asked, parameters) => {
        const rows = await database.all(asked, parameters);
        if (asked.name === "deliveriesAfter") await rotate();
        return rows;
      },
    };
    await put(database, outboxOf(database), { id, count: 1 });
    const { target, deliveries } = await outboxOf(claiming).claim(id, upTo(1));
    expect([deliveries.length, target?.secret]).toEqual([1, rotated]);
  });

  test("has unclaimed what it claimed and could not read the rest of", async () => {
    const database = await (await place()).open();
    const { id } = await subscribe(database);
    let fails = true;
    const failing: Database = {
      ...database,
      first: (asked, parameters) => {
        if (asked.name === "subscriptionToSend" && fails) throw new Error("gone");
        return database.first(asked, parameters);
      },
    };
    const outbox = outboxOf(failing);
    await put(database, outbox, { id, count: 3 });
    await expect(outbox.claim(id, upTo(2))).rejects.toThrow("gone");
    fails = false;
    expect((await outbox.claim(id, upTo(10))).deliveries).toHaveLength(3);
  });

  test("gives what a process left behind to the next", async () => {
    const { open } = await place();
    const [one, next] = [await open(), await open()];
    const { id } = await subscribe(one);
    const outbox = outboxOf(one);
    await put(one, outbox, { id, count: 3 });
    const { deliveries } = await outbox.claim(id, upTo(3));
    await outbox.settle(deliveries.slice(0, 1).map((delivery) => delivery.id));
    await one.close();
    // On PostgreSQL the claim is a lease, which has to run out first.
    await next.write(async (transaction) =>
      transaction.all(query("update deliveries set claimed_until = 0 returning id"), {}),
    );
    const after = outboxOf(next);
    expect(await after.waiting()).toEqual([{ subscriptionId: id, accountId: "acc" }]);
    expect((await after.claim(id, upTo(10))).deliveries.map((delivery) => delivery.id)).toEqual(
      deliveries.slice(1).map((delivery) => delivery.id),
    );
  });
});
