// What `/readyz` says: whether a write succeeds now, and why not; and what a flood of probes costs.
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { describeWithPostgres } from "../../../../../scripts/testing/real-servers.ts";
import { createReadiness, NotReady, type ReadinessOptions } from "../../src/operation/readiness.ts";
import { openPostgres } from "../../src/storage/postgres.ts";
import { openLocal } from "../contract/backends.ts";
import { runService } from "../contract/running-service.ts";
import { freshDatabase } from "../fresh-database.ts";
import { sqlitePlace } from "../storage/databases.ts";

const fails = (error: Error) => async (): Promise<void> => {
  throw error;
};

function readinessOf(check: () => Promise<void>, options: Partial<ReadinessOptions> = {}): () => Promise<void> {
  return createReadiness({ checks: [{ part: "the database", check }], onChange: () => {}, ...options });
}

describe("readiness", () => {
  test("any number of probes costs one check, until its verdict no longer holds", async () => {
    let [checks, time] = [0, 0];
    const check = async (): Promise<void> => {
      checks += 1;
    };
    const ready = readinessOf(check, { now: () => time, holdMs: 1000 });
    await Promise.all(Array.from({ length: 100 }, () => ready()));
    time = 999;
    await ready();
    expect(checks).toBe(1);
    time = 1000;
    await ready();
    expect(checks).toBe(2);
  });

  test("a check that does not end is reported in time, and not repeated beside itself", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let checks = 0;
    const hanging = (): Promise<void> => {
      checks += 1;
      return promise;
    };
    const ready = readinessOf(hanging, { timeoutMs: 10, holdMs: 0 });
    for (let probe = 0; probe < 3; probe += 1) {
      await expect(ready()).rejects.toThrow("the database has not responded within 0.01 s");
    }
    expect(checks).toBe(1);
    resolve();
    await expect.poll(() => ready().then(() => true)).toBe(true);
  });

  test("changes are reported with their error, once each", async () => {
    const changes: (string | null)[] = [];
    let failure: Error | null = new Error("one");
    const check = async (): Promise<void> => {
      if (failure !== null) throw failure;
    };
    const onChange = (change: NotReady | null): void => void changes.push(change && String(change.cause));
    const ready = readinessOf(check, { holdMs: 0, onChange });
    await expect(ready()).rejects.toThrow(NotReady);
    await expect(ready()).rejects.toThrow(NotReady);
    failure = null;
    await ready();
    await ready();
    expect(changes).toEqual(["Error: one", null]);
  });

  const redis = new Error("Redis at 10.0.0.5:6379 cannot be asked: READONLY You can't write against a replica", {
    cause: new Error("READONLY You can't write against a replica."),
  });
  test.each([
    [Object.assign(new Error("cannot execute INSERT in a read-only transaction"), { code: "25006" }), "is read-only"],
    [Object.assign(new Error("database or disk is full"), { errcode: 13 }), "has no space left"],
    [Object.assign(new Error("attempt to write a readonly database"), { errcode: 1032 }), "is read-only"],
    [Object.assign(new Error("connect ECONNREFUSED 10.0.0.5:5432"), { code: "ECONNREFUSED" }), "cannot be reached"],
    [redis, "is read-only"],
    [new Error("disk I/O error at /var/lib/fulfillment"), "cannot be written"],
  ])("is reported without names of hosts and files: %s", async (error, problem) => {
    await expect(readinessOf(fails(error))()).rejects.toThrow(`the database ${problem}`);
    await expect(readinessOf(fails(error))()).rejects.not.toThrow(/10\.0\.0\.5|\/var/);
  });

  test("all parts that do not work are named", async () => {
    const failing = createReadiness({
      checks: ["the database", "the rate limit"].map((part) => ({ part, check: fails(new Error("no")) })),
      onChange: () => {},
    });
    await expect(failing()).rejects.toThrow("the database cannot be written; the rate limit cannot be written");
  });
});

test("/readyz is 503 with the reason while no write succeeds, and the log has it too", async () => {
  const storage = await openLocal();
  onTestFinished(() => storage.drop());
  const full = fails(Object.assign(new Error("database or disk is full"), { errcode: 13 }));
  const service = await runService(storage, {}, { database: (database) => ({ ...database, ready: full }) });
  onTestFinished(() => service.stop());
  const response = await fetch(new URL("/readyz", service.url));
  const reason = "the database has no space left";
  expect([response.status, await response.json()]).toEqual([503, { status: "unavailable", reason }]);
  expect(service.log).toContainEqual(expect.objectContaining({ level: 50, msg: `not ready: ${reason}` }));
});

test("a SQLite file that another process has locked is not ready, and is again once it is free", async () => {
  const { file, open } = await sqlitePlace();
  const database = await open();
  const ready = readinessOf(() => database.ready(), { timeoutMs: 1_500, holdMs: 0 });
  await ready();
  const other = new DatabaseSync(file);
  other.exec("BEGIN IMMEDIATE");
  await expect(ready()).rejects.toThrow("the database has not responded within 1.5 s");
  other.exec("COMMIT");
  other.close();
  await expect.poll(() => ready().then(() => true)).toBe(true);
});

describeWithPostgres("a PostgreSQL that has become a standby", () => {
  test("is not ready, although it can be read", async () => {
    const url = await freshDatabase();
    const database = await openPostgres(url, { onError: () => {} });
    onTestFinished(() => database.close());
    const ready = readinessOf(() => database.ready(), { holdMs: 0 });
    await ready();
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    onTestFinished(() => admin.end());
    const switchTo = async (mode: "on" | "off"): Promise<void> => {
      await admin.query("SET default_transaction_read_only = off");
      await admin.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = ${mode}`);
      await admin.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
      );
    };
    await switchTo("on");
    await expect.poll(() => ready().catch((error: Error) => error.message)).toBe("the database is read-only");
    await switchTo("off");
    await expect.poll(() => ready().then(() => true)).toBe(true);
  });
});
