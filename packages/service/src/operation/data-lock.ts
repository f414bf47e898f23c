// One service per SQLite file: a lock that the operating system lets go of when the process ends, however it ends.
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Throws when another service has the directory. Commands do not take the lock: they may run beside the service. */
export function lockDataDirectory(directory: string): { release(): void } {
  const lock = new DatabaseSync(join(directory, "service.lock"), { timeout: 0 });
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
