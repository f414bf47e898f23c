// `pnpm bench consumer [--description FILE] [--tolerate CODE]… [--schema NAME]… [--times 3] [--no-peers] [--write]`: what
// generated code costs the code that imports one schema, type or operation: tsc on a file that imports it; of a schema also the import
// itself and its share of a bundle; and tsc with the validators of other generators. Exits 1 when a goal is missed.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { runIn } from "../../stories/harness/fresh-folder.ts";
import { machine, machineText, markdownTable, medianOf, medianOfKnown, writeFigures, writeQuoted } from "../figures.ts";
import { contenders } from "../peers/contenders.ts";
import { costOf } from "../peers/cost.ts";
import { entrantOf, runOnce } from "../peers/entrant.ts";
import { descriptionGiven, type Given, withoutExtensions } from "../peers/given.ts";
import { compilers, consumerCost, type Imported } from "../peers/type-check.ts";
import { esbuildBundle, writeUse } from "./bundles.ts";
import { type Reached, reachedFrom } from "./reach.ts";

const root = join(import.meta.dirname, "../../..");
const { values } = parseArgs({
  allowNegative: true,
  options: {
    description: { type: "string" },
    tolerate: { type: "string", multiple: true, default: [] },
    schema: { type: "string", multiple: true, default: ["SimpleUser", "PullRequest", "Issue", "FullRepository"] },
    times: { type: "string", default: "3" },
    peers: { type: "boolean", default: true },
    write: { type: "boolean", default: false },
  },
});
const times = Number(values.times);
const emissions = ["ts", "js"] as const;
/** This many schemas, evenly spread, represent the others. */
const sampled = 40;
/** As users start with them. */
const peers = ["hey-api", "orval"];

/** The names of the rows that have goals. */
const named = {
  type: "waybill, a type",
  operation: "waybill, an operation",
  largeOperation: "waybill, an operation, the largest",
  own: "waybill, from its own file",
  large: "waybill, from its own file, the largest",
  each: "waybill --schema-files each",
  script: "waybill --emit js",
};

interface Import {
  readonly name: string;
  /** By compiler. */
  readonly compiled: readonly Compiled[];
  /** Milliseconds of processor time of a process that imports it; `null` where it was not measured. */
  readonly imported: number | null;
}

interface Compiled {
  readonly processorSeconds: number;
  readonly peakMegabytes: number | null;
}

const given = descriptionGiven(values.description, values.tolerate);
if (given !== null) await measure(given);

