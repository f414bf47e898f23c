// Events, and their deliveries that wait. An event is stored once, with a row for each subscription it is to be delivered to.
import { type RawBuilder, sql } from "kysely";
import type { DialectName, Query } from "../query.ts";
import type { NewRow } from "../schema.ts";

export const insertEvent: Query<NewRow<"events">, { id: number }> = (db, row) =>
  db.insertInto("events").values(row).returning("id");

/** `subscriptionIds`: a JSON array. One statement, however many there are. */
export const insertDeliveries: Query<{ eventId: number; subscriptionIds: string }, never> = (
  db,
  { eventId, subscriptionIds },
  dialect,
) => ({
  compile: () =>
    (dialect === "sqlite"
      ? sql<never>`insert into deliveries (subscription_id, event_id)
          select value, ${eventId} from json_each(${subscriptionIds}) order by key`
      : sql<never>`insert into deliveries (subscription_id, event_id)
          select value, ${eventId}::bigint from json_array_elements_text(${subscriptionIds}::json) with ordinality as entry (value, key)
          order by key`
    ).compile(db),
});

/** A subscription with deliveries. */
interface WaitingRow {
  id: string;
  /** Empty when the subscription is gone. */
  account_id: string;
}

/** The highest id there is. */
export const lastDelivery: Query<Record<never, never>, { id: number }> = (db) =>
  db.selectFrom("deliveries").select("id").orderBy("id", "desc").limit(1);

export const subscriptionsWithDeliveries: Query<Record<never, never>, WaitingRow> = (db) => ({
  compile: () =>
    sql<WaitingRow>`${waiting} select waiting.id, ${accountId} from waiting ${ofSubscription} where waiting.id is not null`.compile(
      db,
    ),
});

/** Those with deliveries later than `after`, and the last of each. SQLite only: `+` keeps it from reading the whole index. */
export const subscriptionsWithDeliveriesAfter: Query<{ after: number }, WaitingRow & { last: number }> = (
  db,
  { after },
) => ({
  compile: () =>
    sql<WaitingRow & { last: number }>`
    with waiting(id, last) as (select subscription_id, max(id) from deliveries where id > ${after} group by +subscription_id)
    select waiting.id, waiting.last, ${accountId} from waiting ${ofSubscription}`.compile(db),
});

/** A delivery that is claimed. */
interface ClaimedRow {
  id: number;
  event_id: number;
  /** How many there were to claim, up to the limit. */
  found: number;
}

export const deliveriesAfter: Query<
  { subscriptionId: string; after: number; limit: number },
  { id: number; event_id: number; size: number }
> = (db, { subscriptionId, after, limit }) =>
  db
    .selectFrom("deliveries")
    .innerJoin("events", "events.id", "deliveries.event_id")
    .select(["deliveries.id", "deliveries.event_id", "events.size"])
    .where("deliveries.subscription_id", "=", subscriptionId)
    .where("deliveries.id", ">", after)
    .orderBy("deliveries.id")
    .limit(limit);

/**
 * Claims deliveries by the clock of the server, so that the clocks of processes need not agree: as many as their bodies have
 * `bytes`, or the first alone.
 */
export const claimDeliveries: Query<
  { subscriptionId: string; limit: number; bytes: number; lease: number; takeOver: number },
  ClaimedRow
> = (db, { subscriptionId, limit, bytes, lease, takeOver }) => ({
  compile: () =>
    sql<ClaimedRow>`
    with free as (
      select deliveries.id, events.size
      from deliveries join events on events.id = deliveries.event_id
      where subscription_id = ${subscriptionId} and ${isFree({ lease, takeOver })}
      order by deliveries.id limit ${limit}
      for update of deliveries skip locked
    ), summed as (
      select id, size, sum(size) over (order by id) as total from free
    )
    update deliveries set claimed_until = ${serverTime} + ${lease}::bigint
    where id in (select id from summed where total <= ${bytes}::bigint or total = size)
    returning id, event_id, (select count(*) from free) as found`.compile(db),
});

