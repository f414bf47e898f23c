// A SQLite file as the service's database: WAL, synchronous FULL, and one commit for all transactions of a turn of the event loop.
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import type { Database, Reader, Transaction } from "./database.ts";
import { createMigrationsTable, pendingStatements, selectMigrations } from "./migrations.ts";
import { recordProbe, settingByName } from "./queries/settings.ts";
import { openSnapshots, readerOf } from "./sqlite-reading.ts";

/** A transaction that waits for its turn. */
interface Job {
  /** Resolves with what to call once it is committed. */
  readonly run: (transaction: Transaction) => Promise<() => void>;
  readonly failed: (error: unknown) => void;
}

/** How many transactions share one commit at most: the time until then is also how long reads wait. */
const largestGroup = 256;

/** How long to wait for another process that writes, such as a command line. */
const busyMilliseconds = 10_000;
const busyPauseMilliseconds = 5;
const sqliteBusy = 5;

export interface SqliteOptions {
  /** For tests: how long to wait for another process that writes. */
  readonly busyMs?: number;
}

/**
 * Writing has a connection of its own, so that reading never sees what is not committed. All transactions that were asked
 * for in one turn of the event loop run one after the other, each behind a savepoint, and share one commit: one fsync.
 */
export function openSqlite(file: string, { busyMs = busyMilliseconds }: SqliteOptions = {}): Database {
  const writer = new DatabaseSync(file, { timeout: busyMs });
  writer.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA journal_mode = WAL");
  migrateSqlite(writer);
  // From here on, waiting for another process is ours to do: SQLite would do it on the event loop.
  writer.exec("PRAGMA busy_timeout = 0");
  const write = readerOf(writer);
  const snapshots = openSnapshots(file, busyMs);
  const jobs: Job[] = [];
  let scheduled: Promise<void> | null = null;

  const commitLoop = async (): Promise<void> => {
    await nextTurn();
    while (jobs.length > 0) {
      await commitGroup(jobs.splice(0, largestGroup), { writer, write, committed: snapshots.end, busyMs });
      if (jobs.length > 0) await nextTurn();
    }
    scheduled = null;
  };

  const writeSoon: Database["write"] = (work) =>
    new Promise((resolve, reject) => {
      const run: Job["run"] = async (transaction) => {
        const value = await work(transaction);
        return () => resolve(value);
      };
      jobs.push({ run, failed: reject });
      scheduled ??= commitLoop();
    });

  return {
    dialect: "sqlite",
    all: (query, parameters) => snapshots.reader().all(query, parameters),
    first: snapshots.first,
    write: writeSoon,
    ready: async () => {
      snapshots.reader().first(settingByName, { name: "" });
      await writeSoon(async (transaction) => transaction.all(recordProbe, { value: String(Date.now()) }));
    },
    close: async () => {
      await scheduled;
      snapshots.close();
      writer.close();
    },
  };
}

/** All at once, without waiting for anything: other processes that open the file wait for the lock. */
function migrateSqlite(connection: DatabaseSync): void {
  connection.exec("BEGIN EXCLUSIVE");
  try {
    connection.exec(createMigrationsTable);
    const applied = connection.prepare(selectMigrations).all();
    const names = applied.map(({ name }) => String(name));
    for (const statement of pendingStatements("sqlite", names)) connection.exec(statement);
    connection.exec("COMMIT");
  } catch (error) {
    connection.exec("ROLLBACK");
    throw error;
  }
}

interface Writing {
  readonly writer: DatabaseSync;
  /** Runs queries on it. */
  readonly write: Reader;
  /** Called as soon as the group is durable. */
  readonly committed: () => void;
  readonly busyMs: number;
}

async function commitGroup(group: readonly Job[], { writer, write, committed, busyMs }: Writing): Promise<void> {
  const afterCommits: (() => void)[] = [];
  try {
    await begin(writer, busyMs);
    for (const job of group) {
      const afterCommit: (() => void)[] = [];
      writer.exec("SAVEPOINT job");
      try {
        const resolve = await job.run({ ...write, afterCommit: (action) => afterCommit.push(action) });
        afterCommits.push(...afterCommit, resolve);
      } catch (error) {
        writer.exec("ROLLBACK TO job");
        job.failed(error);
      }
      writer.exec("RELEASE job");
    }
    writer.exec("COMMIT");
  } catch (error) {
    // The disk is full, the file is gone, another process held the lock too long: nothing of the group is durable.
    if (writer.isOpen && writer.isTransaction) writer.exec("ROLLBACK");
    for (const job of group) job.failed(error);
    return;
  }
  committed();
  for (const action of afterCommits) action();
}

/** Waits for its turn while another process writes, and lets everything else go on meanwhile. */
async function begin(writer: DatabaseSync, busyMs: number): Promise<void> {
  for (const until = performance.now() + busyMs; ; ) {
    try {
      writer.exec("BEGIN IMMEDIATE");
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error;
    }
    await setTimeout(busyPauseMilliseconds);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === sqliteBusy;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
