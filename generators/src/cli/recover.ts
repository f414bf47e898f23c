// What a killed run left behind to the state before it, or after it: never to something between.
import { renameSync, rmSync } from "node:fs";
import path from "node:path";
import { errorCodeOf } from "../source/error-code.ts";
import type { Project } from "./config/project.ts";
import { contentsOf, type FolderContents, type TemporaryFile } from "./generated-folders.ts";
import { manifestName } from "./manifest.ts";

/**
 * The manifest is renamed last. While the new one still waits, the run had not got to its end: every old file goes back to
 * its place. Otherwise all files are the new ones, and only the old ones are to be removed. Returns what the folders hold then.
 */
export function recover(project: Project): FolderContents {
  const contents = contentsOf(project);
  const runs = [...Map.groupBy(contents.temporary, ({ pid }) => pid)];
  const dead = runs.filter(([pid]) => pid === process.pid || !isAlive(pid));
  for (const [, files] of dead) recoverRun(project.root, files);
  return dead.length === 0 ? contents : contentsOf(project);
}

function recoverRun(root: string, files: readonly TemporaryFile[]): void {
  const ended = !files.some(({ file, kind }) => kind === "new" && file === manifestName);
  const last = (file: TemporaryFile): number => (file.kind === "new" && file.file === manifestName ? 1 : 0);
  for (const { path: file, file: target, kind } of [...files].sort((a, b) => last(a) - last(b))) {
    try {
      if (kind === "old" && !ended) renameSync(path.join(root, file), path.join(root, target));
      // Two names of one file: renaming one over the other does nothing, not even remove it.
      rmSync(path.join(root, file), { force: true });
    } catch {
      // What cannot be tidied up here will be named when it is written.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process: it is there.
    return errorCodeOf(error) === "EPERM";
  }
}
