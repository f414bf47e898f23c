// `node scripts/bench/generate.ts [--openapi FILE] [--edit FILE] [--tolerate CODE]... [--target NAME]... [--times 5] [--bin FILE]...`: what
// `waybill generate` costs, each time as a new process: everything from nothing, nothing changed, one schema changed. The
// runs take turns, so that a busy machine slows them all alike: the ratios count, and of processor time the least. Several programs, such as two
// builds, are compared.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { costOf } from "./cost.ts";
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
    /** Default: all that need nothing but the description. */
    target: { type: "string", multiple: true, default: [] },
    /** `waybill` as JavaScript. */
    bin: { type: "string", multiple: true, default: [path.join(root, "generators/bin/waybill.js")] },
  },
});
const scratch = mkdtempSync(path.join(tmpdir(), "waybill-bench-"));
const given = path.resolve(values.openapi);
const copy = path.join(scratch, "api");
if (given.endsWith(".json")) cpSync(given, path.join(copy, path.basename(given)));
else cpSync(path.dirname(given), copy, { recursive: true });
const entry = path.join(copy, path.basename(given));
const ownSchema = values.openapi === ownDescription ? "schemas/order.yaml" : path.basename(given);
const edited = path.join(copy, values.edit ?? ownSchema);

interface Case {
  readonly bin: string;
  readonly name: string;
  readonly description: string;
  readonly out: string;
  /** Before each run, untimed. */
  readonly prepare: () => unknown;
}

const fresh = path.join(scratch, "fresh");
const remove = (): void => rmSync(fresh, { recursive: true, force: true });
const cases = values.bin.flatMap((bin, index): Case[] => {
  const kept = path.join(scratch, `kept-${index}`);
  return [
    { bin, name: "cold", description: entry, out: fresh, prepare: remove },
    // After a run of its own, since the edit of the turn before is still to be generated.
    { bin, name: "unchanged", description: entry, out: kept, prepare: () => run(bin, entry, kept) },
    { bin, name: "one schema changed", description: entry, out: kept, prepare: edit },
  ];
});

interface Run {
  readonly milliseconds: number;
  readonly processorMilliseconds: number;
  readonly peakMegabytes: number;
}

let edits = 0;
const found = await measure();
console.log(`${path.basename(given)}, ${values.times} runs. ${machineText()}\n`);
printTable(
  ["", "ms, median", "of cold", "processor ms, least", "of cold", "peak MB"],
  found.map((one) => {
    const cold = found.find(({ bin, name }) => bin === one.bin && name === "cold") ?? one;
    return [
      values.bin.length === 1 ? one.name : `${one.bin} ${one.name}`,
      one.milliseconds.toFixed(0),
      `${(one.milliseconds / cold.milliseconds).toFixed(2)}x`,
      one.processorMilliseconds.toFixed(0),
      `${(one.processorMilliseconds / cold.processorMilliseconds).toFixed(2)}x`,
      one.peakMegabytes.toFixed(0),
    ];
  }),
);
writeFigures(path.join(root, ".reports/bench/generate.json"), { machine: machine(), description: given, found });
rmSync(scratch, { recursive: true, force: true });

async function measure(): Promise<(Run & Pick<Case, "bin" | "name">)[]> {
  const runs = cases.map((): Run[] => []);
  for (let turn = 0; turn < Number(values.times); turn += 1) {
    for (const [index, one] of cases.entries()) {
      await one.prepare();
      runs[index]?.push(await run(one.bin, one.description, one.out));
    }
  }
  return cases.map(({ bin, name }, index) => {
    const own = runs[index] ?? [];
    return {
      bin,
      name,
      milliseconds: medianOf(own.map((each) => each.milliseconds)),
      processorMilliseconds: Math.min(...own.map((each) => each.processorMilliseconds)),
      peakMegabytes: medianOf(own.map((each) => each.peakMegabytes)),
    };
  });
}

/** From the start of the process to its end. */
async function run(bin: string, description: string, out: string): Promise<Run> {
  const tolerated = values.tolerate.flatMap((code) => ["--tolerate", code]);
  const targets = values.target.flatMap((name) => ["--target", name]);
  const args = [path.resolve(bin), "generate", "--openapi", description, "--out", out, ...targets, ...tolerated];
  const { exit, output, seconds, processorSeconds, peakMegabytes } = await costOf(args, { folder: scratch });
  if (exit !== 0) throw new Error(`waybill ${args.slice(1).join(" ")} exited with ${exit}\n${output}`);
  return {
    milliseconds: seconds * 1000,
    processorMilliseconds: processorSeconds * 1000,
    peakMegabytes: peakMegabytes ?? Number.NaN,
  };
}

/** One more property in the first schema of the file that lists some. */
function edit(): void {
  const text = readFileSync(edited, "utf8");
  edits += 1;
  const name = `added_${edits}`;
  const changed = edited.endsWith(".json")
    ? text.replace(/("properties": *\{)(?= *\n* *")/, `$1 "${name}": { "type": "string" },`)
    : text.replace(/^( *)properties: *\n( *)/m, `$&${name}: { type: string }\n$2`);
  if (changed === text) throw new Error(`${edited} has no properties to add one to: name another file with --edit`);
  writeFileSync(edited, changed);
}
