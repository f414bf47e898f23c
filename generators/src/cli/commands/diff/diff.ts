// `waybill diff`: reads two descriptions of an API, and prints what a consumer of the first notices in the second, as the policy judges it.

import path from "node:path";
import { githubOfChanges, junitOfChanges, sarifOfChanges } from "../../../diff/format/ci.ts";
import { htmlOfChanges } from "../../../diff/format/html.ts";
import { jsonOfChange, jsonOfChanges } from "../../../diff/format/json.ts";
import { markdownOfChanges, mostCharacters } from "../../../diff/format/markdown.ts";
import type { Shown } from "../../../diff/format/shown-change.ts";
import { mostLines, textOfChanges } from "../../../diff/format/text.ts";
import { type Bump, bumpOf, bumps, type Change, isLarger } from "../../../diff/index.ts";
import {
  type Acceptance,
  type AcceptedChange,
  acceptanceOf,
  applyPolicy,
  type Chosen,
  chosenChanges,
  type Judged,
  unmatchedOf,
} from "../../../diff/policy/policy.ts";
import { type DescriptionDiff, diffDescriptions } from "../../../run/compare/diff-descriptions.ts";
import { asBase, inCommitOf, namesCommit, type Side, sideOf } from "../../../run/compare/diff-sides.ts";
import { findConfig } from "../../../run/config/config-file.ts";
import { pathFrom } from "../../../run/config/paths.ts";
import { type Usable, type UsageProblem, unusable, usable } from "../../../run/config/usage.ts";
import type { Arguments } from "../../../run/flags/arguments.ts";
import { reportedDiagnostics } from "../../../run/reported.ts";
import { toolkitVersion } from "../../../run/toolkit.ts";
import { printReport, repositoryOf } from "../../terminal/report-output.ts";
import { lineLimit } from "../../terminal/result.ts";
import { type ExitCode, rejectUsage, type Terminal } from "../../terminal/terminal.ts";
import { acceptingOf, type LocatedPolicy, policyOf, writeAccepted } from "./policy.ts";

export async function diff(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const task = await taskOf(args, terminal);
  if (!task.ok) return rejectUsage(task.problems, terminal, args.has("json") || args.one("format") === "json");
  const { sides, format } = task.value;
  const { base, revision } = sides;
  const comparison = diffDescriptions(base.description, revision.description, { wireOnly: args.has("wire") });
  const diagnostics = comparison.problems.filter(({ severity }) => severity !== "warning");
  const printable = { diagnostics, excerpts: new Map(), base: terminal.cwd };
  const room = args.has("verbose") ? null : lineLimit;
  printReport(printable, format === "github" ? "github" : "text", terminal, { room });
  const reported = reportedDiagnostics(printable, terminal.cwd);
  if (comparison.changes === null) {
    if (format === "json") {
      const result = { ok: false, command: "diff", bump: null, changes: [], diagnostics: reported };
      terminal.out(`${JSON.stringify(result, null, 2)}\n`);
    }
    terminal.err("nothing was compared: fix the errors in the description first\n");
    return 1;
  }
  const unmatched = unmatchedProblems(task.value.chosen, comparison);
  if (unmatched.length > 0) return rejectUsage(unmatched, terminal, format === "json");
  const judged = applyPolicy(task.value.policy, chosenChanges(comparison.changes, task.value.chosen), task.value.today);
  return finished(accepted(judged, task.value, terminal), { ...task.value, diagnostics: reported, args }, terminal);
}

interface Task {
  readonly format: DiffFormat;
  readonly sides: Sides;
  readonly policy: LocatedPolicy;
  readonly chosen: Chosen;
  readonly failOn: Bump | null;
  /** What `--accept` says; `null` without it. */
  readonly accepting: { readonly reason: string; readonly until: string | null } | null;
  readonly today: string;
}

async function taskOf(args: Arguments, terminal: Terminal): Promise<Usable<Task>> {
  const { cwd } = terminal;
  const today = new Date().toISOString().slice(0, 10);
  const format = formatOf(args);
  const accepting = acceptingOf(args, today);
  const sides = await sidesOf(args, { cwd, input: terminal.readInput });
  const policy = await policyOf(args, cwd);
  if (!format.ok || !accepting.ok || !sides.ok || !policy.ok)
    return {
      ok: false,
      problems: [format, accepting, sides, policy].flatMap((part) => (part.ok ? [] : part.problems)),
    };
  return usable({
    format: format.value,
    accepting: accepting.value,
    sides: sides.value,
    policy: policy.value,
    chosen: { paths: args.all("path"), tags: args.all("tag") },
    failOn: bumps.find((each) => each === args.one("fail-on")) ?? null,
    today,
  });
}

