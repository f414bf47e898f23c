// `node scripts/bench/crash.ts [--cycles 300] [--backend sqlite|postgres] [--only NAME]… [--seed N] [--clients 8] [--sample] [--write] [--from FILE]…`:
// kills the service, stops and pauses its servers, fills its disk and moves its clock under load, and looks for what is lost.
// `--from` reports the figures of earlier runs (`--json`), each of a part, instead of a run.
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { machine, machineText, markdownTable, writeFigures, writeQuoted } from "./figures.ts";
import { type Disturbance, disturbances } from "./survival/disturbances.ts";
import { randomFrom } from "./survival/random.ts";
import { canMount, lossesOf, type Survival, survive } from "./survival/run.ts";
import type { Backend } from "./survival/world.ts";

const root = path.join(import.meta.dirname, "../..");
const { values } = parseArgs({
  options: {
    cycles: { type: "string" },
    backend: { type: "string" },
    only: { type: "string", multiple: true, default: [] },
    seed: { type: "string" },
    clients: { type: "string", default: "8" },
    sample: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    from: { type: "string", multiple: true, default: [] },
    json: { type: "string", default: path.join(root, ".reports/bench/crash.json") },
  },
});
const seed = wholeNumber("seed", values.seed ?? String(Math.floor(Math.random() * 1_000_000)));
const cycles = wholeNumber("cycles", values.cycles ?? (values.sample ? "6" : "300"));
const clients = wholeNumber("clients", values.clients);
const backends = backendsOf(values.backend ?? (values.sample ? "sqlite" : undefined));
const chosen = chosenOf(values.only.length === 0 && values.sample ? ["kill", "clock"] : values.only);

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));
const random = randomFrom(seed);
const results: Survival[] = [];
const skipped: string[] = [];
const machineLine = values.from.length === 0 ? await run() : figuresFrom(values.from);

const lost = results.flatMap(lossesOf);
console.log(`\n${report()}`);
if (values.write && lost.length === 0 && skipped.length === 0) writeQuoted("crash", report());
process.exitCode = lost.length === 0 ? 0 : 1;

/** What the figures are of. */
async function run(): Promise<string> {
  const line = `${machineText()}, ${clients} clients, seed ${seed}`;
  console.log(`${line}\n`);
  for (const disturbance of chosen) for (const backend of backends) await runOn(disturbance, backend);
  writeFigures(values.json, { line, machine: machine(), seed, clients, results, skipped });
  return line;
}

/** In the order of the table of disturbances. */
function figuresFrom(files: readonly string[]): string {
  const lines: string[] = [];
  for (const file of files) {
    const parsed: Figures = JSON.parse(readFileSync(file, "utf8"));
    lines.push(parsed.line);
    results.push(...parsed.results);
    skipped.push(...parsed.skipped);
  }
  const places = disturbances.map(({ name }) => name);
  results.sort((a, b) => places.indexOf(a.name) - places.indexOf(b.name));
  const seeds = lines.map((line) => line.slice(line.lastIndexOf(" ") + 1));
  const [first = ""] = lines;
  return `${first.slice(0, first.lastIndexOf("seed"))}in ${lines.length} runs, seeds ${seeds.join(", ")}`;
}

interface Figures {
  readonly line: string;
  readonly results: readonly Survival[];
  readonly skipped: readonly string[];
}

async function runOn(disturbance: Disturbance, backend: Backend): Promise<void> {
  const { name, share } = disturbance;
  if (!disturbance.backends.includes(backend)) return;
  if (disturbance.world?.disk !== undefined && !canMount()) {
    skipped.push(name);
    console.log(`${name}, ${backend}: SKIPPED, since only root can mount a disk for it`);
    return;
  }
  const rounds = Math.max(2, Math.round((cycles / backends.length) * share));
  const start = performance.now();
  const result = await survive(disturbance, { backend, rounds, clients, random });
  results.push(result);
  const losses = lossesOf(result);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  const { orders, events } = result.audit;
  console.log(
    `${name}, ${backend}: ${rounds} rounds, ${orders} orders, ${events} events, ${losses.length} lost, ${seconds} s`,
  );
  for (const loss of losses.slice(0, 20)) console.log(`  ${loss}`);
}

function report(): string {
  const head = [
    "",
    "",
    "rounds",
    "orders",
    "cancellations",
    "events",
    "lost",
    "twice",
    "500",
    "no response",
    "next order, ms",
  ];
  const rows = results.map((result) => {
    const { audit, title, backend, rounds, refused, unanswered, recoveries } = result;
    const counts = [rounds, audit.orders, audit.cancellations, audit.events, lossesOf(result).length, audit.twice];
    const next = `${recoveries.median.toFixed(0)} / ${recoveries.longest.toFixed(0)}`;
    return [title, backend, ...[...counts, refused, unanswered].map(count), next];
  });
  const starts = results.flatMap(({ starts: range, backend }) =>
    range === null ? [] : [`${range.median.toFixed(0)} ms on ${backend} (longest ${range.longest.toFixed(0)} ms)`],
  );
  const after = starts.length === 0 ? "" : `\n\nFrom a kill to the ready line, median: ${starts.join(", ")}.`;
  return `${machineLine}.\n\n${markdownTable(head, rows)}${after}`;
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}

function backendsOf(text: string | undefined): Backend[] {
  if (text === undefined) return ["sqlite", "postgres"];
  if (text === "sqlite" || text === "postgres") return [text];
  throw new Error(`--backend is sqlite or postgres, not ${text}`);
}

function chosenOf(names: readonly string[]): readonly Disturbance[] {
  for (const name of names) {
    if (disturbances.some((one) => one.name === name)) continue;
    throw new Error(`--only: there is no ${name}; there are ${disturbances.map((one) => one.name).join(", ")}`);
  }
  return names.length === 0 ? disturbances : disturbances.filter(({ name }) => names.includes(name));
}

function wholeNumber(name: string, text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new Error(`--${name} takes a whole number, not ${text}`);
}
