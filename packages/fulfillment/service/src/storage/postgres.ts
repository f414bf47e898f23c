// PostgreSQL as the service's database: a pool, prepared statements, and transactions that are tried again after a deadlock.
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Database, Reader, Transaction, WriteOptions } from "./database.ts";
import { createMigrationsTable, pendingStatements, selectMigrations } from "./migrations.ts";
import { recordProbe } from "./queries/settings.ts";
import { type Compiled, type Parameters, type Query, Statements, type Value, valuesOf } from "./query.ts";
import { Turns } from "./turns.ts";

/** What PostgreSQL reports when a transaction lost against another and may be run again. */
const retryable: ReadonlySet<unknown> = new Set(["40001", "40P01"]);
const mostAttempts = 5;

/** `bigint`, which pg returns as text: ours are counts, ids and times, far below 2^53. */
const int8 = 20;

export interface PostgresOptions {
  /** Called when a connection breaks; the pool replaces it. */
  readonly onError: (error: Error) => void;
  /** In place of some of the usual ones, for tests. */
  readonly timeouts?: Partial<Timeouts>;
}

/** Reads have separate connections: writes that wait for a lock must not block them. */
const connections = { reads: 6, writes: 10 };

/** Of the writes of one account: they take turns anyway, and others need connections meanwhile. */
const writesOfAccount = 4;

/** Milliseconds: how long anything of a server is waited for. A server that went away without a word is given up, and its connection. */
const usualTimeouts = {
  connect: 5_000,
  query: 15_000,
  lock: 10_000,
  idleTransaction: 60_000,
  close: 5_000,
  // A migration takes as long as there are rows to move. A process that waits for another's fails, and is started again.
  migrationQuery: 600_000,
  migrationLock: 60_000,
};

type Timeouts = typeof usualTimeouts;

export async function openPostgres(url: string, options: PostgresOptions): Promise<Database> {
  const timeouts = { ...usualTimeouts, ...options.timeouts };
  const open = (max: number, overrides: Partial<Timeouts> = {}): pg.Pool =>
    openPool(url, { max, timeouts: { ...timeouts, ...overrides }, onError: options.onError });
  const migrating = open(1, { query: timeouts.migrationQuery, lock: timeouts.migrationLock });
  await migratePostgres(migrating).finally(() => closeAll([migrating], timeouts.close));
  const reads = open(connections.reads);
  const writes = open(connections.writes);
  const close = (): Promise<void> => closeAll([reads, writes], timeouts.close);
  const turns = new Turns({ atOnce: writesOfAccount, longestWait: timeouts.lock });
  const statements = new Statements<Compiled>("postgres", (compiled) => compiled);
  return {
    dialect: "postgres",
    ...readerOf(reads, statements),
    write: (work, { account }: WriteOptions = {}) => {
      const write = () => writeOn(writes, statements, work);
      return account === undefined ? write() : turns.run(account, write);
    },
    ready: async () => {
      const probe = async (transaction: Transaction) => transaction.all(recordProbe, { value: String(Date.now()) });
      await Promise.all([reads.query("SELECT 1"), writeOn(writes, statements, probe)]);
    },
    close,
  };
}

/** A server that does not respond to a goodbye is not waited for. */
async function closeAll(pools: readonly pg.Pool[], longest: number): Promise<void> {
  await Promise.race([Promise.all(pools.map((pool) => pool.end())), delay(longest, undefined, { ref: false })]);
}

interface PoolOptions {
  readonly max: number;
  readonly timeouts: Timeouts;
  readonly onError: (error: Error) => void;
}

function openPool(url: string, { max, timeouts, onError }: PoolOptions): pg.Pool {
  const types = new pg.TypeOverrides();
  types.setTypeParser(int8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: timeouts.connect,
    query_timeout: timeouts.query,
    lock_timeout: timeouts.lock,
    idle_in_transaction_session_timeout: timeouts.idleTransaction,
    keepAlive: true,
    types,
    application_name: "fulfillment",
  });
  pool.on("error", (error) => onError(plain(error)));
  // While a connection is in use the pool does not listen, and an error without a listener ends the process.
  pool.on("connect", (client) => client.on("error", (error) => onError(plain(error))));
  return pool;
}

/** Without the whole connection, which pg hangs on its errors. */
function plain({ message, stack }: Error): Error {
  const error = new Error(`PostgreSQL: ${message}`);
  if (stack !== undefined) error.stack = stack;
  return error;
}

/** Any number that nothing else in the database locks. */
const migrationLock = 7_293_114;

async function migratePostgres(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock($1)", [migrationLock]);
    await client.query(createMigrationsTable);
    const { rows } = await client.query<{ name: string }>(selectMigrations);
    const names = rows.map(({ name }) => name);
    for (const statement of pendingStatements("postgres", names)) await client.query(statement);
    await client.query("COMMIT");
    client.release();
  } catch (error) {
    // Ends the connection, and the transaction with it.
    client.release(true);
    throw error;
  }
}

async function writeOn<T>(
  pool: pg.Pool,
  statements: Statements<Compiled>,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transactionOn(pool, statements, work);
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : null;
      if (!retryable.has(code) || attempt === mostAttempts) throw error;
    }
  }
}

async function transactionOn<T>(
  pool: pg.Pool,
  statements: Statements<Compiled>,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const afterCommit: (() => void)[] = [];
  let value: T;
  try {
    await client.query("BEGIN");
    value = await work({ ...readerOf(client, statements), afterCommit: (action) => afterCommit.push(action) });
    await client.query("COMMIT");
  } catch (error) {
    client.release(await rollBack(client, error));
    throw error;
  }
  client.release();
  for (const action of afterCommit) action();
  return value;
}

/** Whether the connection is unusable. A server that did not respond in time will not respond to this either. */
async function rollBack(client: pg.PoolClient, error: unknown): Promise<boolean> {
  if (error instanceof Error && error.message === "Query read timeout") return true;
  return client.query("ROLLBACK").then(
    () => false,
    () => true,
  );
}

/** Rows have the columns that Kysely has checked against the tables. */
function readerOf(client: Pick<pg.Pool, "query">, statements: Statements<Compiled>): Reader {
  const all = async <P extends Parameters, Row>(query: Query<P, Row>, parameters: P): Promise<readonly Row[]> => {
    const compiled = statements.of(query, parameters);
    const values = valuesOf(compiled, parameters);
    if (values.some(cannotBeStored)) return nothingFor(compiled);
    const { rows } = await client.query({ name: compiled.name, text: compiled.sql, values });
    return rows as readonly Row[];
  };
  return { all, first: async (query, parameters) => (await all(query, parameters))[0] ?? null };
}

/** Nothing that PostgreSQL has is equal to a text that it cannot hold; but what cannot be written must not seem to be. */
function nothingFor({ name, sql }: Compiled): readonly never[] {
  if (/^(?:select|with|delete)\b/i.test(sql)) return [];
  throw new TypeError(`${name} would write U+0000, which PostgreSQL cannot hold: write it as JSON text`);
}

/** A text with U+0000. */
function cannotBeStored(value: Value): boolean {
  return typeof value === "string" && value.includes("\u0000");
}
