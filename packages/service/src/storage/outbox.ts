// The deliveries that wait in the database, for the dispatcher: claimed by this process, forgotten once attempted.

import type { Claim, Delivery, Outbox, Target } from "../deliveries/outbox.ts";
import { type Effects, type PutDelivery, timestampOf } from "../domain/effects.ts";
import type { Sealer } from "../secrets/sealing.ts";
import type { Database } from "./database.ts";
import {
  claimDeliveries,
  deliveriesAfter,
  dropDeliveries,
  insertDelivery,
  settleDeliveries,
  subscriptionsWithDeliveries,
  subscriptionsWithUnclaimed,
} from "./queries/deliveries.ts";
import { subscriptionToDrop, subscriptionToSend } from "./queries/subscriptions.ts";

/**
 * For how long a claim holds where several processes serve. An attempt takes 10 seconds at most, and starts when it is
 * claimed; deliveries still claimed after this belong to a process that is gone.
 */
const leaseMilliseconds = 20_000;

/** Longer than a dispatcher waits before it tries again to settle. */
const steadyMilliseconds = 10_000;

export type StoredOutbox = Outbox & Pick<Effects, "putDelivery">;

export function createOutbox(
  database: Database,
  { sealer, now, steadyMs = steadyMilliseconds }: OutboxParts,
): StoredOutbox {
  const listeners: ((subscriptionIds: readonly string[]) => void)[] = [];
  const claims =
    database.dialect === "sqlite" ? claimsInMemory(database) : claimsInDatabase(database, { now, steadyMs });
  return {
    putDelivery: createPutDelivery(now, (subscriptionId) => {
      for (const listener of listeners) listener([subscriptionId]);
    }),
    waiting: claims.waiting,
    claim: async (subscriptionId, limit) => {
      const target = await targetOf(database, subscriptionId, sealer);
      if (target !== null) return { target, deliveries: await claims.claim(subscriptionId, limit) };
      await dropUnwanted(database, subscriptionId);
      claims.forget(subscriptionId);
      return { target, deliveries: [] } satisfies Claim;
    },
    settle: async (ids) => {
      await database.write(async (transaction) => transaction.all(settleDeliveries, { ids: JSON.stringify(ids) }));
    },
    onCommit: (listener) => {
      listeners.push(listener);
    },
  };
}

/** `notify` is called with the subscription once the delivery is durable. */
export function createPutDelivery(now: () => number, notify: (subscriptionId: string) => void): PutDelivery {
  return async (transaction, subscriptionId, delivery) => {
    await transaction.all(insertDelivery, {
      ...delivery,
      subscription_id: subscriptionId,
      created_at: timestampOf(now()),
    });
    transaction.afterCommit(() => notify(subscriptionId));
  };
}

export interface OutboxParts {
  readonly sealer: Sealer;
  readonly now: () => number;
  /** For how long the database has to have answered before leases of others are taken over. */
  readonly steadyMs?: number;
}

interface Claims {
  readonly waiting: () => Promise<readonly string[]>;
  readonly claim: (subscriptionId: string, limit: number) => Promise<readonly Delivery[]>;
  readonly forget: (subscriptionId: string) => void;
}

/** One process serves a SQLite file, so how far it has come with each subscription is all there is to remember. */
function claimsInMemory(database: Database): Claims {
  const lastClaimed = new Map<string, number>();
  const after = (subscriptionId: string): number => lastClaimed.get(subscriptionId) ?? 0;
  return {
    waiting: async () => {
      const rows = await database.all(subscriptionsWithDeliveries, {});
      const waiting: string[] = [];
      for (const { id } of rows) {
        const next = await database.first(deliveriesAfter, { subscriptionId: id, after: after(id), limit: 1 });
        if (next !== null) waiting.push(id);
      }
      return waiting;
    },
    claim: async (subscriptionId, limit) => {
      const parameters = { subscriptionId, after: after(subscriptionId), limit };
      const claimed = await database.all(deliveriesAfter, parameters);
      const last = claimed.at(-1);
      if (last !== undefined) lastClaimed.set(subscriptionId, last.id);
      return claimed;
    },
    forget: (subscriptionId) => {
      lastClaimed.delete(subscriptionId);
    },
  };
}

/**
 * Several processes may serve a PostgreSQL database: a claim is a lease in the row. A lease that ran out is taken over only
 * after the database has answered for a while: after an outage, its owner may be about to settle.
 */
function claimsInDatabase(database: Database, { now, steadyMs }: { now: () => number; steadyMs: number }): Claims {
  let steadySince: number | null = null;
  const watched = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      const answer = await work();
      steadySince ??= now();
      return answer;
    } catch (error) {
      steadySince = null;
      throw error;
    }
  };
  const takeOver = (): number => (steadySince !== null && now() - steadySince >= steadyMs ? 1 : 0);
  return {
    waiting: () =>
      watched(async () => {
        const rows = await database.all(subscriptionsWithUnclaimed, { takeOver: takeOver() });
        return rows.map(({ id }) => id);
      }),
    claim: (subscriptionId, limit) =>
      watched(() =>
        database.write(async (transaction) => {
          const parameters = { subscriptionId, limit, lease: leaseMilliseconds, takeOver: takeOver() };
          return transaction.all(claimDeliveries, parameters);
        }),
      ),
    forget: () => {},
  };
}

/** Asks again inside the transaction: what fires after the subscription was resumed must not be dropped. */
async function dropUnwanted(database: Database, subscriptionId: string): Promise<void> {
  await database.write(async (transaction) => {
    const row = await transaction.first(subscriptionToDrop, { id: subscriptionId });
    if (row === null || row.active === 0) await transaction.all(dropDeliveries, { subscriptionId });
  });
}

/** `null`: the subscription is paused or gone. */
async function targetOf(database: Database, subscriptionId: string, sealer: Sealer): Promise<Target | null> {
  const row = await database.first(subscriptionToSend, { id: subscriptionId });
  if (row === null || row.active === 0) return null;
  const secret = sealer.open(row.secret, subscriptionId);
  return { subscriptionId, accountId: row.account_id, url: row.url, secret };
}
