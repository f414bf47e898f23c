// What the service asks of a database, whichever it is. One implementation per file: sqlite.ts, postgres.ts.
import type { Parameters, Query } from "./query.ts";

/** SQLite has the result at once, PostgreSQL a promise of it. */
export type Maybe<T> = T | Promise<T>;

/** Runs queries. */
export interface Reader {
  all<P extends Parameters, Row>(query: Query<P, Row>, parameters: P): Maybe<readonly Row[]>;
  /** The one row of a query that finds one or none. */
  first<P extends Parameters, Row>(query: Query<P, Row>, parameters: P): Maybe<Row | null>;
}

/** A transaction that is under way. Everything it writes is committed together, or nothing is. */
export interface Transaction extends Reader {
  /** Runs when, and only when, the transaction is durable. */
  afterCommit(action: () => void): void;
}

export interface WriteOptions {
  /** The account whose row the work locks: only a few such works hold a connection, and the others wait without one. */
  readonly account?: string;
}

/** In a transaction that locks a row of the account. */
export function writeFor<T>(
  database: Database,
  account: string,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return database.write(work, { account });
}

export interface Database extends Reader {
  readonly dialect: "sqlite" | "postgres";
  /**
   * Runs `work` in a transaction and resolves once what it wrote is durable. A rejection of `work` rolls back what it
   * wrote and rejects. `work` may wait for its own queries and for nothing else; it may run more than once.
   */
  write<T>(work: (transaction: Transaction) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** Rejects when the database cannot be read, or no write can be made durable, now. It writes: call it rarely. */
  ready(): Promise<void>;
  close(): Promise<void>;
}
