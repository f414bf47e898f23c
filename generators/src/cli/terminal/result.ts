// A run printed: one line per target, or the JSON of `--json`. What is not needed for an unchanged run is loaded on demand.
import type { DiagnosticJson } from "../../diagnostics/index.ts";
import type { Project } from "../../run/config/project.ts";
import type { Tolerated } from "../../run/output/manifest.ts";
import type { Postprocessing } from "../../run/output/postprocess.ts";
import type {
  DetectedPages,
  FileAction,
  Run,
  RunRequest,
  StoppedResult,
  TargetResult,
  ToleratedJson,
} from "../../run/request.ts";
import { type Stage, type Stopwatch, stages } from "../../source/stopwatch.ts";
import type { Format, Terminal } from "./terminal.ts";

export interface Printing {
  readonly request: RunRequest;
  readonly format: Format;
  readonly terminal: Terminal;
  /** What the run has taken so far, when that is to be printed. */
  readonly timed: Stopwatch | null;
  /** Prints every problem whole, however many there are. */
  readonly verbose: boolean;
}

/** The lines that a run prints about any description: a screen. */
export const lineLimit = 40;

export async function printRun(run: Run, project: Project, printing: Printing): Promise<void> {
  if (run.unchanged) {
    if (run.tolerated.length > 0) await printTolerated(run.tolerated, project, printing);
    return printResult(run, project, { ...printing, diagnostics: [] });
  }
  const [{ printReport }, { reportedDiagnostics }, { isEditable }] = await Promise.all([
    import("./report-output.ts"),
    import("../../run/reported.ts"),
    import("../../run/config/description-files.ts"),
  ]);
  const printable = { ...run, base: project.base };
  const suggestion = run.ok || printing.format !== "text" ? [] : await suggestionOf(run, project, printing.request);
  const { foreign } = project.rules;
  const isForeign = (file: string | null): boolean => !isEditable(foreign, file);
  const displayOptions = { room: roomFor(run, printing), suggestion, isForeign };
  const print = (): ResultJson["diagnostics"] => {
    printReport(printable, printing.format, printing.terminal, displayOptions);
    return printing.format === "json" ? reportedDiagnostics(printable, printing.terminal.cwd) : [];
  };
  const diagnostics = printing.timed === null ? print() : printing.timed.time("report", print);
  await printResult(run, project, { ...printing, diagnostics });
}

async function suggestionOf(run: Run, project: Project, request: RunRequest): Promise<readonly string[]> {
  return (await import("./suggestion.ts")).suggestionFor(run, project, request);
}

/** The lines that the problems of a run may take: a row for each target and the total come after them. */
export function roomFor(
  { done, targets, stopped }: Pick<Run, "done" | "targets" | "stopped">,
  { verbose }: Pick<Printing, "verbose">,
): number | null {
  return verbose ? null : lineLimit - (done ? targets.length + stopped.length + 1 : 0);
}

/** What the last run tolerated, if nothing has changed since. */
async function printTolerated(
  tolerated: readonly Tolerated[],
  project: Project,
  { format, terminal, verbose }: Printing,
): Promise<void> {
  if (format !== "text") return;
  const { toleratedJson, toleratedLine, toleratedLines } = await import("../../run/reported.ts");
  const places = toleratedJson(tolerated, project, terminal.cwd);
  for (const line of verbose ? places.map(toleratedLine) : toleratedLines(places)) terminal.err(`${line}\n`);
  terminal.err(`${tolerated.length} tolerated\n`);
}

type Done = Pick<Run, "ok" | "done" | "targets" | "stopped" | "actions" | "tolerated" | "postprocessing" | "detected">;

