// The files that a package should have, and what was written before -> what is written now, and what people have edited.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { jsonIn } from "./facts.ts";

export interface PackageFile {
  /** Below the folder of the package, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** `"tool"`: generated, like code. `"yours"`: written once, and again only while it is as it was written. */
  readonly owner: "tool" | "yours";
}

export interface FileState {
  readonly path: string;
  readonly owner: PackageFile["owner"];
  /**
   * `write`: is new, or out of date. `remove`: is no longer part of the package. `edited`: a file of the tool that someone edited.
   * `kept`: yours, and edited by you. `absent`: yours, and removed by you.
   */
  readonly state: "same" | "write" | "remove" | "edited" | "kept" | "absent";
}

export const recordName = "waybill.sdk.json";

/** Hashes of what was written, by path. */
export type FileRecord = Readonly<Record<string, string>>;

/** Empty where nothing was written. A record that is no JSON is as if nothing had been: files of the tool are then reported as edited. */
function recordIn(folder: string): FileRecord {
  const { files } = Object(jsonIn(path.join(folder, recordName)));
  const entries = Object.entries(Object(files)).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return Object.fromEntries(entries);
}

export function statesOf(folder: string, files: readonly PackageFile[], force: boolean): FileState[] {
  const record = recordIn(folder);
  const wanted = new Set(files.map((file) => file.path));
  const gone = Object.keys(record).filter((file) => !wanted.has(file) && hashIn(folder, file) === record[file]);
  return [
    ...files.map(({ path: file, text, owner }): FileState => {
      const hash = hashIn(folder, file);
      const before = record[file];
      const isTool = owner === "tool";
      if (hash === hashOf(text)) return { path: file, owner, state: "same" };
      if (hash === null) return { path: file, owner, state: isTool || before === undefined ? "write" : "absent" };
      if (hash === before || (isTool && force)) return { path: file, owner, state: "write" };
      return { path: file, owner, state: isTool ? "edited" : "kept" };
    }),
    ...gone.map((file): FileState => ({ path: file, owner: "tool", state: "remove" })),
  ];
}

export function applyStates(folder: string, files: readonly PackageFile[], states: readonly FileState[]): void {
  const record: Record<string, string> = { ...recordIn(folder) };
  const texts = new Map(files.map(({ path: file, text }) => [file, text]));
  for (const { path: file, state } of states) {
    const target = path.join(folder, file);
    const text = texts.get(file);
    if (state === "remove") {
      rmSync(target);
      delete record[file];
    }
    if (text === undefined || (state !== "write" && state !== "same")) continue;
    if (state === "write") {
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, text);
    }
    record[file] = hashOf(text);
  }
  const sorted = Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
  const text = `${JSON.stringify({ files: sorted }, null, 2)}\n`;
  const target = path.join(folder, recordName);
  if (!existsSync(target) || readFileSync(target, "utf8") !== text) writeFileSync(target, text);
}

function hashIn(folder: string, file: string): string | null {
  const target = path.join(folder, file);
  return existsSync(target) ? hashOf(readFileSync(target, "utf8")) : null;
}

/** Of the text without the line ends of Windows, which git may give it. */
function hashOf(text: string): string {
  return createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("hex");
}
