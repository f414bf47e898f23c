// One description of the corpus -> the result of a cold run of the command line, as figures and as problems.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { endOf } from "../testing/programs.ts";
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

/** Runs in `folder`, and writes below `out`. */
export async function generateFrom(one: CorpusDescription, folder: string, out: string): Promise<Generated> {
  const tolerate = one.tolerate.flatMap((code) => ["--tolerate", code]);
  const args = ["generate", `--${one.kind}`, one.file, "--out", out, "--strict", ...tolerate, "--timing", "--json"];
  const started = performance.now();
  const { code, stdout, output } = await endOf([process.execPath, main, ...args], { cwd: folder });
  const milliseconds = performance.now() - started;
  const { diagnostics, timing } = reportIn(stdout);
  const errors = diagnostics.filter(({ severity }) => severity === "error").map((found) => found.code);
  const count = (severity: string): number => diagnostics.filter((found) => found.severity === severity).length;
  const unplaced = diagnostics.filter(({ line }) => line === null).map((found) => `${found.code} without a place`);
  const files = code === 0 ? generatedIn(out) : [];
  return {
    milliseconds,
    megabytes: timing.peakMegabytes,
    files: files.length,
    errors,
    warnings: count("warning"),
    tolerated: count("tolerated"),
    problems: [...unplaced, ...outcomeProblems(one, { code, errors, output })],
    hash: hashOf(out, files),
  };
}

interface Outcome {
  readonly code: number | null;
  readonly errors: readonly string[];
  readonly output: string;
}

function outcomeProblems({ refused }: CorpusDescription, { code, errors, output }: Outcome): string[] {
  const codes = [...new Set(errors)].sort().join(", ");
  if (refused === null) return code === 0 ? [] : [`exit ${code}: ${codes === "" ? output.slice(0, 500) : codes}`];
  const expected = refused.join(", ");
  return code === 1 && codes === expected ? [] : [`exit ${code} with ${codes || "no error"}, expected ${expected}`];
}

interface Printed {
  readonly diagnostics: readonly { readonly code: string; readonly severity: string; readonly line: number | null }[];
  readonly timing: { readonly peakMegabytes: number };
}

function reportIn(stdout: string): Printed {
  try {
    return JSON.parse(stdout);
  } catch {
    return { diagnostics: [], timing: { peakMegabytes: Number.NaN } };
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
