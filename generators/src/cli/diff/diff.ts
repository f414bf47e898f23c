// `waybill diff`: reads two descriptions of an API, and prints what a consumer of the first notices in the second.

import { pathFrom } from "../../config/path-from.ts";
import { type Usable, unusable, usable } from "../../config/usage.ts";
import { githubOfChanges } from "../../diff/format/github.ts";
import { htmlOfChanges } from "../../diff/format/html.ts";
import { jsonOfChanges } from "../../diff/format/json.ts";
import { markdownOfChanges, mostCharacters } from "../../diff/format/markdown.ts";
import type { Shown } from "../../diff/format/shown-change.ts";
import { mostLines, textOfChanges } from "../../diff/format/text.ts";
import { type Bump, bumpOf, bumps, isLarger } from "../../diff/index.ts";
import { diffDescriptions } from "../../diff-descriptions.ts";
import { reportedDiagnostics } from "../../generation/reported.ts";
import type { Arguments } from "../arguments.ts";
import { printReport, repositoryOf } from "../report-output.ts";
import { lineLimit } from "../result.ts";
import type { ExitCode, Terminal } from "../terminal.ts";
import { rejectUsage } from "../usage.ts";
import { type Side, sideOf } from "./diff-sides.ts";

type DiffFormat = "text" | "json" | "markdown" | "github" | "html";

export async function diff(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const format = formatOf(args);
  const sides = await sidesOf(args, terminal.cwd);
  if (!format.ok || !sides.ok) {
    const problems = [format, sides].flatMap((part) => (part.ok ? [] : part.problems));
    return rejectUsage(problems, terminal, args.has("json") || args.one("format") === "json");
  }
  const { base, revision } = sides.value;
  const { changes, problems } = diffDescriptions(base.description, revision.description, {
    wireOnly: args.has("wire"),
  });
  const diagnostics = problems.filter(({ severity }) => severity !== "warning");
  const printable = { diagnostics, excerpts: new Map(), base: terminal.cwd };
  const room = args.has("verbose") ? null : lineLimit;
  printReport(printable, format.value === "github" ? "github" : "text", terminal, { room });
  if (changes === null) {
    if (format.value === "json") {
      const found = reportedDiagnostics(printable, terminal.cwd);
      terminal.out(
        `${JSON.stringify({ ok: false, command: "diff", bump: null, changes: [], diagnostics: found }, null, 2)}\n`,
      );
    }
    terminal.err("nothing was compared: fix the errors in the description first\n");
    return 1;
  }
  const bump = bumpOf(changes);
  const failOn = bumps.find((each) => each === args.one("fail-on")) ?? null;
  const fails = bump !== null && failOn !== null && !isLarger(failOn, bump);
  const prefixes = { base: base.prefix, revision: revision.prefix };
  print(
    {
      changes,
      prefixes,
      failOn,
      ok: !fails,
      isWhole: args.has("verbose"),
      diagnostics: reportedDiagnostics(printable, terminal.cwd),
    },
    format.value,
    terminal,
  );
  if (fails) terminal.err(`the changes require a ${bump} version bump, and --fail-on is ${failOn}\n`);
  return fails ? 1 : 0;
}

interface Printed extends Shown {
  readonly failOn: Bump | null;
  readonly ok: boolean;
  /** Whether every change is printed whole, however many there are. */
  readonly isWhole: boolean;
  readonly diagnostics: readonly object[];
}

function print({ ok, failOn, diagnostics, isWhole, ...shown }: Printed, format: DiffFormat, terminal: Terminal): void {
  const annotations = (): string => {
    const checkout = repositoryOf(terminal);
    return githubOfChanges({ ...shown, failOn, fileOf: (file) => pathFrom(checkout, file) });
  };
  switch (format) {
    case "text":
      terminal.out(textOfChanges(shown, isWhole ? null : mostLines));
      break;
    case "json": {
      const found = { ok, command: "diff", bump: bumpOf(shown.changes), changes: jsonOfChanges(shown), diagnostics };
      terminal.out(`${JSON.stringify(found, null, 2)}\n`);
      break;
    }
    case "markdown":
      terminal.out(markdownOfChanges(shown, isWhole ? null : mostCharacters));
      break;
    case "html":
      terminal.out(htmlOfChanges(shown));
      break;
    case "github":
      terminal.out(annotations());
      return;
  }
  // In a workflow, annotations are printed too, if they do not mix with the result.
  if (terminal.onGitHub) terminal.err(annotations());
}

function formatOf(args: Arguments): Usable<DiffFormat> {
  const given = args.one("format");
  if (args.has("json") && given !== null && given !== "json")
    return unusable(`--json and --format ${given} exclude each other`, "keep one of the two");
  const formats: readonly DiffFormat[] = ["text", "json", "markdown", "github", "html"];
  return usable(args.has("json") ? "json" : (formats.find((format) => format === given) ?? "text"));
}

async function sidesOf(args: Arguments, cwd: string): Promise<Usable<{ base: Side; revision: Side }>> {
  const [base, revision, extra] = args.positionals;
  const hint = "for example waybill diff main:spec spec";
  if (base === undefined || revision === undefined)
    return unusable("two descriptions are needed, BASE and REVISION", hint);
  if (extra !== undefined) return unusable(`unexpected argument ${JSON.stringify(extra)}`, hint);
  const sides = [await sideOf(base, args, cwd), await sideOf(revision, args, cwd)] as const;
  const [first, second] = sides;
  if (!first.ok || !second.ok) return { ok: false, problems: sides.flatMap((side) => (side.ok ? [] : side.problems)) };
  return usable({ base: first.value, revision: second.value });
}
