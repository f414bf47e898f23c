// `waybill upgrade`: the description as it is now -> the callers' code rewritten for it, as a diff or on disk.

import path from "node:path";
import type { ComparedDescription } from "../../../run/compare/diff-descriptions.ts";
import { asBase, sideOf } from "../../../run/compare/diff-sides.ts";
import type { Project } from "../../../run/config/project.ts";
import { type Usable, unusable, usable } from "../../../run/config/usage.ts";
import type { Arguments } from "../../../run/flags/arguments.ts";
import { selectProject } from "../../../run/flags/select-project.ts";
import { Toolkit } from "../../../run/toolkit.ts";
import { npmIn } from "../../../upgrade/base/published.ts";
import type { ApiPlan } from "../../../upgrade/plan/changes.ts";
import { readRenames } from "../../../upgrade/plan/requests.ts";
import { loadCompiler } from "../../../upgrade/rewrite/compiler.ts";
import { type UpgradeRequest, upgradeProject } from "../../../upgrade/upgrade-project.ts";
import type { ExitCode, Terminal } from "../../terminal/terminal.ts";
import { formatOf, rejectUsage } from "../../terminal/usage.ts";
import { printUpgrade } from "./printed.ts";

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
  const given = terminal.ask === undefined ? null : await askRenames(first.plans, renames.value, terminal.ask);
  const again = given !== null || (terminal.ask !== undefined && request.mode === "write");
  const result = again ? await upgradeProject(project.value, { ...request, renames: given ?? renames.value }) : first;
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
  given: ReadonlyMap<string, string>,
  ask: (question: string) => Promise<string>,
): Promise<ReadonlyMap<string, string> | null> {
  const questions = plans.flatMap((plan) => plan.questions);
  if (questions.length === 0) return null;
  const renames = new Map(given);
  // Two APIs may both have an `Order.note`.
  const isOneOfSeveral = plans.length > 1;
  for (const { api, old: name, candidates, message: words } of questions) {
    const [only] = candidates;
    const [old, message] = isOneOfSeveral ? [`${api}:${name}`, `${api}: ${words}`] : [name, words];
    if (candidates.length === 1 && only !== undefined) {
      const said = await ask(`${message}. Is it a rename? [y/N] `);
      if (/^y(?:es)?$/i.test(said.trim())) renames.set(old, only);
      continue;
    }
    const said = (await ask(`${message}. Which one is its new name? [a name, or Enter for none] `)).trim();
    if (candidates.includes(said)) renames.set(old, said);
  }
  return renames.size > given.size ? renames : null;
}
