// Changes to the disk, all of them or none: every text goes to a temporary file beside its place, then all are renamed.
// A replaced file keeps a second name until the last one has succeeded; `recover` finds it after a kill.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { attempt } from "../../source/attempt.ts";
import { errorCodeOf } from "../../source/fault.ts";
import { temporaryName } from "./generated-folders.ts";

/** `text: null` removes the file. Paths are below the root, with forward slashes. */
export interface Change {
  readonly path: string;
  /** A function is called when all changes before this one are done; when it throws, they are undone. */
  readonly text: string | null | (() => string);
}

export interface WriteProblem {
  readonly path: string;
  readonly reason: string;
  readonly error: unknown;
}

/**
 * Applies the changes in order; on failure everything is as it was before. Removing the second names of replaced files takes as long as
 * all the rest: `later` receives the function that does it, unless files were removed.
 */
export function applyChanges(
  root: string,
  changes: readonly Change[],
  later: (tidy: () => void) => void = (tidy) => tidy(),
): WriteProblem | null {
  const undo: (() => void)[] = [];
  const backups: string[] = [];
  const tidy = (): void => {
    for (const file of backups) attempt(() => rmSync(file, { force: true }));
  };
  let at = "";
  try {
    makeFolder(root, undo);
    const steps = changes.map((change) => {
      at = change.path;
      return prepare(root, change, undo);
    });
    for (const { change, file, temporary, backup } of steps) {
      at = change.path;
      if (typeof change.text === "function") writeFileSync(temporary, change.text());
      backups.push(backup);
      const existed = keep(file, backup);
      undo.push(() => (existed ? renameSync(backup, file) : rmSync(file, { force: true })));
      if (change.text === null) rmSync(file, { force: true });
      else renameSync(temporary, file);
    }
  } catch (error) {
    // As much as possible; the first failure is reported.
    for (const step of undo.reverse()) attempt(step);
    tidy();
    return { path: at, reason: reasonOf(error), error };
  }
  const removed = changes.filter(({ text }) => text === null);
  if (removed.length > 0) tidy();
  else later(tidy);
  for (const change of removed) removeEmptyFolders(root, change.path);
  return null;
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "no space is left on the device",
  EEXIST: "a file is where a folder is needed",
  ENOTDIR: "a file is where a folder is needed",
};

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return reasons[errorCodeOf(error) ?? ""] ?? error.message;
}

interface Step {
  readonly change: Change;
  readonly file: string;
  readonly temporary: string;
  readonly backup: string;
}

function prepare(root: string, change: Change, undo: (() => void)[]): Step {
  const file = path.join(root, change.path);
  const folder = path.dirname(file);
  checkInside(root, folder, change.path);
  if (change.text !== null) makeFolder(folder, undo);
  const step = { change, file, temporary: temporaryName(file, "new"), backup: temporaryName(file, "old") };
  if (change.text !== null) {
    undo.push(() => rmSync(step.temporary, { force: true }));
    writeFileSync(step.temporary, typeof change.text === "string" ? change.text : "");
    const before = lstatSync(file, { throwIfNoEntry: false });
    // What people own may have a mode of its own.
    if (before?.isFile() === true) chmodSync(step.temporary, before.mode);
  }
  return step;
}

function makeFolder(folder: string, undo: (() => void)[]): void {
  const first = mkdirSync(folder, { recursive: true });
  if (first !== undefined) undo.push(() => removeFolders(folder, first));
}

/** A link in the output folder must not lead a run out of its root. */
function checkInside(root: string, folder: string, displayPath: string): void {
  let existing = folder;
  while (!existsSync(existing)) existing = path.dirname(existing);
  const real = path.relative(realpathSync(root), realpathSync(existing));
  if (real === ".." || real.startsWith(`..${path.sep}`) || path.isAbsolute(real)) {
    throw new Error(`${displayPath} leads out of the output folder through a link`);
  }
}

/** Keeps the old file, with its times, under a second name. */
function keep(file: string, backup: string): boolean {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  if (stats.isDirectory()) throw new Error("there is a folder of this name");
  try {
    linkSync(file, backup);
  } catch {
    copyFileSync(file, backup);
  }
  return true;
}

function removeFolders(from: string, first: string): void {
  for (let folder = from; ; folder = path.dirname(folder)) {
    rmdirSync(folder);
    if (folder === first) return;
  }
}

/** Folders that contained only removed files. */
function removeEmptyFolders(root: string, removed: string): void {
  for (let folder = path.posix.dirname(removed); folder !== "."; folder = path.posix.dirname(folder)) {
    const absolute = path.join(root, folder);
    if (!existsSync(absolute)) continue;
    try {
      rmdirSync(absolute);
    } catch {
      return;
    }
  }
}
