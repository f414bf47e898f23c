// Diagnostics to the terminal: frames on stderr, JSON or annotations on stdout.

import path from "node:path";
import { type Diagnostic, githubOf, relatedLines, textOf } from "../diagnostics/index.ts";
import { locate, type Reported } from "../generation/reported.ts";
import type { Terminal } from "./terminal.ts";
import type { Format } from "./usage.ts";

/** Prints what is not JSON; in a GitHub workflow, annotations are printed with every format. */
export function printReport(reported: Reported, format: Format, terminal: Terminal): void {
  const located = locate(reported, terminal.cwd);
  if (format === "text") {
    for (const { diagnostic, excerpt } of located) {
      // What is tolerated is a line of its own, anything else a paragraph.
      const end = diagnostic.assumed === null ? "\n\n" : "\n";
      terminal.err(`${[textOf(diagnostic), ...excerpt.map((line) => `    ${line}`)].join("\n")}${end}`);
    }
    if (located.length > 0) terminal.err(`${summaryOf(reported.diagnostics)}\n`);
  }
  if (format !== "github" && !terminal.onGitHub) return;
  // With --json stdout is one JSON text; GitHub reads annotations from stderr just as well.
  const print = format === "json" ? terminal.err : terminal.out;
  for (const { diagnostic, hunks } of locate(reported, repositoryOf(terminal))) {
    print(`${githubOf(diagnostic, hunks.length > 0 ? hunks : relatedLines(diagnostic))}\n`);
  }
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
    const number = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    return number === 0 ? "" : `${number} ${severity}${number === 1 || severity === "tolerated" ? "" : "s"}`;
  };
  return [count("error"), count("warning"), count("tolerated")].filter((part) => part !== "").join(", ");
}
