// A contender and a description -> the results of its runs: median costs, its output, and the compiler errors in that.
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { medianOf, medianOfKnown } from "../figures.ts";
import { type Contender, contenders, type Run } from "./contenders.ts";
import { type Cost, costOf } from "./cost.ts";
import { installedIn } from "./installed.ts";
import { type Compiler, consumerSeconds, typeErrorsIn } from "./type-check.ts";

export interface Entrant {
  readonly contender: Contender;
  readonly home: string;
  readonly run: Run;
  readonly costs: Cost[];
}

export interface Found {
  readonly name: string;
  readonly outputs: string;
  readonly seconds: number;
  readonly processorSeconds: number;
  readonly peakMegabytes: number | null;
  readonly files: number;
  readonly bytes: number;
  /** Its message when it fails; `null` otherwise. */
  readonly failure: string | null;
  /** `null` where there is nothing to compile. */
  readonly typeErrors: readonly (number | null)[];
  /** Of `tsc` on a file that imports one of its Zod schemas. */
  readonly consumerSeconds: readonly (number | null)[];
}

/** Installs it, when that has not been done, and writes its configuration. */
export async function entrantOf(contender: Contender, given: Omit<Run, "out">): Promise<Entrant> {
  const home = await installedIn(contender.home, contender.packages, contender.overrides);
  const out = join(home, `out-${contenders.indexOf(contender)}`);
  const entrant = { contender, home, run: { ...given, out }, costs: [] };
  if (contender.unchanged) await attempt(entrant);
  return entrant;
}

export async function runOnce(entrant: Entrant): Promise<void> {
  const { contender, run } = entrant;
  if (!contender.unchanged) rmSync(run.out, { recursive: true, force: true });
  entrant.costs.push(await attempt(entrant));
}

function attempt({ contender, home, run }: Entrant): Promise<Cost> {
  mkdirSync(run.out, { recursive: true });
  for (const [name, text] of Object.entries(contender.files?.(run) ?? {})) writeFileSync(join(home, name), text);
  return costOf(contender.command(run), { folder: home, environment: contender.environment ?? {} });
}

/** Checks the output of the last run. */
export async function summaryOf(entrant: Entrant, compilers: readonly Compiler[]): Promise<Found> {
  const { contender, home, run, costs } = entrant;
  const written = filesIn(run.out);
  const failed = costs.find(({ exit }) => exit !== 0 && !contender.reports);
  const hasCode = written.some((file) => /(?<!\.d)\.ts$/.test(file));
  const isJudged = hasCode && !contender.unchanged;
  const schemas = contender.zod === undefined ? null : join(run.out, contender.zod);
  const isImported = schemas !== null && existsSync(schemas);
  const typeErrors: (number | null)[] = [];
  const consumer: (number | null)[] = [];
  for (const compiler of compilers) {
    typeErrors.push(isJudged ? await typeErrorsIn(run.out, home, compiler) : null);
    consumer.push(isImported ? await consumerSeconds(schemas, home, compiler) : null);
  }
  return {
    name: contender.name,
    outputs: contender.outputs,
    seconds: medianOf(costs.map(({ seconds }) => seconds)),
    processorSeconds: medianOf(costs.map(({ processorSeconds }) => processorSeconds)),
    peakMegabytes: medianOfKnown(costs.map(({ peakMegabytes }) => peakMegabytes)),
    files: written.length,
    bytes: written.reduce((sum, file) => sum + statSync(file).size, 0),
    failure: failed === undefined ? null : complaintIn(failed),
    typeErrors,
    consumerSeconds: consumer,
  };
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The first line of its output that looks like an error. */
function complaintIn({ exit, output }: Cost): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
  const lines = output.replaceAll(/\u001b\[[\d;]*m/g, "").split("\n");
  const said =
    lines.find((line) => /error|cannot|failed|🛑|✗/i.test(line)) ?? lines.findLast((line) => line.trim() !== "");
  return `exit ${exit}: ${(said ?? "says nothing").trim().slice(0, 120)}`;
}
