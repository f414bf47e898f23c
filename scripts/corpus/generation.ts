// One published description -> the result of a cold run of the command line, as figures and as problems.
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { endOf } from "../testing/programs.ts";
import type { CorpusDescription } from "./descriptions.ts";

type Severity = "error" | "tolerated" | "warning";

export interface Generated {
  readonly milliseconds: number;
  readonly megabytes: number;
  readonly files: number;
  readonly bytes: number;
  /** The code of each report. */
  readonly codes: Readonly<Record<Severity, readonly string[]>>;
  /** Differences from what is known of the description; empty when there are none. */
  readonly problems: readonly string[];
  /** Of every generated file and its text. */
  readonly hash: string;
}

const main = join(import.meta.dirname, "../../generators/bin/waybill.js");

/** A description that takes longer is one that hangs. */
const mostMilliseconds = 180_000;

/** Runs in `folder`, and writes below `out`. `flags`: what else is given to `generate`. */
export async function generateFrom(
  one: CorpusDescription,
  { folder, out, flags = [] }: { readonly folder: string; readonly out: string; readonly flags?: readonly string[] },
): Promise<Generated> {
  const tolerate = one.tolerate.flatMap((code) => ["--tolerate", code]);
  const words = ["generate", `--${one.kind}`, one.file, "--out", out, "--strict", ...tolerate, ...flags];
  const started = performance.now();
  const { code, stdout, output } = await endOf([process.execPath, main, ...words, "--timing", "--json"], {
    cwd: folder,
    timeout: mostMilliseconds,
  });
  const milliseconds = performance.now() - started;
  const { diagnostics, timing } = reportIn(stdout);
  const codesOf = (severity: Severity): string[] =>
    diagnostics.flatMap((found) => (found.severity === severity ? found.code : []));
  const codes = { error: codesOf("error"), tolerated: codesOf("tolerated"), warning: codesOf("warning") };
  const files = code === 0 ? globSync("**/*.gen.{ts,js}", { cwd: out }).sort() : [];
  const texts = files.map((file) => readFileSync(join(out, file)));
  const hash = createHash("sha256");
  for (const [index, file] of files.entries()) hash.update(`${file}\0`).update(texts[index] ?? "");
  return {
    milliseconds,
    megabytes: timing.peakMegabytes,
    files: files.length,
    bytes: texts.reduce((sum, text) => sum + text.length, 0),
    codes,
    problems: [
      ...diagnostics.filter(({ line }) => line === null).map((found) => `${found.code} without a place`),
      ...outcomeProblems(one, { code, errors: codes.error, output }),
    ],
    hash: hash.digest("hex"),
  };
}

interface Outcome {
  /** `null` when a signal ended it, as after too long a time. */
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
