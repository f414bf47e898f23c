// The ledger of one process <-> a file, and the files of several processes -> one ledger.

import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type Description, isRecord } from "../description/description.ts";
import { reasonOf } from "../finding.ts";
import { Ledger } from "../ledger/ledger.ts";
import type { Recorder } from "../recorder.ts";

/** The file cannot be read, or is no ledger. */
export class LedgerFileError extends Error {
  override readonly name = "LedgerFileError";
}

/**
 * Writes what was seen: `{ "version": 1, "seen": { "createOrder 201": 4 } }`. The file is replaced as a
 * whole. Makes the folder when it is not there; throws when it cannot write.
 */
export function saveLedger({ ledger }: Pick<Recorder, "ledger">, file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = `${file}.${randomUUID()}.tmp`;
  try {
    writeFileSync(unfinished, `${JSON.stringify({ version: 1, seen: ledger.seen() }, null, 2)}\n`);
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Adds up what several processes saw. Throws a `LedgerFileError` that names the file. */
export function mergeLedgers(
  description: Pick<Description, "operations" | "messages">,
  files: readonly string[],
): Ledger {
  const ledger = new Ledger(description);
  for (const file of files) ledger.merge(readSeen(file));
  return ledger;
}

function readSeen(file: string): Readonly<Record<string, number>> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new LedgerFileError(`${file} cannot be read as a ledger: ${reasonOf(error)}`);
  }
  const seen = isRecord(parsed) && parsed["version"] === 1 ? parsed["seen"] : null;
  const counts = isRecord(seen) ? Object.entries(seen).filter(isCount) : null;
  if (counts === null || !isRecord(seen) || counts.length !== Object.keys(seen).length) {
    throw new LedgerFileError(
      `${file} is not a ledger of this version: delete it, and run the tests that write it again`,
    );
  }
  return Object.fromEntries(counts);
}

function isCount(entry: [string, unknown]): entry is [string, number] {
  return typeof entry[1] === "number" && Number.isSafeInteger(entry[1]) && entry[1] >= 0;
}
