// `waybill changeset`: what changed in a description since its last release -> a changeset that lists it, in .changeset.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { listOf, printable } from "../../../diagnostics/index.ts";
import { type ChangeJson, jsonOfChanges } from "../../../diff/format/json.ts";
import { type Bump, bumpOf, bumps, type Change } from "../../../diff/index.ts";
import { applyPolicy } from "../../../diff/policy/policy.ts";
import { currentBranch, isBranch, isCommit } from "../../../run/compare/commit.ts";
import { diffDescriptions } from "../../../run/compare/diff-descriptions.ts";
import { baseSideOf, describedBy, type Side } from "../../../run/compare/diff-sides.ts";
import { nearestAbove, pathFrom } from "../../../run/config/paths.ts";
import { type Usable, unusable, usable } from "../../../run/config/usage.ts";
import type { Arguments } from "../../../run/flags/arguments.ts";
import { overlaysOf } from "../../../run/flags/reading-flags.ts";
import { reportedDiagnostics } from "../../../run/reported.ts";
import { printReport } from "../../terminal/report-output.ts";
import { lineLimit } from "../../terminal/result.ts";
import { type ExitCode, type Format, formatOf, rejectUsage, type Terminal } from "../../terminal/terminal.ts";
import { policyOf } from "../diff/policy.ts";
import { type DescribedApi, describedApi, readChangesetFile, textOfChangeset } from "./changeset-file.ts";
import { checkCoverage } from "./coverage.ts";
import {
  bumpFor,
  type DraftLine,
  fixedGroupsIn,
  type RaisedPackage,
  raisedPackages,
  updatedChangeset,
} from "./draft.ts";

