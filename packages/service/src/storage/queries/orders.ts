// Orders, and the contacts that come of them.
import type { Builder, Placeholders, Query } from "../query.ts";
import type { NewRow } from "../schema.ts";

export const orderDocument: Query<{ id: string; accountId: string }, { document: string }> = {
  name: "orderDocument",
  remembered: true,
  build: (db, { id, accountId }) =>
    db.selectFrom("orders").select("document").where("id", "=", id).where("account_id", "=", accountId),
};

type Page = { account_id: string; limit: number; offset: number };
type Filter = { campaign_id: string; status: string };

export const orderPage: Query<Page, { document: string }> = { name: "orderPage", build: selectPage };

export const orderPageByCampaign: Query<Page & Pick<Filter, "campaign_id">, { document: string }> = {
  name: "orderPageByCampaign",
  build: selectPage,
};

export const orderPageByStatus: Query<Page & Pick<Filter, "status">, { document: string }> = {
  name: "orderPageByStatus",
  build: selectPage,
};

export const orderPageByBoth: Query<Page & Filter, { document: string }> = {
  name: "orderPageByBoth",
  build: selectPage,
};

function selectPage(db: Builder, { limit, offset, ...columns }: Placeholders<Page> & Partial<Placeholders<Filter>>) {
  return db
    .selectFrom("orders")
    .select("document")
    .where(({ and }) => and(columns))
    .orderBy("number")
    .limit(limit)
    .offset(offset);
}

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

export const insertOrder: Query<NewRow<"orders">, { id: string }> = {
  name: "insertOrder",
  build: (db, row) => db.insertInto("orders").values(row).returning("id"),
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

export const insertContact: Query<NewRow<"contacts">, { id: string }> = {
  name: "insertContact",
  build: (db, row) => db.insertInto("contacts").values(row).returning("id"),
};
