// What waits to be delivered.
import { type RawBuilder, sql } from "kysely";
import type { Query } from "../query.ts";
import type { NewRow } from "../schema.ts";

export const insertDelivery: Query<NewRow<"deliveries">, { id: number }> = (db, row) =>
  db.insertInto("deliveries").values(row).returning("id");

/** Ids of subscriptions that have deliveries. */
export const subscriptionsWithDeliveries: Query<Record<never, never>, { id: string }> = (db) => ({
  compile: () => sql<{ id: string }>`${waiting} select id from waiting where id is not null`.compile(db),
});

export const deliveriesAfter: Query<
  { subscriptionId: string; after: number; limit: number },
  { id: number; event: string; body: string }
> = (db, { subscriptionId, after, limit }) =>
  db
    .selectFrom("deliveries")
    .select(["id", "event", "body"])
    .where("subscription_id", "=", subscriptionId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit);

/** Claims deliveries by the clock of the server, so that the clocks of processes need not agree. */
export const claimDeliveries: Query<
  { subscriptionId: string; limit: number; lease: number; takeOver: number },
  { id: number; event: string; body: string }
> = (db, { subscriptionId, limit, lease, takeOver }) =>
  db
    .updateTable("deliveries")
    .set({ claimed_until: sql<number>`${serverTime} + ${lease}::bigint` })
    .where(
      "id",
      "in",
      db
        .selectFrom("deliveries")
        .select("id")
        .where("subscription_id", "=", subscriptionId)
        .where("claimed_until", "<=", freeSince(takeOver))
        .orderBy("id")
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(["id", "event", "body"]);

/** Of these subscriptions, those with unclaimed deliveries. */
export const subscriptionsWithUnclaimed: Query<{ takeOver: number }, { id: string }> = (db, { takeOver }) => ({
  compile: () =>
    sql<{ id: string }>`${waiting}
    select waiting.id from waiting where waiting.id is not null and exists (
      select 1 from deliveries where subscription_id = waiting.id and claimed_until <= ${freeSince(takeOver)}
    )`.compile(db),
});

export const settleDeliveries: Query<{ ids: string }, { id: number }> = (db, { ids }, dialect) =>
  db
    .deleteFrom("deliveries")
    .where(
      "id",
      "in",
      dialect === "sqlite"
        ? sql<number>`(select value from json_each(${ids}))`
        : sql<number>`(select json_array_elements_text(${ids}::json)::bigint)`,
    )
    .returning("id");

export const dropDeliveries: Query<{ subscriptionId: string }, { id: number }> = (db, { subscriptionId }) =>
  db.deleteFrom("deliveries").where("subscription_id", "=", subscriptionId).returning("id");

/** Jumps from one subscription to the next in the index, so that a long queue of one of them costs nothing. */
const waiting = sql`with recursive waiting(id) as (
      select min(subscription_id) from deliveries
      union all
      select (select min(subscription_id) from deliveries where subscription_id > waiting.id)
      from waiting where waiting.id is not null
    )`;

/** Milliseconds of Unix time. PostgreSQL only. */
const serverTime = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** What a claim must not go beyond for the delivery to be free; leases that ran out count only if `takeOver` is 1. */
function freeSince(takeOver: RawBuilder<number>): RawBuilder<number> {
  return sql<number>`case when ${takeOver}::integer = 1 then ${serverTime} else 0 end`;
}
