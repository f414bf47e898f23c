// `pnpm bench:consumer [--description FILE] [--tolerate CODE]… [--schema NAME]… [--times 3] [--rollup] [--write]`: what generated
// validators cost the code that imports one of them, written as TypeScript and as JavaScript: tsc on a file that imports it, the import
// itself, its share of a bundle. Exits 1 when a goal is missed.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runIn } from "../../packages/fresh-folder.ts";
import { machine, machineText, markdownTable, medianOf, writeFigures, writeQuoted } from "../figures.ts";
import { costOf } from "../peers/cost.ts";
import { descriptionGiven, type Given } from "../peers/given.ts";
import { compilers, consumerCost } from "../peers/type-check.ts";
import { esbuildBundle, rollupBundle, writeUse } from "./bundles.ts";

const root = join(import.meta.dirname, "../../..");
const { values } = parseArgs({
  options: {
    description: { type: "string" },
    tolerate: { type: "string", multiple: true, default: [] },
    schema: { type: "string", multiple: true, default: ["SimpleUser", "PullRequest", "Issue", "FullRepository"] },
    times: { type: "string", default: "3" },
    rollup: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
const times = Number(values.times);
const emissions = ["ts", "js"] as const;
/** This many schemas, evenly spread, represent the others. */
const sampled = 40;

interface Import {
  readonly name: string;
  /** Seconds of processor time, by compiler. */
  readonly compiled: readonly number[];
  /** Milliseconds of processor time of a process that imports it. */
  readonly imported: number;
}

const given = descriptionGiven(values.description, values.tolerate);
if (given !== null) await measure(given);

async function measure(description: Given): Promise<void> {
  // Inside the toolkit's package, so that generated code finds `zod`.
  const scratch = mkdtempSync(join(root, "generators/.generated-"));
  try {
    for (const emission of emissions) await generate(description, join(scratch, emission), emission);
    const text = machineText();
    const imports = [await importOf("Zod alone", null, scratch)];
    for (const emission of emissions) {
      imports.push(await importOf(`--emit ${emission}`, join(scratch, moduleOf(emission)), scratch));
    }
    const chosen = values.schema.map((name) => `${name}Schema`);
    const bundles = await bundlesOf(chosen, scratch);
    const sample = await bundlesOf(sampleOf(schemasIn(scratch)), scratch);
    report({ caption: `${description.name}, medians of ${times} runs. ${text}.`, imports, bundles, sample });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function moduleOf(emission: (typeof emissions)[number]): string {
  return `${emission}/zod/schemas.gen.${emission}`;
}

async function generate({ file, tolerate }: Given, out: string, emission: string): Promise<void> {
  const tolerated = tolerate.flatMap((code) => ["--tolerate", code]);
  const flags = ["--openapi", file, "--out", out, "--target", "zod", "--emit", emission, ...tolerated];
  await runIn(root, process.execPath, "generators/bin/waybill.js", "generate", ...flags);
}

async function importOf(name: string, module: string | null, scratch: string): Promise<Import> {
  const compiled: number[] = [];
  for (const compiler of compilers) {
    const costs = await repeated(async () => (await consumerCost(module, scratch, compiler)).processorSeconds);
    compiled.push(medianOf(costs));
  }
  // What the compilers have just read.
  const file = join(scratch, "consumer.ts");
  const seconds = await repeated(async () => (await costOf([file], { folder: scratch })).processorSeconds);
  return { name, compiled, imported: medianOf(seconds) * 1000 };
}

async function repeated(once: () => Promise<number>): Promise<number[]> {
  const found: number[] = [];
  for (let turn = 0; turn < times; turn += 1) found.push(await once());
  return found;
}

interface Bundle {
  readonly schema: string;
  readonly esbuild: number;
  readonly compressed: number;
  readonly rollup: number | null;
}

async function bundlesOf(schemas: readonly string[], scratch: string): Promise<Bundle[]> {
  const bundles: Bundle[] = [];
  for (const schema of schemas) {
    const file = writeUse(join(scratch, "use.js"), schema, `./${moduleOf("js")}`);
    const { bytes, compressed } = await esbuildBundle(file);
    const rollup = values.rollup && values.schema.includes(schema.replace(/Schema$/, ""));
    bundles.push({ schema, esbuild: bytes, compressed, rollup: rollup ? (await rollupBundle(file)).bytes : null });
  }
  return bundles;
}

function schemasIn(scratch: string): string[] {
  const text = readFileSync(join(scratch, moduleOf("js")), "utf8");
  return [...text.matchAll(/^export const (\w+Schema)\b/gm)].map(([, name = ""]) => name);
}

function sampleOf(names: readonly string[]): string[] {
  const step = Math.max(1, Math.floor(names.length / sampled));
  return names.filter((_, index) => index % step === 0);
}

interface Measured {
  readonly caption: string;
  readonly imports: readonly Import[];
  readonly bundles: readonly Bundle[];
  readonly sample: readonly Bundle[];
}

function report({ caption, imports, bundles, sample }: Measured): void {
  const size = medianOf(sample.map(({ esbuild }) => esbuild));
  const small = sample.filter(({ esbuild }) => esbuild < 10_000).length;
  const costs = markdownTable(
    ["one schema", ...compilers.map((compiler) => `tsc ${compiler}, s`), "import, ms"],
    imports.map(({ name, compiled, imported }) => [
      name,
      ...compiled.map((each) => each.toFixed(2)),
      imported.toFixed(0),
    ]),
  );
  const sizes = markdownTable(
    ["bundled without Zod, bytes", "esbuild", "compressed", "rollup"],
    [...bundles.map(cellsOf), [`median of ${sample.length}`, kilo(size), "", ""]],
  );
  const note = `Of ${sample.length} schemas spread over the description, ${small} take less than 10 kB.`;
  const tables = `${caption} Processor time.\n\n${costs}\n\n${sizes}\n\n${note}`;
  console.log(`${tables}\n`);
  const goals = goalsOf(imports, size);
  console.log(markdownTable(["goal", "found", "at most", ""], goals.map(goalCells)));
  writeFigures(join(root, ".reports/bench/consumer.json"), { machine: machine(), imports, bundles, sample, goals });
  if (values.write) writeQuoted("consumer", tables);
  process.exitCode = goals.every(({ found, atMost }) => found <= atMost) ? 0 : 1;
}

function cellsOf({ schema, esbuild, compressed, rollup }: Bundle): string[] {
  return [schema, kilo(esbuild), kilo(compressed), rollup === null ? "" : kilo(rollup)];
}

function kilo(bytes: number): string {
  return bytes.toLocaleString("en");
}

interface Limit {
  readonly goal: string;
  readonly found: number;
  readonly atMost: number;
}

function goalsOf([alone, , asJavaScript]: readonly Import[], size: number): Limit[] {
  const over = (measured: (one: Import) => number | undefined): number =>
    asJavaScript && alone ? (measured(asJavaScript) ?? Number.NaN) - (measured(alone) ?? Number.NaN) : Number.NaN;
  return [
    { goal: "tsc 5.9 over Zod alone, --emit js, s", found: over(({ compiled }) => compiled[0]), atMost: 1 },
    { goal: "import over Zod alone, --emit js, ms", found: over(({ imported }) => imported), atMost: 100 },
    { goal: "bundle, median, bytes", found: size, atMost: 10_000 },
  ];
}

function goalCells({ goal, found, atMost }: Limit): string[] {
  return [goal, found.toFixed(2), String(atMost), found <= atMost ? "met" : "MISSED"];
}
