// Stage 1: what the last run left on disk, recovered if it was killed. An unchanged run ends here, so nothing heavy is imported.
import type { Project } from "./config/project.ts";
import { contentsOf, type FolderContents } from "./output/generated-folders.ts";
import type { Manifest } from "./output/manifest.ts";
import { type OwnRecord, ownRecord } from "./output/records.ts";
import { recover } from "./output/recover.ts";
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
