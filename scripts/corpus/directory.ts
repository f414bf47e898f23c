// `node scripts/corpus/directory.ts [--sample] [--emit js] [--compilers 5.9,6.0,7.0] [text in a name]...`: thousands of published
// descriptions through all targets, and the TypeScript errors in the result. Prints a table by code; exits 1 when a problem is not known.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Compiler, compilerErrorsOf, compilers } from "../../generators/test/scenarios/compile.ts";
import { machineText, printTable } from "../bench/figures.ts";
import { freshFolder } from "../stories/harness/fresh-folder.ts";
import { descriptionsIn, installDirectory, type Published, sampleOf } from "./directory-descriptions.ts";
import type { Outcome } from "./directory-worker.ts";
import { OutcomeReader } from "./outcome-reader.ts";

const root = join(import.meta.dirname, "../..");
/** Published descriptions that nothing can be generated from, with the codes of their mistakes. Any other error is a failure. */
const refusals: Readonly<Record<string, readonly string[]>> = {
  "codat.io/accounting.json": ["invalid-keyword-value"],
  "codat.io/assess.json": ["wrong-kind"],
  "@readme/oas-examples/3.1/json/schema-validation-top-level.json": ["unsupported-dialect"],
};
/** Bytes of generated code that are compiled in one go. */
const batchSize = 25_000_000;

interface Row {
  readonly one: Published;
  readonly outcome: Outcome;
}

interface Options {
  readonly emit: "ts" | "js";
  readonly compilers: readonly Compiler[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "boolean", default: false },
    emit: { type: "string", default: "ts" },
    compilers: { type: "string", default: "7.0" },
  },
});
const wanted = new Set(values.compilers.split(","));
process.exitCode = await main(positionals, {
  emit: values.emit === "js" ? "js" : "ts",
  compilers: compilers.filter((name) => wanted.has(name.replace("typescript-", ""))),
});

async function main(names: readonly string[], options: Options): Promise<0 | 1> {
  const installed = await installDirectory();
  if ("reason" in installed) {
    console.log(`corpus directory: SKIPPED, npm could not install the descriptions:\n${installed.reason}`);
    return 0;
  }
  console.log(machineText());
  const all = descriptionsIn(installed.folder);
  const some = names.length === 0 ? all : all.filter(({ name }) => names.some((text) => name.includes(text)));
  const started = performance.now();
  const { rows, complaints } = await run(values.sample ? sampleOf(some) : some, options);
  printCodes(rows);
  return report(rows, complaints, performance.now() - started);
}

interface Found {
  readonly rows: Row[];
  /** Lines of compilers, each with the name of its description in front. */
  readonly complaints: string[];
}

/** Generates, and compiles what was generated in batches, which are removed then: all of it would fill a disk. */
async function run(descriptions: readonly Published[], options: Options): Promise<Found> {
  using folder = freshFolder("directory");
  const found: Found = { rows: [], complaints: [] };
  const reader = new OutcomeReader();
  let batch: Row[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length > 0) found.complaints.push(...(await complaintsAbout(batch, folder.path, options)));
    batch = [];
    empty(folder.path);
  };
  empty(folder.path);
  for (const one of descriptions) {
    const out = join(folder.path, `d${batch.length}`);
    const row: Row = { one, outcome: await reader.read({ file: one.file, out, emit: options.emit }) };
    found.rows.push(row);
    if (row.outcome.ok) batch.push(row);
    if (batch.reduce((sum, { outcome }) => sum + outcome.bytes, 0) > batchSize) await flush();
    if (process.stderr.isTTY) process.stderr.write(`\r${found.rows.length} of ${descriptions.length}`);
  }
  await flush();
  await reader.close();
  return found;
}

function empty(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  symlinkSync(join(root, "generators/node_modules"), join(folder, "node_modules"), "dir");
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
}

async function complaintsAbout(batch: readonly Row[], folder: string, options: Options): Promise<string[]> {
  const found: string[] = [];
  for (const compiler of options.compilers) {
    const text = await compilerErrorsOf(compiler, folder, ["d*/**/*.ts"]);
    for (const line of text.split("\n").filter((part) => part.includes("error TS"))) {
      const [, index = "", rest = line] = /^d(\d+)\/(.*)$/.exec(line) ?? [];
      found.push(`${batch[Number(index)]?.one.name ?? "?"}: ${compiler}: ${rest}`);
    }
  }
  return found;
}

function printCodes(rows: readonly Row[]): void {
  const kinds = ["errors", "tolerated", "warnings"] as const;
  const cells = kinds.flatMap((kind) => {
    const codes = [...new Set(rows.flatMap(({ outcome }) => Object.keys(outcome[kind])))];
    const countsOf = (code: string): number[] => rows.flatMap(({ outcome }) => outcome[kind][code] ?? []);
    return codes
      .map((code) => ({ code, counts: countsOf(code) }))
      .sort((a, b) => b.counts.length - a.counts.length || (a.code < b.code ? -1 : 1))
      .map(({ code, counts }) => [code, kind, `${counts.length}`, `${counts.reduce((sum, count) => sum + count, 0)}`]);
  });
  printTable(["code", "as", "descriptions", "places"], cells);
}

function report(rows: readonly Row[], complaints: readonly string[], milliseconds: number): 0 | 1 {
  const passed = rows.filter(({ outcome }) => outcome.ok);
  const clean = passed.filter(({ outcome }) => Object.keys(outcome.tolerated).length === 0);
  const megabytes = passed.reduce((sum, { outcome }) => sum + outcome.bytes, 0) / 1e6;
  console.log(
    `${rows.length} descriptions: ${clean.length} go through as they are, ${passed.length - clean.length} with something ` +
      `tolerated, ${rows.length - passed.length} are refused; ${megabytes.toFixed(0)} MB of code, ` +
      `${complaints.length} type errors; ${(milliseconds / 1000).toFixed(0)} s`,
  );
  const problems = [...rows.flatMap(problemsOf), ...complaints];
  for (const problem of problems.slice(0, 100)) console.error(problem);
  console.log(
    problems.length === 0 ? "corpus directory: all as it should be" : "corpus directory: not as it should be",
  );
  return problems.length === 0 ? 0 : 1;
}

function problemsOf({ one: { name }, outcome }: Row): string[] {
  const codes = Object.keys(outcome.errors).sort().join(", ");
  const expected = refusals[name]?.join(", ") ?? "";
  return [
    ...(outcome.crash === null ? [] : [`${name}: ${outcome.crash}`]),
    ...outcome.unplaced.map((code) => `${name}: ${code} without a place`),
    ...(codes === expected || outcome.crash !== null
      ? []
      : [
          `${name}: refused for ${codes || "nothing"}, expected ${expected || "nothing"}\n${Object.values(outcome.texts).join("\n")}`,
        ]),
  ];
}
