// The deliveries that wait in the database, for the dispatcher: claimed by this process, forgotten once attempted.

import type { Claim, Outbox, Room, Target, Waiting } from "../deliveries/outbox.ts";
import { type Effects, type PutEvent, timestampOf } from "../domain/effects.ts";
import type { Sealer } from "../secrets/sealing.ts";
import type { Database } from "./database.ts";
import { deleteAttempted, dropDeliveries } from "./delivered.ts";
import { createEventBodies, type EventBodies } from "./event-bodies.ts";
import {
  claimDeliveries,
  deliveriesAfter,
  insertDeliveries,
  insertEvent,
  lastDelivery,
  subscriptionsWithDeliveries,
  subscriptionsWithDeliveriesAfter,
  subscriptionsWithUnclaimed,
  unclaimDeliveries,
} from "./queries/deliveries.ts";
import { subscriptionToDrop, subscriptionToSend } from "./queries/subscriptions.ts";

/**
 * For how long a claim holds where several processes serve. An attempt takes 10 seconds at most, and starts when it is
 * claimed; deliveries still claimed after this belong to a process that is gone.
 */
const leaseMilliseconds = 20_000;

/** Longer than a dispatcher waits before it tries again to settle. */
const steadyMilliseconds = 10_000;

export type StoredOutbox = Outbox & Pick<Effects, "putEvent">;

export function createOutbox(
  database: Database,
  { sealer, now, steadyMs = steadyMilliseconds }: OutboxParts,
): StoredOutbox {
  const listeners: ((waiting: readonly Waiting[]) => void)[] = [];
  const claims =
    database.dialect === "sqlite" ? claimsInMemory(database) : claimsInDatabase(database, { now, steadyMs });
  const parts = { database, sealer, claims, bodies: createEventBodies(database) };
  return {
    putEvent: createPutEvent(now, (waiting) => {
      for (const listener of listeners) listener(waiting);
    }),
    waiting: claims.waiting,
    claim: (subscriptionId, room) => claimWith(parts, subscriptionId, room),
    settle: (ids) => database.write((transaction) => deleteAttempted(transaction, ids)),
    onCommit: (listener) => {
      listeners.push(listener);
    },
  };
}

/** `notify` is called with the event's subscriptions once their deliveries are durable. */
export function createPutEvent(now: () => number, notify: (waiting: readonly Waiting[]) => void): PutEvent {
  return async (transaction, { accountId, event, body, subscriptionIds }) => {
    const created_at = timestampOf(now());
    const inserted = await transaction.first(insertEvent, { event, size: Buffer.byteLength(body), created_at, body });
    if (inserted === null) throw new Error("the database gave the event no id");
    const ids = JSON.stringify(subscriptionIds);
    await transaction.all(insertDeliveries, { eventId: inserted.id, subscriptionIds: ids });
    transaction.afterCommit(() => notify(subscriptionIds.map((subscriptionId) => ({ subscriptionId, accountId }))));
  };
}

export interface OutboxParts {
  readonly sealer: Sealer;
  readonly now: () => number;
  /** For how long the database has to have responded before leases of others are taken over. */
  readonly steadyMs?: number;
}

interface ClaimParts {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly claims: Claims;
  readonly bodies: EventBodies;
}

const nothing: Claim = { target: null, deliveries: [], more: false };

/**
 * Where deliveries go is read last: a claim waits for the database, and a secret that was rotated meanwhile must not sign
 * anything any more. What cannot be read leaves the deliveries unclaimed.
 */
async function claimWith(parts: ClaimParts, subscriptionId: string, room: Room): Promise<Claim> {
  const { database, sealer, claims, bodies } = parts;
  const { claimed, more } = await claims.claim(subscriptionId, room);
  if (claimed.length === 0) return nothing;
  try {
    const events = await bodies.read(claimed.map(({ event_id }) => event_id));
    let target = await targetOf(database, subscriptionId, sealer);
    if (target === null) {
      if (await dropUnwanted(database, subscriptionId)) return nothing;
      // Resumed between the two.
      target = await targetOf(database, subscriptionId, sealer);
    }
    const deliveries = claimed.flatMap(({ id, event_id }) => {
      const event = events.get(event_id);
      // Dropped since, with its event.
      return event === undefined ? [] : [{ id, ...event }];
    });
    return { target, deliveries, more };
  } catch (error) {
    await claims.unclaim(subscriptionId, claimed);
    throw error;
  }
}

interface Claimed {
  readonly id: number;
  readonly event_id: number;
}

interface Claims {
  readonly waiting: () => Promise<readonly Waiting[]>;
  /** Oldest first, and whether there may be more. */
  readonly claim: (
    subscriptionId: string,
    room: Room,
  ) => Promise<{ readonly claimed: readonly Claimed[]; readonly more: boolean }>;
  /** Gives back what the last claim for the subscription took. Never rejects. */
  readonly unclaim: (subscriptionId: string, claimed: readonly Claimed[]) => Promise<void>;
}

