// Imports of CSV files, and what became of each of their orders.
import { type Selectable, sql } from "kysely";
import { type Builder, type Placeholders, type Query, rowCount } from "../query.ts";
import type { NewRow, Tables } from "../schema.ts";

export type ImportRow = Selectable<Tables["imports"]>;
export type ImportOrderRow = Selectable<Tables["import_orders"]>;

export const insertImport: Query<NewRow<"imports">, { id: string }> = (db, row) =>
  db.insertInto("imports").values(row).returning("id");

export const insertImportOrder: Query<NewRow<"import_orders">, { position: number }> = (db, row) =>
  db.insertInto("import_orders").values(row).returning("position");

export const latestImports: Query<{ accountId: string; limit: number }, ImportRow> = (db, { accountId, limit }) =>
  db.selectFrom("imports").selectAll().where("account_id", "=", accountId).orderBy("id", "desc").limit(limit);

export const importOfAccount: Query<{ accountId: string; id: string }, ImportRow> = (db, { accountId, id }) =>
  db.selectFrom("imports").selectAll().where("id", "=", id).where("account_id", "=", accountId);

export const runningImports: Query<Record<never, never>, { id: string }> = (db) =>
  db.selectFrom("imports").select("id").where("finished_at", "is", null).orderBy("id");

/** Held until the commit: processes that run the same import take turns. */
export const importToRun: Query<{ id: string }, ImportRow> = (db, { id }, dialect) =>
  db
    .selectFrom("imports")
    .selectAll()
    .where("id", "=", id)
    .$if(dialect === "postgres", (row) => row.forUpdate());

export const waitingOrders: Query<{ importId: string; limit: number }, ImportOrderRow> = (db, { importId, limit }) =>
  db
    .selectFrom("import_orders")
    .selectAll()
    .where("import_id", "=", importId)
    .where("status", "=", "WAITING")
    .orderBy("position")
    .limit(limit);

export const settleImportOrder: Query<
  Pick<ImportOrderRow, "import_id" | "position" | "status" | "order_id" | "order_number" | "problem">,
  { position: number }
> = (db, { import_id, position, ...columns }) =>
  db
    .updateTable("import_orders")
    .set({ ...columns, request: "" })
    .where("import_id", "=", import_id)
    .where("position", "=", position)
    .returning("position");

export const setImportCounts: Query<
  { id: string; placed: number; failed: number; finishedAt: string | null },
  { id: string }
> = (db, { id, placed, failed, finishedAt }) =>
  db.updateTable("imports").set({ placed, failed, finished_at: finishedAt }).where("id", "=", id).returning("id");

/** An empty status filters nothing. */
type LineFilter = { importId: string; status: string };

export const importLines: Query<LineFilter & { limit: number; offset: number }, ImportOrderRow> = (
  db,
  { limit, offset, ...filter },
) => matchingLines(db, filter).selectAll().orderBy("position").limit(limit).offset(offset);

export const countImportLines: Query<LineFilter, { count: number }> = (db, filter) =>
  matchingLines(db, filter).select(rowCount);

function matchingLines(db: Builder, { importId, status }: Placeholders<LineFilter>) {
  return db
    .selectFrom("import_orders")
    .where("import_id", "=", importId)
    .where(sql<boolean>`(cast(${status} as text) = '' or status = ${status})`);
}
