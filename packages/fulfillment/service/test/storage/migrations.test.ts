// A database as version 1.0 left it, opened by this one: what waited is delivered, once each, under the ids it had.
import { randomBytes } from "node:crypto";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { describeWithPostgres } from "../../../../../scripts/testing/real-servers.ts";
import { lockDataDirectory, openDatabase, openOwnDatabase, sqliteFile } from "../../src/operation/open-database.ts";
import { createSealer } from "../../src/secrets/sealing.ts";
import type { Database } from "../../src/storage/database.ts";
import { createMigrationsTable, pendingStatements } from "../../src/storage/migrations.ts";
import { createOutbox } from "../../src/storage/outbox.ts";
import { openPostgres } from "../../src/storage/postgres.ts";
import type { DialectName } from "../../src/storage/query.ts";
import { openSqlite } from "../../src/storage/sqlite.ts";
import { query } from "../contract/raw-query.ts";
import { emptyDatabase } from "../fresh-database.ts";
import { sqlitePlace } from "./databases.ts";

const sealer = createSealer(randomBytes(32));
const long = JSON.stringify({ text: "\u00e9".repeat(50_000) });

/** Two events to two subscriptions, one of them the same for both, and a delivery whose subscription is gone. */
function oldDatabase(dialect: DialectName): string[] {
  const all = pendingStatements(dialect, []);
  const first = all.slice(0, all.findIndex((statement) => statement.includes("'0001-first'")) + 1);
  const subscription = (id: string): string =>
    `insert into subscriptions values ('${id}', 'acc', 'https://${id}.example/', 'https://${id}.example/', '[]', 1, '${sealer.seal("s", id)}', 'now', 'now')`;
  const delivery = (to: string, event: string, body: string): string =>
    `insert into deliveries (subscription_id, event, body, created_at) values ('${to}', '${event}', '${body}', 'now')`;
  return [
    createMigrationsTable,
    ...first,
    "insert into accounts values ('acc', 'acc', 1, null, 0, 'now')",
    ...["one", "two"].map(subscription),
    delivery("one", "order.created", "{}"),
    delivery("one", "order.created", long),
    delivery("two", "order.created", long),
    delivery("two", "order.shipped", "{}"),
    delivery("gone", "order.created", "{}"),
    delivery("one", "order.shipped", "{}"),
    // The last id is not given out again.
    "delete from deliveries where id = 6",
  ];
}

async function checkMigrated(database: Database): Promise<void> {
  const outbox = createOutbox(database, { sealer, now: Date.now });
  const { rows } = { rows: await database.all(query("select event, size from events order by id"), {}) };
  expect(rows).toEqual([
    { event: "order.created", size: 2 },
    { event: "order.created", size: Buffer.byteLength(long) },
    { event: "order.shipped", size: 2 },
  ]);
  expect((await outbox.waiting()).toSorted((a, b) => (a.subscriptionId < b.subscriptionId ? -1 : 1))).toEqual([
    { subscriptionId: "gone", accountId: "" },
    { subscriptionId: "one", accountId: "acc" },
    { subscriptionId: "two", accountId: "acc" },
  ]);
  await database.write((transaction) =>
    outbox.putEvent(transaction, { accountId: "acc", event: "order.created", body: "[]", subscriptionIds: ["one"] }),
  );
  const room = { count: 10, bytes: 1_000_000 };
  const claimed = await Promise.all(["one", "two", "gone"].map((id) => outbox.claim(id, room)));
  expect(claimed.map(({ deliveries }) => deliveries)).toEqual([
    [
      { id: 1, event: "order.created", body: "{}" },
      { id: 2, event: "order.created", body: long },
      { id: 7, event: "order.created", body: "[]" },
    ],
    [
      { id: 3, event: "order.created", body: long },
      { id: 4, event: "order.shipped", body: "{}" },
    ],
    [],
  ]);
  await outbox.settle([1, 2, 3, 4, 7]);
  for (const table of ["events", "deliveries"]) {
    expect(await database.all(query(`select id from ${table}`), {})).toEqual([]);
  }
}

test("a SQLite file of version 1.0 keeps what waits to be delivered", async () => {
  const { file } = await sqlitePlace();
  const old = new DatabaseSync(file);
  for (const statement of oldDatabase("sqlite")) old.exec(statement);
  old.close();
  const database = openSqlite(file);
  onTestFinished(() => database.close());
  await checkMigrated(database);
});

test("a SQLite file of version 1.0 from which everything was delivered gives no id out again", async () => {
  const { file } = await sqlitePlace();
  const old = new DatabaseSync(file);
  for (const statement of oldDatabase("sqlite")) old.exec(statement);
  old.exec("delete from deliveries");
  old.close();
  const database = openSqlite(file);
  onTestFinished(() => database.close());
  const outbox = createOutbox(database, { sealer, now: Date.now });
  await database.write((transaction) =>
    outbox.putEvent(transaction, { accountId: "acc", event: "order.created", body: "[]", subscriptionIds: ["one"] }),
  );
  expect(await database.all(query("select id from deliveries"), {})).toEqual([{ id: 7 }]);
});

test("a SQLite file of version 1.0 on which a service runs is not upgraded by a command", async () => {
  const { file } = await sqlitePlace();
  const dataDirectory = path.dirname(file);
  const place = path.join(dataDirectory, sqliteFile);
  const old = new DatabaseSync(place);
  for (const statement of oldDatabase("sqlite")) old.exec(statement);
  const settings = { dataDirectory, databaseUrl: null };
  const running = lockDataDirectory(dataDirectory);
  await expect(openDatabase(settings, () => {})).rejects.toThrow("a service of an earlier version is running on it");
  expect(old.prepare("select name from migrations").all()).toEqual([{ name: "0001-first" }]);
  await expect(openOwnDatabase(settings, () => {})).rejects.toThrow("another service is running on");
  running.release();
  old.close();
  const own = await openOwnDatabase(settings, () => {});
  // What is upgraded is open to commands.
  await (await openDatabase(settings, () => {})).close();
  await own.database.close();
  own.release();
});

describeWithPostgres("a PostgreSQL database of version 1.0", () => {
  test("keeps what waits to be delivered", async () => {
    const url = await emptyDatabase();
    const old = new pg.Client({ connectionString: url });
    await old.connect();
    for (const statement of oldDatabase("postgres")) await old.query(statement);
    await old.end();
    const database = await openPostgres(url, { onError: () => {} });
    onTestFinished(() => database.close());
    await checkMigrated(database);
  });
});
