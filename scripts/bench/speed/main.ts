// `pnpm bench speed [--petstore FILE] [--only NAME]… [--times 5] [--built] [--write]`: what a description costs in each
// command, beside other tools. All in one run, in turns, each time a new process: the ratios count, of medians.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { unpack } from "../../corpus/descriptions.ts";
import { corpusPath } from "../../testing/shared-corpus.ts";
import { type Cost, costOf } from "../cost.ts";
import { machineText, markdownTable, medianOf, writeQuoted } from "../figures.ts";
import { bytesWritten, type Contender, contenders, type Entrant, entrantOf, runOnce, waybill } from "./contenders.ts";

const root = join(import.meta.dirname, "../../..");
const { values } = parseArgs({
  options: {
    /** Left out without one: npm package @readme/oas-examples 8.2.2, 3.0/yaml/petstore.yaml. */
    petstore: { type: "string" },
    /** The first word of tasks: generate, types, again, lint. */
    only: { type: "string", multiple: true, default: [] },
    times: { type: "string", default: "5" },
    /** As published, not from source. */
    built: { type: "boolean", default: false },
    /** Puts the table into docs/performance.md. */
    write: { type: "boolean", default: false },
  },
});
const times = Number(values.times);
const scratch = mkdtempSync(join(tmpdir(), "waybill-speed-"));
const commandLine = values.built ? built() : join(root, "generators/bin/waybill.js");
const published = unpack(corpusPath(), scratch);
const caption = machineText();
const rows: Row[] = [];
const sections = { generate, types, again, lint };
for (const [name, measure] of Object.entries(sections))
  if (values.only.length === 0 || values.only.includes(name)) await measure();
const source = values.built ? "waybill as published" : "waybill from source";
const text = `${source}, medians of ${times} alternating runs. ${caption}.\n\n${tableOf(rows)}`;
console.log(text);
if (values.write) writeQuoted("speed", text, "performance.md");
rmSync(scratch, { recursive: true, force: true });

interface Row {
  /** Rows of the same task are compared with its first one. */
  readonly task: string;
  readonly tool: string;
  readonly costs: readonly Cost[];
  readonly bytes: number | null;
}

interface Described {
  readonly name: string;
  readonly file: string;
  readonly tolerate: readonly string[];
}

function described(name: string): Described {
  const one = published.find((each) => each.name === name);
  if (one === undefined) throw new Error(`the corpus has no description of ${name}`);
  return { name, file: join(scratch, one.file), tolerate: one.tolerate };
}

/** Types, Zod schemas and a client, where a generator has them. */
async function generate(): Promise<void> {
  const own = { name: "this repository", file: join(root, "spec/openapi.yaml"), tolerate: [] };
  const given = values.petstore;
  const petstore = given === undefined ? [] : [{ name: "Petstore", file: resolve(given), tolerate: [] }];
  const compared = [
    waybill("types, zod, client", ["types", "zod", "client"]),
    ...contenders.filter(({ outputs }) => outputs === "types" || outputs.includes("zod")),
  ];
  for (const description of [described("GitHub"), described("DigitalOcean"), own, ...petstore])
    await compare(`generate, ${description.name}`, description, compared);
}

async function types(): Promise<void> {
  const alone = contenders.filter(({ outputs }) => outputs.startsWith("types") && !outputs.includes("zod"));
  await compare("types alone, GitHub", described("GitHub"), [waybill("types", ["types"]), ...alone]);
}

async function compare(task: string, { file, tolerate }: Described, compared: readonly Contender[]): Promise<void> {
  const entrants: Entrant[] = [];
  for (const contender of compared)
    entrants.push(await entrantOf(contender, { description: file, tolerate, waybill: commandLine }));
  for (let turn = 0; turn < times; turn += 1)
    for (const entrant of entrants) if (turn === 0 || entrant.contender.isOnce !== true) await runOnce(entrant);
  for (const entrant of entrants) {
    const { name, outputs } = entrant.contender;
    const tool = name === "waybill" ? name : `${name}: ${outputs}`;
    rows.push({ task, tool, costs: entrant.costs, bytes: bytesWritten(entrant) });
  }
}

/** Into the folder of the run before. */
async function again(): Promise<void> {
  const { file, tolerate } = described("GitHub");
  const out = join(scratch, "again");
  const contender = waybill("types, zod, client", ["types", "zod", "client"]);
  const command = contender.command({ description: file, out, tolerate, waybill: commandLine });
  const run = (): Promise<Cost> => costOf(command, { folder: scratch });
  const [cold, changed, unchanged]: [Cost[], Cost[], Cost[]] = [[], [], []];
  const text = readFileSync(file, "utf8");
  for (let turn = 0; turn < times; turn += 1) {
    rmSync(out, { recursive: true, force: true });
    writeFileSync(file, text);
    cold.push(await run());
    const added = text.replace(/("properties": *\{)(?= *\n* *")/, '$1 "added": { "type": "string" },');
    if (added === text) throw new Error("no schema of GitHub's description has properties");
    writeFileSync(file, added);
    changed.push(await run());
    unchanged.push(await run());
  }
  const task = "generate again, GitHub";
  const all = { cold, "one schema changed": changed, unchanged };
  for (const [tool, costs] of Object.entries(all)) rows.push({ task, tool, costs, bytes: null });
}

async function lint(): Promise<void> {
  const peers = contenders.filter(({ outputs }) => outputs === "lint");
  const ours: Contender = {
    ...waybill("lint", []),
    command: (run) => [run.waybill, "lint", run.description],
    reports: true,
  };
  await compare("lint, GitHub", described("GitHub"), [ours, ...peers]);
}

function built(): string {
  const { status, stderr } = spawnSync(join(root, "node_modules/.bin/tsdown"), ["--log-level", "warn"], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the toolkit could not be built:\n${stderr}`);
  return join(root, "generators/dist/cli/main.js");
}

function tableOf(all: readonly Row[]): string {
  return markdownTable(
    ["", "", "wall", "to ours", "processor", "to ours", "memory", "MB written"],
    all.map((row) => {
      const { task, tool, costs, bytes } = row;
      const ours = all.find((each) => each.task === task) ?? row;
      const isReport = bytes === 0 || bytes === null;
      const hasFailed = costs.some(({ exit }) => exit !== 0) && bytes === null && !task.startsWith("generate again");
      if (hasFailed) return [task, tool, "fails", "", "", "", "", ""];
      const timed = (of: (cost: Cost) => number): string[] => {
        const [value, own] = [medianOf(costs.map(of)), medianOf(ours.costs.map(of))];
        return [`${value.toFixed(2)} s`, `${(value / own).toFixed(2)}x`];
      };
      const memory = medianOf(costs.map(({ peakMegabytes }) => peakMegabytes ?? Number.NaN));
      return [
        ...[task, tool, ...timed(({ seconds }) => seconds), ...timed(({ processorSeconds }) => processorSeconds)],
        ...[`${memory.toFixed(0)} MB`, isReport ? "" : (bytes / 1e6).toFixed(1)],
      ];
    }),
  );
}
