// `waybill changeset`: what changed in a description since its last release -> a changeset that lists it, in .changeset.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { jsonOfChanges } from "../../../diff/format/json.ts";
import { type Bump, bumpOf, type Change } from "../../../diff/index.ts";
import { applyPolicy } from "../../../diff/policy/policy.ts";
import { diffDescriptions } from "../../../run/compare/diff-descriptions.ts";
import { nearestAbove, pathFrom } from "../../../run/config/paths.ts";
import { type Usable, unusable, usable } from "../../../run/config/usage.ts";
import type { Arguments } from "../../../run/flags/arguments.ts";
import { reportedDiagnostics } from "../../../run/reported.ts";
import { printReport } from "../../terminal/report-output.ts";
import { lineLimit } from "../../terminal/result.ts";
import type { ExitCode, Terminal } from "../../terminal/terminal.ts";
import { formatOf, rejectUsage } from "../../terminal/usage.ts";
import { policyOf } from "../diff/policy.ts";
import { type DescribedApi, describedApi } from "./changeset-api.ts";
import { readChangesetFile, textOfChangeset } from "./changeset-file.ts";
import { type ComparedSides, comparedSides } from "./compared-sides.ts";
import { updatedChangeset } from "./draft.ts";
import { listedChanges } from "./listed-changes.ts";
import { printDrafted, type Result } from "./printed-draft.ts";
import { bumpFor, fixedGroupsIn, type RaisedPackage, raisedPackages } from "./raised-packages.ts";

export async function changeset(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const format = formatOf(args);
  if (!format.ok) return rejectUsage(format.problems, terminal, true);
  const task = await taskOf(args, terminal.cwd);
  if (!task.ok) return rejectUsage(task.problems, terminal, format.value === "json");
  const { sides, file, packages, called } = task.value;
  const policy = await policyOf(args, terminal.cwd);
  if (!policy.ok) return rejectUsage(policy.problems, terminal, format.value === "json");
  const { changes: found, problems } = diffDescriptions(sides.base.description, sides.revision.description, {
    wireOnly: args.has("wire"),
  });
  const diagnostics = problems.filter(({ severity }) => severity !== "warning");
  const printable = { diagnostics, excerpts: new Map(), base: terminal.cwd };
  printReport(printable, format.value, terminal, { room: args.has("verbose") ? null : lineLimit });
  const reported = reportedDiagnostics(printable, terminal.cwd);
  if (found === null) {
    if (format.value === "json")
      terminal.out(`${JSON.stringify({ ok: false, command: "changeset", diagnostics: reported }, null, 2)}\n`);
    terminal.err("nothing was compared: fix the errors in the description first\n");
    return 1;
  }
  // Accepted changes need no bump and are not listed for consumers.
  const { changes } = applyPolicy(policy.value, found, new Date().toISOString().slice(0, 10));
  const text = draftOf({ changes, packages, called, file });
  if (!text.ok) return rejectUsage(text.problems, terminal, format.value === "json");
  const action = actionOf(file, text.value);
  const isDry = args.has("dry-run");
  if (!isDry) apply(file, text.value);
  const result: Result = {
    file: pathFrom(terminal.cwd, file),
    action,
    isDry,
    text: text.value,
    since: sides.named,
    bump: bumpOf(changes),
    changes: jsonOfChanges({ changes, prefixes: { base: sides.base.prefix, revision: "" } }),
  };
  printDrafted(result, format.value, { terminal, diagnostics: reported });
  return 0;
}

interface Task {
  readonly sides: ComparedSides;
  readonly packages: readonly RaisedPackage[];
  /** What the API is called in the changeset: `fulfillment API`. */
  readonly called: string;
  /** Absolute. */
  readonly file: string;
}

async function taskOf(args: Arguments, cwd: string): Promise<Usable<Task>> {
  const api = await describedApi(args, cwd);
  if (!api.ok) return api;
  const folder = nearestAbove(api.value.base, (at) => [path.join(at, ".changeset")].find((one) => existsSync(one)));
  if (folder === null)
    return unusable("there is no folder .changeset here or in a parent folder", "npx changeset init creates one");
  const sides = await comparedSides(api.value, args, { cwd, folder });
  const packages = raisedPackages(api.value, args, fixedGroupsIn(folder));
  if (!sides.ok) return sides;
  if (!packages.ok) return packages;
  const name = args.one("name") ?? nameOf(api.value, sides.value);
  if (!/^[\w.-]+$/.test(name) || /^readme$/i.test(name))
    return unusable(`--name ${name} is not a file name`, "letters, digits and hyphens: --name order-notes");
  const file = path.join(folder, `${name.replace(/\.md$/, "")}.md`);
  return usable({ sides: sides.value, packages: packages.value, called: calledOf(api.value), file });
}

/** The same name while the changes belong in one file: those since a release, or those of a branch. */
function nameOf({ name }: DescribedApi, { branch }: ComparedSides): string {
  const words = [...(name === null ? [] : [name]), "api", ...(branch === null ? [] : [branch])];
  return words
    .join("-")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

function calledOf({ name }: DescribedApi): string {
  return name === null || /^(?:api|default|main)$/i.test(name) ? "API" : `${name} API`;
}

interface Drafting extends Omit<Task, "sides"> {
  readonly changes: readonly Change[];
}

/** The text of the file; `null` if no file is required. */
function draftOf({ changes, packages, called, file }: Drafting): Usable<string | null> {
  const before = existsSync(file) ? readChangesetFile(readFileSync(file, "utf8")) : null;
  if (before === null && existsSync(file))
    return unusable(`${file} is not a changeset`, "remove the file, or draft another one with --name");
  const bump = bumpOf(changes);
  const bumps = new Map(bump === null ? [] : packages.map((one): [string, Bump] => [one.name, bumpFor(one, bump)]));
  const after = updatedChangeset(before, { bumps, lines: listedChanges(changes, called) });
  return usable(after === null ? null : textOfChangeset(after));
}

function actionOf(file: string, text: string | null): Result["action"] {
  const before = existsSync(file) ? readFileSync(file, "utf8") : null;
  if (before === text) return "unchanged";
  if (text === null) return "removed";
  return before === null ? "written" : "updated";
}

function apply(file: string, text: string | null): void {
  if (text === null) rmSync(file, { force: true });
  else {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
