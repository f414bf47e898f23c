// A SQLite file as the service's database: WAL, synchronous FULL, and one commit for all transactions of a turn of the event loop.
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import type { Database, Maybe, Reader, Transaction } from "./database.ts";
import { FairLine } from "./fair-line.ts";
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

/** How many transactions share one commit at most, and for how many milliseconds one more is begun: a client waits for the commit. */
const largestGroup = 256;
const longestGroupMs = 25;

/** Milliseconds after which a transaction lets others use the event loop, between two of its queries. */
const longestPieceMs = 10;

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
 * for in one turn of the event loop run one after the other, each behind a savepoint, and share one commit: one fsync. Accounts
 * take turns, and a long transaction runs in pieces.
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
  const snapshots = openSnapshots(file, busyMs);
  const jobs = new FairLine<Job>();
  const writing = { writer, write: inPieces(readerOf(writer)), committed: snapshots.end };
  let scheduled: Promise<void> | null = null;

  const commitLoop = async (): Promise<void> => {
    await nextTurn();
    while (!jobs.isEmpty) {
      const failure = await begin(writer, Math.min(...jobs.heads().map(({ until }) => until)));
      if (failure === null) await commitGroup(jobs, writing);
      else for (const job of takeLate(jobs, failure)) job.failed(failure);
      if (!jobs.isEmpty) await nextTurn();
    }
    scheduled = null;
  };

  const writeSoon: Database["write"] = (work, { account = "" } = {}) =>
    new Promise((resolve, reject) => {
      const run: Job["run"] = async (transaction) => {
        const value = await work(transaction);
        return () => resolve(value);
      };
      jobs.add(account, { run, failed: reject, until: performance.now() + busyMs });
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
  // Without the lock: another program that writes may hold it across turns of this event loop.
  if (hasMigrations(connection) && pendingStatements("sqlite", appliedMigrations(connection)).length === 0) return;
  connection.exec("BEGIN EXCLUSIVE");
  try {
    connection.exec(createMigrationsTable);
    const names = appliedMigrations(connection);
    const pending = pendingStatements("sqlite", names);
    if (names.length > 0 && pending.length > 0) beforeUpgrade();
    for (const statement of pending) connection.exec(statement);
    connection.exec("COMMIT");
  } catch (error) {
    connection.exec("ROLLBACK");
    throw error;
  }
}

function hasMigrations(connection: DatabaseSync): boolean {
  return connection.prepare("SELECT 1 FROM sqlite_master WHERE name = 'migrations'").get() !== undefined;
}

function appliedMigrations(connection: DatabaseSync): string[] {
  return connection
    .prepare(selectMigrations)
    .all()
    .map(({ name }) => String(name));
}

interface Writing {
  readonly writer: DatabaseSync;
  /** Runs queries on it. */
  readonly write: Reader;
  /** Called as soon as the group is durable. */
  readonly committed: () => void;
}

async function commitGroup(jobs: FairLine<Job>, { writer, write, committed }: Writing): Promise<void> {
  const group: Job[] = [];
  const afterCommits: (() => void)[] = [];
  const startedAt = performance.now();
  try {
    while (group.length < largestGroup && performance.now() - startedAt < longestGroupMs) {
      const job = jobs.next();
      if (job === undefined) break;
      group.push(job);
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
 * Takes out the transactions that fail with it. Each waits for the lock only as long as one may: behind others that wait for
 * it in vain, they would wait for minutes.
 */
function takeLate(jobs: FairLine<Job>, failure: unknown): readonly Job[] {
  if (!isBusy(failure)) return jobs.remove(() => true);
  const now = performance.now();
  return jobs.remove(({ until }) => until < now);
}

/** The same reader, which lets everything else go on between two queries once it has held the event loop for long enough. */
function inPieces({ all, first }: Reader): Reader {
  let since = performance.now();
  let isMarked = false;
  const mark = (): void => {
    // All that runs before the next turn belongs to this one.
    if (isMarked) return;
    isMarked = true;
    since = performance.now();
    setImmediate(() => {
      isMarked = false;
    });
  };
  const inTime = <T>(value: Maybe<T>): Maybe<T> => {
    mark();
    return performance.now() - since < longestPieceMs ? value : nextTurn().then(() => value);
  };
  return {
    all: (query, parameters) => inTime(all(query, parameters)),
    first: (query, parameters) => inTime(first(query, parameters)),
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === sqliteBusy;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