/** Gives claims back, as if they had not been made. */
export const unclaimDeliveries: Query<{ ids: string }, { id: number }> = (db, { ids }, dialect) =>
  db.updateTable("deliveries").set({ claimed_until: 0 }).where("id", "in", numbersOf(ids, dialect)).returning("id");

export const eventsById: Query<{ ids: string }, { id: number; event: string; body: string }> = (db, { ids }, dialect) =>
  db.selectFrom("events").select(["id", "event", "body"]).where("id", "in", numbersOf(ids, dialect));

/** Of these subscriptions, those with unclaimed deliveries. */
export const subscriptionsWithUnclaimed: Query<{ lease: number; takeOver: number }, WaitingRow> = (
  db,
  { lease, takeOver },
) => ({
  compile: () =>
    sql<WaitingRow>`${waiting}
    select waiting.id, ${accountId} from waiting ${ofSubscription} where waiting.id is not null and exists (
      select 1 from deliveries where subscription_id = waiting.id and ${isFree({ lease, takeOver })}
    )`.compile(db),
});

/**
 * The events of these deliveries, held until the commit: of two transactions that delete the last deliveries of an event, the
 * later then sees that nothing is left of it. In the order of their ids, so that they never wait for each other in a circle.
 */
export const eventsOfDeliveries: Query<{ ids: string }, { id: number }> = (db, { ids }, dialect) =>
  db
    .selectFrom("events")
    .select("id")
    .where("id", "in", db.selectFrom("deliveries").select("event_id").where("id", "in", numbersOf(ids, dialect)))
    .orderBy("id")
    .$if(dialect === "postgres", (event) => event.forUpdate());

export const deleteDeliveries: Query<{ ids: string }, { event_id: number }> = (db, { ids }, dialect) =>
  db.deleteFrom("deliveries").where("id", "in", numbersOf(ids, dialect)).returning("event_id");

/** The first that wait for a subscription. */
export const deliveriesOf: Query<{ subscriptionId: string; limit: number }, { id: number }> = (
  db,
  { subscriptionId, limit },
) => db.selectFrom("deliveries").select("id").where("subscription_id", "=", subscriptionId).orderBy("id").limit(limit);

/** Those of these events that have no deliveries any more. */
export const deleteDelivered: Query<{ ids: string }, { id: number }> = (db, { ids }, dialect) =>
  db
    .deleteFrom("events")
    .where("id", "in", numbersOf(ids, dialect))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("deliveries").select("deliveries.id").whereRef("deliveries.event_id", "=", "events.id"))),
    )
    .returning("id");

/** The elements of a JSON array. */
function numbersOf(ids: RawBuilder<string>, dialect: DialectName): RawBuilder<number> {
  return dialect === "sqlite"
    ? sql<number>`(select value from json_each(${ids}))`
    : sql<number>`(select json_array_elements_text(${ids}::json)::bigint)`;
}

/** Jumps from one subscription to the next in the index, so that a long queue of one of them costs nothing. */
const waiting = sql`with recursive waiting(id) as (
      select min(subscription_id) from deliveries
      union all
      select (select min(subscription_id) from deliveries where subscription_id > waiting.id)
      from waiting where waiting.id is not null
    )`;

const ofSubscription = sql`left join subscriptions on subscriptions.id = waiting.id`;
const accountId = sql`coalesce(subscriptions.account_id, '') as account_id`;

/** Milliseconds of Unix time. PostgreSQL only. */
const serverTime = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/**
 * Whether a delivery can be claimed: it is not, or `takeOver` is 1 and its lease ran out. A lease that ends later than any that is
 * made now is from before the server's clock was set back, and would otherwise hold its delivery until the clock is there again; two
 * leases leave room for small corrections of the clock.
 */
function isFree({ lease, takeOver }: Record<"lease" | "takeOver", RawBuilder<number>>): RawBuilder<boolean> {
  const ranOut = sql`claimed_until <= ${serverTime} or claimed_until > ${serverTime} + 2 * ${lease}::bigint`;
  return sql<boolean>`(claimed_until = 0 or (${takeOver}::integer = 1 and (${ranOut})))`;
}
