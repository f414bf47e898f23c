// The path of a database file -> the same file, and what SQLite keeps beside it, readable and writable by its owner only.
import { chmodSync, closeSync, openSync, statSync } from "node:fs";
import { codeOf } from "./reason.ts";

/** Permissions of everyone but the owner. */
export const othersMay = 0o077;

/** SQLite gives these files the permissions of the database when it creates them. */
const besides = ["", "-wal", "-shm", "-journal"];

/**
 * Call before the file is opened: creates it when it is missing, and takes away what others may do with an existing one, since
 * earlier versions created it as the umask allowed. Throws when it belongs to someone else and others may read it.
 */
export function keepPrivate(path: string): void {
  createEmpty(path);
  for (const suffix of besides) withoutOthers(path + suffix);
}

/** An empty file is an empty database. */
function createEmpty(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

function withoutOthers(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  // On Windows, everyone may do everything as far as these bits say, and chmod changes nothing.
  if ((mode & othersMay) === 0 || process.platform === "win32") return;
  try {
    chmodSync(path, mode & 0o700);
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return;
    throw new Error(`others can read ${path}: its owner has to run chmod 600 on it`, { cause });
  }
}
