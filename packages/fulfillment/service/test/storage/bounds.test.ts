// Every wait for a database has an end: for a lock, a connection, a response, the end of a connection.
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { describeWithPostgres } from "../../../../../scripts/testing/real-servers.ts";
import type { Database } from "../../src/storage/database.ts";
import { openPostgres } from "../../src/storage/postgres.ts";
import { insertSetting, settingByName } from "../../src/storage/queries/settings.ts";
import { openSqlite } from "../../src/storage/sqlite.ts";
import { freshDatabase } from "../fresh-database.ts";
import { startProxy } from "../silent-proxy.ts";
import { sqlitePlace } from "./databases.ts";

const put = (database: Database, name: string): Promise<unknown> =>
  database.write(async (transaction) => transaction.all(insertSetting, { name, value: "x" }));

const messageOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "no error",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

describe("SQLite", () => {
  // Each group that shares a commit would wait for the next 500 ms, which is longer than the test may take.
  test("transactions wait for a lock as long as one of them does, however many there are", {
    timeout: 20_000,
  }, async () => {
    const { file } = await sqlitePlace();
    const database = openSqlite(file, { busyMs: 500 });
    onTestFinished(() => database.close());
    const other = new DatabaseSync(file);
    onTestFinished(() => other.close());
    other.exec("BEGIN IMMEDIATE");
    const messages = await Promise.all(
      Array.from({ length: 16_000 }, (_, index) => messageOf(put(database, `n${index}`))),
    );
    expect(new Set(messages)).toEqual(new Set(["database is locked"]));
    other.exec("ROLLBACK");
    await put(database, "after");
    expect(await database.first(settingByName, { name: "after" })).toEqual({ value: "x" });
  });

  test("what is asked for later waits for its own time, and succeeds when the lock is free", async () => {
    const { file } = await sqlitePlace();
    const database = openSqlite(file, { busyMs: 2_000 });
    onTestFinished(() => database.close());
    const other = new DatabaseSync(file);
    onTestFinished(() => other.close());
    other.exec("BEGIN IMMEDIATE");
    const early = messageOf(put(database, "early"));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const late = messageOf(put(database, "late"));
    expect(await early).toBe("database is locked");
    other.exec("ROLLBACK");
    expect(await late).toBe("no error");
  });
});

describeWithPostgres("PostgreSQL", () => {
  // Opening it must succeed, on a machine that is busy too.
  const timeouts = { connect: 4_000, query: 3_000, lock: 100, close: 200 };

  test("a server that falls silent is given up: for reads, writes, new connections and at the end", async () => {
    const url = new URL(await freshDatabase());
    const proxy = await startProxy(url.href);
    url.port = String(proxy.port);
    const database = await openPostgres(url.href, { onError: () => {}, timeouts });
    await put(database, "a");
    proxy.silence();
    const reads = Array.from({ length: 10 }, () =>
      messageOf(Promise.resolve(database.first(settingByName, { name: "a" }))),
    );
    const messages = await Promise.all([...reads, messageOf(put(database, "b")), messageOf(database.ready())]);
    const expected = /^(?:Query read timeout|timeout exceeded when trying to connect|Connection terminated .*)$/;
    for (const message of messages) expect(message).toMatch(expected);
    proxy.speak();
    await expect.poll(() => messageOf(put(database, "c"))).toBe("no error");
    proxy.silence();
    await database.close();
  });

  test("a row and a migration that another transaction has locked are given up", async () => {
    const url = await freshDatabase();
    const database = await openPostgres(url, { onError: () => {}, timeouts: { lock: 100 } });
    onTestFinished(() => database.close());
    await put(database, "a");
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    onTestFinished(() => other.end());
    await other.query("BEGIN; LOCK TABLE settings; SELECT pg_advisory_xact_lock(7293114)");
    const lost = "canceling statement due to lock timeout";
    expect(await messageOf(put(database, "b"))).toBe(lost);
    expect(await messageOf(openPostgres(url, { onError: () => {}, timeouts: { migrationLock: 100 } }))).toBe(lost);
    await other.query("ROLLBACK");
    expect(await messageOf(put(database, "b"))).toBe("no error");
  });
});
