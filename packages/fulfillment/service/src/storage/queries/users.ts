// Who can sign in to the portal, their sessions, and failed attempts to sign in.
import type { Selectable } from "kysely";
import type { Query } from "../query.ts";
import type { NewRow, Tables } from "../schema.ts";

export type UserRow = Selectable<Tables["users"]>;
export type FailureRow = Selectable<Tables["sign_in_failures"]>;

export const insertUser: Query<NewRow<"users">, { id: string }> = (db, row) =>
  db
    .insertInto("users")
    .values(row)
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id");

export const userByEmail: Query<{ email: string }, UserRow> = (db, { email }) =>
  db.selectFrom("users").selectAll().where("email", "=", email);

/** Of an active account only, whether or not the member is active. */
export const userToSignIn: Query<{ email: string }, UserRow & { account_name: string }> = (db, { email }) =>
  db
    .selectFrom("users")
    .innerJoin("accounts", "accounts.id", "users.account_id")
    .selectAll("users")
    .select("accounts.name as account_name")
    .where("users.email", "=", email)
    .where("users.active", "=", 1)
    .where("accounts.active", "=", 1);

export const usersOfAccount: Query<{ accountId: string }, UserRow> = (db, { accountId }) =>
  db.selectFrom("users").selectAll().where("account_id", "=", accountId).orderBy("created_at").orderBy("id");

export const setPasswordHash: Query<{ id: string; hash: string }, { id: string }> = (db, { id, hash }) =>
  db.updateTable("users").set({ password_hash: hash }).where("id", "=", id).returning("id");

export const setUserActive: Query<{ id: string; active: number }, { id: string }> = (db, { id, active }) =>
  db.updateTable("users").set({ active }).where("id", "=", id).returning("id");

export const markSignIn: Query<{ id: string; at: string }, { id: string }> = (db, { id, at }) =>
  db.updateTable("users").set({ last_sign_in_at: at }).where("id", "=", id).returning("id");

export const insertSession: Query<NewRow<"sessions">, { hash: string }> = (db, row) =>
  db.insertInto("sessions").values(row).returning("hash");

export interface SessionRow {
  hash: string;
  created_at: number;
  used_at: number;
  user_id: string;
  user_name: string;
  email: string;
  role: string;
  account_id: string;
  account_name: string;
}

/** While the member and the account are active; whether it is too old is for the caller to say. */
export const sessionByHash: Query<{ hash: string }, SessionRow> = (db, { hash }) =>
  db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .innerJoin("accounts", "accounts.id", "users.account_id")
    .select([
      "sessions.hash",
      "sessions.created_at",
      "sessions.used_at",
      "users.id as user_id",
      "users.name as user_name",
      "users.email",
      "users.role",
      "users.account_id",
      "accounts.name as account_name",
    ])
    .where("sessions.hash", "=", hash)
    .where("users.active", "=", 1)
    .where("accounts.active", "=", 1);

export const touchSession: Query<{ hash: string; at: number }, { hash: string }> = (db, { hash, at }) =>
  db.updateTable("sessions").set({ used_at: at }).where("hash", "=", hash).where("used_at", "<", at).returning("hash");

export const deleteSession: Query<{ hash: string }, { hash: string }> = (db, { hash }) =>
  db.deleteFrom("sessions").where("hash", "=", hash).returning("hash");

/** `except`: the hash of the one to keep; empty: none. */
export const deleteSessionsOfUser: Query<{ userId: string; except: string }, { hash: string }> = (
  db,
  { userId, except },
) => db.deleteFrom("sessions").where("user_id", "=", userId).where("hash", "!=", except).returning("hash");

export const deleteOldSessions: Query<{ createdBefore: number; usedBefore: number }, { hash: string }> = (
  db,
  { createdBefore, usedBefore },
) =>
  db
    .deleteFrom("sessions")
    .where(({ or, eb }) => or([eb("created_at", "<", createdBefore), eb("used_at", "<", usedBefore)]))
    .returning("hash");

export const deviceOf: Query<{ subject: string }, { last_at: number }> = (db, { subject }) =>
  db.selectFrom("sign_in_devices").select("last_at").where("subject", "=", subject);

export const rememberDevice: Query<{ subject: string; now: number }, { subject: string }> = (db, { subject, now }) =>
  db
    .insertInto("sign_in_devices")
    .values({ subject, last_at: now })
    .onConflict((conflict) => conflict.column("subject").doUpdateSet({ last_at: now }))
    .returning("subject");

export const forgetDevices: Query<{ before: number; limit: number }, { subject: string }> = (db, { before, limit }) =>
  db
    .deleteFrom("sign_in_devices")
    .where("subject", "in", (devices) =>
      devices
        .selectFrom("sign_in_devices")
        .select("subject")
        .where("last_at", "<", before)
        .orderBy("last_at")
        .limit(limit),
    )
    .returning("subject");

export const failuresOf: Query<{ subject: string }, FailureRow> = (db, { subject }) =>
  db.selectFrom("sign_in_failures").selectAll().where("subject", "=", subject);

/** The same, held until the commit. */
export const lockFailures: Query<{ subject: string }, FailureRow> = (db, { subject }, dialect) =>
  db
    .selectFrom("sign_in_failures")
    .selectAll()
    .where("subject", "=", subject)
    .$if(dialect === "postgres", (failure) => failure.forUpdate());

export const startFailures: Query<{ subject: string; now: number }, { subject: string }> = (db, { subject, now }) =>
  db
    .insertInto("sign_in_failures")
    .values({ subject, count: 0, last_at: now, locked_until: 0 })
    .onConflict((conflict) => conflict.column("subject").doNothing())
    .returning("subject");

export const setFailures: Query<FailureRow, { subject: string }> = (db, { subject, ...columns }) =>
  db.updateTable("sign_in_failures").set(columns).where("subject", "=", subject).returning("subject");

/** `first` and `last` are included, and what is between them. */
export const clearFailures: Query<{ first: string; last: string }, { subject: string }> = (db, { first, last }) =>
  db.deleteFrom("sign_in_failures").where("subject", ">=", first).where("subject", "<=", last).returning("subject");

/** Those that are held by others wait for the next time. */
export const forgetFailures: Query<{ before: number; limit: number }, { subject: string }> = (
  db,
  { before, limit },
  dialect,
) =>
  db
    .deleteFrom("sign_in_failures")
    .where("subject", "in", (failures) =>
      failures
        .selectFrom("sign_in_failures")
        .select("subject")
        .where("last_at", "<", before)
        .orderBy("last_at")
        .limit(limit)
        .$if(dialect === "postgres", (failure) => failure.forUpdate().skipLocked()),
    )
    .returning("subject");
