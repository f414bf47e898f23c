import { execFile } from "node:child_process";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import type { Database } from "../../src/storage/database.ts";
import {
  accountOfKey,
  insertAccount,
  insertKey,
  revokeKey,
  setAccountBudget,
} from "../../src/storage/queries/accounts.ts";
import { nextOrderNumber } from "../../src/storage/queries/orders.ts";
import { insertSetting, settingByName } from "../../src/storage/queries/settings.ts";
import { query } from "../contract/raw-query.ts";
import { describeOnEachDatabase, sqlitePlace } from "./databases.ts";

const put = (database: Database, name: string, value = "x"): Promise<unknown> =>
  database.write(async (transaction) => transaction.all(insertSetting, { name, value }));

const names = ["0001-first", "0002-events", "0003-portal", "0004-clean-up", "0005-bounds", "0006-payloads"];
const migrated = names.map((name) => ({ name }));

const settingOf = async (database: Database, name: string): Promise<string | null> =>
  (await database.first(settingByName, { name }))?.value ?? null;

describeOnEachDatabase("a database", (place, empty) => {
  test("has what was committed, also for others and after it was opened again", async () => {
    const { open } = await place();
    const [one, other] = [await open(), await open()];
    await put(one, "a", "1");
    expect([await settingOf(one, "a"), await settingOf(other, "a")]).toEqual(["1", "1"]);
    await one.close();
    expect(await settingOf(await open(), "a")).toBe("1");
  });

  test("has nothing of a transaction that rejected, and all of those beside it", async () => {
    const database = await (await place()).open();
    const writes = Array.from({ length: 20 }, (_, index) =>
      database.write(async (transaction) => {
        await transaction.all(insertSetting, { name: `n${index}`, value: "x" });
        if (index % 3 === 0) throw new Error(`no ${index}`);
        return index;
      }),
    );
    const settled = await Promise.allSettled(writes);
    for (const [index, result] of settled.entries()) {
      expect(result.status).toBe(index % 3 === 0 ? "rejected" : "fulfilled");
      expect(await settingOf(database, `n${index}`)).toBe(index % 3 === 0 ? null : "x");
    }
  });

  test("shows a transaction its own writes, and to others only after the commit", async () => {
    const { open } = await place();
    const [database, other] = [await open(), await open()];
    const seen = await database.write(async (transaction) => {
      await transaction.all(insertSetting, { name: "a", value: "x" });
      const inside = await transaction.first(settingByName, { name: "a" });
      return [inside?.value, await settingOf(database, "a"), await settingOf(other, "a")];
    });
    expect(seen).toEqual(["x", null, null]);
    expect(await settingOf(database, "a")).toBe("x");
  });

  test("notifies after the commit, and never after a rollback", async () => {
    const database = await (await place()).open();
    const told: string[] = [];
    const kept = database.write(async (transaction) => {
      transaction.afterCommit(() => told.push("kept"));
      await transaction.all(insertSetting, { name: "a", value: "x" });
      expect(told).toEqual([]);
    });
    const lost = database.write(async (transaction) => {
      transaction.afterCommit(() => told.push("lost"));
      throw new Error("no");
    });
    // Together: either may be the first to end.
    await Promise.all([kept, expect(lost).rejects.toThrow("no")]);
    expect(told).toEqual(["kept"]);
  });

  test("counts exactly while many write at once", async () => {
    const { open } = await place();
    const databases = [await open(), await open()];
    const [first] = databases;
    await first?.write(async (transaction) =>
      transaction.all(insertAccount, { id: "acc", name: "acc", created_at: "now" }),
    );
    const numbers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        databases[index % 2]?.write(async (transaction) => transaction.first(nextOrderNumber, { accountId: "acc" })),
      ),
    );
    const counted = numbers.map((row) => row?.order_count ?? 0).sort((a, b) => a - b);
    expect(counted).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  });

  test("is migrated once when many open it at once", async () => {
    const { open } = await empty();
    const databases = await Promise.all(Array.from({ length: 6 }, () => open()));
    for (const database of databases) {
      expect(await database.all(query("select name from migrations order by name"), {})).toEqual(migrated);
    }
  });

  test("of a newer version is refused, and left alone", async () => {
    const { open } = await place();
    const database = await open();
    await database.write(async (transaction) =>
      transaction.all(query("insert into migrations (name) values ('9999-later') returning name"), {}),
    );
    await expect(open()).rejects.toThrow(/written by a newer version.*9999-later/);
    const names = await database.all(query("select name from migrations order by name"), {});
    expect(names).toEqual([...migrated, { name: "9999-later" }]);
  });

  test("says that it is ready while it is open", async () => {
    const database = await (await place()).open();
    await database.ready();
    await database.close();
    await expect(database.ready()).rejects.toThrow();
    await expect(put(database, "a")).rejects.toThrow();
  });
});

