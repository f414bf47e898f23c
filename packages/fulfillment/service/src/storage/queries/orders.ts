// Orders, and the contacts that come of them.
import { sql } from "kysely";
import { type Builder, type DialectName, type Placeholders, type Query, rowCount } from "../query.ts";
import type { NewRow } from "../schema.ts";

export const orderDocument: Query<{ id: string; accountId: string }, { document: string }> = (db, { id, accountId }) =>
  db.selectFrom("orders").select("document").where("id", "=", id).where("account_id", "=", accountId);

type Page = { account_id: string; campaign_id?: string; status?: string; limit: number; offset: number };

/** In the order in which they were placed. */
export const orderPage: Query<Page, { document: string }> = (db, { limit, offset, ...columns }) =>
  db
    .selectFrom("orders")
    .select("document")
    .where(({ and }) => and(columns))
    .orderBy("number")
    .limit(limit)
    .offset(offset);

/** The number of the account's next order; from here to the commit, no other transaction places one for the account. */
export const nextOrderNumber: Query<{ accountId: string }, { order_count: number }> = (db, { accountId }) =>
  db
    .updateTable("accounts")
    .set((column) => ({ order_count: column("order_count", "+", 1) }))
    .where("id", "=", accountId)
    .returning("order_count");

export const insertOrder: Query<NewRow<"orders"> & { source: string; search: string }, { id: string }> = (db, row) =>
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

/** Of the account. */
export const lastOrderNumber: Query<{ accountId: string }, { number: number }> = (db, { accountId }) =>
  db.selectFrom("orders").select("number").where("account_id", "=", accountId).orderBy("number", "desc").limit(1);

/** The first order with this number or a later one. */
export const orderFrom: Query<{ accountId: string; number: number }, { number: number; document: string }> = (
  db,
  { accountId, number },
) =>
  db
    .selectFrom("orders")
    .select(["number", "document"])
    .where("account_id", "=", accountId)
    .where("number", ">=", number)
    .orderBy("number")
    .limit(1);

/** Empty texts filter nothing. `above` is not included. */
type OrderFilter = {
  accountId: string;
  above: number;
  upTo: number;
  campaignId: string;
  status: string;
  source: string;
  text: string;
};

type MatchingPage = OrderFilter & { limit: number; offset: number };

/** The latest first. */
export const matchingOrders: Query<MatchingPage, { document: string }> = (db, { limit, offset, ...filter }, dialect) =>
  selectMatching(db, filter, dialect).select("document").orderBy("number", "desc").limit(limit).offset(offset);

export const oldestMatchingOrders: Query<MatchingPage, { document: string }> = (
  db,
  { limit, offset, ...filter },
  dialect,
) => selectMatching(db, filter, dialect).select("document").orderBy("number").limit(limit).offset(offset);

export const countMatchingOrders: Query<OrderFilter, { count: number }> = (db, filter, dialect) =>
  selectMatching(db, filter, dialect).select(rowCount);

function selectMatching(
  db: Builder,
  { accountId, above, upTo, campaignId, status, source, text }: Placeholders<OrderFilter>,
  dialect: DialectName,
) {
  // A pattern of LIKE takes a hundred times as long on texts of one letter.
  const position = sql.raw(dialect === "sqlite" ? "instr" : "strpos");
  return db
    .selectFrom("orders")
    .where("account_id", "=", accountId)
    .where("number", ">", above)
    .where("number", "<=", upTo)
    .where(sql<boolean>`(cast(${campaignId} as text) = '' or campaign_id = ${campaignId})`)
    .where(sql<boolean>`(cast(${status} as text) = '' or status = ${status})`)
    .where(sql<boolean>`(cast(${source} as text) = '' or source = ${source})`)
    .where(sql<boolean>`(cast(${text} as text) = '' or ${position}(search, ${text}) > 0)`);
}

/** Orders from before there was something to search them by. */
export const unindexedOrders: Query<{ limit: number }, { id: string; document: string }> = (db, { limit }) =>
  db.selectFrom("orders").select(["id", "document"]).where("search", "is", null).limit(limit);

export const indexOrder: Query<{ id: string; source: string; search: string }, { id: string }> = (
  db,
  { id, source, search },
) => db.updateTable("orders").set({ source, search }).where("id", "=", id).returning("id");
