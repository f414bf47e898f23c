// Storage settings -> the database, migrated: what the service and every command start with.
import { join } from "node:path";
import { reasonOf } from "../reason.ts";
import type { Database } from "../storage/database.ts";
import { openPostgres } from "../storage/postgres.ts";
import { openSqlite } from "../storage/sqlite.ts";
import { createDataDirectory } from "./data-directory.ts";
import type { StorageSettings } from "./settings.ts";

export const sqliteFile = "fulfillment.db";

/** Rejects with where the database should be and why it cannot be opened. */
export async function openDatabase(settings: StorageSettings, onError: (error: Error) => void): Promise<Database> {
  try {
    return await open(settings, onError);
  } catch (cause) {
    throw new Error(`cannot open the database ${placeOf(settings)}: ${reasonOf(cause)}`, { cause });
  }
}

async function open(
  { dataDirectory, databaseUrl }: StorageSettings,
  onError: (error: Error) => void,
): Promise<Database> {
  if (databaseUrl !== null) return await openPostgres(databaseUrl, { onError });
  createDataDirectory(dataDirectory);
  return openSqlite(join(dataDirectory, sqliteFile));
}

/** The host and the name: a URL may hold a password, which no message may show. */
function placeOf({ dataDirectory, databaseUrl }: StorageSettings): string {
  if (databaseUrl === null) return `in ${dataDirectory}`;
  const url = URL.parse(databaseUrl);
  return url === null ? "that the URL names" : `at ${url.host}${url.pathname}`;
}
