// `waybill upgrade`: the description as it is now -> the callers' code rewritten for it, as a diff or on disk.
import path from "node:path";
import type { ComparedDescription } from "../../../run/compare/diff-descriptions.ts";
import { asBase, sideOf } from "../../../run/compare/diff-sides.ts";
import { pathFrom } from "../../../run/config/paths.ts";
import type { Project } from "../../../run/config/project.ts";
import { type Usable, unusable, usable } from "../../../run/config/usage.ts";
import type { Arguments } from "../../../run/flags/arguments.ts";
import { selectProject } from "../../../run/flags/select-project.ts";
import { Toolkit } from "../../../run/toolkit.ts";
import { npmIn } from "../../../upgrade/base/published.ts";
import type { ApiPlan } from "../../../upgrade/plan/changes.ts";
import { readRenames } from "../../../upgrade/plan/findings.ts";
import { loadCompiler } from "../../../upgrade/rewrite/compiler.ts";
import type { AppliedChange } from "../../../upgrade/upgrade.ts";
import { diffOf, jsonOfUpgrade } from "../../../upgrade/upgrade-json.ts";
import { type UpgradeRequest, type UpgradeResult, upgradeProject } from "../../../upgrade/upgrade-project.ts";
import { printReport } from "../../terminal/report-output.ts";
import { lineLimit } from "../../terminal/result.ts";
import { type ExitCode, type Format, formatOf, rejectUsage, type Terminal } from "../../terminal/terminal.ts";

export async function upgrade(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const { cwd } = terminal;
  const format = formatOf(args);
  if (!format.ok) return rejectUsage(format.problems, terminal, true);
  const asJson = format.value === "json";
  const selected = await selectProject(args, cwd);
  const renames = readRenames(args.all("rename"));
  if (!selected.ok || !renames.ok)
    return rejectUsage(
      [selected, renames].flatMap((part) => (part.ok ? [] : part.problems)),
      terminal,
      asJson,
    );
  const project = chosenApi(selected.value, args);
  if (!project.ok) return rejectUsage(project.problems, terminal, asJson);
  const from = await fromOf(args, project.value, cwd);
  if (!from.ok) return rejectUsage(from.problems, terminal, asJson);
  const request: UpgradeRequest = {
    mode: args.has("write") ? "write" : "dry-run",
    force: args.has("force"),
    toolkit: new Toolkit(),
    cwd,
    from: from.value,
    sources: { published: npmIn(project.value.base) },
    renames: renames.value,
    projects: args
      .all("project")
      .map((file) => path.resolve(cwd, file.endsWith(".json") ? file : path.join(file, "tsconfig.json"))),
    kit: await loadCompiler(),
  };
  const printing = {
    format: format.value,
    terminal,
    project: project.value,
    verbose: args.has("verbose"),
    isDry: request.mode === "dry-run",
  };
  const first = await upgradeProject(
    project.value,
    terminal.ask === undefined ? request : { ...request, mode: "dry-run" },
  );
  const answeredRenames =
    terminal.ask === undefined ? null : await askRenames(first.plans, renames.value, terminal.ask);
  const again = answeredRenames !== null || (terminal.ask !== undefined && request.mode === "write");
  const result = again
    ? await upgradeProject(project.value, { ...request, renames: answeredRenames ?? renames.value })
    : first;
  printUpgrade(result, printing);
  if (result.unused.length > 0) return 2;
  return result.ok && (result.upgraded?.left.length ?? 0) === 0 ? 0 : 1;
}

/** With `--api`, that one alone. */
function chosenApi(project: Project, args: Arguments): Usable<Project> {
  const name = args.one("api");
  if (name === null) return usable(project);
  const apis = project.apis.filter((api) => api.name === name);
  return apis.length > 0
    ? usable(project)
    : unusable(
        `there is no API ${JSON.stringify(name)}`,
        `choose one of ${project.apis.map((api) => api.name).join(", ")}`,
      );
}

/** What `--from` names; `null` without it. */
async function fromOf(args: Arguments, { apis }: Project, cwd: string): Promise<Usable<ComparedDescription | null>> {
  const written = args.one("from");
  if (written === null) return usable(null);
  if (apis.length > 1)
    return unusable(
      "--from names one description, and there are several APIs",
      "leave it out, or use a configuration with one API",
    );
  const side = await sideOf(written, args, cwd);
  return side.ok ? usable(asBase(side.value).description) : side;
}

/** `null` without a question. */
async function askRenames(
  plans: readonly ApiPlan[],
  initialRenames: ReadonlyMap<string, string>,
  ask: (question: string) => Promise<string>,
): Promise<ReadonlyMap<string, string> | null> {
  const questions = plans.flatMap((plan) => plan.questions);
  if (questions.length === 0) return null;
  const renames = new Map(initialRenames);
  // Two APIs may both have an `Order.note`.
  const isOneOfSeveral = plans.length > 1;
  for (const { api, old: name, candidates, message: questionText } of questions) {
    const [only] = candidates;
    const [old, message] = isOneOfSeveral ? [`${api}:${name}`, `${api}: ${questionText}`] : [name, questionText];
    if (candidates.length === 1 && only !== undefined) {
      const confirmation = await ask(`${message}. Is it a rename? [y/N] `);
      if (/^y(?:es)?$/i.test(confirmation.trim())) renames.set(old, only);
      continue;
    }
    const answer = (await ask(`${message}. Which one is its new name? [a name, or Enter for none] `)).trim();
    if (candidates.includes(answer)) renames.set(old, answer);
  }
  return renames.size > initialRenames.size ? renames : null;
}

