// One description -> what a new user sees of `waybill generate` without options: whether it generates and compiles, how much it prints, how
// long it takes. Every program is a process of its own with limits, so that one that hangs or runs out of memory is one row of the table.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { removeTsNocheck } from "../../testing/checked-code.ts";
import { endOf } from "../../testing/programs.ts";
import type { Description } from "./descriptions.ts";

export interface Contact {
  readonly one: Description;
  /** `passed`, or the first step that did not: in a word or two, for the table. */
  readonly verdict: string;
  readonly lines: number;
  readonly seconds: number;
  /** What was printed by the step that failed; empty when none did. */
  readonly output: string;
}

const limits = { milliseconds: 180_000, megabytes: 4096 } as const;
const root = join(import.meta.dirname, "../../..");

/** Runs where the description is published, and writes into a folder that has the packages that generated code imports. */
export async function contactOf(one: Description, folder: string, flags: readonly string[]): Promise<Contact> {
  const out = join(folder, "generated");
  mkdirSync(out, { recursive: true });
  const started = performance.now();
  const program = [join(root, "generators/bin/waybill.js"), "generate", `--${one.kind}`, one.file, "--out", out];
  const { code, output } = await runLimited([...program, ...flags], one.home);
  const seconds = (performance.now() - started) / 1000;
  const lines = output === "" ? 0 : output.trimEnd().split("\n").length;
  const problem = code === 0 ? missingIn(one, out) : stoppedBy(code, seconds);
  if (problem !== null) return { one, lines, seconds, verdict: problem, output };
  const complaints = await complaintsIn(folder);
  const count = complaints.split("\n").filter((line) => line.includes("error TS")).length;
  const verdict = complaints === "" ? "passed" : count === 0 ? "compiler failed" : `${count} type errors`;
  return { one, lines, seconds, verdict, output: complaints };
}

function stoppedBy(code: number | null, seconds: number): string {
  if (code !== null) return "stopped";
  return seconds * 1000 >= limits.milliseconds ? `over ${limits.milliseconds / 1000} s` : "crashed";
}

/** A run that leaves a target out succeeds by its exit code. Without operations there is nothing to serve or to call. */
function missingIn({ kind, file }: Description, out: string): string | null {
  if (readdirSync(out).length === 0) return "wrote nothing";
  const ofOperations = ["server", "client"];
  const targets = kind === "asyncapi" ? ["webhooks"] : ["types", "zod", ...ofOperations];
  const missing = targets.filter((target) => !existsSync(join(out, target)));
  const excused = missing.every((target) => ofOperations.includes(target)) && !hasOperations(file);
  return missing.length === 0 || excused ? null : `no ${missing.join(", ")}`;
}

function hasOperations(file: string): boolean {
  return /^\s*["']?(?:get|put|post|delete|patch)["']?\s*:\s*(?:\{|$)/m.test(readFileSync(file, "utf8"));
}

/** Ends when it has, or is ended at the limits; the code is `null` then. */
async function runLimited(program: readonly string[], cwd: string): Promise<{ code: number | null; output: string }> {
  return await endOf([process.execPath, `--max-old-space-size=${limits.megabytes}`, ...program], {
    cwd,
    timeout: limits.milliseconds,
    killSignal: "SIGKILL",
    env: { ...process.env, NO_COLOR: "1" },
  });
}

/** What `tsc --init` switches on. */
const settings = {
  target: "es2022",
  lib: ["es2022", "dom", "dom.iterable"],
  module: "esnext",
  moduleResolution: "bundler",
  types: [],
  strict: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  noEmit: true,
};

async function complaintsIn(folder: string): Promise<string> {
  removeTsNocheck(folder);
  const config = { compilerOptions: settings, include: ["generated/**/*.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { code, output } = await runLimited([tsc, "--pretty", "false", "-p", folder], folder);
  return code === 0 ? "" : output || "it printed nothing";
}
