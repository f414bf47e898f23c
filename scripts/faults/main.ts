// Every seeded fault of the service, and one service without any, through the conformance kit: how many are found, and by which check.
// `--write` puts the table into docs/faults.md; otherwise the share is checked against its minimum, and the table against what was found. Ids
// as arguments look for those only, `--sample` for every sixth, as on each change; all are looked for every night (nightly.yml).

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { faults } from "../../packages/fulfillment/service/test/faults/faults.ts";
import { atOnce } from "../testing/at-once.ts";
import { endOf } from "../testing/programs.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { faultTable, findingOf } from "./table.ts";
import type { Found } from "./worker.ts";

/** The least share of faults that the kit has to find: of all; and of a sample, where one fault is 12 points. */
const goals = { all: 0.93, sample: 0.85 } as const;
/** The kit waits for deliveries that never come about as long as it works: two processes keep a processor busy. */
const processes = Math.min(8, 2 * availableParallelism());
const page = path.join(import.meta.dirname, "../../docs/faults.md");

/** Of so many faults in the order of their table, by kind and place, a sample has one, unless the page says that the kit misses it. */
const sampled = 6;

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean", default: false }, sample: { type: "boolean", default: false } },
});
if (values.sample && (values.write || wanted.length > 0)) {
  process.stderr.write("--sample goes with neither --write nor ids: the page is about all faults\n");
  process.exit(2);
}
const unknown = wanted.filter((id) => !faults.some((fault) => fault.id === id));
if (unknown.length > 0) {
  process.stderr.write(
    `no fault is called ${unknown.join(", ")}; packages/fulfillment/service/test/faults/kinds has them all\n`,
  );
  process.exit(2);
}
const listed = faults.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
const least = values.sample ? goals.sample : goals.all;
const [text, every] = [readFileSync(page, "utf8"), values.sample ? sampled : 1];
const isMissed = (id: string): boolean => every > 1 && new RegExp(`^. .${id}. .* not found .$`, "m").test(text);
const chosen = listed.filter(({ id }, index) => index % every === 0 && !isMissed(id));
const started = performance.now();
if (wanted.length === 0) showThatTheyAreFaults();
const found = await runWorkers(["healthy", ...chosen.map(({ id }) => id)], processes);
const problems = judge(found);
const news = wanted.length === 0 ? comparePage(faultTable(chosen, found)) : [];
const seconds = ((performance.now() - started) / 1000).toFixed(0);
const hits = chosen.filter((fault) => findingOf(fault, found) !== undefined).length;
process.stdout.write(
  `faults: the kit finds ${hits} of ${chosen.length} (${((100 * hits) / chosen.length).toFixed(1)} %), ${seconds} s\n`,
);
for (const fault of chosen) {
  const { id, title } = fault;
  const first = findingOf(fault, found);
  if (wanted.length > 0 && first !== undefined)
    process.stdout.write(`found   ${id}: ${first.check}: ${first.sentence}\n`);
  if (first === undefined) process.stdout.write(`missed  ${id}: ${title}${othersOf(id)}\n`);
}
// Which check finds a fault may vary; the share counts.
for (const line of news) process.stdout.write(`note    ${line}\n`);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** That each fault is one, and off unless it is asked for: no part of `pnpm test`, which has little time. */
function showThatTheyAreFaults(): void {
  const root = path.join(import.meta.dirname, "../..");
  const { status } = spawnSync(
    path.join(root, "node_modules/.bin/vitest"),
    ["run", "packages/fulfillment/service/test/faults"],
    {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, WAYBILL_FAULTS: String(every) },
    },
  );
  if (status !== 0) process.exit(1);
}

/** The result of each, by a few processes that each take the next ones. */
async function runWorkers(ids: readonly string[], processes: number): Promise<ReadonlyMap<string, Found>> {
  // A process starts in about a second, and one that dies takes few along.
  const perProcess = Math.min(12, Math.ceil(ids.length / processes));
  const groups = Array.from({ length: Math.ceil(ids.length / perProcess) }, (_, index) =>
    ids.slice(index * perProcess, (index + 1) * perProcess),
  );
  const found = new Map<string, Found>();
  await atOnce(processes, groups, async (group) => {
    for (const one of await runWorker(group)) found.set(one.id ?? "healthy", one);
  });
  return found;
}

async function runWorker(ids: readonly string[]): Promise<Found[]> {
  const program = path.join(import.meta.dirname, "worker.ts");
  const { stdout } = await endOf([process.execPath, program, ...ids], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, TMPDIR: temporaryFolder() },
  });
  // One that dies leaves the line of the fault out that it was at, and those after it.
  const lines = stdout.split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}

function judge(results: ReadonlyMap<string, Found>): string[] {
  const healthy = results.get("healthy");
  const wrong =
    healthy === undefined
      ? ["the service without a fault was not asked"]
      : healthy.findings.map(({ check, sentence }) => `the service without a fault is accused: ${check}: ${sentence}`);
  const missing = chosen
    .filter(({ id }) => !results.has(id))
    .map(({ id }) => `${id} was not looked for: its process ended before`);
  const share = chosen.filter((fault) => findingOf(fault, results) !== undefined).length / chosen.length;
  const few =
    wanted.length === 0 && share < least
      ? [`the kit finds ${(100 * share).toFixed(1)} % of the faults; it has to find ${100 * least} %`]
      : [];
  return [...wrong, ...missing, ...few];
}

/** The page says which faults are missed: one found fewer is a fault of the kit, one found more is news for the page. */
function comparePage(table: string): string[] {
  if (values.write) {
    writeFileSync(page, table);
    return [];
  }
  const known = missedIn(text);
  return missedIn(table)
    .filter((id) => text.includes(`| \`${id}\` |`) && !known.includes(id))
    .map((id) => `${id} is no longer found; docs/faults.md says that it is`);
}

function missedIn(text: string): string[] {
  return [...text.matchAll(/^\| `([^`]+)` \|.*\| not found \|$/gm)].map(([, id = ""]) => id);
}

/** What was found of a fault that is missed: about something else. */
function othersOf(id: string): string {
  const findings = found.get(id)?.findings ?? [];
  return findings.map(({ check, sentence }) => `\n        not by ${check}: ${sentence}`).join("");
}
