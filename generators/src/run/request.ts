// The request of a run, and its result.
import type { Diagnostic } from "../diagnostics/index.ts";
import type { Excerpt } from "./drift/differing-lines.ts";
import type { Tolerated } from "./output/manifest.ts";
import type { Postprocessing } from "./output/postprocess.ts";
import type { FileAction, StoppedResult, TargetResult } from "./results.ts";
import type { Toolkit } from "./toolkit.ts";

export interface RunRequest {
  /** `write` changes files, `dry-run` lists what would change, `check` reports what differs. */
  readonly mode: "write" | "dry-run" | "check";
  /** Overwrites hand edits and files of others. */
  readonly force: boolean;
  /** Removes files of targets and documents that this run is not about. Default: `false`. */
  readonly prune?: boolean;
  readonly toolkit: Toolkit;
  /** Messages show paths of output files relative to it. */
  readonly cwd: string;
}

export interface DetectedPages {
  readonly api: string;
  readonly operations: readonly string[];
}

export interface Run {
  /** No errors. */
  readonly ok: boolean;
  /** Whether everything was generated that no error stops: with errors, some targets or all. */
  readonly done: boolean;
  /** Nothing has changed since the last run; nothing else was determined. */
  readonly unchanged: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** The lines that differ, by absolute path. */
  readonly excerpts: ReadonlyMap<string, Excerpt>;
  readonly targets: readonly TargetResult[];
  /** Targets that were not generated because of errors in the description; their files are as before. */
  readonly stopped: readonly StoppedResult[];
  /** Files that were written or removed; in a dry run, that would be. */
  readonly actions: readonly FileAction[];
  /** The commands that ran on the written files; in a dry run, that would run. */
  readonly postprocessing: readonly Postprocessing[];
  /** The operations whose pagination was detected, by API. */
  readonly detected: readonly DetectedPages[];
  /** Errors of the description that were tolerated. */
  readonly tolerated: readonly Tolerated[];
  /** Every file the run opened, absolute, with the hash of its text; `null` for a file that could not be read. */
  readonly read: ReadonlyMap<string, string | null>;
}
