// Keeps counted requests in an SQLite file of their own: one row holds many, as JSON text, with the time of its newest.
import { DatabaseSync } from "node:sqlite";
import { keepPrivate } from "../private-file.ts";
import { reasonOf } from "../reason.ts";

/** A request and when it was counted. */
export interface Hit {
  readonly client: string;
  readonly time: number;
}

export interface HitFile {
  /** Calls `each` for all that was counted after `after`, and some before it, in the order it was written in. */
  load(after: number, each: (client: string, time: number) => void): void;
  /** Moves rows that are later than `now` to it: they come from a clock that was ahead. */
  pullBack(now: number): void;
  append(hits: readonly Hit[]): void;
  /** Deletes up to `rows` of the oldest rows, those with nothing counted after `until`. They are pulled back first, or they might stay for years. */
  purge(limits: { readonly until: number; readonly now: number; readonly rows: number }): void;
  close(): void;
}

const busy = 5;

/**
 * Opens the file, creates it when it is not there, and keeps it from every other process until it is closed or the process
 * ends. What is written survives the process, also when it is killed; a power failure may cost the last moments, no more.
 */
export function openHitFile(path: string): HitFile {
  let database: DatabaseSync | undefined;
  try {
    keepPrivate(path);
    database = new DatabaseSync(path);
    prepareSchema(database);
    return hitFileOf(database, path);
  } catch (error) {
    database?.close();
    throw openError(path, error);
  }
}

/**
 * Rows are small and come at the end, so small pages write little. NORMAL waits for the disk at checkpoints only, and so keeps
 * the file consistent in any case; checkpoints are rare, since everything else waits for them. The first transaction takes the
 * lock, and EXCLUSIVE never gives it back.
 */
const settings = `
  PRAGMA page_size = 1024;
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA wal_autocheckpoint = 4000;
`;

function prepareSchema(database: DatabaseSync): void {
  database.exec(settings);
  database.exec(`
    BEGIN EXCLUSIVE;
    CREATE TABLE IF NOT EXISTS hits (id INTEGER PRIMARY KEY, newest INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
    COMMIT;
  `);
}

function openError(path: string, error: unknown): Error {
  if (error instanceof Error && "errcode" in error && error.errcode === busy) {
    return new Error(`Another service is running on this data directory: ${path} is in use.`, { cause: error });
  }
  return new Error(`The file of the rate limit cannot be opened: ${path}: ${reasonOf(error)}`, { cause: error });
}

function hitFileOf(database: DatabaseSync, path: string): HitFile {
  const select = database.prepare("SELECT id, newest, body FROM hits WHERE newest > ? ORDER BY id");
  const move = database.prepare("UPDATE hits SET newest = ? WHERE newest > ?");
  const insert = database.prepare("INSERT INTO hits (newest, body) VALUES (?, ?)");
  // Rows go from the start on, so the ids alone make a slice, and no index has to be kept.
  const slice = "id < (SELECT min(id) FROM hits) + ?";
  const moveSlice = database.prepare(`UPDATE hits SET newest = ? WHERE newest > ? AND ${slice}`);
  const remove = database.prepare(`DELETE FROM hits WHERE ${slice} AND newest <= ?`);
  return {
    load(after, each) {
      for (const { id, newest, body } of select.iterate(after)) {
        readBody(`${path}, row ${id}`, { newest, body }, each);
      }
    },
    pullBack: (now) => void move.run(now, now),
    append(hits) {
      for (const row of ascending(hits)) {
        const newest = row.at(-1)?.time ?? 0;
        insert.run(newest, JSON.stringify(row.flatMap(({ client, time }) => [client, newest - time])));
      }
    },
    purge({ until, now, rows }) {
      moveSlice.run(now, now, rows);
      remove.run(rows, until);
    },
    close: () => database.close(),
  };
}

/** Divided where the clock went backwards: a row that was counted ahead is pulled back as a whole. */
function ascending(hits: readonly Hit[]): Hit[][] {
  const rows: Hit[][] = [];
  for (const hit of hits) {
    const row = rows.at(-1);
    if (row !== undefined && hit.time >= (row.at(-1)?.time ?? 0)) row.push(hit);
    else rows.push([hit]);
  }
  return rows;
}

/** `["192.0.2.1",0,"192.0.2.7",3]`: the client, and how many milliseconds before `newest` it was counted. */
function readBody(
  place: string,
  { newest, body }: { newest: unknown; body: unknown },
  each: (client: string, time: number) => void,
): void {
  const entries: unknown = typeof body === "string" ? parsed(body) : null;
  if (!Array.isArray(entries) || typeof newest !== "number") throw unreadable(place);
  for (let at = 0; at < entries.length; at += 2) {
    const client: unknown = entries[at];
    const age: unknown = entries[at + 1];
    if (typeof client !== "string" || typeof age !== "number") throw unreadable(place);
    each(client, newest - age);
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function unreadable(place: string): Error {
  return new Error(`Not what the rate limit writes: ${place}. Remove the file to start with nothing counted.`);
}
