// Webhook subscriptions.
import type { Selectable } from "kysely";
import { type Query, rowCount } from "../query.ts";
import type { NewRow, Tables } from "../schema.ts";

export type SubscriptionRow = Selectable<Tables["subscriptions"]>;

export const subscriptionsOfAccount: Query<{ accountId: string }, SubscriptionRow> = (db, { accountId }) =>
  db.selectFrom("subscriptions").selectAll().where("account_id", "=", accountId).orderBy("created_at").orderBy("id");

export const countSubscriptions: Query<{ accountId: string }, { count: number }> = (db, { accountId }) =>
  db.selectFrom("subscriptions").select(rowCount).where("account_id", "=", accountId);

export const activeSubscriptions: Query<{ accountId: string }, { id: string; events: string }> = (db, { accountId }) =>
  db
    .selectFrom("subscriptions")
    .select(["id", "events"])
    .where("account_id", "=", accountId)
    .where("active", "=", 1)
    .orderBy("id");

export const subscriptionOfAccount: Query<{ accountId: string; id: string }, SubscriptionRow> = (
  db,
  { accountId, id },
) => db.selectFrom("subscriptions").selectAll().where("id", "=", id).where("account_id", "=", accountId);

export const subscriptionToSend: Query<
  { id: string },
  { account_id: string; url: string; secret: string; active: number }
> = (db, { id }) =>
  db.selectFrom("subscriptions").select(["account_id", "url", "secret", "active"]).where("id", "=", id);

/** The same, held until the commit. */
export const subscriptionToDrop: Query<{ id: string }, { active: number }> = (db, { id }, dialect) =>
  db
    .selectFrom("subscriptions")
    .select("active")
    .where("id", "=", id)
    .$if(dialect === "postgres", (subscription) => subscription.forUpdate());

export const subscriptionByUrl: Query<{ accountId: string; canonicalUrl: string }, { id: string }> = (
  db,
  { accountId, canonicalUrl },
) =>
  db
    .selectFrom("subscriptions")
    .select("id")
    .where("account_id", "=", accountId)
    .where("canonical_url", "=", canonicalUrl);

export const insertSubscription: Query<NewRow<"subscriptions">, { id: string }> = (db, row) =>
  db.insertInto("subscriptions").values(row).returning("id");

export const updateSubscription: Query<SubscriptionRow, { id: string }> = (db, { id, ...columns }) =>
  db.updateTable("subscriptions").set(columns).where("id", "=", id).returning("id");

export const deleteSubscription: Query<{ accountId: string; id: string }, { id: string }> = (db, { accountId, id }) =>
  db.deleteFrom("subscriptions").where("id", "=", id).where("account_id", "=", accountId).returning("id");
