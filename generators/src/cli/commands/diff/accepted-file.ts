// The file of accepted changes <-> its entries. It is sorted by fingerprint, so that branches that accept changes merge without conflicts.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { isDay } from "../../../diff/policy/deprecation.ts";
import type { Acceptance } from "../../../diff/policy/policy.ts";
import {
  Check,
  isFields,
  kindOf,
  type Reader,
  readFields,
  readList,
  readText,
} from "../../../run/config/config-reader.ts";
import { type Usable, unusable, usable } from "../../../run/config/usage.ts";

/** `name` is how messages name the file. None, where there is no file. */
export function readAccepted(file: string, name: string): Usable<readonly Acceptance[]> {
  if (!existsSync(file)) return usable([]);
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return unusable(`${name} is not JSON: ${why}`, "resolve conflicts, or restore the file and accept again");
  }
  return checkedAccepted(value, name);
}

function checkedAccepted(value: unknown, name: string): Usable<readonly Acceptance[]> {
  const check = new Check(name);
  const hint = "waybill diff --accept REASON writes this file";
  if (!isFields(value)) return unusable(`${name} must be an object, found ${kindOf(value)}`, hint);
  const entries = readFields({ accepted: readList(readEntry, hint) }, value, "", check)?.accepted ?? [];
  return check.problems.length > 0 ? { ok: false, problems: check.problems } : usable(entries);
}

const readDay: Reader<string | null> = (value, at, check) => {
  if (value === null || (typeof value === "string" && isDay(value))) return value;
  return check.reject(at, "must be a date or null", 'for example "2027-01-31"');
};

const readEntry: Reader<Acceptance> = (value, at, check) => {
  const fields = { fingerprint: readText, change: readText, reason: readText, until: readDay };
  const { fingerprint, change, reason, until = null } = readFields(fields, value, at, check) ?? {};
  if (fingerprint !== undefined && reason !== undefined) return { fingerprint, change: change ?? "", reason, until };
  return check.reject(at, "needs a fingerprint and a reason", "waybill diff --accept REASON writes both");
};

/** Adds entries; one for a change that is there already takes its place. */
export function writeAccepted(file: string, known: readonly Acceptance[], added: readonly Acceptance[]): void {
  const all = new Map([...known, ...added].map((entry) => [entry.fingerprint, entry]));
  const accepted = [...all.values()].sort((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1));
  writeFileSync(file, `${JSON.stringify({ accepted }, null, 2)}\n`);
}
