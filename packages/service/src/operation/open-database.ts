// Storage settings -> the data directory and the database, migrated: what the service and every command start with.
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { keepPrivate } from "../private-file.ts";
import { codeOf, reasonOf } from "../reason.ts";
import type { Database } from "../storage/database.ts";
import { openPostgres } from "../storage/postgres.ts";
import { openSqlite } from "../storage/sqlite.ts";
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
  const file = join(dataDirectory, sqliteFile);
  keepPrivate(file);
  return openSqlite(file);
}

/** The host and the name: a URL may hold a password, which no message may show. */
function placeOf({ dataDirectory, databaseUrl }: StorageSettings): string {
  if (databaseUrl === null) return `in ${dataDirectory}`;
  const url = URL.parse(databaseUrl);
  return url === null ? "that the URL names" : `at ${url.host}${url.pathname}`;
}

/** Made level by level: where nothing can be made, such as below /proc, Node's own way to make all levels never returns. */
export function createDataDirectory(directory: string): void {
  const path = resolve(directory);
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) createDataDirectory(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process was faster.
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

/**
 * One service per SQLite file: a lock that the operating system lets go of when the process ends, however it ends. Throws when
 * another service has the directory. Commands do not take the lock: they may run beside the service.
 */
export function lockDataDirectory(directory: string): { release(): void } {
  const file = join(directory, "service.lock");
  keepPrivate(file);
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    throw new Error(
      `another service is running on ${directory}: stop it, use another directory (--data), or share a PostgreSQL database (--database-url)`,
      { cause: error },
    );
  }
  return { release: () => lock.close() };
}
