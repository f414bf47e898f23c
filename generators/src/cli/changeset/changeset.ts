// `waybill changeset`: what changed in a description since its last release -> a changeset that says so, in .changeset.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Diagnostic, Report } from "../../diagnostics/index.ts";
import { jsonOfChanges } from "../../diff/format/json.ts";
import { type Bump, bumpOf, type Change, diffApis } from "../../diff/index.ts";
import type { Api } from "../../model/api.ts";
import { readApi } from "../../read.ts";
import type { Arguments } from "../arguments.ts";
import type { Side } from "../diff-sides.ts";
import { formatOf } from "../format.ts";
import { pathFrom } from "../path-from.ts";
import { printReport, reportJson } from "../report-output.ts";
import type { ExitCode, Terminal } from "../terminal.ts";
import { rejectUsage, type Usable, unusable, usable } from "../usage.ts";
import { readChangesetFile, textOfChangeset } from "./changeset-file.ts";
import { type ComparedSides, comparedSides } from "./compared-sides.ts";
import { type DescribedApi, describedApi } from "./described-api.ts";
import { updatedChangeset } from "./draft.ts";
import { listedChanges } from "./listed-changes.ts";
import { printDrafted, type Result } from "./printed-draft.ts";
import { bumpFor, type RaisedPackage, raisedPackages } from "./raised-packages.ts";

export async function changeset(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const format = formatOf(args);
  if (!format.ok) return rejectUsage(format.problems, terminal, true);
  const task = await taskOf(args, terminal.cwd);
  if (!task.ok) return rejectUsage(task.problems, terminal, format.value === "json");
  const { sides, file, packages, called } = task.value;
  const read = { base: readSide(sides.base), revision: readSide(sides.revision) };
  const diagnostics = [...read.base.diagnostics, ...read.revision.diagnostics];
  const printable = { diagnostics, excerpts: new Map(), base: terminal.cwd };
  printReport(printable, format.value, terminal);
  const found = reportJson(printable, terminal.cwd);
  const { api: base } = read.base;
  const { api: revision } = read.revision;
  if (base === null || revision === null) {
    if (format.value === "json")
      terminal.out(`${JSON.stringify({ ok: false, command: "changeset", diagnostics: found }, null, 2)}\n`);
    terminal.err("nothing was compared: a description with errors says nothing certain\n");
    return 1;
  }
  const changes = diffApis(base, revision, { wireOnly: args.has("wire") });
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
  printDrafted(result, format.value, { terminal, diagnostics: found });
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
  const folder = changesetFolder(api.value.base);
  if (folder === null)
    return unusable("there is no folder .changeset here or in a folder above", "npx changeset init makes one");
  const sides = await comparedSides(api.value, args, { cwd, folder });
  const packages = raisedPackages(api.value, args);
  if (!sides.ok) return sides;
  if (!packages.ok) return packages;
  const name = args.one("name") ?? nameOf(api.value, sides.value);
  if (!/^[\w.-]+$/.test(name) || /^readme$/i.test(name))
    return unusable(`--name ${name} is no name of a file`, "letters, digits and hyphens: --name order-notes");
  const file = path.join(folder, `${name.replace(/\.md$/, "")}.md`);
  return usable({ sides: sides.value, packages: packages.value, called: calledOf(api.value), file });
}

function changesetFolder(from: string): string | null {
  for (let at = from; ; at = path.dirname(at)) {
    if (existsSync(path.join(at, ".changeset"))) return path.join(at, ".changeset");
    if (existsSync(path.join(at, ".git")) || path.dirname(at) === at) return null;
  }
}

/** The same for as long as the changes are told in one file: those since a release, or those of a branch. */
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

/** With errors there is no API: what was left out would be told as a change. */
function readSide(side: Side): { readonly api: Api | null; readonly diagnostics: readonly Diagnostic[] } {
  const report = new Report().tolerating(side.tolerate);
  const { api } = readApi(side.options, report);
  return {
    api: report.hasErrors ? null : api,
    diagnostics: report.list().filter(({ severity }) => severity === "error"),
  };
}

interface Drafting extends Omit<Task, "sides"> {
  readonly changes: readonly Change[];
}

/** The text of the file; `null` when it need not be there. */
function draftOf({ changes, packages, called, file }: Drafting): Usable<string | null> {
  const before = existsSync(file) ? readChangesetFile(readFileSync(file, "utf8")) : null;
  if (before === null && existsSync(file))
    return unusable(`${file} is no changeset`, "remove the file, or draft another one with --name");
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
