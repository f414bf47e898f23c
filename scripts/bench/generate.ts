// `node scripts/bench/generate.ts [--openapi FILE] [--edit FILE] [--tolerate CODE]... [--times 5] [--bin FILE]`: what `waybill generate` costs, each time
// as a new process: everything from nothing, nothing changed, one schema changed, and a JSON description of twice the size. The
// runs take turns, so that a busy machine slows them all alike: the ratios count.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { machine, machineText, medianOf, printTable, writeFigures } from "./figures.ts";

const root = path.join(import.meta.dirname, "../..");
const ownDescription = path.join(root, "spec/openapi.yaml");
const { values } = parseArgs({
  options: {
    /** The description; its folder is copied. */
    openapi: { type: "string", default: ownDescription },
    /** The file in which a schema is given a property, relative to that folder; the description itself when not given. */
    edit: { type: "string" },
    /** Codes of errors that the description is known to have. */
    tolerate: { type: "string", multiple: true, default: [] },
    times: { type: "string", default: "5" },
    bin: { type: "string", default: path.join(root, "generators/bin/waybill.js") },
  },
});
const scratch = mkdtempSync(path.join(tmpdir(), "waybill-bench-"));
const given = path.resolve(values.openapi);
const isJson = given.endsWith(".json");
const copy = path.join(scratch, "api");
if (isJson) cpSync(given, path.join(copy, path.basename(given)));
else cpSync(path.dirname(given), copy, { recursive: true });
const entry = path.join(copy, path.basename(given));
const ownSchema = values.openapi === ownDescription ? "schemas/order.yaml" : path.basename(given);
const edited = path.join(copy, values.edit ?? ownSchema);
const twice = path.join(scratch, "twice.json");
if (isJson) writeFileSync(twice, JSON.stringify(doubled(readFileSync(entry, "utf8")), null, 2));

interface Case {
  readonly name: string;
  readonly description: string;
  readonly out: string;
  /** Before each run, untimed. */
  readonly prepare: (turn: number) => void;
}

const fresh = path.join(scratch, "fresh");
const kept = path.join(scratch, "kept");
const remove = (): void => rmSync(fresh, { recursive: true, force: true });
const cases: readonly Case[] = [
  { name: "cold", description: entry, out: fresh, prepare: remove },
  // After a run of its own, since the edit of the turn before is still to be generated.
  { name: "unchanged", description: entry, out: kept, prepare: () => void run(entry, kept) },
  { name: "one schema changed", description: entry, out: kept, prepare: edit },
  ...(isJson ? [{ name: "twice the size", description: twice, out: fresh, prepare: remove }] : []),
];

interface Run {
  readonly milliseconds: number;
  readonly peakMegabytes: number;
}

const found = measure();
const cold = found[0]?.milliseconds ?? Number.NaN;
console.log(`${path.basename(given)}, medians of ${values.times} runs. ${machineText()}\n`);
printTable(
  ["", "ms", "of cold", "peak MB"],
  found.map(({ name, milliseconds, peakMegabytes }) => {
    return [name, milliseconds.toFixed(0), `${(milliseconds / cold).toFixed(2)}x`, peakMegabytes.toFixed(0)];
  }),
);
writeFigures(path.join(root, ".reports/bench/generate.json"), { machine: machine(), description: given, found });
rmSync(scratch, { recursive: true, force: true });

function measure(): (Run & { readonly name: string })[] {
  const runs = cases.map((): Run[] => []);
  for (let turn = 0; turn < Number(values.times); turn += 1) {
    for (const [index, one] of cases.entries()) {
      one.prepare(turn);
      runs[index]?.push(run(one.description, one.out));
    }
  }
  return cases.map(({ name }, index) => {
    const own = runs[index] ?? [];
    const milliseconds = medianOf(own.map((each) => each.milliseconds));
    return { name, milliseconds, peakMegabytes: medianOf(own.map((each) => each.peakMegabytes)) };
  });
}

/** From the start of the process to its end. */
function run(description: string, out: string): Run {
  const tolerated = values.tolerate.flatMap((code) => ["--tolerate", code]);
  const args = [values.bin, "generate", "--openapi", description, "--out", out, ...tolerated, "--timing", "--json"];
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: 2 ** 28 });
  const milliseconds = performance.now() - started;
  if (status !== 0) throw new Error(`waybill ${args.slice(1).join(" ")} exited with ${status}\n${stderr}${stdout}`);
  return { milliseconds, peakMegabytes: Number(JSON.parse(stdout).timing.peakMegabytes) };
}

/** One more property in the first schema of the file that lists some. */
function edit(turn: number): void {
  const text = readFileSync(edited, "utf8");
  const name = `added_in_turn_${turn}`;
  const changed = edited.endsWith(".json")
    ? text.replace(/("properties": *\{)(?= *\n* *")/, `$1 "${name}": { "type": "string" },`)
    : text.replace(/^( *)properties: *\n( *)/m, `$&${name}: { type: string }\n$2`);
  if (changed === text) throw new Error(`${edited} has no properties to add one to: name another file with --edit`);
  writeFileSync(edited, changed);
}

type Members = Record<string, unknown>;

/**
 * The same JSON description with every path and every component a second time, under another name. References point to components of their own half; names of security schemes, which are not references, stay.
 */
function doubled(text: string): unknown {
  const first = membersOf(JSON.parse(text));
  const again = membersOf(
    JSON.parse(text.replaceAll(/"#\/components\/(?!securitySchemes)(\w+)\//g, '"#/components/$1/again-')),
  );
  const components = Object.entries(membersOf(first["components"])).map(([kind, all]) => {
    const others = membersOf(membersOf(again["components"])[kind]);
    return [kind, kind === "securitySchemes" ? all : { ...membersOf(all), ...renamed(others, "again-") }];
  });
  const paths = Object.entries(membersOf(again["paths"])).map(([path, item]) => [`/again${path}`, itemAgain(item)]);
  const all = { ...membersOf(first["paths"]), ...Object.fromEntries(paths) };
  return { ...first, paths: all, components: Object.fromEntries(components) };
}

function itemAgain(item: unknown): Members {
  const entries = Object.entries(membersOf(item)).map(([key, value]) => {
    const operation = membersOf(value);
    const id = operation["operationId"];
    return [key, typeof id === "string" ? { ...operation, operationId: `again/${id}` } : value];
  });
  return Object.fromEntries(entries);
}

function renamed(members: Members, prefix: string): Members {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [prefix + name, value]));
}

function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
