// `waybill.ignore.yaml` <-> its entries, and diagnostics -> those that no entry is about: findings that a team has decided to leave.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Diagnostic, fileOf } from "../diagnostics/index.ts";
import { attempt } from "../source/attempt.ts";
import { pointerOf } from "../source/index.ts";
import { parseText } from "../source/parse.ts";
import { Check, type Reader, readFields, readList, readText } from "./config/config-reader.ts";
import type { DescriptionFiles } from "./config/description-files.ts";
import { pathFrom } from "./config/paths.ts";
import { type Usable, unusable, usable } from "./config/usage.ts";

/** Beside the configuration; without one, in the working directory. */
const ignoreName = "waybill.ignore.yaml";

/** A finding by what does not change when lines move. */
export interface IgnoreEntry {
  readonly code: string;
  /** Relative to the ignore file. */
  readonly file: string;
  /** `/paths/~1orders/get`; empty for what is in no value. */
  readonly pointer: string;
  readonly reason: string;
}

interface Ignoring {
  /** Absolute, whether or not it exists. */
  readonly file: string;
  readonly entries: readonly IgnoreEntry[];
}

/** The ignore file of a run: one, because its entries name files relative to it. */
export function ignoringOf(apis: readonly DescriptionFiles[], cwd: string): Usable<Ignoring> {
  const folders = new Set(apis.map(({ configFile }) => (configFile === null ? cwd : path.dirname(configFile))));
  const [folder = cwd, ...others] = folders;
  const file = path.join(others.length === 0 ? folder : cwd, ignoreName);
  const entries = readIgnored(file, pathFrom(cwd, file));
  return entries.ok ? usable({ file, entries: entries.value }) : entries;
}

/** `file`: absolute; none, where there is no file. `name`: how messages name it. */
function readIgnored(file: string, name: string): Usable<readonly IgnoreEntry[]> {
  const text = existsSync(file) ? attempt(() => readFileSync(file, "utf8")) : "ignored: []";
  // Taken for absent, it would be overwritten, and its reasons lost.
  if (text === null) return unusable(`${name} cannot be read`, "make it a file that this user may read");
  const parsed = parseText(text, "yaml");
  const hint = "waybill lint --generate-ignore writes this file";
  if (!parsed.ok) return unusable(`${name} is not YAML`, hint);
  const check = new Check(name);
  const entries = readFields({ ignored: readList(readEntry, hint) }, parsed.value, "", check)?.ignored ?? [];
  return check.problems.length > 0 ? { ok: false, problems: check.problems } : usable(entries);
}

const readAnyText: Reader<string> = (value, at, check) =>
  typeof value === "string" ? value : check.reject(at, "must be a string", "quote it");

const readEntry: Reader<IgnoreEntry> = (value, at, check) => {
  const readers = { code: readText, file: readText, pointer: readAnyText, reason: readAnyText };
  const { code, file, pointer = "", reason = "" } = readFields<IgnoreEntry>(readers, value, at, check) ?? {};
  if (code !== undefined && file !== undefined) return { code, file, pointer, reason };
  return check.reject(at, "needs a code and a file", "waybill lint --generate-ignore writes both");
};

interface WithoutIgnored {
  readonly diagnostics: readonly Diagnostic[];
  /** How many are not reported. */
  readonly ignored: number;
  /** Entries that no diagnostic matches. */
  readonly unused: readonly IgnoreEntry[];
}

/** `cwd`: what names in the diagnostics are relative to. */
export function withoutIgnored(
  diagnostics: readonly Diagnostic[],
  { file, entries }: Ignoring,
  cwd: string,
): WithoutIgnored {
  const folders = { folder: path.dirname(file), cwd };
  const keys = new Set(entries.map(keyOf));
  const known = diagnostics.map((diagnostic) => ({ diagnostic, key: keyOf(entryOf(diagnostic, folders)) }));
  const matched = new Set(known.map(({ key }) => key));
  const reported = known.filter(({ key }) => !keys.has(key)).map(({ diagnostic }) => diagnostic);
  return {
    diagnostics: reported,
    ignored: diagnostics.length - reported.length,
    unused: entries.filter((entry) => !matched.has(keyOf(entry))),
  };
}

/** Writes all findings, each once, with the reasons that are known already. Returns the entries. */
export function writeIgnored(
  diagnostics: readonly Diagnostic[],
  { file, entries: known }: Ignoring,
  cwd: string,
): readonly IgnoreEntry[] {
  const folder = path.dirname(file);
  const reasons = new Map(known.map((entry) => [keyOf(entry), entry.reason]));
  const byKey = new Map(diagnostics.map((one) => entryOf(one, { folder, cwd })).map((entry) => [keyOf(entry), entry]));
  const entries = [...byKey]
    .filter(([, entry]) => entry.file !== "")
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, entry]) => ({ ...entry, reason: reasons.get(key) ?? "" }));
  writeFileSync(file, ignoreText(entries));
  return entries;
}

function entryOf(diagnostic: Diagnostic, { folder, cwd }: { folder: string; cwd: string }): IgnoreEntry {
  const { code, place } = diagnostic;
  const file = place.kind === "file" ? path.resolve(cwd, place.path) : fileOf(place);
  return {
    code,
    file: file === null ? "" : pathFrom(folder, file),
    pointer: "location" in place ? pointerOf(place.location) : "",
    reason: "",
  };
}

function keyOf({ code, file, pointer }: IgnoreEntry): string {
  return [file, pointer, code].join("\n");
}

/** A string of JSON is one of YAML. */
function ignoreText(entries: readonly IgnoreEntry[]): string {
  const lines = entries.flatMap(({ code, file, pointer, reason }) => [
    `  - code: ${code}`,
    `    file: ${JSON.stringify(file)}`,
    `    pointer: ${JSON.stringify(pointer)}`,
    `    reason: ${JSON.stringify(reason)}`,
  ]);
  return [
    "# Findings that waybill lint does not report. waybill lint --generate-ignore writes this file and keeps the reasons.",
    ...(lines.length === 0 ? ["ignored: []"] : ["ignored:", ...lines]),
    "",
  ].join("\n");
}
