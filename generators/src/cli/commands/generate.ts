// `waybill generate` and `waybill check`. Only what an unchanged run needs is imported here; the rest is loaded on demand.

import { ciOf } from "../../run/config/paths.ts";
import type { Project } from "../../run/config/project.ts";
import type { Usable } from "../../run/config/usage.ts";
import type { Arguments } from "../../run/flags/arguments.ts";
import { selectProject } from "../../run/flags/select-project.ts";
import { generateProject } from "../../run/generate.ts";
import type { Run, RunRequest } from "../../run/request.ts";
import { Toolkit } from "../../run/toolkit.ts";
import { Stopwatch } from "../../source/stopwatch.ts";
import { Progress } from "../terminal/progress.ts";
import { printRun } from "../terminal/result.ts";
import { type ExitCode, formatOf, rejectUsage, type Terminal } from "../terminal/terminal.ts";

export async function generate(rawArgs: Arguments, terminal: Terminal): Promise<ExitCode> {
  const named = await withDocuments(rawArgs, terminal);
  if (!named.ok) return rejectUsage(named.problems, terminal, rawArgs.has("json"));
  const args = named.value;
  const modes = ["watch", "dry-run", "check"].filter((flag) => args.has(flag));
  if (modes.length > 1) {
    const message = `${modes.map((mode) => `--${mode}`).join(" and ")} cannot be used together`;
    return rejectUsage([{ message, hint: "keep one of them" }], terminal, args.has("json"));
  }
  if (args.has("watch") && args.has("timing")) {
    const hint = "use --timing without --watch";
    return rejectUsage([{ message: "--watch and --timing cannot be used together", hint }], terminal, args.has("json"));
  }
  if (args.has("watch")) return (await import("./watch/watch.ts")).watch(args, terminal);
  if (args.has("check")) return runOnce(args, terminal, "check");
  return runOnce(args, terminal, args.has("dry-run") ? "dry-run" : "write");
}

export async function check(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const named = await withDocuments(args, terminal);
  return named.ok ? runOnce(named.value, terminal, "check") : rejectUsage(named.problems, terminal, args.has("json"));
}

async function withDocuments(args: Arguments, { cwd }: Terminal): Promise<Usable<Arguments>> {
  if (args.positionals.length === 0) return { ok: true, value: args };
  return (await import("../../run/flags/named-documents.ts")).withNamedDocuments(args, cwd);
}

async function runOnce(args: Arguments, terminal: Terminal, mode: RunRequest["mode"]): Promise<ExitCode> {
  const progress = new Progress("generate", terminal);
  const stopwatch = new Stopwatch("compare", undefined, (stage) => progress.stage(stage));
  // Until here Node was started, and this module loaded.
  stopwatch.add("start", performance.now());
  const format = formatOf(args);
  if (!format.ok) return rejectUsage(format.problems, terminal, true);
  const selected = await stopwatch.timeAsync("configuration", () =>
    selectProject(args, terminal.cwd, { pinnedOnly: mode === "check" ? ciOf(terminal.variable) : null }),
  );
  if (!selected.ok) return rejectUsage(selected.problems, terminal, format.value === "json");
  const request = {
    mode,
    force: args.has("force"),
    prune: args.has("prune"),
    toolkit: new Toolkit(),
    cwd: terminal.cwd,
  };
  const cache = !args.has("no-cache");
  // Of an unchanged run, the record of the last one has no warnings.
  const always = args.has("verbose") || !cache;
  const run = await generateProject(selected.value, request, { stopwatch, cache, always });
  progress.end();
  const timed = args.has("timing") ? stopwatch : null;
  if (format.value === "text") printFetched(selected.value, terminal);
  await printRun(run, selected.value, {
    request,
    format: format.value,
    terminal,
    timed,
    verbose: args.has("verbose"),
  });
  if (format.value === "text" && mode === "write") await printNeeded(run, selected.value, terminal);
  return run.ok ? 0 : 1;
}

async function printNeeded(run: Run, project: Project, terminal: Terminal): Promise<void> {
  if (!run.targets.some(({ target, written }) => target === "zod" && written > 0)) return;
  const command = (await import("./needed-zod.ts")).neededZod(run, project, terminal);
  if (command !== null) terminal.out(`the generated code imports zod, which is not installed: ${command}\n`);
}

/** What flags read from a URL is recorded nowhere: the hash, and how to get the same bytes next time. */
function printFetched({ configFile, rules }: Project, { err }: Terminal): void {
  for (const { name, live } of rules.foreign) {
    if (live === undefined) continue;
    if (configFile === null && live.isEntry)
      err(`fetched ${name}: ${live.integrity}\n  waybill init ${name} writes a configuration for it\n`);
    for (const reason of live.missing) err(`not fetched: ${reason}\n`);
  }
}
