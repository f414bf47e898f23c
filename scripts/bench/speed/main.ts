// `pnpm bench speed [--petstore FILE] [--base FILE] [--only cold|lint|diff]… [--description NAME] [--times 3] [--built] [--write]`: what a description
// costs in each command, beside other tools and the least that any of them does. All in one run, in turns, each time a
// new process; the fastest of several counts, since what else runs on a machine only adds to it.
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { load } from "js-yaml";
import { unpack } from "../../corpus/descriptions.ts";
import { corpusPath } from "../../testing/shared-corpus.ts";
import { type Cost, costOf } from "../cost.ts";
import { machine, machineText, markdownTable, writeFigures, writeQuoted } from "../figures.ts";
import { bytesWritten, type Contender, contenders, type Entrant, entrantOf, runOnce, waybill } from "./contenders.ts";

const root = join(import.meta.dirname, "../../..");
const { values } = parseArgs({
  options: {
    /** Left out without one: npm package @readme/oas-examples 8.2.2, 3.0/yaml/petstore.yaml. */
    petstore: { type: "string" },
    /** An earlier release of GitHub's description, for `diff`: npm package @octokit/openapi 22.0.0, generated/api.github.com.json. */
    base: { type: "string" },
    only: { type: "string", multiple: true, default: [] },
    /** Generates from this one alone: GitHub, DigitalOcean, "this repository" or Petstore. */
    description: { type: "string" },
    times: { type: "string", default: "3" },
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
/** The least that any generator does: parses a JSON file, and writes a file of so many bytes. */
const floor = `const { readFileSync, writeFileSync } = require("node:fs");
const [, file, out, bytes] = process.argv;
JSON.parse(readFileSync(file, "utf8"));
writeFileSync(out, "x".repeat(Number(bytes)));`;
const sections: readonly (readonly [name: string, measure: () => Promise<void>])[] = [
  ["cold", cold],
  ["lint", lint],
  ["diff", diff],
];
for (const [name, measure] of sections) {
  if (values.only.length > 0 && !values.only.includes(name)) continue;
  await measure();
}
const source = values.built ? "waybill as published" : "waybill from source";
const text = `${source}, the fastest of ${times} alternating runs. ${caption}.\n\n${tableOf(rows)}`;
console.log(text);
writeFigures(join(root, ".reports/bench/speed.json"), { machine: machine(), source, rows });
if (values.write) writeQuoted("speed", text, "performance.md");
rmSync(scratch, { recursive: true, force: true });

interface Row {
  /** Rows of the same task are compared. */
  readonly task: string;
  readonly tool: string;
  /** `null` where it fails. */
  readonly seconds: number | null;
  readonly processorSeconds: number | null;
  readonly bytes: number | null;
  /** Seconds; the slowest of several, where it has to be below the goal. */
  readonly goal?: { readonly seconds: number; readonly found: number };
}

interface Measured {
  readonly name: string;
  readonly file: string;
  readonly tolerate: readonly string[];
  /** All its files, absolute. */
  readonly files: readonly string[];
}

function descriptions(): Measured[] {
  const found = ["GitHub", "DigitalOcean"].map((name) => describedIn(name));
  const own = join(root, "spec/openapi.yaml");
  const petstore = values.petstore === undefined ? [] : [measured("Petstore", resolve(values.petstore), [])];
  return [...found, measured("this repository", own, []), ...petstore];
}

function describedIn(name: string): Measured {
  const one = published.find((each) => each.name === name);
  if (one === undefined) throw new Error(`the corpus has no description of ${name}`);
  return measured(name, join(scratch, one.file), one.tolerate);
}

function measured(name: string, file: string, tolerate: readonly string[]): Measured {
  const isAlone = file.endsWith(".json") || name === "Petstore";
  const files = isAlone
    ? [file]
    : globSync("**/*.{yml,yaml}", { cwd: dirname(file) }).map((each) => join(dirname(file), each));
  return { name, file, tolerate, files };
}

/** Types, Zod schemas and a client where a generator has them. */
async function cold(): Promise<void> {
  const compared: Contender[] = [
    waybill("types, zod, client", ["types", "zod", "client"]),
    ...contenders.filter(({ outputs }) => outputs !== "lint"),
  ];
  for (const { name, file, tolerate, files } of descriptions()) {
    if (values.description !== undefined && values.description !== name) continue;
    const entrants: Entrant[] = [];
    for (const contender of compared)
      entrants.push(await entrantOf(contender, { description: file, tolerate, waybill: commandLine }));
    const floors: Cost[] = [];
    const parsed = asJson(name, files);
    let bytes = 0;
    for (let turn = 0; turn < times; turn += 1) {
      for (const entrant of entrants) await runOnce(entrant);
      const [ours] = entrants;
      bytes = ours === undefined ? 0 : (bytesWritten(ours) ?? 0);
      floors.push(
        await costOf(["--eval", floor, parsed, join(scratch, "floor"), String(bytes)], {
          folder: scratch,
        }),
      );
    }
    const task = `generate, ${name}`;
    for (const entrant of entrants) {
      const { contender, costs } = entrant;
      const written = bytesWritten(entrant);
      const tool = contender.name === "waybill" ? "waybill" : `${contender.name}: ${contender.outputs}`;
      const row = rowOf(task, tool, costs);
      rows.push(written === null ? { ...row, seconds: null, processorSeconds: null } : { ...row, bytes: written });
    }
    rows.push({ ...rowOf(task, "JSON.parse, and as many bytes written", floors), bytes });
  }
}

async function lint(): Promise<void> {
  const { file, tolerate } = describedIn("GitHub");
  const peer = contenders.find(({ outputs }) => outputs === "lint");
  if (peer === undefined) throw new Error("no contender lints");
  const entrant = await entrantOf(peer, { description: file, tolerate, waybill: commandLine });
  const ours: Cost[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    ours.push(await costOf([commandLine, "lint", file], { folder: scratch }));
    await runOnce(entrant);
  }
  rows.push(rowOf("lint, GitHub", "waybill", ours), rowOf("lint, GitHub", peer.name, entrant.costs));
}

/** The npm registry has no other that compares two descriptions and knows which changes break callers; docs/diff.md compares results. */
async function diff(): Promise<void> {
  if (values.base === undefined) {
    console.log("diff: skipped, without --base");
    return;
  }
  const { file } = describedIn("GitHub");
  const costs: Cost[] = [];
  for (let turn = 0; turn < times; turn += 1)
    costs.push(await costOf([commandLine, "diff", resolve(values.base), file], { folder: scratch }));
  const row = rowOf("diff, two releases of GitHub", "waybill", costs);
  rows.push({ ...row, goal: { seconds: 2, found: row.seconds ?? Number.NaN } });
}

function rowOf(task: string, tool: string, costs: readonly Cost[]): Row {
  const least = (secondsOf: (cost: Cost) => number): number => Math.min(...costs.map(secondsOf));
  const [seconds, processorSeconds] = [least((cost) => cost.seconds), least((cost) => cost.processorSeconds)];
  return { task, tool, seconds, processorSeconds, bytes: null };
}

/** All files of a description as one JSON text: its floor is not that of a parser of YAML. */
function asJson(name: string, files: readonly string[]): string {
  const file = join(scratch, `${name}.json`);
  const isJson = files.length === 1 && files[0]?.endsWith(".json") === true;
  const texts = files.map((each) => readFileSync(each, "utf8"));
  writeFileSync(
    file,
    isJson
      ? (texts[0] ?? "")
      : JSON.stringify(
          texts.map((each) => load(each)),
          null,
          2,
        ),
  );
  return file;
}

function built(): string {
  mkdirSync(scratch, { recursive: true });
  const { status, stderr } = spawnSync(join(root, "node_modules/.bin/tsdown"), ["--log-level", "warn"], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the toolkit could not be built:\n${stderr}`);
  return join(root, "generators/dist/cli/main.js");
}

function tableOf(rows: readonly Row[]): string {
  return markdownTable(
    ["", "", "wall", "to ours", "processor", "to ours", "MB written", "goal"],
    rows.map((row) => {
      const ours = rows.find(({ task, tool }) => task === row.task && tool === "waybill") ?? row;
      return [
        row.task,
        row.tool,
        row.seconds === null ? "fails" : secondsText(row.seconds),
        ratio(row.seconds, ours.seconds),
        row.processorSeconds === null ? "" : secondsText(row.processorSeconds),
        ratio(row.processorSeconds, ours.processorSeconds),
        row.bytes === null || row.bytes === 0 ? "" : (row.bytes / 1e6).toFixed(1),
        goalText(row),
      ];
    }),
  );
}

function goalText({ goal, seconds }: Row): string {
  if (goal === undefined) return "";
  const text = secondsText(goal.seconds) + (goal.found === seconds ? "" : `, slowest ${secondsText(goal.found)}`);
  return goal.found <= goal.seconds ? text : `**missed**: ${text}`;
}

function secondsText(value: number): string {
  return value < 0.995 ? `${(value * 1000).toFixed(0)} ms` : `${value.toFixed(2)} s`;
}

function ratio(value: number | null, ours: number | null): string {
  return value === null || ours === null ? "" : `${(value / ours).toFixed(2)}x`;
}
