// Orders, and the contacts that come of them.
import type { Query } from "../query.ts";

export const orderDocument: Query<{ id: string; accountId: string }, { document: string }> = {
  name: "orderDocument",
  remembered: true,
  build: (db, { id, accountId }) =>
    db.selectFrom("orders").select("document").where("id", "=", id).where("account_id", "=", accountId),
};

type Page = { accountId: string; limit: number; offset: number };

export const orderPage: Query<Page, { document: string }> = {
  name: "orderPage",
  build: (db, { accountId, limit, offset }) =>
    db
      .selectFrom("orders")
      .select("document")
      .where("account_id", "=", accountId)
      .orderBy("number")
      .limit(limit)
      .offset(offset),
};

export const orderPageByCampaign: Query<Page & { campaignId: string }, { document: string }> = {
  name: "orderPageByCampaign",
  build: (db, { accountId, campaignId, limit, offset }) =>
    db
      .selectFrom("orders")
      .select("document")
      .where("account_id", "=", accountId)
      .where("campaign_id", "=", campaignId)
      .orderBy("number")
      .limit(limit)
      .offset(offset),
};

export const orderPageByStatus: Query<Page & { status: string }, { document: string }> = {
  name: "orderPageByStatus",
  build: (db, { accountId, status, limit, offset }) =>
    db
      .selectFrom("orders")
      .select("document")
      .where("account_id", "=", accountId)
      .where("status", "=", status)
      .orderBy("number")
      .limit(limit)
      .offset(offset),
};

export const orderPageByBoth: Query<Page & { campaignId: string; status: string }, { document: string }> = {
  name: "orderPageByBoth",
  build: (db, { accountId, campaignId, status, limit, offset }) =>
    db
      .selectFrom("orders")
      .select("document")
      .where("account_id", "=", accountId)
      .where("campaign_id", "=", campaignId)
      .where("status", "=", status)
      .orderBy("number")
      .limit(limit)
      .offset(offset),
};

/** The number of the account's next order; from here to the commit, no other transaction places one for the account. */
export const nextOrderNumber: Query<{ accountId: string }, { order_count: number }> = {
  name: "nextOrderNumber",
  build: (db, { accountId }) =>
    db
      .updateTable("accounts")
      .set((column) => ({ order_count: column("order_count", "+", 1) }))
      .where("id", "=", accountId)
      .returning("order_count"),
};

export const insertOrder: Query<
  {
    id: string;
    accountId: string;
    number: number;
    campaignId: string;
    status: string;
    warehouseId: string;
    street2: string;
    document: string;
  },
  { id: string }
> = {
  name: "insertOrder",
  build: (db, { id, accountId, number, campaignId, status, warehouseId, street2, document }) =>
    db
      .insertInto("orders")
      .values({
        id,
        account_id: accountId,
        number,
        campaign_id: campaignId,
        status,
        warehouse_id: warehouseId,
        street2,
        document,
      })
      .returning("id"),
};

/** The order, held until the commit. */
export const orderToChange: Query<{ id: string }, { account_id: string; warehouse_id: string; document: string }> = {
  name: "orderToChange",
  build: (db, { id }, dialect) => {
    const order = db.selectFrom("orders").select(["account_id", "warehouse_id", "document"]).where("id", "=", id);
    return dialect === "postgres" ? order.forUpdate() : order;
  },
};

export const updateOrder: Query<{ id: string; status: string; document: string }, { id: string }> = {
  name: "updateOrder",
  build: (db, { id, status, document }) =>
    db.updateTable("orders").set({ status, document }).where("id", "=", id).returning("id"),
};

export const contactByEmail: Query<{ campaignId: string; email: string }, { id: string }> = {
  name: "contactByEmail",
  build: (db, { campaignId, email }) =>
    db.selectFrom("contacts").select("id").where("campaign_id", "=", campaignId).where("email", "=", email),
};

export const insertContact: Query<
  {
    id: string;
    accountId: string;
    campaignId: string;
    email: string;
    document: string;
  },
  { id: string }
> = {
  name: "insertContact",
  build: (db, { id, accountId, campaignId, email, document }) =>
    db
      .insertInto("contacts")
      .values({ id, account_id: accountId, campaign_id: campaignId, email, document })
      .returning("id"),
};