export async function changeset(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const format = formatOf(args);
  if (!format.ok) return rejectUsage(format.problems, terminal, true);
  const task = await taskOf(args, terminal.cwd);
  if (!task.ok) return rejectUsage(task.problems, terminal, format.value === "json");
  const { sides, file, packages, called } = task.value;
  const policy = await policyOf(args, terminal.cwd);
  if (!policy.ok) return rejectUsage(policy.problems, terminal, format.value === "json");
  const { changes: detectedChanges, problems } = diffDescriptions(sides.base.description, sides.revision.description, {
    wireOnly: args.has("wire"),
  });
  const diagnostics = problems.filter(({ severity }) => severity !== "warning");
  const printable = { diagnostics, excerpts: new Map(), base: terminal.cwd };
  printReport(printable, format.value, terminal, { room: args.has("verbose") ? null : lineLimit });
  const reported = reportedDiagnostics(printable, terminal.cwd);
  if (detectedChanges === null) {
    if (format.value === "json")
      terminal.out(`${JSON.stringify({ ok: false, command: "changeset", diagnostics: reported }, null, 2)}\n`);
    terminal.err("nothing was compared: fix the errors in the description first\n");
    return 1;
  }
  // Accepted changes need no bump and are not listed for consumers.
  const { changes } = applyPolicy(policy.value, detectedChanges, new Date().toISOString().slice(0, 10));
  const prefixes = { base: sides.base.prefix, revision: "" };
  if (args.has("check")) {
    const folder = path.dirname(file);
    const checked = { changes, packages, folder, since: sides.named, prefixes, diagnostics: reported };
    return checkCoverage(checked, format.value, terminal);
  }
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
    changes: jsonOfChanges({ changes, prefixes }),
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
  const nameParts = [...(name === null ? [] : [name]), "api", ...(branch === null ? [] : [branch])];
  return nameParts
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

// The API that a changeset is about -> the description it is compared with, and its own, as `waybill diff` reads them.

export interface ComparedSides {
  /** As it was named. */
  readonly named: string;
  readonly base: Side;
  readonly revision: Side;
  /** Where changes are those of a branch alone: its name. `null` where they are all changes since a release. */
  readonly branch: string | null;
}

/** `folder` is that of the changesets, whose configuration names the base branch. */
export async function comparedSides(
  api: DescribedApi,
  args: Arguments,
  { cwd, folder }: { readonly cwd: string; readonly folder: string },
): Promise<Usable<ComparedSides>> {
  const flag = args.one("base");
  const configured = api.changeset.base;
  const named = flag ?? configured ?? baseBranch(folder, cwd);
  if (named === null) {
    const hint = "name the base to compare with: --base origin/main, --base v1.2.0, --base releases/1.2.0";
    return unusable("the last release is unknown", hint);
  }
  const from = flag === null && configured !== undefined ? api.base : cwd;
  const revision = describedBy(api.documents, cwd);
  const { openapi, asyncapi, options } = revision;
  // Those of the command line are applied to both sides.
  const flagged = overlaysOf(args, cwd);
  const overlays = (revision.overlays ?? []).filter((file) => !flagged.includes(file));
  const base = await baseSideOf(named, { openapi, asyncapi, overlays }, args, from);
  if (!base.ok) return base;
  const { description, prefix } = base.value;
  const [ref = ""] = named.split(":");
  return usable({
    named: shownOf(named, base.value, { from, cwd }),
    // What is tolerated now is tolerated in the base too.
    base: {
      description: {
        ...description,
        cwd,
        options,
        tolerate: new Set([...(description.tolerate ?? []), ...api.documents.tolerate]),
        lenient: (file) => description.lenient?.(file, false) === true || revision.lenient?.(file, false) === true,
      },
      prefix,
    },
    revision: { description: revision, prefix: "" },
    branch: isBranch(ref, cwd) ? currentBranch(cwd) : null,
  });
}

/** A folder of versions means one of them: the message names which. */
function shownOf(named: string, { description }: Side, { from, cwd }: { from: string; cwd: string }): string {
  const document = description.openapi ?? description.asyncapi;
  const isFolder = existsSync(path.resolve(from, named)) && statSync(path.resolve(from, named)).isDirectory();
  return isFolder && document !== undefined ? pathFrom(cwd, path.dirname(document)) : named;
}

/** What is at the remote, since the branch here may be old. */
function baseBranch(folder: string, cwd: string): string | null {
  const config = path.join(folder, "config.json");
  const parsed: unknown = existsSync(config) ? JSON.parse(readFileSync(config, "utf8")) : null;
  const named = typeof parsed === "object" && parsed !== null && "baseBranch" in parsed ? parsed.baseBranch : "main";
  return [`origin/${String(named)}`, String(named)].find((ref) => isCommit(ref, cwd)) ?? null;
}

const headings: Readonly<Record<Bump, string>> = {
  major: "**Breaking changes**",
  minor: "**New and compatible**",
  patch: "**Texts and examples**",
};

/** `called` is what the API is called. None for no changes. */
export function listedChanges(changes: readonly Change[], called: string): DraftLine[] {
  if (changes.length === 0) return [];
  const groups = bumps.flatMap((bump) => {
    const texts = new Set(changes.filter((change) => change.bump === bump).map(itemOf));
    return texts.size === 0 ? [] : [headingOf(headings[bump]), ...[...texts].map(listItem)];
  });
  // The first line of a changeset is what changelogs and pull requests show of it.
  return [headingOf(`What changes in the ${asMarkdown(called)}:`), ...groups];
}

function headingOf(text: string): DraftLine {
  return { kind: "heading", text };
}

function listItem(text: string): DraftLine {
  return { kind: "item", text };
}

function itemOf(change: Change): string {
  const { message, means } = change;
  return `- ${asMarkdown(message)}. ${asMarkdown(means)} In ${asMarkdown(usesOf(change))}.`;
}

/** More are counted by the part of the API they belong to. */
const mostUses = 4;

/** `GET /orders, response 200; event order.created`, or `12 requests, responses and messages of orders and returns`. */
function usesOf({ uses, resources }: Change): string {
  if (uses.length <= mostUses) return [...new Set(uses.map(({ where }) => where))].join("; ");
  const owners = resources.length === 0 ? "" : ` of ${listOf(resources, "and")}`;
  return `${uses.length} requests, responses and messages${owners}`;
}

/** Text of a description is text here too: no markup, no HTML, no @mention; on one line, without needless escapes. */
function asMarkdown(text: string): string {
  return printable(text.replaceAll(/\s+/g, " "))
    .replaceAll(/[\\`*[\]~]|(?<!\w)_|_(?!\w)/g, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(/@(?=\w)/g, "@&#8203;")
    .replaceAll(/#(?=\d)/g, "\\#");
}

export interface Result {
  /** Relative to the working directory. */
  readonly file: string;
  readonly action: "written" | "updated" | "unchanged" | "removed";
  /** Nothing was written, only printed. */
  readonly isDry: boolean;
  /** Of the file; `null` when it is not needed. */
  readonly text: string | null;
  /** What the description was compared with, as it was named. */
  readonly since: string;
  readonly bump: Bump | null;
  readonly changes: readonly ChangeJson[];
}

export function printDrafted(
  result: Result,
  format: Format,
  { terminal, diagnostics }: { readonly terminal: Terminal; readonly diagnostics: readonly object[] },
): void {
  const { isDry: dryRun, ...rest } = result;
  if (format === "json") {
    terminal.out(`${JSON.stringify({ ok: true, command: "changeset", dryRun, ...rest, diagnostics }, null, 2)}\n`);
    return;
  }
  terminal.out(`${linesOf(result).join("\n")}\n`);
}

function linesOf({ file, action, isDry, text, since, bump, changes }: Result): string[] {
  const listed = changes.map(({ bump: each, message, revision }) => {
    return `  ${each.padEnd(6)} ${revision.file}:${revision.line}:${revision.column}  ${printable(message)}`;
  });
  if (bump === null) {
    const contentNote = text === null ? "" : `; ${file} has what you wrote`;
    return [
      `no changes since ${since}${action === "removed" ? `: ${describeAction(action, isDry)} ${file}` : contentNote}`,
    ];
  }
  const count = `${changes.length} change${changes.length === 1 ? "" : "s"}`;
  const previewLines = isDry && text !== null ? ["", ...text.trimEnd().split("\n")] : [];
  const advice = isDry ? [] : ["Add a summary for your users above the list. Later runs keep it."];
  return [
    `${describeAction(action, isDry)} ${file}: ${bump}, ${count} since ${since}`,
    ...listed,
    ...advice,
    ...previewLines,
  ];
}

function describeAction(action: Result["action"], isDry: boolean): string {
  if (action === "unchanged") return "unchanged";
  return isDry ? { written: "would write", updated: "would update", removed: "would remove" }[action] : action;
}
