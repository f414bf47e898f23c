// `node scripts/bench/spine.ts [repetitions]`: what a run of `waybill generate` on spec/ costs, each time as a new process:
// everything from nothing, and nothing changed, beside openapi-typescript on the same file.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism, cpus, tmpdir } from "node:os";
import path from "node:path";
import { printTable } from "./figures.ts";

const root = path.join(import.meta.dirname, "../..");
const toolkit = createRequire(path.join(root, "generators/package.json"));
const repetitions = Number(process.argv[2] ?? 9);
const scratch = mkdtempSync(path.join(tmpdir(), "waybill-bench-"));

interface Contender {
  readonly name: string;
  readonly args: readonly string[];
  /** Before each timed run, untimed. */
  readonly prepare?: () => void;
}

const kept = path.join(scratch, "kept");
const fresh = path.join(scratch, "fresh");

const contenders: readonly Contender[] = [
  { name: "node alone", args: ["-e", "0"] },
  {
    name: "waybill generate, everything",
    args: waybill(fresh),
    prepare: () => rmSync(fresh, { recursive: true, force: true }),
  },
  { name: "waybill generate, unchanged", args: waybill(kept) },
  {
    name: "openapi-typescript, types only",
    args: [binOf("openapi-typescript"), "spec/openapi.yaml", "-o", path.join(scratch, "paths.ts")],
  },
];

interface Measured {
  readonly name: string;
  /** Milliseconds of wall time, from spawn to exit. */
  readonly runs: readonly number[];
  readonly median: number;
  readonly min: number;
}

run(waybill(kept));
const measured = measure();
const byName = new Map(measured.map((one) => [one.name, one.median]));
const medianOf = (name: string): number => byName.get(name) ?? Number.NaN;

const full = medianOf("waybill generate, everything");
const unchanged = medianOf("waybill generate, unchanged");
const peer = medianOf("openapi-typescript, types only");
const goals = [
  { goal: "everything", found: full, limit: 1000 },
  { goal: "unchanged", found: unchanged, limit: 250 },
];

console.log(
  `Wall time of a new process in ms, ${repetitions} runs each, in turn. Node ${process.version}, ${availableParallelism()} CPUs.\n`,
);
printTable(
  ["", "median", "min", "to openapi-typescript"],
  measured.map(({ name, median, min }) => [name, ms(median), ms(min), `${(median / peer).toFixed(2)}x`]),
);
console.log("");
printTable(
  ["goal", "found", "limit", ""],
  goals.map(({ goal, found, limit }) => [goal, ms(found), ms(limit), found < limit ? "met" : "MISSED"]),
);

const report = path.join(root, ".reports/bench/spine.json");
mkdirSync(path.dirname(report), { recursive: true });
const machine = { node: process.version, cpu: cpus()[0]?.model ?? null, cpus: availableParallelism() };
writeFileSync(report, `${JSON.stringify({ machine, repetitions, measured, goals }, null, 2)}\n`);
rmSync(scratch, { recursive: true, force: true });
process.exitCode = goals.every(({ found, limit }) => found < limit) ? 0 : 1;

/** In turn, so that a busy moment of the machine falls on all alike. */
function measure(): Measured[] {
  const runs = contenders.map(() => [] as number[]);
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    for (const [index, { args, prepare }] of contenders.entries()) {
      prepare?.();
      runs[index]?.push(run(args));
    }
  }
  return contenders.map(({ name }, index) => {
    const own = runs[index] ?? [];
    const sorted = own.toSorted((a, b) => a - b);
    return {
      name,
      runs: own,
      median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
      min: sorted[0] ?? Number.NaN,
    };
  });
}

function run(args: readonly string[]): number {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  const milliseconds = performance.now() - started;
  if (status !== 0) throw new Error(`node ${args.join(" ")} exited with ${status}\n${stderr}`);
  return milliseconds;
}

function waybill(out: string): string[] {
  return [
    "generators/bin/waybill.js",
    "generate",
    "--openapi",
    "spec/openapi.yaml",
    "--asyncapi",
    "spec/asyncapi.yaml",
    "--out",
    out,
  ];
}

function binOf(name: string): string {
  const manifest = toolkit.resolve(`${name}/package.json`);
  return path.join(path.dirname(manifest), "bin/cli.js");
}

function ms(milliseconds: number): string {
  return milliseconds.toFixed(0);
}
