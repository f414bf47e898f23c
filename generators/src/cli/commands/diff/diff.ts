// `waybill diff`: reads two descriptions of an API, and prints what a consumer of the first notices in the second, as the policy judges it.

import { type Bump, bumpOf, bumps, type Change, isLarger } from "../../../diff/index.ts";
import { type Chosen, chosenChanges, unmatchedOf } from "../../../diff/policy/filter.ts";
import { acceptanceOf, applyPolicy, type Judged } from "../../../diff/policy/policy.ts";
import { type DescriptionDiff, diffDescriptions } from "../../../run/compare/diff-descriptions.ts";
import { pathFrom } from "../../../run/config/paths.ts";
import { type Usable, type UsageProblem, unusable, usable } from "../../../run/config/usage.ts";
import type { Arguments } from "../../../run/flags/arguments.ts";
import { reportedDiagnostics } from "../../../run/reported.ts";
import { printReport } from "../../terminal/report-output.ts";
import { lineLimit } from "../../terminal/result.ts";
import type { ExitCode, Terminal } from "../../terminal/terminal.ts";
import { rejectUsage } from "../../terminal/usage.ts";
import { writeAccepted } from "./accepted-file.ts";
import { type Sides, sidesOf } from "./compared.ts";
import { acceptingOf, type LocatedPolicy, policyOf } from "./policy.ts";
import { type DiffFormat, diffFormats, printChanges } from "./printed.ts";

export async function diff(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const task = await taskOf(args, terminal);
  if (!task.ok) return rejectUsage(task.problems, terminal, args.has("json") || args.one("format") === "json");
  const { sides, format } = task.value;
  const { base, revision } = sides;
  const found = diffDescriptions(base.description, revision.description, { wireOnly: args.has("wire") });
  const diagnostics = found.problems.filter(({ severity }) => severity !== "warning");
  const printable = { diagnostics, excerpts: new Map(), base: terminal.cwd };
  const room = args.has("verbose") ? null : lineLimit;
  printReport(printable, format === "github" ? "github" : "text", terminal, { room });
  const reported = reportedDiagnostics(printable, terminal.cwd);
  if (found.changes === null) {
    if (format === "json") {
      const result = { ok: false, command: "diff", bump: null, changes: [], diagnostics: reported };
      terminal.out(`${JSON.stringify(result, null, 2)}\n`);
    }
    terminal.err("nothing was compared: fix the errors in the description first\n");
    return 1;
  }
  const unmatched = unmatchedProblems(task.value.chosen, found);
  if (unmatched.length > 0) return rejectUsage(unmatched, terminal, format === "json");
  const judged = applyPolicy(task.value.policy, chosenChanges(found.changes, task.value.chosen), task.value.today);
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
  const given = args.one("format");
  if (args.has("json") && given !== null && given !== "json")
    return unusable(`--json and --format ${given} cannot be used together`, "keep one of the two");
  return usable(args.has("json") ? "json" : (diffFormats.find((format) => format === given) ?? "text"));
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
