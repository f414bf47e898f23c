// Entries that one run leaves to the next, in one file for each folder of output. docs/decisions/0027 says why they can be trusted.
import { hash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { attempt } from "../../source/attempt.ts";
import { hashOf } from "../../source/document.ts";
import type { Limits } from "../../source/limits.ts";
import { cacheFolder } from "../config/paths.ts";
import type { Toolkit } from "../toolkit.ts";

export interface CacheEntry {
  /** A hash of everything it was made from. */
  readonly stamp: string;
  /** JSON, on one line. */
  readonly json: string;
}

export type CacheEntries = ReadonlyMap<string, CacheEntry>;

/** A file, and what must be the same for its entries to be used: toolkit, limits, Node. */
export interface CachePlace {
  readonly file: string;
  readonly key: string;
}

export function cachePlaceOf(root: string, limits: Partial<Limits>, toolkit: Toolkit): CachePlace {
  const key = [root, toolkit.version, toolkit.fingerprint, Object.entries(limits).sort(), process.version];
  return { file: path.join(cacheFolder(), "runs", hashOf(root)), key: hashOf(JSON.stringify(key)) };
}

/** No entries where there is any doubt: another key, a hash that does not match, a file that cannot be read. */
export function readCache({ file, key }: CachePlace): CacheEntries {
  try {
    const text = readFileSync(file, "utf8");
    const end = text.indexOf("\n");
    const body = text.slice(end + 1);
    return end !== -1 && text.slice(0, end) === headOf(key, body) ? entriesOf(body) : new Map();
  } catch {
    return new Map();
  }
}

/** A concurrent reader finds the old file or the new one. What cannot be written is made again by the next run. */
export function writeCache({ file, key }: CachePlace, entries: CacheEntries): void {
  const body = [...entries].map(([name, { stamp, json }]) => `${JSON.stringify([name, stamp])}\n${json}\n`).join("");
  const temporary = `${file}.${process.pid}`;
  try {
    if (body.length > maxCharacters) return;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(temporary, `${headOf(key, body)}\n${body}`);
    renameSync(temporary, file);
    removeOldest(path.dirname(file));
  } catch {
    // What cannot be removed was not written either.
    attempt(() => rmSync(temporary, { force: true }));
  }
}

const maxCharacters = 2 ** 28;
const maxFiles = 24;

function headOf(key: string, body: string): string {
  return `waybill ${key} ${hash("sha256", body)}`;
}

function entriesOf(body: string): CacheEntries {
  const entries = new Map<string, CacheEntry>();
  for (let at = 0; at < body.length; ) {
    const middle = body.indexOf("\n", at);
    const end = body.indexOf("\n", middle + 1);
    const [name, stamp]: unknown[] = JSON.parse(body.slice(at, middle));
    entries.set(String(name), { stamp: String(stamp), json: body.slice(middle + 1, end) });
    at = end + 1;
  }
  return entries;
}

/** Folders of output come and go. */
function removeOldest(folder: string): void {
  const files = readdirSync(folder);
  if (files.length <= maxFiles) return;
  const dated = files.map((name) => ({ name, time: statSync(path.join(folder, name)).mtimeMs }));
  for (const { name } of dated.sort((a, b) => b.time - a.time).slice(maxFiles))
    rmSync(path.join(folder, name), { force: true });
}
