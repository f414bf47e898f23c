// What a run did, as data, and as the lines and the JSON it prints.
import type { DiagnosticJson } from "../diagnostics/index.ts";
import type { Project } from "./config/project.ts";
import type { Manifest } from "./manifest.ts";
import type { TimingJson } from "./timing.ts";

export interface TargetResult {
  readonly api: string;
  readonly target: string;
  readonly files: number;
  readonly written: number;
  readonly removed: number;
  /** `null` when nothing had to be generated to know. */
  readonly milliseconds: number | null;
  /** The targets it was generated for; empty when it was asked for. */
  readonly neededBy: readonly string[];
}

export interface FileAction {
  /** Relative to the working directory. */
  readonly path: string;
  readonly target: string;
  readonly action: "write" | "remove";
}

/** What `--json` prints. */
export interface ResultJson {
  readonly ok: boolean;
  readonly command: "generate" | "check";
  readonly dryRun: boolean;
  readonly milliseconds: number;
  readonly targets: readonly TargetResult[];
  /** What was done, or would be. */
  readonly changes: readonly FileAction[];
  /** Errors of the description that were let pass: in a run that finds nothing changed, those of the run before. */
  readonly tolerated: readonly ToleratedJson[];
  /** With `--timing`: what the run took. */
  readonly timing?: TimingJson;
  readonly diagnostics: readonly (DiagnosticJson & { readonly excerpt?: readonly string[] })[];
}

export interface ToleratedJson {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly code: string;
  /** The meaning the run went on with. */
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

export interface Lines {
  readonly results: readonly TargetResult[];
  readonly milliseconds: number;
  /** `written` or `to write`; `null` where nothing is ever written. */
  readonly words: { readonly written: string; readonly removed: string };
}

/** One line per target, then the total: `types     2 files, 1 written    12 ms`. */
export function resultLines({ results, milliseconds, words }: Lines): string[] {
  const several = new Set(results.map((result) => result.api)).size > 1;
  const rows = results.map((result) => ({
    name: several ? `${result.api}/${result.target}` : result.target,
    counts: countsOf(result, words),
    time: result.milliseconds === null ? "" : `${result.milliseconds.toFixed(0)} ms`,
    note: result.neededBy.length === 0 ? "" : `  (needed by ${result.neededBy.join(", ")})`,
  }));
  const sum = (key: "files" | "written" | "removed"): number =>
    results.reduce((total, result) => total + result[key], 0);
  const total = { files: sum("files"), written: sum("written"), removed: sum("removed") };
  rows.push({ name: "total", counts: countsOf(total, words), time: `${milliseconds.toFixed(0)} ms`, note: "" });
  const width = (key: "name" | "counts" | "time"): number => Math.max(...rows.map((row) => row[key].length));
  const widths = { name: Math.max(9, width("name")), counts: width("counts"), time: width("time") };
  return rows.map(({ name, counts, time, note }) =>
    `${name.padEnd(widths.name)} ${counts.padEnd(widths.counts)}  ${time.padStart(widths.time)}${note}`.trimEnd(),
  );
}

type Counts = Pick<TargetResult, "files" | "written" | "removed">;

function countsOf({ files, written, removed }: Counts, words: Lines["words"]): string {
  const changes = [
    ...(written === 0 ? [] : [`${written} ${words.written}`]),
    ...(removed === 0 ? [] : [`${removed} ${words.removed}`]),
  ];
  return [`${files} file${files === 1 ? "" : "s"}`, ...(changes.length === 0 ? ["unchanged"] : changes)].join(", ");
}
