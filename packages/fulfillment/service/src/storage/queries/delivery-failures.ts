// The latest failed deliveries of each subscription, for the portal.
import type { Query } from "../query.ts";
import type { NewRow } from "../schema.ts";

export const insertDeliveryFailure: Query<NewRow<"delivery_failures"> & { payload: string | null }, { id: number }> = (
  db,
  row,
) => db.insertInto("delivery_failures").values(row).returning("id");

/** Deletes all but the latest. */
export const trimDeliveryFailures: Query<{ subscriptionId: string; most: number }, { id: number }> = (
  db,
  { subscriptionId, most },
) =>
  db
    .deleteFrom("delivery_failures")
    .where("subscription_id", "=", subscriptionId)
    .where("id", "<=", (outer) =>
      outer
        .selectFrom("delivery_failures as latest")
        .select("latest.id")
        .where("latest.subscription_id", "=", subscriptionId)
        .orderBy("latest.id", "desc")
        .limit(1)
        .offset(most),
    )
    .returning("id");

export const dropDeliveryFailures: Query<{ subscriptionId: string }, { id: number }> = (db, { subscriptionId }) =>
  db.deleteFrom("delivery_failures").where("subscription_id", "=", subscriptionId).returning("id");

/** The latest first. */
export const deliveryFailures: Query<
  { subscriptionId: string },
  { event: string; at: string; status: number | null; error: string; payload: string | null }
> = (db, { subscriptionId }) =>
  db
    .selectFrom("delivery_failures")
    .select(["event", "at", "status", "error", "payload"])
    .where("subscription_id", "=", subscriptionId)
    .orderBy("id", "desc");