// What an upgrade did, or would do -> lines, a unified diff, or JSON: first the changes, in the order of a changelog, then what is left.

export interface Printing {
  readonly format: Format;
  readonly terminal: Terminal;
  readonly project: Project;
  readonly verbose: boolean;
  readonly isDry: boolean;
}

export function printUpgrade(result: UpgradeResult, printing: Printing): void {
  const { format, terminal, project, verbose, isDry } = printing;
  const reported = { diagnostics: result.run.diagnostics, excerpts: result.run.excerpts, base: project.base };
  printReport(reported, format, terminal, { room: verbose ? null : lineLimit });
  if (format === "json") {
    terminal.out(
      `${JSON.stringify({ command: "upgrade", ...jsonOfUpgrade(result, { cwd: terminal.cwd, isDry, base: project.base }) }, null, 2)}
`,
    );
    return;
  }
  for (const line of obstacles(result, terminal.cwd)) terminal.err(`${line}\n`);
  if (result.base === "same") terminal.out("nothing to upgrade: the code was generated from the current description\n");
  const { upgraded } = result;
  if (upgraded === null) return;
  if (isDry) for (const file of upgraded.files) terminal.out(diffOf(file, result.repository));
  for (const line of linesOf(result, printing)) terminal.out(`${line}\n`);
}

/** What stopped it. */
function obstacles({ base, missing, moved, unread, dirty, unused, plans }: UpgradeResult, cwd: string): string[] {
  const questions = plans.flatMap((plan) => plan.questions);
  return [
    ...(base === "no-manifest"
      ? [
          "waybill: the generated code has no manifest, so the description that it was generated from is unknown",
          "hint: pass it with --from: main:spec/openapi.yaml, a file, a URL or npm:package",
        ]
      : []),
    ...(base === "missing"
      ? [
          `waybill: the description that the code was generated from cannot be found: ${shortList(missing)}`,
          "hint: neither git nor a published version has a file with the hash of the manifest; pass it with --from: COMMIT:PATH, a file, a URL or npm:package",
        ]
      : []),
    ...(base === "moved"
      ? [
          `waybill: the code was not generated from ${shortList(moved)}, but from ${shortList(missing)}`,
          "hint: pass the old description with --from",
        ]
      : []),
    ...(unread.length > 0
      ? [
          `waybill: the old description of ${unread.join(", ")} cannot be read`,
          "hint: nothing was written; waybill lint prints its errors; or pass another one with --from",
        ]
      : []),
    ...(dirty.length > 0
      ? [
          `waybill: ${dirty.length === 1 ? "a file" : `${dirty.length} files`} to edit ${dirty.length === 1 ? "has" : "have"} uncommitted changes: ${dirty.map((file) => pathFrom(cwd, file)).join(", ")}`,
          "hint: nothing was written; commit or stash them, or use --force",
        ]
      : []),
    ...unused.flatMap((old) => [
      `waybill: --rename ${old}: nothing with this name was removed`,
      "hint: names are those of generated code: Order, Order.note, OrderStatus.SENT, listOrders, listOrders.limit, order.created",
    ]),
    ...questions.map(
      ({ old, candidates, message }) => `${message}; if it is a rename: --rename ${old}=${candidates[0]}`,
    ),
  ];
}

function shortList(names: readonly string[]): string {
  return `${names.slice(0, 3).join(", ")}${names.length > 3 ? ` and ${names.length - 3} more` : ""}`;
}

function linesOf(result: UpgradeResult, { terminal, isDry }: Printing): string[] {
  const { upgraded } = result;
  if (upgraded === null) return [];
  const rows = upgraded.applied.map((applied) => ({ message: applied.change.message, uses: usesOf(applied) }));
  const width = Math.min(72, Math.max(0, ...rows.map(({ message }) => message.length)));
  const unresolvedLines = upgraded.left.flatMap(({ file, line, column, message, hint }) => [
    `  ${pathFrom(terminal.cwd, file)}:${line}:${column} ${message}`,
    `    ${hint}`,
  ]);
  const places = counted(upgraded.left.length, "place");
  return [
    ...rows.map(({ message, uses }) => `${message.padEnd(width)}  ${uses}`),
    ...(unresolvedLines.length === 0
      ? []
      : ["", `left to you, ${places}${isDry ? " (lines after the upgrade)" : ""}:`, ...unresolvedLines]),
    "",
    endOf(result, upgraded.files.length, isDry),
  ];
}

/** What was written, or would be. */
function endOf({ ok, written, run }: UpgradeResult, edited: number, isDry: boolean): string {
  const generated = run.actions.length;
  const files = `${edited} of your files and ${counted(generated, "generated file")}`;
  if (written) return `${files} written`;
  if (!isDry) return ok ? `${files} to write` : "nothing was written";
  return `${files} to write${edited + generated === 0 ? "" : "; waybill upgrade --write writes them"}`;
}

/** What became of a change in the callers' code. */
function usesOf({ edits, files, made, left }: AppliedChange): string {
  const parts = [
    ...(edits === 0 ? [] : [`${counted(edits, "edit")} in ${counted(files, "file")}`]),
    ...(made === 0 ? [] : [`${counted(made, "edit")} already made`]),
    ...(left === 0 ? [] : [`${counted(left, "place")} left to you`]),
  ];
  return parts.length === 0 ? "not used here" : parts.join(", ");
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
