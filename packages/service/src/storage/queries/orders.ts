// Orders, and the contacts that come of them.
import type { Builder, Placeholders, Query } from "../query.ts";
import type { NewRow } from "../schema.ts";

export const orderDocument: Query<{ id: string; accountId: string }, { document: string }> = (db, { id, accountId }) =>
  db.selectFrom("orders").select("document").where("id", "=", id).where("account_id", "=", accountId);

type Page = { account_id: string; limit: number; offset: number };
type Filter = { campaign_id: string; status: string };

export const orderPage: Query<Page, { document: string }> = (db, page) => selectPage(db, page);

export const orderPageByCampaign: Query<Page & Pick<Filter, "campaign_id">, { document: string }> = (db, page) =>
  selectPage(db, page);

export const orderPageByStatus: Query<Page & Pick<Filter, "status">, { document: string }> = (db, page) =>
  selectPage(db, page);

export const orderPageByBoth: Query<Page & Filter, { document: string }> = (db, page) => selectPage(db, page);

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
export const nextOrderNumber: Query<{ accountId: string }, { order_count: number }> = (db, { accountId }) =>
  db
    .updateTable("accounts")
    .set((column) => ({ order_count: column("order_count", "+", 1) }))
    .where("id", "=", accountId)
    .returning("order_count");

export const insertOrder: Query<NewRow<"orders">, { id: string }> = (db, row) =>
  db.insertInto("orders").values(row).returning("id");

/** The order, held until the commit. */
export const orderToChange: Query<{ id: string }, { account_id: string; warehouse_id: string; document: string }> = (
  db,
  { id },
  dialect,
) =>
  db
    .selectFrom("orders")
    .select(["account_id", "warehouse_id", "document"])
    .where("id", "=", id)
    .$if(dialect === "postgres", (order) => order.forUpdate());

export const updateOrder: Query<{ id: string; status: string; document: string }, { id: string }> = (
  db,
  { id, status, document },
) => db.updateTable("orders").set({ status, document }).where("id", "=", id).returning("id");

export const contactByEmail: Query<{ campaignId: string; email: string }, { id: string }> = (
  db,
  { campaignId, email },
) => db.selectFrom("contacts").select("id").where("campaign_id", "=", campaignId).where("email", "=", email);

export const insertContact: Query<NewRow<"contacts">, { id: string }> = (db, row) =>
  db.insertInto("contacts").values(row).returning("id");
