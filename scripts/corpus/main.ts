// `pnpm corpus descriptions [--sample] [--types] [--write] [name]...`: every published description of the corpus through `waybill generate` with all targets,
// twice, the errors of three TypeScript versions in the result, and statements about the types that a compiler must accept or refuse.
// Prints tables; exits 1 when anything differs from the expectation. --types: only the
// last. --write puts its tables into docs/json-schema.md.
// `--sample`, as in CI: the OpenAPI descriptions and a sixth of the others, once; TypeScript 7.0 compiles that, 5.9 a sixth of it.
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readApi } from "../../generators/src/checks/model-checks.ts";
import { isTolerable } from "../../generators/src/diagnostics/codes.ts";
import { Report } from "../../generators/src/diagnostics/index.ts";
import { type Compiler, compilerErrorsOf, compilers } from "../../generators/test/scenarios/compile.ts";
import { inexpressible } from "../../generators/test/targets/types/expressible.ts";
import { judgeTypes, type Subject, type Verdicts } from "../../generators/test/targets/types/oracle.ts";
import { anyMember, probeKinds, several } from "../../generators/test/targets/types/probes.ts";
import { machineText, markdownTable, printTable, writeQuoted } from "../bench/figures.ts";
import { atOnce } from "../testing/at-once.ts";
import { oneIn } from "../testing/long.ts";
import { corpusPath } from "../testing/shared-corpus.ts";
import { type CorpusDescription, folderForOutput, unpack } from "./descriptions.ts";
import { type Generated, generateFrom } from "./generation.ts";

const corpus = corpusPath();

/** Those that are written in JavaScript keep one processor busy each. */
const compilersAtOnce = 2;

interface Row {
  readonly one: CorpusDescription;
  readonly isForOldest: boolean;
  readonly first: Generated;
  readonly problems: string[];
}

/** Of so many small descriptions, a sample has one; and TypeScript 5.9 compiles one of so many. */
const sampled = 6;
/** What takes TypeScript 5.9 minutes and gigabytes: no sample has it do so. */
const huge: ReadonlySet<string> = new Set(["GitHub", "DigitalOcean"]);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "boolean", default: false },
    types: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});

/** Statements of each kind about one schema, and of how many schemas one is looked at. */
const extent = values.sample ? { most: 4, every: 12 } : { most: 6 };

if (existsSync(corpus)) await main(positionals);
else console.log(`corpus: skipped, there is none at ${corpus}; set WAYBILL_SHARED to the folder that has it`);

async function main(names: readonly string[]): Promise<void> {
  using folder = folderForOutput("corpus");
  console.log(machineText());
  const all = unpack(corpus, folder.path).filter(({ name }) => names.length === 0 || names.includes(name));
  const descriptions = values.sample ? sampleOf(all) : all;
  const verdict = reportVerdicts(await verdictsOn(descriptions, folder.path));
  const outcome = values.types ? 0 : await outcomeOf(descriptions, folder.path);
  process.exitCode = verdict === 0 ? outcome : verdict;
}

async function outcomeOf(descriptions: readonly CorpusDescription[], folder: string): Promise<0 | 1> {
  mkdirSync(join(folder, "out"));
  const forOldest = oneIn(sampled, descriptions, ({ name }) => name).filter(({ name }) => !huge.has(name));
  const rows: Row[] = [];
  for (const one of descriptions) rows.push(await rowOf(one, folder, forOldest.includes(one)));
  const types = await typeErrorsOf(rows, folder);
  print(rows, types);
  return report(rows, types);
}

function sampleOf(all: readonly CorpusDescription[]): CorpusDescription[] {
  const [large, small] = [all.filter(({ kind }) => kind === "openapi"), all.filter(({ kind }) => kind === "asyncapi")];
  return [...large, ...small.filter((_, index) => index % sampled === 0)];
}

async function rowOf(one: CorpusDescription, folder: string, isForOldest: boolean): Promise<Row> {
  const first = await generateFrom(one, { folder, out: join(folder, "out", placeOf(one)) });
  const problems = [...first.problems];
  if (values.sample) return { one, isForOldest, first, problems };
  const again = await generateFrom(one, { folder, out: join(folder, "again", placeOf(one)) });
  if (first.hash !== again.hash) problems.push("a second run wrote something else");
  return { one, isForOldest, first, problems };
}

/** `github`: a folder of its own for each, side by side. */
function placeOf({ name }: CorpusDescription): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

type TypeErrors = ReadonlyMap<Compiler, string>;

/** All descriptions in one program, for each version: its errors, as printed. */
async function typeErrorsOf(rows: readonly Row[], folder: string): Promise<TypeErrors> {
  const found = new Map<Compiler, string>();
  await atOnce(compilersAtOnce, compilers, async (compiler) => {
    const started = performance.now();
    const compiled = rows.filter((row) => isCompiled(compiler, row));
    if (compiled.length === 0) return;
    const places = compiled.map(({ one }) => `out/${placeOf(one)}/**/*.ts`);
    found.set(compiler, await compilerErrorsOf(compiler, folder, places));
    console.log(`${compiler}: ${((performance.now() - started) / 1000).toFixed(1)} s for ${compiled.length} of them`);
  });
  return found;
}

