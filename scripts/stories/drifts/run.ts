// A program of the workspace, run in a copy of the checkout -> its exit code, what it printed and how long it took; and how the
// runs of this folder report.
import path from "node:path";
import { endOf } from "../../testing/programs.ts";

/** The length of unexpected output that is printed. */
const shownLines = 80;

export interface Outcome {
  readonly code: number | null;
  readonly output: string;
  readonly seconds: string;
}

export async function outcomeOf([program = "", ...args]: readonly string[], copy: string): Promise<Outcome> {
  const started = performance.now();
  const programs = path.join(copy, "node_modules/.bin");
  const env = { ...environment(), PATH: [programs, process.env["PATH"]].join(path.delimiter) };
  const { code, output } = await endOf([path.join(programs, program), ...args], { cwd: copy, env });
  return { code, output, seconds: secondsSince(started) };
}

/** Plain text, without variables that change the output of tools. */
function environment(): NodeJS.ProcessEnv {
  const { GITHUB_ACTIONS: _annotations, FORCE_COLOR: _colour, ...others } = process.env;
  return { ...others, NO_COLOR: "1" };
}

export function report(verdict: string, name: string, rest: string): void {
  console.log(`${verdict.padEnd(7)} ${name.padEnd(28)} ${rest}`);
}

export function indented(text: string): string {
  const lines = text.split("\n");
  const shown =
    lines.length > shownLines ? [...lines.slice(0, shownLines), `… ${lines.length - shownLines} more`] : lines;
  return shown.join("\n").replaceAll(/^/gm, "        ");
}

export function secondsSince(started: number): string {
  return ((performance.now() - started) / 1000).toFixed(1);
}
