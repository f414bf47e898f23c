// What a run did, as data.
import type { Project } from "../config/project.ts";
import type { Manifest } from "./output/manifest.ts";

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
  return project.apis.flatMap(({ name: api, places }) =>
    places
      .filter(({ target }) => project.only === null || project.only.has(target))
      .map(({ target, neededBy }) => {
        const files = [...manifest.outputs.values()].filter(
          (output) => output.api === api && output.target === target,
        ).length;
        return { api, target, files, written: 0, removed: 0, milliseconds: null, neededBy };
      }),
  );
}