async function printResult(
  { ok, done, targets, stopped, actions, tolerated: passed, postprocessing, detected }: Done,
  project: Project,
  printing: Printing & Pick<ResultJson, "diagnostics">,
): Promise<void> {
  const { request, format, terminal, timed, diagnostics, verbose } = printing;
  const { mode } = request;
  const timing = timed === null ? null : timingOf(timed, terminal);
  const milliseconds = Math.round(performance.now());
  if (format === "json") {
    const command = mode === "check" ? "check" : "generate";
    const places = passed.length === 0 ? null : await import("../../run/reported.ts");
    const tolerated = places?.toleratedJson(passed, project, terminal.cwd) ?? [];
    const result: ResultJson = {
      ok,
      command,
      dryRun: mode === "dry-run",
      milliseconds,
      targets,
      stopped,
      changes: actions,
      ...(postprocessing.length === 0 ? {} : { postprocessing: postprocessing.map(withCount) }),
      tolerated,
      diagnostics,
      ...(timing === null ? {} : { timing }),
    };
    terminal.out(`${JSON.stringify(result, null, 2)}\n`);
    return;
  }
  if (timing !== null) terminal.err(`${timingLines(timing).join("\n")}\n`);
  if (!done) return;
  if (verbose) for (const pages of detected) terminal.err(`${pagesLine(pages)}\n`);
  if (mode === "dry-run") for (const { action, path } of actions) terminal.out(`would ${action} ${path}\n`);
  if (mode === "dry-run")
    for (const { command, files } of postprocessing.map(withCount))
      terminal.out(`would run ${command} on ${files} ${files === 1 ? "file" : "files"}\n`);
  const labels =
    mode === "dry-run" ? { written: "to write", removed: "to remove" } : { written: "written", removed: "removed" };
  const lines = [
    ...stoppedLines(stopped, targets),
    ...resultLines({ results: targets, stopped, milliseconds, words: labels }),
  ];
  terminal.out(`${lines.join("\n")}\n`);
}

/** `2 operations of "shop" are paginated, detected from the names of parameters and members: listOrders, listProducts`. */
function pagesLine({ api, operations }: DetectedPages): string {
  const count =
    operations.length === 1 ? `1 operation of "${api}" is` : `${operations.length} operations of "${api}" are`;
  return `${count} paginated, detected from the names of parameters and members: ${operations.join(", ")}`;
}

type Named = Pick<StoppedResult, "api" | "target">;

/** `server    not generated: ambiguous-path`; `results` are the targets of the same run that were generated. */
export function stoppedLines(stopped: readonly StoppedResult[], results: readonly Named[]): string[] {
  const { nameOf, width } = namesOf([...stopped, ...results]);
  return stopped.map((target) => `${nameOf(target).padEnd(width)} not generated: ${target.codes.join(", ")}`);
}

/** Targets are named by their API, too, if there are several; `width` is that of the column. */
function namesOf(all: readonly Named[]): { nameOf: (one: Named) => string; width: number } {
  const several = new Set(all.map(({ api }) => api)).size > 1;
  const nameOf = ({ api, target }: Named): string => (several ? `${api}/${target}` : target);
  return { nameOf, width: Math.max(9, ...all.map((one) => nameOf(one).length)) };
}

function withCount({ api, command, files }: Postprocessing): PostprocessingJson {
  return { api, command, files: files.length };
}

export interface PostprocessingJson {
  readonly api: string;
  readonly command: string;
  /** How many files it got. */
  readonly files: number;
}

/** What `--json` prints. */
export interface ResultJson {
  readonly ok: boolean;
  readonly command: "generate" | "check";
  readonly dryRun: boolean;
  readonly milliseconds: number;
  readonly targets: readonly TargetResult[];
  /** Targets that were not generated because of errors in the description. */
  readonly stopped: readonly StoppedResult[];
  /** What was done, or would be. */
  readonly changes: readonly FileAction[];
  /** The commands that ran on the written files, or would; absent without any. */
  readonly postprocessing?: readonly PostprocessingJson[];
  /** Tolerated errors of the description; in an unchanged run, those of the previous run. */
  readonly tolerated: readonly ToleratedJson[];
  /** With `--timing`: what the run took. */
  readonly timing?: TimingJson;
  readonly diagnostics: readonly (DiagnosticJson & { readonly excerpt?: readonly string[] })[];
}

export interface Lines {
  readonly results: readonly TargetResult[];
  /** Not among the lines, but named in the same way. */
  readonly stopped: readonly Named[];
  readonly milliseconds: number;
  /** `written` or `to write`; `null` where nothing is ever written. */
  readonly words: { readonly written: string; readonly removed: string };
}