describe("SQLite", () => {
  test("commits the transactions of one turn together, with WAL and full synchronization", async () => {
    const { file, open } = await sqlitePlace();
    const database = await open();
    await put(database, "first");
    const watcher = new DatabaseSync(file);
    // It changes with each commit of another connection.
    const version = (): number => Number(watcher.prepare("PRAGMA data_version").get()?.["data_version"]);
    const before = version();
    await Promise.all(["a", "b", "c"].map((name) => put(database, name)));
    expect(version() - before).toBe(1);
    watcher.close();
    const journal = await database.all(query("PRAGMA journal_mode"), {});
    expect(journal).toEqual([{ journal_mode: "wal" }]);
    const synchronous = await database.write(async (transaction) => transaction.all(query("PRAGMA synchronous"), {}));
    expect(synchronous).toEqual([{ synchronous: 2 }]);
  });

  test("is migrated once when several processes start at once", async () => {
    const { file, open } = await sqlitePlace();
    const module = JSON.stringify(new URL("../../src/storage/sqlite.ts", import.meta.url).href);
    const code = `const { openSqlite } = await import(${module}); await openSqlite(${JSON.stringify(file)}).close();`;
    const run = promisify(execFile);
    await Promise.all([1, 2, 3, 4].map(() => run(process.execPath, ["--input-type=module", "--eval", code])));
    const database = await open();
    expect(await database.all(query("select name from migrations order by name"), {})).toEqual(migrated);
  });

  test("what is remembered is forgotten when anyone commits, from the next turn on", async () => {
    const { open } = await sqlitePlace();
    const [database, other] = [await open(), await open()];
    const hash = "a".repeat(64);
    const budget = async (): Promise<number | null | undefined> =>
      (await database.first(accountOfKey, { hash }))?.budget;
    await other.write(async (transaction) => {
      await transaction.all(insertAccount, { id: "acc", name: "acc", created_at: "now" });
      await transaction.all(insertKey, {
        id: "key",
        account_id: "acc",
        hash,
        ending: "aaaa",
        created_at: "now",
        revoked_at: null,
        name: null,
        prefix: "",
      });
    });
    await nextTurn();
    expect([await budget(), await budget()]).toEqual([null, null]);
    for (const [index, writer] of [other, database].entries()) {
      await writer.write(async (transaction) => transaction.all(setAccountBudget, { id: "acc", budget: index }));
      if (writer === other) await nextTurn();
      expect(await budget()).toBe(index);
    }
    await other.write(async (transaction) => transaction.all(revokeKey, { id: "key", hash, at: "now" }));
    await nextTurn();
    expect(await budget()).toBeUndefined();
  });

  test("reads within a turn see one state, and its own commits at once", async () => {
    const { open } = await sqlitePlace();
    const database = await open();
    expect(await settingOf(database, "a")).toBeNull();
    const written = put(database, "a").then(() => settingOf(database, "a"));
    expect(await written).toBe("x");
  });
});
