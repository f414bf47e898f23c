// A lock that another process holds: what waits for it ends in time, and others do not wait with it.
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { describeWithPostgres } from "../../../../../scripts/testing/real-servers.ts";
import type { Database } from "../../src/storage/database.ts";
import { openPostgres } from "../../src/storage/postgres.ts";
import { insertAccount, lockAccount } from "../../src/storage/queries/accounts.ts";
import { nextOrderNumber } from "../../src/storage/queries/orders.ts";
import { insertSetting, settingByName } from "../../src/storage/queries/settings.ts";
import { openSqlite } from "../../src/storage/sqlite.ts";
import { Turns } from "../../src/storage/turns.ts";
import { emptyDatabase, freshDatabase } from "../fresh-database.ts";
import { sqlitePlace } from "./databases.ts";

const put = (database: Database, name: string): Promise<unknown> =>
  database.write(async (transaction) => transaction.all(insertSetting, { name, value: "x" }));

test("a write to a SQLite file that another process has locked fails in time, and reads go on", async () => {
  const { file } = await sqlitePlace();
  const database = openSqlite(file, { busyMs: 30 });
  onTestFinished(() => database.close());
  const other = new DatabaseSync(file);
  other.exec("BEGIN IMMEDIATE");
  await openSqlite(file, { busyMs: 30 }).close();
  await expect(put(database, "a")).rejects.toThrow("database is locked");
  expect(await database.first(settingByName, { name: "a" })).toBeNull();
  other.exec("COMMIT");
  other.close();
  await put(database, "a");
  expect(await database.first(settingByName, { name: "a" })).toEqual({ value: "x" });
});

test("a SQLite file that has to be migrated waits for the process that has locked it", async () => {
  const { file } = await sqlitePlace();
  const other = new DatabaseSync(file);
  other.exec("PRAGMA journal_mode = WAL; BEGIN IMMEDIATE");
  expect(() => openSqlite(file, { busyMs: 30 })).toThrow("database is locked");
  other.close();
  await openSqlite(file).close();
});

test("a long transaction on SQLite leaves the event loop to others between its queries", async () => {
  const { file } = await sqlitePlace();
  const database = openSqlite(file);
  onTestFinished(() => database.close());
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await database.write(async (transaction) => {
    const until = performance.now() + 2_000;
    while (turns < 5 && performance.now() < until) await transaction.first(settingByName, { name: "a" });
  });
  isOver = true;
  expect(turns).toBe(5);
});

test("accounts take turns at writing to a SQLite file", async () => {
  const { file } = await sqlitePlace();
  const database = openSqlite(file);
  onTestFinished(() => database.close());
  const begun: string[] = [];
  const write = (account: string, meanwhile: readonly string[] = []): Promise<unknown> =>
    database.write(
      async (transaction) => {
        begun.push(account);
        await transaction.first(settingByName, { name: account });
        later.push(...meanwhile.map((other) => write(other)));
      },
      { account },
    );
  const later: Promise<unknown>[] = [];
  await Promise.all([...["a", "a", "a", "a", "b", "c", "b"].map((account) => write(account))]);
  expect(begun.splice(0).join("")).toBe("abcabaa");
  // The one whose turn it is asks for another one first.
  await write("a", ["a", "b"]);
  await Promise.all(later);
  expect(begun.join("")).toBe("aba");
});

describeWithPostgres("a row of PostgreSQL that another process has locked", () => {
  const locked = async (timeouts: { lock: number }): Promise<{ database: Database; unlock: () => Promise<void> }> => {
    const url = await freshDatabase();
    const database = await openPostgres(url, { onError: () => {}, timeouts });
    onTestFinished(() => database.close());
    await database.write(async (transaction) => {
      for (const id of ["a", "b"]) await transaction.all(insertAccount, { id, name: id, created_at: "now" });
    });
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    onTestFinished(() => other.end());
    await other.query("begin; select id from accounts where id = 'a' for update");
    return { database, unlock: async () => void (await other.query("commit")) };
  };
  const lock = (database: Database, id: string): Promise<unknown> =>
    database.write(async (transaction) => transaction.all(lockAccount, { id }), { account: id });

  test("fails what waits for it in time, also what waits for its turn", async () => {
    const { database } = await locked({ lock: 50 });
    const results = await Promise.allSettled(Array.from({ length: 9 }, () => lock(database, "a")));
    const reasons = results.map((result) => (result.status === "rejected" ? String(result.reason) : "written"));
    expect(
      reasons.every((reason) => /lock timeout|other writes of the account/.test(reason)),
      reasons.join(),
    ).toBe(true);
    await lock(database, "b");
  });

  test("leaves other accounts their connections", async () => {
    const { database, unlock } = await locked({ lock: 10_000 });
    const place = (id: string): Promise<unknown> =>
      database.write(async (transaction) => transaction.all(nextOrderNumber, { accountId: id }), { account: id });
    const waiting = Array.from({ length: 40 }, () => place("a"));
    // Of ten connections four wait for the lock; the claims of deliveries have no account.
    await Promise.all([place("b"), put(database, "x"), put(database, "y")]);
    await unlock();
    await Promise.all(waiting);
    const counted = await place("a");
    expect(counted).toEqual([{ order_count: 41 }]);
  });
});

describeWithPostgres("a migration of PostgreSQL that another process is making", () => {
  test("is waited for, and not for ever", async () => {
    const url = await emptyDatabase();
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    onTestFinished(() => other.end());
    await other.query("select pg_advisory_lock(7293114)");
    const opening = openPostgres(url, { onError: () => {}, timeouts: { migrationLock: 50 } });
    await expect(opening).rejects.toThrow("lock timeout");
    await other.query("select pg_advisory_unlock(7293114)");
    const opened = await openPostgres(url, { onError: () => {} });
    await opened.close();
  });
});

describe("turns", () => {
  test("run as many at once as allowed, of each key, in the order in which they came", async () => {
    const turns = new Turns({ atOnce: 2, longestWait: 10_000 });
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const work = (name: string): Promise<void> =>
      turns.run(name.slice(0, 1), () => {
        begun.push(name);
        return new Promise((resolve) => ends.push(resolve));
      });
    const all = ["a1", "a2", "a3", "b1", "a4"].map(work);
    await new Promise(setImmediate);
    expect(begun).toEqual(["a1", "a2", "b1"]);
    for (let index = 0; index < 5; index += 1) {
      ends[index]?.();
      await new Promise(setImmediate);
    }
    expect(begun).toEqual(["a1", "a2", "b1", "a3", "a4"]);
    await Promise.all(all);
  });

  test("go on after work that fails, and reject what has waited too long", async () => {
    const turns = new Turns({ atOnce: 1, longestWait: 20 });
    const failing = turns.run("a", () => Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("no");
    let end = (): void => {};
    const first = turns.run("a", () => new Promise<void>((resolve) => (end = resolve)));
    await expect(turns.run("a", async () => {})).rejects.toThrow("other writes of the account");
    end();
    await first;
    expect(await turns.run("a", async () => 1)).toBe(1);
  });
});