function formatOf(args: Arguments): Usable<DiffFormat> {
  const requestedFormat = args.one("format");
  if (args.has("json") && requestedFormat !== null && requestedFormat !== "json")
    return unusable(`--json and --format ${requestedFormat} cannot be used together`, "keep one of the two");
  return usable(args.has("json") ? "json" : (diffFormats.find((format) => format === requestedFormat) ?? "text"));
}

/** A path or tag that no operation has is a mistake: it would report nothing forever. */
function unmatchedProblems(chosen: Chosen, { operations }: DescriptionDiff): UsageProblem[] {
  const { paths, tags } = unmatchedOf(chosen, operations);
  const known = [...new Set(operations.flatMap((operation) => operation.tags))].sort();
  return [
    ...paths.map((path) => ({
      message: `--path ${path} matches no operation of either side`,
      hint: "as in the description, with * for one part and ** for several: --path '/v1/orders/**'",
    })),
    ...tags.map((tag) => ({
      message: `--tag ${tag} is the tag of no operation of either side`,
      hint: known.length === 0 ? "no operation has tags: use --path" : `available: ${known.slice(0, 20).join(", ")}`,
    })),
  ];
}

/** With `--accept`, the changes that would fail the run, or the major ones, are accepted from now on. */
function accepted(judged: Judged, { accepting, policy, failOn }: Task, { cwd, err }: Terminal): Judged {
  if (accepting === null) return judged;
  const smallest = failOn ?? "major";
  const isAccepted = ({ bump }: Change): boolean => !isLarger(smallest, bump);
  const now = judged.changes
    .filter(isAccepted)
    .map((change) => ({ change, acceptance: acceptanceOf(change, accepting) }));
  const file = pathFrom(cwd, policy.file);
  if (now.length === 0) err(`nothing to accept: no change requires a ${smallest} version\n`);
  else {
    writeAccepted(
      policy.file,
      policy.accepted,
      now.map(({ acceptance }) => acceptance),
    );
    err(`${now.length} change${now.length === 1 ? "" : "s"} accepted in ${file}: commit it\n`);
  }
  return {
    ...judged,
    changes: judged.changes.filter((change) => !isAccepted(change)),
    accepted: [...judged.accepted, ...now],
    expired: judged.expired.filter(({ change }) => !isAccepted(change)),
  };
}

interface Ending extends Task {
  readonly diagnostics: readonly object[];
  readonly args: Arguments;
}

function finished(judged: Judged, ending: Ending, terminal: Terminal): ExitCode {
  const { sides, failOn, format, args, chosen, diagnostics, policy } = ending;
  const bump = bumpOf(judged.changes);
  const fails = bump !== null && failOn !== null && !isLarger(failOn, bump);
  const only = args.all("only");
  printChanges(
    {
      changes: judged.changes.filter((change) => only.length === 0 || only.includes(change.bump)),
      hidden: only.length === 0 ? 0 : judged.changes.filter((change) => !only.includes(change.bump)).length,
      accepted: judged.accepted,
      expired: judged.expired,
      // Of a part of the API, acceptances of the others are not there.
      unused: chosen.paths.length + chosen.tags.length > 0 ? [] : judged.unused,
      bump,
      prefixes: { base: sides.base.prefix, revision: sides.revision.prefix },
      failOn,
      ok: !fails,
      isWhole: args.has("verbose"),
      acceptedFile: pathFrom(terminal.cwd, policy.file),
      diagnostics,
    },
    format,
    terminal,
  );
  if (fails) terminal.err(`the changes require a ${bump} version bump, and --fail-on is ${failOn}\n`);
  return fails ? 1 : 0;
}

// Arguments of `waybill diff` -> the two sides: two positional arguments, or `--base` and what it is compared with.

export interface Sides {
  readonly base: Side;
  readonly revision: Side;
}

interface Where {
  readonly cwd: string;
  /** All of standard input. */
  readonly input: () => Promise<string>;
}

export async function sidesOf(args: Arguments, where: Where): Promise<Usable<Sides>> {
  const named = args.one("base");
  return named === null ? bothPositional(args, where) : againstBase(named, args, where);
}

const hint = "for example waybill diff main:spec spec, or waybill diff --base main spec";

async function bothPositional(args: Arguments, { cwd, input }: Where): Promise<Usable<Sides>> {
  const [base, revision, extra] = args.positionals;
  if (base === undefined || revision === undefined)
    return unusable("two descriptions are needed, BASE and REVISION", hint);
  if (extra !== undefined) return unusable(`unexpected argument ${JSON.stringify(extra)}`, hint);
  if (base === "-" && revision === "-") return unusable("both sides are standard input", hint);
  return joined(await sideOf(base, args, cwd, input), await sideOf(revision, args, cwd, input));
}

