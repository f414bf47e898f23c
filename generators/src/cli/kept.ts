// What a run leaves to the next one: parsed texts and generated ones, each under a name and with a stamp that says what it
// was made from. One file for each folder of output; docs/decisions/0027-kept-between-runs.md says why it can be believed.
import { hash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { hashOf } from "../source/document.ts";
import type { ParsedTexts } from "../source/index.ts";

export interface KeptEntry {
  /** A hash of everything it was made from. */
  readonly stamp: string;
  /** JSON, on one line. */
  readonly json: string;
}

/** Where it is kept, and what must be the same for any of it to hold: toolkit, options, Node. */
export interface KeptPlace {
  readonly file: string;
  readonly key: string;
}

/** What the names of parsed texts begin with; the path follows. */
export const textEntry = "text ";

export class Kept {
  private readonly known: ReadonlyMap<string, KeptEntry>;
  /** What this run has made or used: what it leaves. */
  private readonly next: Map<string, KeptEntry>;

  constructor(known: ReadonlyMap<string, KeptEntry> = new Map(), next: Map<string, KeptEntry> = new Map()) {
    this.known = known;
    this.next = next;
  }

  /** What was kept under a name, whatever it was made from. */
  entry(name: string): KeptEntry | null {
    return this.next.get(name) ?? this.known.get(name) ?? null;
  }

  put(name: string, entry: KeptEntry): void {
    this.next.set(name, entry);
  }

  /** Parsed texts: by their path, as long as it holds the very same text. */
  get parsedTexts(): ParsedTexts {
    return {
      find: (file, text) => {
        const entry = this.entry(textEntry + file);
        if (entry === null || entry.stamp !== hashOf(text)) return null;
        this.put(textEntry + file, entry);
        return entry.json;
      },
      keep: (file, text, json) => this.put(textEntry + file, { stamp: hashOf(text), json }),
    };
  }

  entries(): ReadonlyMap<string, KeptEntry> {
    return this.next;
  }
}

/** Nothing, on any doubt: another key, a hash that does not fit, a file that cannot be read. */
export function readKept({ file, key }: KeptPlace): Kept {
  try {
    const text = readFileSync(file, "utf8");
    const end = text.indexOf("\n");
    const body = text.slice(end + 1);
    return end !== -1 && text.slice(0, end) === headOf(key, body) ? new Kept(entriesOf(body)) : new Kept();
  } catch {
    return new Kept();
  }
}

/** Whoever reads meanwhile finds the old file or the new one. What cannot be written is made again by the next run. */
export function writeKept({ file, key }: KeptPlace, kept: Kept): void {
  const body = [...kept.entries()]
    .map(([name, { stamp, json }]) => `${JSON.stringify([name, stamp])}\n${json}\n`)
    .join("");
  const temporary = `${file}.${process.pid}`;
  try {
    if (body.length > longest) return;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(temporary, `${headOf(key, body)}\n${body}`);
    renameSync(temporary, file);
    removeOldest(path.dirname(file));
  } catch {
    attempt(() => rmSync(temporary, { force: true }));
  }
}

function attempt(step: () => void): void {
  try {
    step();
  } catch {
    // What cannot be removed was not written either.
  }
}

/** Characters of one file, and files. */
const longest = 2 ** 28;
const most = 24;

function headOf(key: string, body: string): string {
  return `waybill ${key} ${hash("sha256", body)}`;
}

function entriesOf(body: string): Map<string, KeptEntry> {
  const entries = new Map<string, KeptEntry>();
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
  if (files.length <= most) return;
  const dated = files.map((name) => ({ name, time: statSync(path.join(folder, name)).mtimeMs }));
  for (const { name } of dated.sort((a, b) => b.time - a.time).slice(most))
    rmSync(path.join(folder, name), { force: true });
}