/** One line per target, then the total: `types     2 files, 1 written    12 ms`. */
export function resultLines({ results, stopped, milliseconds, words }: Lines): string[] {
  const { nameOf, width: nameWidth } = namesOf([...stopped, ...results]);
  const rows = results.map((result) => ({
    name: nameOf(result),
    counts: countsOf(result, words),
    time: result.milliseconds === null ? "" : `${result.milliseconds.toFixed(0)} ms`,
    note: result.neededBy.length === 0 ? "" : `  (needed by ${result.neededBy.join(", ")})`,
  }));
  const sum = (key: "files" | "written" | "removed"): number =>
    results.reduce((total, result) => total + result[key], 0);
  const total = { files: sum("files"), written: sum("written"), removed: sum("removed") };
  rows.push({ name: "total", counts: countsOf(total, words), time: `${milliseconds.toFixed(0)} ms`, note: "" });
  const width = (key: "counts" | "time"): number => Math.max(...rows.map((row) => row[key].length));
  const widths = { name: nameWidth, counts: width("counts"), time: width("time") };
  return rows.map(({ name, counts, time, note }) =>
    `${name.padEnd(widths.name)} ${counts.padEnd(widths.counts)}  ${time.padStart(widths.time)}${note}`.trimEnd(),
  );
}

type Counts = Pick<TargetResult, "files" | "written" | "removed">;

function countsOf({ files, written, removed }: Counts, labels: Lines["words"]): string {
  const changes = [
    ...(written === 0 ? [] : [`${written} ${labels.written}`]),
    ...(removed === 0 ? [] : [`${removed} ${labels.removed}`]),
  ];
  return [`${files} file${files === 1 ? "" : "s"}`, ...(changes.length === 0 ? ["unchanged"] : changes)].join(", ");
}

// What a run took, by stage -> the table and the JSON of `--timing`.

export interface TimingJson {
  /** From the start of the process. */
  readonly milliseconds: number;
  /** The most memory the process has held so far, in megabytes (2^20 bytes). */
  readonly peakMegabytes: number;
  readonly stages: readonly TimedStage[];
}

export interface TimedStage {
  readonly stage: Stage;
  readonly milliseconds: number;
  /** Of the whole, 0 to 1. */
  readonly share: number;
}

function timingOf(stopwatch: Stopwatch, { peakMemory }: Terminal): TimingJson {
  const spent = [...stopwatch.stages()];
  const total = spent.reduce((sum, [, milliseconds]) => sum + milliseconds, 0);
  const round = (value: number, digits: number): number => Number(value.toFixed(digits));
  return {
    milliseconds: round(total, 1),
    peakMegabytes: round(peakMemory() / 2 ** 20, 1),
    stages: spent
      .toSorted(([a], [b]) => rankOf(a) - rankOf(b))
      .map(([stage, milliseconds]) => ({
        stage,
        milliseconds: round(milliseconds, 1),
        share: total === 0 ? 0 : round(milliseconds / total, 4),
      })),
  };
}

/** One line for each stage: `parse                   201 ms   9.8 %`. */
function timingLines({ milliseconds, peakMegabytes, stages: timed }: TimingJson): string[] {
  const width = Math.max(...timed.map(({ stage }) => stage.length));
  const rows = timed.map(
    ({ stage, milliseconds: stageMilliseconds, share }) =>
      `${stage.padEnd(width)}  ${stageMilliseconds.toFixed(0).padStart(6)} ms  ${(share * 100).toFixed(1).padStart(5)} %`,
  );
  return [
    ...rows,
    `${"total".padEnd(width)}  ${milliseconds.toFixed(0).padStart(6)} ms`,
    `${"peak memory".padEnd(width)}  ${peakMegabytes.toFixed(0).padStart(6)} MB`,
  ];
}

function rankOf(stage: Stage): number {
  const names: readonly string[] = stages;
  const rank = names.indexOf(stage);
  return rank === -1 ? stages.indexOf("compare") - 0.5 : rank;
}