async function measure(description: Given): Promise<void> {
  // Inside the toolkit's package, so that generated code finds `zod`.
  const scratch = mkdtempSync(join(root, "generators/.generated-"));
  try {
    for (const emission of emissions) await generate(description, join(scratch, emission), ["--emit", emission]);
    await generate(description, join(scratch, "checked"), ["--no-ts-nocheck"]);
    await generate(description, join(scratch, "each"), ["--schema-files", "each"]);
    const text = machineText();
    const schema = (file: string): { readonly median: Reached; readonly most: Reached } =>
      reachedFrom(join(scratch, file), /^export (?:declare )?const (\w+Schema)\b/gm);
    const used = ({ name, file }: Reached): Imported => ({ text: schemaImport(name, file, scratch) });
    const own = schema("ts/zod/schemas.gen.ts");
    const operation = reachedFrom(join(scratch, "ts/client/operations.gen.ts"), /^export const (\w+): Operation</gm);
    const rows: readonly (readonly [string, Imported])[] = [
      ["an empty file", "empty"],
      ["Zod alone", null],
      [named.type, { text: typeImport(own.median.file, scratch) }],
      [named.operation, { text: operationImport(operation.median, scratch) }],
      [named.largeOperation, { text: operationImport(operation.most, scratch) }],
      [named.own, used(own.median)],
      [named.large, used(own.most)],
      ["waybill, from schemas.gen.ts", join(scratch, "ts/zod/schemas.gen.ts")],
      ["waybill, from its index", join(scratch, "ts/zod/index.gen.ts")],
      ["waybill --no-ts-nocheck", used(schema("checked/zod/schemas.gen.ts").median)],
      [named.each, used(schema("each/zod/schemas.gen.ts").median)],
      [named.script, used(schema("js/zod/schemas.gen.d.ts").median)],
    ];
    const imports: Import[] = [];
    for (const [name, module] of rows) imports.push(await importOf(name, module, scratch));
    if (values.peers) imports.push(...(await peerImports(description)));
    const chosen = values.schema.map((name) => `${name}Schema`);
    const bundles = await bundlesOf(chosen, scratch);
    const sample = await bundlesOf(sampleOf(schemasIn(scratch)), scratch);
    report({
      caption: `${description.name}, ${times === 1 ? "one run" : `medians of ${times} runs`}. ${text}.`,
      imports,
      bundles,
      sample,
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function generate({ file, tolerate }: Given, out: string, options: readonly string[]): Promise<void> {
  const tolerated = tolerate.flatMap((code) => ["--tolerate", code]);
  const flags = ["--openapi", file, "--out", out, "--target", "zod,client", ...options, ...tolerated];
  await runIn(root, process.execPath, "generators/bin/waybill.js", "generate", ...flags);
}

/** A type of the schemas beside those of a module. */
function typeImport(module: string, scratch: string): string {
  const types = module.replace("/zod/", "/types/");
  const [, name = ""] = /^export type (\w+)/m.exec(readFileSync(types, "utf8")) ?? [];
  return `import type { ${name} } from "./${relative(scratch, types)}";\nexport const it: ${name} | null = null;\n`;
}

function schemaImport(name: string, file: string, scratch: string): string {
  const specifier = `./${relative(scratch, file)}`.replace(/\.d\.ts$/, ".js");
  return `import { ${name} } from "${specifier}";\nexport const it: boolean = ${name}.safeParse(null).success;\n`;
}

function operationImport({ name, file }: Reached, scratch: string): string {
  return `import { createSend } from "./ts/client/index.gen.ts";
import { ${name} } from "./${relative(scratch, file)}";
const send = createSend({ baseUrl: "https://api.example" });
export const it: () => unknown = () => send(${name}, {} as never);
`;
}

async function importOf(name: string, module: Imported, scratch: string): Promise<Import> {
  const compiled = await compiledWith(module, scratch);
  // What the compilers have just read.
  const file = join(scratch, "consumer.ts");
  const seconds = await repeated(async () => (await costOf([file], { folder: scratch })).processorSeconds);
  return { name, compiled, imported: medianOf(seconds) * 1000 };
}

/** In the folder where the packages are that the module imports. */
async function compiledWith(module: Imported, home: string): Promise<Compiled[]> {
  const compiled: Compiled[] = [];
  for (const compiler of compilers) {
    const costs = await repeated(() => consumerCost(module, home, compiler));
    compiled.push({
      processorSeconds: medianOf(costs.map(({ processorSeconds }) => processorSeconds)),
      peakMegabytes: medianOfKnown(costs.map(({ peakMegabytes }) => peakMegabytes)),
    });
  }
  return compiled;
}

/** The others on the same description: those that cannot read it, on a copy without extensions. */
async function peerImports(description: Given): Promise<Import[]> {
  const imports: Import[] = [];
  for (const contender of contenders.filter(({ name }) => peers.some((peer) => name.startsWith(peer)))) {
    const file = contender.withoutExtensions ? withoutExtensions(description) : description.file;
    const entrant = await entrantOf(contender, { description: file, tolerate: description.tolerate, waybill: "" });
    await runOnce(entrant);
    const module = join(entrant.run.out, contender.zod ?? "");
    if (!existsSync(module)) continue;
    imports.push({ name: contender.name, compiled: await compiledWith(module, entrant.home), imported: null });
  }
  return imports;
}

async function repeated<Value>(once: () => Promise<Value>): Promise<Value[]> {
  const found: Value[] = [];
  for (let turn = 0; turn < times; turn += 1) found.push(await once());
  return found;
}

interface Bundle {
  readonly schema: string;
  readonly esbuild: number;
  readonly compressed: number;
}

async function bundlesOf(schemas: readonly string[], scratch: string): Promise<Bundle[]> {
  const bundles: Bundle[] = [];
  for (const schema of schemas) {
    const file = writeUse(join(scratch, "use.js"), schema, "./js/zod/schemas.gen.js");
    const { bytes, compressed } = await esbuildBundle(file);
    bundles.push({ schema, esbuild: bytes, compressed });
  }
  return bundles;
}

function schemasIn(scratch: string): string[] {
  const folder = join(scratch, "js/zod");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    /^schemas\b.*\.js$/.test(file),
  );
  const texts = files.sort().map((file) => readFileSync(join(folder, file), "utf8"));
  return texts.flatMap((text) => [...text.matchAll(/^export const (\w+Schema)\b/gm)].map(([, name = ""]) => name));
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
    [
      "one schema",
      ...compilers.map((compiler) => `tsc ${compiler}, s`),
      ...compilers.map((compiler) => `${compiler}, MB`),
      ...compilers.map((compiler) => `${compiler}, of empty`),
      "import, ms",
    ],
    imports.map(({ name, compiled, imported }) => [
      name,
      ...compiled.map(({ processorSeconds }) => processorSeconds.toFixed(2)),
      ...compiled.map(({ peakMegabytes }) => peakMegabytes?.toFixed(0) ?? "-"),
      ...compiled.map(({ peakMegabytes }, at) => timesOf(peakMegabytes, imports[0]?.compiled[at]?.peakMegabytes)),
      imported?.toFixed(0) ?? "",
    ]),
  );
  const sizes = markdownTable(
    ["bundled without Zod, bytes", "esbuild", "compressed"],
    [...bundles.map(cellsOf), [`median of ${sample.length}`, kilo(size), ""]],
  );
  const note = `Of ${sample.length} schemas spread over the description, ${small} take less than 10 kB.`;
  const tables = `${caption} Processor time, peak memory.\n\n${costs}\n\n${sizes}\n\n${note}`;
  console.log(`${tables}\n`);
  const goals = goalsOf(imports, size);
  console.log(markdownTable(["goal", "found", "at most", ""], goals.map(goalCells)));
  writeFigures(join(root, ".reports/bench/consumer.json"), { machine: machine(), imports, bundles, sample, goals });
  if (values.write) writeQuoted("consumer", tables);
  process.exitCode = goals.every(({ found, atMost }) => found <= atMost) ? 0 : 1;
}

function timesOf(found: number | null, empty: number | null | undefined): string {
  return found === null || empty === null || empty === undefined ? "-" : `${(found / empty).toFixed(2)}x`;
}

function cellsOf({ schema, esbuild, compressed }: Bundle): string[] {
  return [schema, kilo(esbuild), kilo(compressed)];
}

function kilo(bytes: number): string {
  return bytes.toLocaleString("en");
}

interface Limit {
  readonly goal: string;
  readonly found: number;
  readonly atMost: number;
}

function goalsOf(imports: readonly Import[], size: number): Limit[] {
  const rowOf = (row: string): Import | undefined => imports.find(({ name }) => name === row);
  const [empty, alone] = imports;
  const asJavaScript = rowOf(named.script);
  const seconds = (one: Import | undefined, compiler: number): number =>
    one?.compiled[compiler]?.processorSeconds ?? Number.NaN;
  const megabytes = (one: Import | undefined, compiler: number): number =>
    one?.compiled[compiler]?.peakMegabytes ?? Number.NaN;
  const last = compilers.length - 1;
  const ofImport = (row: string): Limit[] => {
    const one = rowOf(row);
    return [
      { goal: `${row}: tsc 5.9 over an empty file, s`, found: seconds(one, 0) - seconds(empty, 0), atMost: 1 },
      { goal: `${row}: tsc 7.0 over an empty file, s`, found: seconds(one, last) - seconds(empty, last), atMost: 0.3 },
      {
        goal: `${row}: memory of 5.9, of an empty file's`,
        found: megabytes(one, 0) / megabytes(empty, 0),
        atMost: 1.3,
      },
    ];
  };
  const imported = (asJavaScript?.imported ?? Number.NaN) - (alone?.imported ?? Number.NaN);
  return [
    ...Object.values(named).flatMap(ofImport),
    { goal: "import over Zod alone, --emit js, ms", found: imported, atMost: 100 },
    { goal: "bundle, median, bytes", found: size, atMost: 10_000 },
  ];
}

function goalCells({ goal, found, atMost }: Limit): string[] {
  return [goal, found.toFixed(2), String(atMost), found <= atMost ? "met" : "MISSED"];
}
