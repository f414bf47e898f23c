// The request of a run, and its result.
import type { Diagnostic, StoppedTarget } from "../diagnostics/index.ts";
import { runtimeName } from "../targets/runtime-name.ts";
import type { Project } from "./config/project.ts";
import type { Excerpt } from "./drift/difference.ts";
import type { FileStates } from "./output/file-states.ts";
import type { Manifest, Tolerated } from "./output/manifest.ts";
import type { Postprocessing } from "./output/postprocess.ts";
import type { RenderedTarget } from "./target-files.ts";
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

export interface TargetResult {
  readonly api: string;
  readonly target: string;
  readonly files: number;
  readonly written: number;
  readonly removed: number;
  /** `null` if nothing was generated. */
  readonly milliseconds: number | null;
  /** The targets it was generated for; empty if it was requested itself. */
  readonly neededBy: readonly string[];
}

/** A target that was not generated. */
export interface StoppedResult extends StoppedTarget {
  /** The codes of the errors that stopped it, in alphabetical order. */
  readonly codes: readonly string[];
}

export interface FileAction {
  /** Relative to the working directory. */
  readonly path: string;
  readonly target: string;
  readonly action: "write" | "remove";
}

export interface ToleratedJson {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly code: string;
  /** The meaning the run assumed. */
  readonly assumed: string;
}

/** The results of a run that found everything as the manifest says. */
export function unchangedResults(project: Project, manifest: Manifest): TargetResult[] {
  const outputs = [...manifest.outputs.values()];
  return project.apis.flatMap(({ name: api, places }) => {
    const selectedPlaces = places.filter(({ target }) => project.only === null || project.only.has(target));
    const filesOf = (target: string): number =>
      outputs.filter((output) => output.api === api && output.target === target).length;
    const shared = filesOf(runtimeName) === 0 ? [] : [{ target: runtimeName, neededBy: [] }];
    return [...selectedPlaces, ...shared].map(({ target, neededBy }) => {
      return { api, target, files: filesOf(target), written: 0, removed: 0, milliseconds: null, neededBy };
    });
  });
}

export function actionsOf({ files, orphans }: FileStates, displayPath: (file: string) => string): FileAction[] {
  const written = files.filter((file) => file.state !== "same");
  return [
    ...written.map(({ path: file, target }) => ({ path: displayPath(file), target, action: "write" as const })),
    ...orphans.map(({ path: file, target }) => ({ path: displayPath(file), target, action: "remove" as const })),
  ];
}

/** Each target that errors stop, in the order of the project. */
export function stoppedResultsOf({ apis }: Pick<Project, "apis">, diagnostics: readonly Diagnostic[]): StoppedResult[] {
  const all = apis.flatMap(({ name, places }) => places.map(({ target }) => ({ api: name, target })));
  return all.flatMap(({ api, target }) => {
    const stopping = diagnostics.filter(
      ({ stops }) => stops?.some((stopped) => stopped.api === api && stopped.target === target) === true,
    );
    const codes = [...new Set(stopping.map(({ code }) => code))].sort();
    return codes.length === 0 ? [] : [{ api, target, codes }];
  });
}

/** One result for each target, and for removed targets. */
export function targetResultsOf(
  rendered: readonly RenderedTarget[],
  states: FileStates,
  only: Project["only"],
): TargetResult[] {
  const selectedTargets = rendered.filter(
    ({ place }) => only === null || place.target === runtimeName || only.has(place.target),
  );
  // A runtime may be in several folders.
  const byTarget = Map.groupBy(selectedTargets, ({ api, place }) => `${api} ${place.target}`);
  const results = [...byTarget.values()].flatMap((all): TargetResult[] =>
    all.slice(0, 1).map(({ api, place: { target, neededBy } }) => {
      const targetFiles = states.files.filter((file) => file.api === api && file.target === target);
      const written = targetFiles.filter((file) => file.state !== "same").length;
      const removed = states.orphans.filter((orphan) => orphan.api === api && orphan.target === target).length;
      const milliseconds = all.reduce((sum, one) => sum + one.milliseconds, 0);
      return { api, target, files: all.flatMap(({ files }) => files).length, written, removed, milliseconds, neededBy };
    }),
  );
  const gone = new Map<string, TargetResult>();
  for (const { api, target } of states.orphans) {
    if (results.some((result) => result.api === api && result.target === target)) continue;
    const key = `${api} ${target}`;
    const removed = (gone.get(key)?.removed ?? 0) + 1;
    gone.set(key, { api, target, files: 0, written: 0, removed, milliseconds: null, neededBy: [] });
  }
  return [...results, ...gone.values()];
}
