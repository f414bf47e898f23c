// `waybill generate` and `waybill check`. Only what an unchanged run needs is imported here; the rest is loaded on demand.

import { Stopwatch } from "../source/stopwatch.ts";
import type { Arguments } from "./arguments.ts";
import type { Build, BuildOptions } from "./build.ts";
import type { Project } from "./config/project.ts";
import { selectProject } from "./config/select-project.ts";
import { type Format, formatOf } from "./format.ts";
import { contentsOf } from "./generated-folders.ts";
import { type Manifest, type ManifestFile, readManifest, type Tolerated } from "./manifest.ts";
import { recover } from "./recover.ts";
import { type ResultJson, resultLines, unchangedResults } from "./result.ts";
import type { ExitCode, Terminal } from "./terminal.ts";
import { timingLines, timingOf } from "./timing.ts";
import { Toolkit } from "./toolkit.ts";
import { isUnchanged } from "./unchanged.ts";
import { rejectUsage } from "./usage.ts";

export async function generate(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const modes = ["watch", "dry-run", "check"].filter((flag) => args.has(flag));
  if (modes.length > 1) {
    const message = `${modes.map((mode) => `--${mode}`).join(" and ")} exclude each other`;
    return rejectUsage([{ message, hint: "keep one of them" }], terminal, args.has("json"));
  }
  if (args.has("watch") && args.has("timing")) {
    const hint = "run once with --timing";
    return rejectUsage([{ message: "--watch and --timing exclude each other", hint }], terminal, args.has("json"));
  }
  if (args.has("watch")) return (await import("./watch.ts")).watch(args, terminal);
  if (args.has("check")) return check(args, terminal);
  return runOnce(args, terminal, args.has("dry-run") ? "dry-run" : "write");
}

export function check(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  return runOnce(args, terminal, "check");
}

async function runOnce(args: Arguments, terminal: Terminal, mode: BuildOptions["mode"]): Promise<ExitCode> {
  const stopwatch = new Stopwatch("compare");
  // Until here Node was started, and this module loaded.
  stopwatch.add("start", performance.now());
  const format = formatOf(args);
  if (!format.ok) return rejectUsage(format.problems, terminal, true);
  const printing: Printing = { mode, format: format.value, terminal, timed: args.has("timing") ? stopwatch : null };
  const selected = await stopwatch.timeAsync("configuration", () => selectProject(args, terminal.cwd));
  if (!selected.ok) return rejectUsage(selected.problems, terminal, format.value === "json");
  const project = selected.value;
  const toolkit = new Toolkit();
  const force = args.has("force");
  const { found, unchanged } = stopwatch.time("last run", () => lastRun(project, { mode, toolkit, force }));
  if (unchanged !== null) {
    await printUnchanged(unchanged, project, printing);
    return 0;
  }
  const { build } = await stopwatch.timeAsync("load code", () => import("./build.ts"));
  const result = await build(project, found, {
    mode,
    force,
    toolkit,
    cwd: terminal.cwd,
    stopwatch,
    reuse: !args.has("no-cache"),
  });
  await printBuild(result, project, printing);
  return result.ok ? 0 : 1;
}

interface LastRun {
  readonly found: ManifestFile;
  /** What the last run wrote down, when all is as it left it. */
  readonly unchanged: Manifest | null;
}

function lastRun(
  project: Project,
  { mode, toolkit, force }: Pick<BuildOptions, "mode" | "toolkit" | "force">,
): LastRun {
  const contents = mode === "write" ? recover(project) : contentsOf(project);
  const found = readManifest(project.root);
  const isSame = !force && found.kind === "manifest" && isUnchanged(project, found, { toolkit, contents });
  return { found, unchanged: isSame ? found.manifest : null };
}

async function printUnchanged(manifest: Manifest, project: Project, printing: Printing): Promise<void> {
  const { tolerated } = manifest;
  if (tolerated.length > 0) await printTolerated(tolerated, project, printing);
  const done = { ok: true, targets: unchangedResults(project, manifest), actions: [], tolerated };
  await printResult(done, project, { ...printing, diagnostics: [] });
}

export interface Printing {
  readonly mode: BuildOptions["mode"];
  readonly format: Format;
  readonly terminal: Terminal;
  /** What the run has taken so far, when that is to be printed. */
  readonly timed: Stopwatch | null;
}

export async function printBuild(result: Build, project: Project, printing: Printing): Promise<void> {
  const { printReport, reportJson } = await import("./report-output.ts");
  const printable = { ...result, base: project.base };
  const print = (): ResultJson["diagnostics"] => {
    printReport(printable, printing.format, printing.terminal);
    return printing.format === "json" ? reportJson(printable, printing.terminal.cwd) : [];
  };
  const diagnostics = printing.timed === null ? print() : printing.timed.time("report", print);
  await printResult(result, project, { ...printing, diagnostics });
}

/** What the last run let pass, when nothing has changed since. */
async function printTolerated(
  tolerated: readonly Tolerated[],
  project: Project,
  { format, terminal }: Omit<Printing, "mode">,
): Promise<void> {
  if (format !== "text") return;
  const { toleratedJson, toleratedLine } = await import("./tolerated-places.ts");
  for (const place of toleratedJson(tolerated, project, terminal.cwd)) terminal.err(`${toleratedLine(place)}\n`);
  terminal.err(`${tolerated.length} tolerated\n`);
}

type Done = Pick<Build, "ok" | "targets" | "actions" | "tolerated">;

async function printResult(
  { ok, targets, actions, tolerated: passed }: Done,
  project: Project,
  printing: Printing & Pick<ResultJson, "diagnostics">,
): Promise<void> {
  const { mode, format, terminal, timed, diagnostics } = printing;
  const timing = timed === null ? null : timingOf(timed, terminal);
  const milliseconds = Math.round(performance.now());
  if (format === "json") {
    const command = mode === "check" ? "check" : "generate";
    const places = passed.length === 0 ? null : await import("./tolerated-places.ts");
    const tolerated = places?.toleratedJson(passed, project, terminal.cwd) ?? [];
    const result: ResultJson = {
      ok,
      command,
      dryRun: mode === "dry-run",
      milliseconds,
      targets,
      changes: actions,
      tolerated,
      diagnostics,
      ...(timing === null ? {} : { timing }),
    };
    terminal.out(`${JSON.stringify(result, null, 2)}\n`);
    return;
  }
  if (timing !== null) terminal.err(`${timingLines(timing).join("\n")}\n`);
  if (!ok) return;
  if (mode === "dry-run") for (const { action, path } of actions) terminal.out(`would ${action} ${path}\n`);
  const words =
    mode === "dry-run" ? { written: "to write", removed: "to remove" } : { written: "written", removed: "removed" };
  terminal.out(`${resultLines({ results: targets, milliseconds, words }).join("\n")}\n`);
}
