// Diagnostics to the terminal: frames on stderr, JSON or annotations on stdout.

import path from "node:path";
import { type Code, type Diagnostic, firstOfEach, githubOf, relatedLines, textOf } from "../../diagnostics/index.ts";
import { type Located, locate, type Reported } from "../../run/reported.ts";
import { groupedReport, type IsForeign } from "./grouped-report.ts";
import type { Terminal } from "./terminal.ts";
import type { Format } from "./usage.ts";

export interface Shown {
  /** How many lines the report may take; `null` for all there are. */
  readonly room: number | null;
  /** Printed below the counts of a run that failed. */
  readonly suggestion?: readonly string[];
  /** Of what warnings are one line for each code. Default: of no file. */
  readonly isForeign?: IsForeign;
}

const all: Shown = { room: null };

/** What is wrong with generated files is printed in full: only faults of a description come by the thousand. */
const ofFiles: ReadonlySet<Code> = new Set([
  "stale-file",
  "missing-file",
  "hand-edited-file",
  "foreign-file",
  "orphan-file",
  "unwritable-file",
  "version-skew",
  "invalid-manifest",
]);

/** Prints what is not JSON; in a GitHub workflow, annotations are printed with every format. */
export function printReport(reported: Reported, format: Format, terminal: Terminal, shown: Shown = all): void {
  const located = locate(reported, terminal.cwd);
  if (format === "text" && located.length > 0) terminal.err(`${textReport(located, shown).join("\n")}\n`);
  if (format !== "github" && !terminal.onGitHub) return;
  // With --json stdout is one JSON text; GitHub reads annotations from stderr just as well.
  const print = format === "json" ? terminal.err : terminal.out;
  for (const { diagnostic, hunks } of locate(reported, repositoryOf(terminal))) {
    print(`${githubOf(diagnostic, hunks.length > 0 ? hunks : relatedLines(diagnostic))}\n`);
  }
}

function textReport(located: readonly Located[], { room, suggestion = [], isForeign }: Shown): string[] {
  const summary = summaryOf(located.map(({ diagnostic }) => diagnostic));
  if (room === null) return [...located.flatMap(wholeLines), summary, ...suggestion];
  const inFull = located.filter(({ diagnostic }) => ofFiles.has(diagnostic.code));
  const others = located.filter((one) => !inFull.includes(one)).map(({ diagnostic }) => diagnostic);
  const { lines, isShortened } = groupedReport(others, room - suggestion.length - 1, isForeign);
  const how = isShortened ? ": --verbose prints each of them" : "";
  return [...lines, ...inFull.flatMap(wholeLines), `${summary}${how}`, ...suggestion];
}

/** What is tolerated is a line of its own, anything else a paragraph. */
function wholeLines({ diagnostic, excerpt }: Located): string[] {
  const end = diagnostic.assumed === null ? [""] : [];
  return [...textOf(diagnostic).split("\n"), ...excerpt.map((line) => `    ${line}`), ...end];
}

/** GitHub looks for the file of an annotation in the checkout, wherever the command ran. */
export function repositoryOf({ cwd, repository }: Terminal): string {
  if (repository === null) return cwd;
  const inside = path.relative(repository, cwd);
  return inside === ".." || inside.startsWith(`..${path.sep}`) || path.isAbsolute(inside) ? cwd : repository;
}

/** `2 errors, 1 warning, 3 tolerated`. */
function summaryOf(diagnostics: readonly Diagnostic[]): string {
  const count = (severity: string): string => {
    const number = firstOfEach(diagnostics.filter((diagnostic) => diagnostic.severity === severity)).length;
    return number === 0 ? "" : `${number} ${severity}${number === 1 || severity === "tolerated" ? "" : "s"}`;
  };
  return [count("error"), count("warning"), count("tolerated")].filter((part) => part !== "").join(", ");
}
