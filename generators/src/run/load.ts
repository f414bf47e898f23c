// Stage 1: what the last run left on disk, recovered if it was killed. An unchanged run ends here, so nothing heavy is imported.

import { renameSync, rmSync } from "node:fs";
import path from "node:path";
import { errorCodeOf } from "../source/fault.ts";
import type { Project } from "./config/project.ts";
import { contentsOf, type FolderContents, type TemporaryFile } from "./output/generated-folders.ts";
import { isManifestName, type Manifest } from "./output/manifest.ts";
import { type OwnRecord, ownRecord } from "./output/records.ts";
import { isUnchanged } from "./output/unchanged.ts";
import type { RunRequest } from "./request.ts";

export interface LastRun extends OwnRecord {
  /** What the folders of output hold. */
  readonly contents: FolderContents;
  /** The record of the last run, if everything is still as it left it. */
  readonly unchanged: Manifest | null;
}

/** Reports nothing: the run that replaces a damaged manifest reports it. */
export function loadLastRun(project: Project, { mode, toolkit, force }: RunRequest): LastRun {
  const present = contentsOf(project);
  const isRecovered = mode === "write" && recover(project.root, present.temporary);
  const contents = isRecovered ? contentsOf(project) : present;
  const record = ownRecord(project);
  const { found } = record;
  const isSame = !force && found.kind === "manifest" && isUnchanged(project, found, { toolkit, contents });
  return { ...record, contents, unchanged: isSame ? found.manifest : null };
}

// The files of a killed run -> the state before or after that run, never something between.

/**
 * The manifest is renamed last. While the new one is not renamed, the run is incomplete: every old file is moved back to
 * its place. Otherwise all files are the new ones, and only the old ones are to be removed. Returns whether there was anything to do.
 */
function recover(root: string, temporary: readonly TemporaryFile[]): boolean {
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