/** The revision is the one positional argument, or else the nearest configuration. */
async function againstBase(named: string, args: Arguments, { cwd, input }: Where): Promise<Usable<Sides>> {
  const [written = args.one("config") ?? findConfig(cwd), extra] = args.positionals;
  if (extra !== undefined)
    return unusable(`unexpected argument ${JSON.stringify(extra)}`, "--base is one of the two sides");
  if (written === null) return unusable("there is nothing to compare with --base", hint);
  const revision = await sideOf(written, args, cwd, input);
  if (!revision.ok) return revision;
  // In a commit, the documents are those of the revision.
  if (named === "-" || !namesCommit(named, cwd)) return joined(await sideOf(named, args, cwd, input), revision);
  if (revision.value.prefix !== "")
    return unusable(`--base ${named} needs a revision on the disk`, `name both sides: ${named}:spec ${written}`);
  const { openapi, asyncapi, overlays = [], cwd: from, foreign } = revision.value.description;
  const absolute = (file: string | undefined): string | undefined => file && path.resolve(from, file);
  const documents = {
    openapi: absolute(openapi),
    asyncapi: absolute(asyncapi),
    overlays: overlays.map((file) => path.resolve(from, file)),
    foreign,
  };
  return joined(inCommitOf(named, documents, args, cwd), revision);
}

function joined(base: Usable<Side>, revision: Usable<Side>): Usable<Sides> {
  if (base.ok && revision.ok) return usable({ base: asBase(base.value), revision: revision.value });
  return { ok: false, problems: [base, revision].flatMap((side) => (side.ok ? [] : side.problems)) };
}

// Judged changes -> what `waybill diff` prints in each format, and what it says about accepted changes.

export type DiffFormat = "text" | "json" | "markdown" | "github" | "html" | "sarif" | "junit";
export const diffFormats: readonly DiffFormat[] = ["text", "json", "markdown", "github", "html", "sarif", "junit"];

export interface Printed extends Shown {
  readonly accepted: readonly AcceptedChange[];
  readonly expired: readonly AcceptedChange[];
  readonly unused: readonly Acceptance[];
  /** The number of changes that `--only` leaves out. */
  readonly hidden: number;
  /** The largest bump of all changes, also of those that are left out. */
  readonly bump: Bump | null;
  readonly failOn: Bump | null;
  readonly ok: boolean;
  /** Whether every change is printed whole, however many there are. */
  readonly isWhole: boolean;
  /** How messages name the file of accepted changes. */
  readonly acceptedFile: string;
  readonly diagnostics: readonly object[];
}

export function printChanges(printed: Printed, format: DiffFormat, terminal: Terminal): void {
  const checkout = repositoryOf(terminal);
  const fileOf = (file: string): string => pathFrom(checkout, file);
  const annotations = (): string => githubOfChanges({ ...printed, fileOf });
  terminal.out(format === "github" ? annotations() : textIn(format, printed, fileOf));
  printNotes(printed, terminal);
  // In a workflow, annotations are printed too, if they do not mix with the result.
  if (terminal.onGitHub && format !== "github") terminal.err(annotations());
}

function textIn(format: Exclude<DiffFormat, "github">, printed: Printed, fileOf: (file: string) => string): string {
  switch (format) {
    case "text":
      return textOfChanges(printed, printed.isWhole ? null : mostLines);
    case "json":
      return `${JSON.stringify(resultOf(printed), null, 2)}\n`;
    case "markdown":
      return markdownOfChanges(printed, printed.isWhole ? null : mostCharacters);
    case "html":
      return htmlOfChanges(printed);
    case "sarif":
      return sarifOfChanges({ ...printed, version: toolkitVersion(), fileOf });
    case "junit":
      return junitOfChanges(printed);
  }
}

function resultOf({ ok, bump, diagnostics, accepted, expired, unused, ...shown }: Printed): object {
  const withReason = ({ change, acceptance: { reason, until } }: AcceptedChange): object => ({
    ...jsonOfChange(change, shown.prefixes),
    reason,
    until,
  });
  return {
    ok,
    command: "diff",
    bump,
    changes: jsonOfChanges(shown),
    accepted: accepted.map(withReason),
    expired: expired.map(withReason),
    unused,
    diagnostics,
  };
}

/** What the result is without, and what has to be done about accepted changes. */
function printNotes({ hidden, expired, unused, acceptedFile }: Printed, { err }: Terminal): void {
  if (hidden > 0) err(`${hidden} other change${hidden === 1 ? " is" : "s are"} not printed because of --only\n`);
  for (const { change, acceptance } of expired)
    err(`${acceptedFile}: the acceptance expired on ${acceptance.until}: ${change.message} (${acceptance.reason})\n`);
  if (unused.length > 0)
    err(
      `${acceptedFile}: ${unused.length} accepted change${unused.length === 1 ? " no longer occurs" : "s no longer occur"}; remove ${unused.length === 1 ? "its entry" : "their entries"}\n`,
    );
}
