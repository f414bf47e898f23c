// Webhook subscriptions.
import type { Selectable } from "kysely";
import type { Query } from "../query.ts";
import type { Tables } from "../schema.ts";

export type SubscriptionRow = Selectable<Tables["subscriptions"]>;

export const subscriptionsOfAccount: Query<{ accountId: string }, SubscriptionRow> = {
  name: "subscriptionsOfAccount",
  build: (db, { accountId }) =>
    db.selectFrom("subscriptions").selectAll().where("account_id", "=", accountId).orderBy("created_at").orderBy("id"),
};

export const activeSubscriptions: Query<{ accountId: string }, { id: string; events: string }> = {
  name: "activeSubscriptions",
  build: (db, { accountId }) =>
    db
      .selectFrom("subscriptions")
      .select(["id", "events"])
      .where("account_id", "=", accountId)
      .where("active", "=", 1)
      .orderBy("id"),
};

export const subscriptionOfAccount: Query<{ accountId: string; id: string }, SubscriptionRow> = {
  name: "subscriptionOfAccount",
  build: (db, { accountId, id }) =>
    db.selectFrom("subscriptions").selectAll().where("id", "=", id).where("account_id", "=", accountId),
};

export const subscriptionToSend: Query<
  { id: string },
  { account_id: string; url: string; secret: string; active: number }
> = {
  name: "subscriptionToSend",
  build: (db, { id }) =>
    db.selectFrom("subscriptions").select(["account_id", "url", "secret", "active"]).where("id", "=", id),
};

/** The same, held until the commit. */
export const subscriptionToDrop: Query<{ id: string }, { active: number }> = {
  name: "subscriptionToDrop",
  build: (db, { id }, dialect) => {
    const subscription = db.selectFrom("subscriptions").select("active").where("id", "=", id);
    return dialect === "postgres" ? subscription.forUpdate() : subscription;
  },
};

export const subscriptionByUrl: Query<{ accountId: string; canonicalUrl: string }, { id: string }> = {
  name: "subscriptionByUrl",
  build: (db, { accountId, canonicalUrl }) =>
    db
      .selectFrom("subscriptions")
      .select("id")
      .where("account_id", "=", accountId)
      .where("canonical_url", "=", canonicalUrl),
};

export const insertSubscription: Query<
  {
    id: string;
    accountId: string;
    url: string;
    canonicalUrl: string;
    events: string;
    secret: string;
    at: string;
  },
  { id: string }
> = {
  name: "insertSubscription",
  build: (db, { id, accountId, url, canonicalUrl, events, secret, at }) =>
    db
      .insertInto("subscriptions")
      .values({
        id,
        account_id: accountId,
        url,
        canonical_url: canonicalUrl,
        events,
        active: 1,
        secret,
        created_at: at,
        updated_at: at,
      })
      .returning("id"),
};

export const updateSubscription: Query<
  {
    id: string;
    url: string;
    canonicalUrl: string;
    events: string;
    active: number;
    secret: string;
    at: string;
  },
  { id: string }
> = {
  name: "updateSubscription",
  build: (db, { id, url, canonicalUrl, events, active, secret, at }) =>
    db
      .updateTable("subscriptions")
      .set({ url, canonical_url: canonicalUrl, events, active, secret, updated_at: at })
      .where("id", "=", id)
      .returning("id"),
};

export const deleteSubscription: Query<{ accountId: string; id: string }, { id: string }> = {
  name: "deleteSubscription",
  build: (db, { accountId, id }) =>
    db.deleteFrom("subscriptions").where("id", "=", id).where("account_id", "=", accountId).returning("id"),
};