/**
 * One process serves a SQLite file, so how far it has come with each subscription is all there is to remember. Transactions
 * are committed in the order of the ids that they put in: what is new has a higher id than all that was seen.
 */
function claimsInMemory(database: Database): Claims {
  const lastClaimed = new Map<string, number>();
  const after = (subscriptionId: string): number => lastClaimed.get(subscriptionId) ?? 0;
  /** Subscriptions with deliveries that were seen and not claimed, and their accounts. */
  const unclaimed = new Map<string, string>();
  let lastSeen: number | null = null;
  const look = async (): Promise<void> => {
    const seen = lastSeen ?? 0;
    const last = (await database.first(lastDelivery, {}))?.id ?? 0;
    if (last <= seen) return;
    if (lastSeen === null) {
      for (const row of await database.all(subscriptionsWithDeliveries, {})) unclaimed.set(row.id, row.account_id);
    } else {
      for (const row of await database.all(subscriptionsWithDeliveriesAfter, { after: seen })) {
        if (row.last > after(row.id)) unclaimed.set(row.id, row.account_id);
      }
    }
    lastSeen = last;
  };
  return {
    waiting: async () => {
      await look();
      return [...unclaimed].map(([subscriptionId, accountId]) => ({ subscriptionId, accountId }));
    },
    claim: async (subscriptionId, { count, bytes }) => {
      const parameters = { subscriptionId, after: after(subscriptionId), limit: count };
      const deliveries = await database.all(deliveriesAfter, parameters);
      const claimed = firstsWithin(deliveries, bytes);
      const last = claimed.at(-1);
      if (last !== undefined) lastClaimed.set(subscriptionId, last.id);
      const more = deliveries.length > claimed.length || deliveries.length >= count;
      if (!more) unclaimed.delete(subscriptionId);
      return { claimed, more };
    },
    unclaim: async (subscriptionId, [first]) => {
      if (first !== undefined) lastClaimed.set(subscriptionId, first.id - 1);
    },
  };
}

/** As many of the rows as have `bytes` together, or the first alone. */
function firstsWithin<Row extends { readonly size: number }>(rows: readonly Row[], bytes: number): readonly Row[] {
  let total = 0;
  const end = rows.findIndex(({ size }, index) => {
    total += size;
    return index > 0 && total > bytes;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

/**
 * Several processes may serve a PostgreSQL database: a claim is a lease in the row. A lease that ran out is taken over only
 * after the database has responded for a while: after an outage, its owner may be about to settle.
 */
function claimsInDatabase(database: Database, { now, steadyMs }: { now: () => number; steadyMs: number }): Claims {
  let steadySince: number | null = null;
  const watched = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      const result = await work();
      steadySince ??= now();
      return result;
    } catch (error) {
      steadySince = null;
      throw error;
    }
  };
  const takeOver = (): number => (steadySince !== null && now() - steadySince >= steadyMs ? 1 : 0);
  return {
    waiting: () =>
      watched(async () => {
        const rows = await database.all(subscriptionsWithUnclaimed, { lease: leaseMilliseconds, takeOver: takeOver() });
        return rows.map(({ id, account_id }) => ({ subscriptionId: id, accountId: account_id }));
      }),
    claim: (subscriptionId, { count, bytes }) =>
      watched(() =>
        database.write(async (transaction) => {
          const parameters = { subscriptionId, limit: count, bytes, lease: leaseMilliseconds, takeOver: takeOver() };
          const rows = await transaction.all(claimDeliveries, parameters);
          const [{ found } = { found: 0 }] = rows;
          const claimed = rows.toSorted((a, b) => a.id - b.id);
          return { claimed, more: found > rows.length || found >= count };
        }),
      ),
    unclaim: async (_, claimed) => {
      const ids = JSON.stringify(claimed.map(({ id }) => id));
      // Otherwise the leases run out.
      await database.write(async (transaction) => transaction.all(unclaimDeliveries, { ids })).catch(() => {});
    },
  };
}

/**
 * Whether what waits was dropped. Asks again inside the transaction: what fires after the subscription was resumed must not
 * be dropped.
 */
async function dropUnwanted(database: Database, subscriptionId: string): Promise<boolean> {
  return await database.write(async (transaction) => {
    const row = await transaction.first(subscriptionToDrop, { id: subscriptionId });
    if (row !== null && row.active === 1) return false;
    await dropDeliveries(transaction, subscriptionId);
    return true;
  });
}

/** `null`: the subscription is paused or gone. */
async function targetOf(database: Database, subscriptionId: string, sealer: Sealer): Promise<Target | null> {
  const row = await database.first(subscriptionToSend, { id: subscriptionId });
  if (row === null || row.active === 0) return null;
  const secret = sealer.open(row.secret, subscriptionId);
  return { subscriptionId, accountId: row.account_id, url: row.url, secret };
}