function isCompiled(compiler: Compiler, { isForOldest, first }: Row): boolean {
  if (first.files === 0) return false;
  return !values.sample || compiler === "typescript-7.0" || (compiler === "typescript-5.9" && isForOldest);
}

function countIn(complaints: string, one: CorpusDescription): number {
  const place = `out/${placeOf(one)}/`;
  return complaints.split("\n").filter((line) => line.startsWith(place) && line.includes("error TS")).length;
}

function print(rows: readonly Row[], types: TypeErrors): void {
  const head = [
    "description",
    "files",
    "wall",
    "peak memory",
    "errors",
    "tolerated",
    "warnings",
    "twice the same",
    "type errors 5.9 / 6.0 / 7",
  ];
  const cells = rows.map(({ one, isForOldest, first, problems }) => [
    one.name,
    String(first.files),
    `${(first.milliseconds / 1000).toFixed(1)} s`,
    `${first.megabytes.toFixed(0)} MB`,
    countOf(first.codes.error, first.codes.error),
    countOf(first.codes.tolerated, one.tolerate),
    String(first.codes.warning.length),
    values.sample ? "-" : problems.some((problem) => problem.startsWith("a second run")) ? "no" : "yes",
    first.files === 0
      ? "-"
      : compilers.map((compiler) => errorCount({ one, isForOldest, first, problems }, compiler, types)).join(" / "),
  ]);
  printTable(head, cells);
}

/** `4 (unsupported-feature, ref-remote)` */
function countOf(all: readonly string[], codes: readonly string[]): string {
  return all.length === 0 ? "0" : `${all.length} (${[...new Set(codes)].join(", ")})`;
}

/** `-`: that version was not tried. */
function errorCount(row: Row, compiler: Compiler, types: TypeErrors): string {
  return isCompiled(compiler, row) ? String(countIn(types.get(compiler) ?? "", row.one)) : "-";
}

function report(rows: readonly Row[], types: TypeErrors): 0 | 1 {
  const problems = rows.flatMap(({ one, problems: own }) => own.map((problem) => `${one.name}: ${problem}`));
  const complaints = [...types]
    .filter(([, text]) => text !== "")
    .map(([name, text]) => `${name}:\n${text.split("\n", 12).join("\n")}`);
  for (const problem of [...problems, ...complaints]) console.error(problem);
  const ok = problems.length + complaints.length === 0;
  console.log(
    ok
      ? `corpus: ${rows.length} descriptions${values.sample ? ", a sample" : ""}, all as they should be`
      : "corpus: not as it should be",
  );
  return ok ? 0 : 1;
}

async function verdictsOn(descriptions: readonly CorpusDescription[], folder: string): Promise<Verdicts> {
  const started = performance.now();
  const subjects = descriptions.filter(({ refused }) => refused === null).map((one) => subjectOf(one, folder));
  const verdicts = await judgeTypes(subjects, join(folder, "types"), extent);
  console.log(`types: ${((performance.now() - started) / 1000).toFixed(1)} s for ${subjects.length} of them`);
  return verdicts;
}

function subjectOf(one: CorpusDescription, folder: string): Subject {
  const report = new Report(new Set(one.tolerate.filter(isTolerable)));
  const { api } = readApi({ cwd: folder, [one.kind]: one.file }, report);
  if (api === null) throw new Error(`${one.name} could not be read`);
  return { name: placeOf(one), api };
}

/** Prints the statements by description, and the values that types accept and schemas do not. */
function reportVerdicts({ probes, unexpressed, wrong }: Verdicts): 0 | 1 {
  const all = [...probes].map(([name, own]) => [
    name,
    ...probeKinds.map((kind) => own.filter((probe) => probe.kind === kind).length),
    wrong.filter(({ subject }) => subject === name).length,
  ]);
  const totals = [...probeKinds, "wrong"].map((_, index) => all.reduce((sum, row) => sum + Number(row[index + 1]), 0));
  const statements = markdownTable(
    [
      "description",
      "values",
      "reads",
      "without a required member",
      "with `undefined` for it",
      "of another type",
      "unlisted value",
      "wrong",
    ],
    [...all, ["all", ...totals]].map((row) => row.map(String)),
  );
  const counts = new Map<string, number>();
  for (const own of unexpressed.values())
    for (const [keyword, count] of own) counts.set(keyword, (counts.get(keyword) ?? 0) + count);
  const meanings = { ...inexpressible, [anyMember]: "`undefined`, which `unknown` includes", [several]: "as above" };
  const accepted = markdownTable(
    ["keyword", "the type accepts", "values"],
    Object.entries(meanings).map(([keyword, meaning]) => [keyword, meaning, String(counts.get(keyword) ?? 0)]),
  );
  console.log(`\n${statements}\n\n${accepted}`);
  for (const { subject, probe, complaint } of wrong.slice(0, 20))
    console.error(`${subject}: ${probe.kind}: ${probe.text.slice(0, 1000)}\n  ${complaint}`);
  if (values.write && !values.sample) {
    writeQuoted("corpus: types", `\n${statements}\n`, "json-schema.md");
    writeQuoted("corpus: keywords", `\n${accepted}\n`, "json-schema.md");
  }
  return wrong.length === 0 ? 0 : 1;
}
