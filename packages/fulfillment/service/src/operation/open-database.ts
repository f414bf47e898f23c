// Storage settings -> the data directory and the database, migrated: what the service and every command start with.
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { keepPrivate } from "../private-file.ts";
import { codeOf, reasonOf } from "../reason.ts";
import type { Database } from "../storage/database.ts";
import { openSqlite } from "../storage/sqlite.ts";
import type { StorageSettings } from "./settings.ts";

export const sqliteFile = "fulfillment.db";

/** Rejects with where the database should be and why it cannot be opened. */
export function openDatabase(settings: StorageSettings, onError: (error: Error) => void): Promise<Database> {
  return opened(settings, async () => {
    const { dataDirectory, databaseUrl } = settings;
    if (databaseUrl !== null) {
      // Its driver is loaded only where there is one: commands on SQLite start sooner.
      const { openPostgres } = await import("../storage/postgres.ts");
      return await openPostgres(databaseUrl, { onError });
    }
    return sqliteIn(dataDirectory, () => refuseBesideService(dataDirectory));
  });
}

/** For the service itself, which has its directory alone: the lock comes first, so that no other service loses its tables. */
export async function openOwnDatabase(
  settings: StorageSettings,
  onError: (error: Error) => void,
): Promise<{ readonly database: Database; release(): void }> {
  const { dataDirectory, databaseUrl } = settings;
  if (databaseUrl !== null) return { database: await openDatabase(settings, onError), release: () => {} };
  await opened(settings, () => createDataDirectory(dataDirectory));
  const lock = lockDataDirectory(dataDirectory);
  try {
    return { database: await opened(settings, () => sqliteIn(dataDirectory, () => {})), release: lock.release };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function opened<T>(settings: StorageSettings, open: () => T | Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (cause) {
    throw new Error(`cannot open the database ${placeOf(settings)}: ${reasonOf(cause)}`, { cause });
  }
}

function sqliteIn(directory: string, beforeUpgrade: () => void): Database {
  createDataDirectory(directory);
  const file = join(directory, sqliteFile);
  keepPrivate(file);
  return openSqlite(file, { beforeUpgrade });
}

/** A service of an earlier version would no longer find the tables that it knows. */
function refuseBesideService(directory: string): void {
  try {
    lockDataDirectory(directory).release();
  } catch (cause) {
    throw new Error("it needs an upgrade, and a service of an earlier version is running on it: stop that first", {
      cause,
    });
  }
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
 * another service has the directory. Commands may run beside the service, and take the lock only to upgrade the database.
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
