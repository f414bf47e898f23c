// In a worker: a description -> the result of `generate` with all targets and everything tolerated that can be.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { parentPort } from "node:worker_threads";
import { type Diagnostic, startOf, textOf } from "../../generators/src/diagnostics/index.ts";
import { isTolerable, tolerable } from "../../generators/src/diagnostics/tolerance.ts";
import { projectOfFlags } from "../../generators/src/run/flags/project-of-flags.ts";
import { runProject } from "../../generators/src/run/generate.ts";
import { loadLastRun } from "../../generators/src/run/load.ts";
import { Toolkit } from "../../generators/src/run/toolkit.ts";

export interface Order {
  readonly file: string;
  readonly out: string;
  readonly emit: "ts" | "js";
}

/** Codes, and how often each was reported. */
export type Counts = Readonly<Record<string, number>>;

export interface Outcome {
  readonly ok: boolean;
  readonly errors: Counts;
  readonly tolerated: Counts;
  readonly warnings: Counts;
  /** The first error of each code, as text. */
  readonly texts: Readonly<Record<string, string>>;
  /** Codes of problems that are reported without a place in a file. */
  readonly unplaced: readonly string[];
  /** The stack, where it threw. */
  readonly crash: string | null;
  readonly milliseconds: number;
  readonly bytes: number;
}

const toolkit = new Toolkit();

parentPort?.on("message", async (order: Order) => {
  const started = performance.now();
  const outcome = await outcomeOf(order).catch((error: unknown): Omit<Outcome, "milliseconds"> => {
    const crash = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { ...nothing, crash };
  });
  parentPort?.postMessage({ ...outcome, milliseconds: performance.now() - started } satisfies Outcome);
});

const nothing = { ok: false, errors: {}, tolerated: {}, warnings: {}, texts: {}, unplaced: [], crash: null, bytes: 0 };

async function outcomeOf({ file, out, emit }: Order): Promise<Omit<Outcome, "milliseconds">> {
  const flags = { openapi: file, asyncapi: null, out, targets: [], fields: { emit } };
  const project = projectOfFlags({ ...flags, tolerate: everything }, "/");
  if (!project.ok) throw new Error(JSON.stringify(project.problems));
  const request = { mode: "write", force: true, toolkit, cwd: "/" } as const;
  const { ok, diagnostics } = await runProject(project.value, loadLastRun(project.value, request), request);
  const of = (severity: Diagnostic["severity"]): Diagnostic[] =>
    diagnostics.filter((diagnostic) => diagnostic.severity === severity);
  return {
    ok,
    errors: countsOf(of("error")),
    tolerated: countsOf(of("tolerated")),
    warnings: countsOf(of("warning")),
    texts: Object.fromEntries(of("error").map((diagnostic) => [diagnostic.code, textOf(diagnostic)])),
    unplaced: diagnostics.filter(({ place }) => !startOf(place)?.document).map(({ code }) => code),
    crash: null,
    bytes: ok ? bytesBelow(out) : 0,
  };
}

const everything = new Set(tolerable.filter(isTolerable));

function countsOf(diagnostics: readonly Diagnostic[]): Counts {
  const counts: Record<string, number> = {};
  for (const { code } of diagnostics) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

function bytesBelow(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
}
