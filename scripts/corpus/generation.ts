// One description of the corpus -> the result of a cold run of the command line, as figures and as problems.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CorpusDescription } from "./descriptions.ts";

export interface Generated {
  readonly milliseconds: number;
  readonly megabytes: number;
  readonly files: number;
  /** The number of reports, by code. */
  readonly errors: readonly string[];
  readonly warnings: number;
  readonly tolerated: number;
  /** Differences from the table of descriptions; empty when there are none. */
  readonly problems: readonly string[];
  /** Of every generated file and its text. */
  readonly hash: string;
}

const main = join(import.meta.dirname, "../../generators/bin/waybill.js");
const peak = pathToFileURL(join(import.meta.dirname, "peak-memory.ts")).href;

/** Runs in `folder`, and writes below `out`. */
export async function generateFrom(one: CorpusDescription, folder: string, out: string): Promise<Generated> {
  const tolerate = one.tolerate.flatMap((code) => ["--tolerate", code]);
  const args = ["generate", `--${one.kind}`, one.file, "--out", out, ...tolerate, "--json"];
  const peakFile = `${out}.peak`;
  const started = performance.now();
  const { code, stdout, stderr } = await run(["--import", peak, main, ...args], { cwd: folder, peakFile });
  const milliseconds = performance.now() - started;
  const diagnostics = diagnosticsIn(stdout);
  const errors = diagnostics.filter(({ severity }) => severity === "error").map((found) => found.code);
  const count = (severity: string): number => diagnostics.filter((found) => found.severity === severity).length;
  const unplaced = diagnostics.filter(({ line }) => line === null).map((found) => `${found.code} without a place`);
  const files = code === 0 ? generatedIn(out) : [];
  return {
    milliseconds,
    megabytes: Number(readFileSync(peakFile, "utf8")) / 1024,
    files: files.length,
    errors,
    warnings: count("warning"),
    tolerated: count("tolerated"),
    problems: [...unplaced, ...outcomeProblems(one, { code, errors, stderr })],
    hash: hashOf(out, files),
  };
}

interface Outcome {
  readonly code: number | null;
  readonly errors: readonly string[];
  readonly stderr: string;
}

function outcomeProblems({ refused }: CorpusDescription, { code, errors, stderr }: Outcome): string[] {
  const codes = [...new Set(errors)].sort().join(", ");
  if (refused === null) return code === 0 ? [] : [`exit ${code}: ${codes === "" ? stderr.slice(0, 500) : codes}`];
  const expected = refused.join(", ");
  return code === 1 && codes === expected ? [] : [`exit ${code} with ${codes || "no error"}, expected ${expected}`];
}

interface Found {
  readonly code: string;
  readonly severity: string;
  readonly line: number | null;
}

function diagnosticsIn(stdout: string): Found[] {
  try {
    const { diagnostics }: { diagnostics: Found[] } = JSON.parse(stdout);
    return diagnostics;
  } catch {
    return [];
  }
}

function generatedIn(out: string): string[] {
  return readdirSync(out, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".gen.ts"))
    .sort();
}

function hashOf(out: string, files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(out, file)));
  return hash.digest("hex");
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(args: readonly string[], { cwd, peakFile }: { cwd: string; peakFile: string }): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env: { ...process.env, WAYBILL_PEAK: peakFile } });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      resolve({ code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() });
    });
  });
}
