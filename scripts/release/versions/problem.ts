// Problems of a version, a changeset or a consumer -> lines with place and fix; annotations inside a GitHub workflow.
import { annotationOf } from "../../../generators/src/diagnostics/index.ts";

export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly code: string;
  readonly message: string;
  /** The fix; `null` where it is printed once for all of them. */
  readonly hint: string | null;
}

export function linesOf({ file, line, column, code, message, hint }: Problem): string {
  return `${file}:${line}:${column} error ${code}: ${withHint(message, hint)}`;
}

function annotationsOf({ file, line, column, code, message, hint }: Problem): string {
  return annotationOf({ severity: "error", file, line, column, title: code, text: withHint(message, hint) });
}

function withHint(message: string, hint: string | null): string {
  return hint === null ? message : `${message}\nhint: ${hint}`;
}

/** Prints all of them, and returns whether there were any. */
export function printProblems(problems: readonly Problem[]): boolean {
  for (const problem of problems) console.log(`${linesOf(problem)}\n`);
  if (process.env["GITHUB_ACTIONS"] === "true") for (const problem of problems) console.log(annotationsOf(problem));
  return problems.length > 0;
}

/** One-based, of an offset in a text. */
export function positionIn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}
