// `node scripts/corpus/main.ts [name]...`: every published description of the corpus through `waybill generate` with all targets,
// twice, and the errors of three TypeScript versions in the result. Prints a table; exits 1 when anything differs from the expectation.
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Compiler, compilers, complaintsOf } from "../../generators/test/scenarios/compile.ts";
import { atOnce } from "../at-once.ts";
import { machineText, printTable } from "../bench/figures.ts";
import { corpusPath } from "../testing/shared-corpus.ts";
import { type CorpusDescription, folderForOutput, unpack } from "./descriptions.ts";
import { type Generated, generateFrom } from "./generation.ts";

const corpus = corpusPath();

/** Those that are written in JavaScript keep one processor busy each. */
const compilersAtOnce = 2;

interface Row {
  readonly one: CorpusDescription;
  readonly first: Generated;
  readonly problems: string[];
}

if (existsSync(corpus)) await main(process.argv.slice(2));
else console.log(`corpus: skipped, there is none at ${corpus}; set WAYBILL_SHARED to the folder that has it`);

async function main(names: readonly string[]): Promise<void> {
  using folder = folderForOutput("corpus");
  console.log(machineText());
  const descriptions = unpack(corpus, folder.path).filter(({ name }) => names.length === 0 || names.includes(name));
  mkdirSync(join(folder.path, "out"));
  const rows: Row[] = [];
  for (const one of descriptions) rows.push(await rowOf(one, folder.path));
  const types = await typeErrorsOf(rows, folder.path);
  print(rows, types);
  process.exitCode = report(rows, types);
}

async function rowOf(one: CorpusDescription, folder: string): Promise<Row> {
  const first = await generateFrom(one, folder, join(folder, "out", placeOf(one)));
  const again = await generateFrom(one, folder, join(folder, "again", placeOf(one)));
  const problems = [...first.problems];
  if (first.hash !== again.hash) problems.push("a second run wrote something else");
  return { one, first, problems };
}

/** `github`: a folder of its own for each, side by side. */
function placeOf({ name }: CorpusDescription): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

type TypeErrors = ReadonlyMap<Compiler, string>;

/** All descriptions in one program, for each version: its errors, as printed. */
async function typeErrorsOf(rows: readonly Row[], folder: string): Promise<TypeErrors> {
  const places = rows.filter(({ first }) => first.files > 0).map(({ one }) => `out/${placeOf(one)}/**/*.ts`);
  const found = new Map<Compiler, string>();
  await atOnce(compilersAtOnce, compilers, async (compiler) => {
    const started = performance.now();
    found.set(compiler, await complaintsOf(compiler, folder, places));
    console.log(`${compiler}: ${((performance.now() - started) / 1000).toFixed(1)} s for all of it`);
  });
  return found;
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
  const cells = rows.map(({ one, first, problems }) => [
    one.name,
    String(first.files),
    `${(first.milliseconds / 1000).toFixed(1)} s`,
    `${first.megabytes.toFixed(0)} MB`,
    first.errors.length === 0 ? "0" : `${first.errors.length} (${[...new Set(first.errors)].join(", ")})`,
    first.tolerated === 0 ? "0" : `${first.tolerated} (${one.tolerate.join(", ")})`,
    String(first.warnings),
    problems.some((problem) => problem.startsWith("a second run")) ? "no" : "yes",
    first.files === 0 ? "-" : compilers.map((compiler) => countIn(types.get(compiler) ?? "", one)).join(" / "),
  ]);
  printTable(head, cells);
}

function report(rows: readonly Row[], types: TypeErrors): 0 | 1 {
  const problems = rows.flatMap(({ one, problems: own }) => own.map((problem) => `${one.name}: ${problem}`));
  const complaints = [...types]
    .filter(([, text]) => text !== "")
    .map(([name, text]) => `${name}:\n${text.split("\n", 12).join("\n")}`);
  for (const problem of [...problems, ...complaints]) console.error(problem);
  const ok = problems.length + complaints.length === 0;
  console.log(ok ? `corpus: ${rows.length} descriptions, all as they should be` : "corpus: not as it should be");
  return ok ? 0 : 1;
}
