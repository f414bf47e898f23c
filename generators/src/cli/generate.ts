// `waybill generate` and `waybill check`. Only what an unchanged run needs is imported here; the rest is loaded on demand.
import type { Arguments } from "./arguments.ts";
import type { Build, BuildOptions } from "./build.ts";
import { type Format, formatOf } from "./format.ts";
import { contentsOf } from "./generated-folders.ts";
import { readManifest, type Tolerated } from "./manifest.ts";
import type { Project } from "./project.ts";
import { recover } from "./recover.ts";
import { type ResultJson, resultLines, unchangedResults } from "./result.ts";
import { selectProject } from "./select-project.ts";
import type { ExitCode, Terminal } from "./terminal.ts";
import { toolkitVersion } from "./toolkit.ts";
import { isUnchanged } from "./unchanged.ts";
import { rejectUsage } from "./usage.ts";

export async function generate(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const modes = ["watch", "dry-run", "check"].filter((flag) => args.has(flag));
  if (modes.length > 1) {
    const message = `${modes.map((mode) => `--${mode}`).join(" and ")} exclude each other`;
    return rejectUsage([{ message, hint: "keep one of them" }], terminal, args.has("json"));
  }
  if (args.has("watch")) return (await import("./watch.ts")).watch(args, terminal);
  if (args.has("check")) return check(args, terminal);
  return runOnce(args, terminal, args.has("dry-run") ? "dry-run" : "write");
}

export function check(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  return runOnce(args, terminal, "check");
}

async function runOnce(args: Arguments, terminal: Terminal, mode: BuildOptions["mode"]): Promise<ExitCode> {
  const format = formatOf(args);
  if (!format.ok) return rejectUsage(format.problems, terminal, true);
  const asJson = format.value === "json";
  const project = await selectProject(args, terminal.cwd);
  if (!project.ok) return rejectUsage(project.problems, terminal, asJson);
  const version = toolkitVersion();
  const contents = mode === "write" ? recover(project.value) : contentsOf(project.value);
  const found = readManifest(project.value.root);
  const force = args.has("force");
  if (!force && found.kind === "manifest" && isUnchanged(project.value, found, { version, contents })) {
    const targets = unchangedResults(project.value, found.manifest);
    const { tolerated } = found.manifest;
    if (tolerated.length > 0) await printTolerated(tolerated, project.value, { format: format.value, terminal });
    const done = { ok: true, targets, actions: [], tolerated };
    await printResult(done, project.value, { diagnostics: [], mode, format: format.value, terminal });
    return 0;
  }
  const { build } = await import("./build.ts");
  const result = await build(project.value, found, { mode, force, version, cwd: terminal.cwd });
  await printBuild(result, project.value, { mode, format: format.value, terminal });
  return result.ok ? 0 : 1;
}

export interface Printing {
  readonly mode: BuildOptions["mode"];
  readonly format: Format;
  readonly terminal: Terminal;
}

export async function printBuild(result: Build, project: Project, printing: Printing): Promise<void> {
  const { printReport, reportJson } = await import("./report-output.ts");
  const printable = { ...result, base: project.base };
  printReport(printable, printing.format, printing.terminal);
  const diagnostics = printing.format === "json" ? reportJson(printable, printing.terminal.cwd) : [];
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
  const { mode, format, terminal, diagnostics } = printing;
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
    };
    terminal.out(`${JSON.stringify(result, null, 2)}\n`);
    return;
  }
  if (!ok) return;
  if (mode === "dry-run") for (const { action, path } of actions) terminal.out(`would ${action} ${path}\n`);
  const words =
    mode === "dry-run" ? { written: "to write", removed: "to remove" } : { written: "written", removed: "removed" };
  terminal.out(`${resultLines({ results: targets, milliseconds, words }).join("\n")}\n`);
}
