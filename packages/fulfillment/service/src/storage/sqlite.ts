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
  /** Monotonic milliseconds: if another process still has the lock then, it fails. */
  readonly until: number;
}

/** How many transactions share one commit at most: the time until then is also how long reads wait. */
const largestGroup = 256;

/** How long a transaction waits for another process that writes, such as a command line. */
const usualBusyMs = 10_000;
const busyPauseMilliseconds = 5;
const sqliteBusy = 5;

export interface SqliteOptions {
  /** For tests: how long to wait for another process that writes. */
  readonly busyMs?: number;
  /** Called before the tables of an earlier version are changed: when it throws, they stay as they are. */
  readonly beforeUpgrade?: () => void;
}

/**
 * Writing has a connection of its own, so that reading never sees what is not committed. All transactions that were asked
 * for in one turn of the event loop run one after the other, each behind a savepoint, and share one commit: one fsync.
 */
export function openSqlite(
  file: string,
  { busyMs = usualBusyMs, beforeUpgrade = () => {} }: SqliteOptions = {},
): Database {
  const writer = new DatabaseSync(file, { timeout: busyMs });
  writer.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA journal_mode = WAL");
  migrateSqlite(writer, beforeUpgrade);
  // From here on, waiting for another process is ours to do: SQLite would do it on the event loop.
  writer.exec("PRAGMA busy_timeout = 0");
  const write = readerOf(writer);
  const snapshots = openSnapshots(file, busyMs);
  const jobs: Job[] = [];
  let scheduled: Promise<void> | null = null;

  const commitLoop = async (): Promise<void> => {
    await nextTurn();
    for (let first = jobs[0]; first !== undefined; first = jobs[0]) {
      const failure = await begin(writer, first.until);
      if (failure === null) {
        await commitGroup(jobs.splice(0, largestGroup), { writer, write, committed: snapshots.end });
      } else {
        for (const job of jobs.splice(0, countOfLate(jobs, failure))) job.failed(failure);
      }
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
      jobs.push({ run, failed: reject, until: performance.now() + busyMs });
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
function migrateSqlite(connection: DatabaseSync, beforeUpgrade: () => void): void {
  connection.exec("BEGIN EXCLUSIVE");
  try {
    connection.exec(createMigrationsTable);
    const applied = connection.prepare(selectMigrations).all();
    const names = applied.map(({ name }) => String(name));
    const pending = pendingStatements("sqlite", names);
    if (names.length > 0 && pending.length > 0) beforeUpgrade();
    for (const statement of pending) connection.exec(statement);
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
}

async function commitGroup(group: readonly Job[], { writer, write, committed }: Writing): Promise<void> {
  const afterCommits: (() => void)[] = [];
  try {
    for (const job of group) {
      const afterCommit: (() => void)[] = [];
      writer.exec("SAVEPOINT job");
      try {
        const resolve = await job.run({ ...write, afterCommit: (action) => afterCommit.push(action) });
        afterCommits.push(...afterCommit, resolve);
      } catch (error) {
        // SQLite itself rolls back everything when the disk is full.
        if (!writer.isTransaction) throw error;
        writer.exec("ROLLBACK TO job");
        job.failed(error);
      }
      writer.exec("RELEASE job");
    }
    writer.exec("COMMIT");
  } catch (error) {
    // The disk is full, or the file is gone: nothing of the group is durable.
    for (const job of group) job.failed(error);
    rollBack(writer);
    return;
  }
  committed();
  for (const action of afterCommits) action();
}

/** When this fails, too, so does the next BEGIN, and it fails the next group with the reason. */
function rollBack(writer: DatabaseSync): void {
  try {
    if (writer.isOpen && writer.isTransaction) writer.exec("ROLLBACK");
  } catch {}
}

/** Waits for its turn while another process writes, and lets everything else go on meanwhile. `null`: it has begun. */
async function begin(writer: DatabaseSync, until: number): Promise<unknown> {
  for (;;) {
    try {
      writer.exec("BEGIN IMMEDIATE");
      return null;
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) return error;
    }
    await setTimeout(busyPauseMilliseconds);
  }
}

/**
 * How many of the first transactions fail with it. Each waits for the lock only as long as one may: behind others that wait for
 * it in vain, they would wait for minutes.
 */
function countOfLate(jobs: readonly Job[], failure: unknown): number {
  if (!isBusy(failure)) return largestGroup;
  const now = performance.now();
  const waiting = jobs.findIndex(({ until }) => until >= now);
  return waiting === -1 ? jobs.length : Math.max(1, waiting);
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === sqliteBusy;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
