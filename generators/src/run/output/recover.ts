// The files of a killed run -> the state before or after that run, never something between.
import { renameSync, rmSync } from "node:fs";
import path from "node:path";
import { errorCodeOf } from "../../source/error-code.ts";
import type { TemporaryFile } from "./generated-folders.ts";
import { isManifestName } from "./manifest.ts";

/**
 * The manifest is renamed last. While the new one is not renamed, the run is incomplete: every old file is moved back to
 * its place. Otherwise all files are the new ones, and only the old ones are to be removed. Returns whether there was anything to do.
 */
export function recover(root: string, temporary: readonly TemporaryFile[]): boolean {
  const runs = [...Map.groupBy(temporary, ({ pid }) => pid)];
  const dead = runs.filter(([pid]) => pid === process.pid || !isAlive(pid));
  for (const [, files] of dead) recoverRun(root, files);
  return dead.length > 0;
}

function recoverRun(root: string, files: readonly TemporaryFile[]): void {
  const ended = !files.some(({ file, kind }) => kind === "new" && isManifestName(file));
  const last = (file: TemporaryFile): number => (file.kind === "new" && isManifestName(file.file) ? 1 : 0);
  for (const { path: file, file: target, kind } of [...files].sort((a, b) => last(a) - last(b))) {
    try {
      if (kind === "old" && !ended) renameSync(path.join(root, file), path.join(root, target));
      // Two names of one file: renaming one over the other does nothing, not even remove it.
      rmSync(path.join(root, file), { force: true });
    } catch {
      // A file that cannot be restored here is reported when it is written.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process: it exists.
    return errorCodeOf(error) === "EPERM";
  }
}
