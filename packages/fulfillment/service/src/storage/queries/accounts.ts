// Accounts and their keys.
import { type Selectable, sql } from "kysely";
import { type Query, rowCount } from "../query.ts";
import type { NewRow, Tables } from "../schema.ts";

export type AccountRow = Selectable<Tables["accounts"]>;

/** Whose key this is, if it may be used now. */
export const accountOfKey: Query<{ hash: string }, { id: string; budget: number | null }> = (db, { hash }) =>
  db
    .selectFrom("api_keys")
    .innerJoin("accounts", "accounts.id", "api_keys.account_id")
    .select(["accounts.id", "accounts.budget"])
    .where("api_keys.hash", "=", hash)
    .where("api_keys.revoked_at", "is", null)
    .where("accounts.active", "=", 1);

export const accountById: Query<{ id: string }, AccountRow> = (db, { id }) =>
  db.selectFrom("accounts").selectAll().where("id", "=", id);

export const accountByName: Query<{ name: string }, AccountRow> = (db, { name }) =>
  db.selectFrom("accounts").selectAll().where("name", "=", name);

export const allAccounts: Query<Record<never, never>, AccountRow> = (db) =>
  db.selectFrom("accounts").selectAll().orderBy("created_at").orderBy("id");

/** Makes transactions that write for the account take turns. SQLite has one writer at a time anyway. */
export const lockAccount: Query<{ id: string }, { id: string }> = (db, { id }, dialect) =>
  db
    .selectFrom("accounts")
    .select("id")
    .where("id", "=", id)
    .$if(dialect === "postgres", (account) => account.forNoKeyUpdate());

export const insertAccount: Query<Pick<NewRow<"accounts">, "id" | "name" | "created_at">, { id: string }> = (db, row) =>
  db
    .insertInto("accounts")
    .values({ ...row, active: 1, budget: null, order_count: 0 })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .returning("id");

export const setAccountBudget: Query<{ id: string; budget: number | null }, { id: string }> = (db, { id, budget }) =>
  db.updateTable("accounts").set({ budget }).where("id", "=", id).returning("id");

export const setAccountActive: Query<{ id: string; active: number }, { id: string }> = (db, { id, active }) =>
  db.updateTable("accounts").set({ active }).where("id", "=", id).returning("id");

export const keysOfAccount: Query<
  { accountId: string },
  { id: string; ending: string; created_at: string; revoked_at: string | null }
> = (db, { accountId }) =>
  db
    .selectFrom("api_keys")
    .select(["id", "ending", "created_at", "revoked_at"])
    .where("account_id", "=", accountId)
    .orderBy("created_at")
    .orderBy("id");

/** A key by its id or by its hash: `keys revoke` accepts either. */
export const revokeKey: Query<
  { id: string; hash: string; at: string },
  { id: string; account_id: string; revoked_at: string | null }
> = (db, { id, hash, at }) =>
  db
    .updateTable("api_keys")
    .set((column) => ({ revoked_at: column.fn.coalesce("revoked_at", at) }))
    .where((column) => column.or([column("id", "=", id), column("hash", "=", hash)]))
    .returning(["id", "account_id", "revoked_at"]);

export const insertKey: Query<NewRow<"api_keys"> & { name: string | null; prefix: string }, { id: string }> = (
  db,
  row,
) => db.insertInto("api_keys").values(row).returning("id");

export type KeyRow = Omit<Selectable<Tables["api_keys"]>, "hash" | "account_id">;

/** Those that are not revoked. */
export const countKeys: Query<{ accountId: string }, { count: number }> = (db, { accountId }) =>
  db.selectFrom("api_keys").select(rowCount).where("account_id", "=", accountId).where("revoked_at", "is", null);

/** Those that are not revoked, then the others, each the latest first. */
export const keyRowsOfAccount: Query<{ accountId: string; limit: number }, KeyRow> = (db, { accountId, limit }) =>
  db
    .selectFrom("api_keys")
    .select(["id", "name", "prefix", "ending", "created_at", "last_used_at", "revoked_at"])
    .where("account_id", "=", accountId)
    .orderBy(sql`revoked_at is not null`)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit);

export const keyOfAccount: Query<{ accountId: string; id: string }, KeyRow> = (db, { accountId, id }) =>
  db
    .selectFrom("api_keys")
    .select(["id", "name", "prefix", "ending", "created_at", "last_used_at", "revoked_at"])
    .where("id", "=", id)
    .where("account_id", "=", accountId);

export const renameKey: Query<{ accountId: string; id: string; name: string }, { id: string }> = (
  db,
  { accountId, id, name },
) => db.updateTable("api_keys").set({ name }).where("id", "=", id).where("account_id", "=", accountId).returning("id");

/** An earlier time never replaces a later one. */
export const markKeyUsed: Query<{ hash: string; at: string }, { id: string }> = (db, { hash, at }) =>
  db
    .updateTable("api_keys")
    .set({ last_used_at: at })
    .where("hash", "=", hash)
    .where((column) => column.or([column("last_used_at", "is", null), column("last_used_at", "<", at)]))
    .returning("id");
