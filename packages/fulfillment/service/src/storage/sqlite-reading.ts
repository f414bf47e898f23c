// A SQLite file, read: one state for all reads of a turn of the event loop, and a cache of earlier reads until the next commit.
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Reader } from "./database.ts";
import { accountOfKey } from "./queries/accounts.ts";
import { orderDocument } from "./queries/orders.ts";
import { type Compiled, type Parameters, type Query, Statements, type Value, valuesOf } from "./query.ts";

export interface Snapshots {
  /** Reads what was committed when the first read of this turn began, or after the last commit of this process. */
  reader(): Reader;
  /** The same, and what is remembered. */
  first: Reader["first"];
  /** What was read belongs to the past from here on. */
  end(): void;
  close(): void;
}

/** Asked for again and again: what `first` finds is remembered until anyone commits anything. */
const frequent: readonly unknown[] = [accountOfKey, orderDocument];

/** Rows of a query remembered at most, and the longest text in them: beyond that all are forgotten and read again. */
const mostRemembered = 10_000;
const longestRemembered = 16_384;

/**
 * One read transaction for all reads of a turn: each of its own would take and give back file locks, which costs as much
 * as a query. Everything committed before the requests of a turn arrived is in its snapshot.
 */
export function openSnapshots(file: string, busyMilliseconds: number): Snapshots {
  const connection = new DatabaseSync(file, { timeout: busyMilliseconds });
  connection.exec("PRAGMA query_only = ON; PRAGMA cache_size = -65536; PRAGMA mmap_size = 1073741824");
  const reader = readerOf(connection);
  const [begin, commit, dataVersion] = ["BEGIN", "COMMIT", "PRAGMA data_version"].map((sql) => connection.prepare(sql));
  const remembered = new Map(frequent.map((query) => [query, new Map<Value, Remembered>()]));
  let isOpen = false;
  let isCurrent = false;
  let version: unknown = null;
  const end = (): void => {
    if (isOpen) commit?.run();
    isOpen = false;
    isCurrent = false;
  };
  const snapshot = (): Reader => {
    if (!isOpen) {
      begin?.run();
      isOpen = true;
      setImmediate(end);
    }
    return reader;
  };
  /** Forgets everything when anyone has committed since; asked for once a turn. */
  const refresh = (): void => {
    if (isCurrent) return;
    isCurrent = true;
    if (!isOpen) setImmediate(end);
    const now = dataVersion?.get()?.["data_version"];
    const isFull = [...remembered.values()].some((rows) => rows.size > mostRemembered);
    if (now !== version || isFull) for (const rows of remembered.values()) rows.clear();
    version = now;
  };
  return {
    reader: snapshot,
    first: <P extends Parameters, Row>(query: Query<P, Row>, parameters: P) => {
      const rows = remembered.get(query);
      if (rows === undefined) return snapshot().first(query, parameters);
      refresh();
      const key = firstOf(parameters);
      const known = rows.get(key);
      // It is a row of this very query.
      if (known !== undefined && areSame(known.parameters, parameters)) return known.row as Row;
      const row = reader.first(query, parameters);
      if (row !== null && isShort(row)) rows.set(key, { parameters, row });
      return row;
    },
    end,
    close: () => {
      end();
      connection.close();
    },
  };
}

/** A row, and what it was asked for with. */
interface Remembered {
  readonly parameters: Parameters;
  readonly row: unknown;
}

/** What a row is remembered under: of two that have it in common, the later one. */
function firstOf(parameters: Parameters): Value {
  for (const name in parameters) return parameters[name] ?? null;
  return null;
}

function areSame(some: Parameters, others: Parameters): boolean {
  for (const name in others) if (some[name] !== others[name]) return false;
  return true;
}

function isShort(row: unknown): boolean {
  const values: unknown[] = typeof row === "object" && row !== null ? Object.values(row) : [];
  return values.every((value) => typeof value !== "string" || value.length <= longestRemembered);
}

/** Runs queries on a connection, each prepared once. Rows have the columns that Kysely has checked against the tables. */
export function readerOf(connection: DatabaseSync): Reader {
  const statements = new Statements<{ readonly compiled: Compiled; readonly statement: StatementSync }>(
    "sqlite",
    (compiled) => ({ compiled, statement: connection.prepare(compiled.sql) }),
  );
  return {
    all: <P extends Parameters, Row>(query: Query<P, Row>, parameters: P) => {
      const { compiled, statement } = statements.of(query, parameters);
      const rows: unknown = statement.all(...valuesOf(compiled, parameters));
      return rows as readonly Row[];
    },
    first: <P extends Parameters, Row>(query: Query<P, Row>, parameters: P) => {
      const { compiled, statement } = statements.of(query, parameters);
      const row: unknown = statement.get(...valuesOf(compiled, parameters));
      return row === undefined ? null : (row as Row);
    },
  };
}
