// Each kind of database for one test, without rows.
import { join } from "node:path";
import { describe, onTestFinished } from "vitest";
import { folderOf } from "../../../../../scripts/testing/folder-of.ts";
import { describeWithPostgres } from "../../../../../scripts/testing/real-servers.ts";
import type { Database } from "../../src/storage/database.ts";
import { openPostgres } from "../../src/storage/postgres.ts";
import { openSqlite } from "../../src/storage/sqlite.ts";
import { emptyDatabase, freshDatabase } from "../fresh-database.ts";

export interface Place {
  /** Opens the same database, once more: what another process does. */
  open(): Promise<Database>;
}

/** `empty` has no tables until it is opened; `place` may have them. */
export function describeOnEachDatabase(
  name: string,
  tests: (place: () => Promise<Place>, empty: () => Promise<Place>) => void,
): void {
  describe(`on SQLite, ${name}`, () => tests(sqlitePlace, sqlitePlace));
  describeWithPostgres(`on PostgreSQL, ${name}`, () => {
    tests(
      async () => postgresPlace(await freshDatabase()),
      async () => postgresPlace(await emptyDatabase()),
    );
  });
}

export async function sqlitePlace(): Promise<Place & { readonly file: string }> {
  const directory = folderOf({});
  const file = join(directory, "test.db");
  return { file, open: async () => closedAfterTest(openSqlite(file)) };
}

function postgresPlace(url: string): Place {
  return { open: async () => closedAfterTest(await openPostgres(url, { onError: () => {} })) };
}

function closedAfterTest(database: Database): Database {
  let closed: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closed ??= database.close();
    return closed;
  };
  onTestFinished(close);
  return { ...database, close };
}
