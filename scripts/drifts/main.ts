// `pnpm test:drifts [id ...]`: makes each deliberate drift in a copy of the checkout, and fails when the check that should say
// so does not, or does not say where.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { atOnce } from "../at-once.ts";
import { copyCheckout } from "./copy.ts";
import { apply, commandOf, type Drift, type Guard } from "./drift.ts";
import { drifts } from "./drifts.ts";

const root = path.resolve(import.meta.dirname, "../..");
const running = 2;
/** Of what a guard printed, when it is not what was expected. */
const shownLines = 80;

const wanted = process.argv.slice(2);
const unknown = wanted.filter((id) => !drifts.some((drift) => drift.id === id));
if (unknown.length > 0) {
  console.error(`no drift ${unknown.join(", ")}; there are: ${drifts.map(({ id }) => id).join(", ")}`);
  process.exit(2);
}
const selected = drifts.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
const folder = mkdtempSync(path.join(tmpdir(), "drifts-"));
try {
  process.exitCode = (await allPass(selected.map(({ guard }) => guard))) && (await allFound(selected)) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A guard that fails without any drift proves nothing. */
async function allPass(guards: readonly Guard[]): Promise<boolean> {
  const unchanged = copyTo("unchanged");
  const distinct = [...new Map(guards.map((guard) => [commandOf(guard), guard])).values()];
  const passed = await atOnce(running, distinct, async (guard) => {
    const { code, output, seconds } = await run(guard, unchanged);
    report(code === 0 ? "passes" : "FAILS", commandOf(guard), `${seconds} s, nothing changed`);
    if (code !== 0) console.log(indented(output));
    return code === 0;
  });
  return passed.every(Boolean);
}

async function allFound(all: readonly Drift[]): Promise<boolean> {
  const started = performance.now();
  const found = await atOnce(running, all, tryDrift);
  const missed = found.filter((one) => !one).length;
  const seconds = secondsSince(started);
  console.log(
    missed === 0
      ? `drifts: all ${all.length} were found, in ${seconds} s`
      : `drifts: ${missed} of ${all.length} were missed`,
  );
  return missed === 0;
}

async function tryDrift({ id, what, edits, generates, guard, says }: Drift): Promise<boolean> {
  const copy = copyTo(id);
  try {
    for (const edit of edits) apply(edit, copy);
    if (generates) await generate(copy);
    const { code, output, seconds } = await run(guard, copy);
    const said = says.exec(output)?.[0];
    const isFound = code !== 0 && said !== undefined;
    report(
      isFound ? "found" : "MISSED",
      id,
      `${seconds} s, ${commandOf(guard)}: ${said?.split("\n")[0]?.trim() ?? what}`,
    );
    if (!isFound) {
      console.log(indented(`${what}\nexpected exit code 1 and ${says}, got ${code} and:\n${output}`));
    }
    return isFound;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function copyTo(name: string): string {
  const copy = path.join(folder, name);
  copyCheckout(root, copy);
  return copy;
}

async function generate(copy: string): Promise<void> {
  const { code, output } = await outcomeOf(["node", "generators/bin/waybill.js", "generate"], copy);
  if (code !== 0) throw new Error(`the changed description cannot be generated from:\n${output}`);
}

interface Outcome {
  readonly code: number | null;
  readonly output: string;
  readonly seconds: string;
}

function run([kind, what, name]: Guard, copy: string): Promise<Outcome> {
  if (kind === "check") return outcomeOf(["node", "scripts/check.ts", what], copy);
  return outcomeOf(["vitest", "run", what, ...(name === undefined ? [] : ["-t", name])], copy);
}

function outcomeOf([program = "", ...args]: readonly string[], copy: string): Promise<Outcome> {
  const started = performance.now();
  const programs = path.join(copy, "node_modules/.bin");
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
  const child = spawn(path.join(programs, program), args, {
    cwd: copy,
    env: { ...environment(), PATH: [programs, process.env["PATH"]].join(path.delimiter) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  child.on("error", reject);
  child.on("close", (code) => resolve({ code, output, seconds: secondsSince(started) }));
  return promise;
}

/** Plain text, and none of what makes tools print for somebody else. */
function environment(): NodeJS.ProcessEnv {
  const { GITHUB_ACTIONS: _annotations, FORCE_COLOR: _colour, ...others } = process.env;
  return { ...others, NO_COLOR: "1" };
}

function report(verdict: string, name: string, rest: string): void {
  console.log(`${verdict.padEnd(7)} ${name.padEnd(28)} ${rest}`);
}

function indented(text: string): string {
  const lines = text.split("\n");
  const shown =
    lines.length > shownLines ? [...lines.slice(0, shownLines), `… ${lines.length - shownLines} more`] : lines;
  return shown.join("\n").replaceAll(/^/gm, "        ");
}

function secondsSince(started: number): string {
  return ((performance.now() - started) / 1000).toFixed(1);
}
