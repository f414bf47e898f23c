// `pnpm corpus samples [name]...`: the published HTTP descriptions through the target `samples`, twice; the errors of TypeScript,
// Python, Go, PHP, Ruby and the shell in the samples, and how many operations have none. Exits 1 when a sample is not a program.
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { compilerErrorsOf } from "../../generators/test/scenarios/compile.ts";
import { printTable } from "../bench/figures.ts";
import { endOf } from "../testing/programs.ts";
import { corpusPath } from "../testing/shared-corpus.ts";
import { type CorpusDescription, folderForOutput, unpack } from "./descriptions.ts";
import { generateFrom } from "./generation.ts";

const corpus = corpusPath();
const names = process.argv.slice(2);
const extensions: ReadonlyMap<string, string> = new Map([
  ["shell", "sh"],
  ["typescript", "ts"],
  ["python", "py"],
  ["go", "go"],
  ["php", "php"],
  ["ruby", "rb"],
]);

type Samples = typeof import("../../docs/samples/samples.ts");

if (!existsSync(corpus)) {
  console.log(`corpus: skipped, there is none at ${corpus}; set WAYBILL_SHARED to the folder that has it`);
  process.exit();
}
using folder = folderForOutput("corpus-samples");
const all = unpack(corpus, folder.path).filter(({ kind }) => kind === "openapi");
const rows: string[][] = [];
const problems: string[] = [];
for (const one of all.filter(({ name }) => names.length === 0 || names.includes(name))) rows.push(await rowOf(one));
problems.push(await compilerErrorsOf("typescript-7.0", folder.path, ["out/*/samples/*.ts"], { types: ["node"] }));
printTable(
  ["description", "operations", "curl", "TypeScript", "Python", "Go", "PHP", "Ruby", "from the schema", "none"],
  rows,
);
const said = problems.filter((problem) => problem !== "");
for (const problem of said) console.error(problem.split("\n").slice(0, 40).join("\n"));
process.exitCode = said.length === 0 && rows.length > 0 ? 0 : 1;

async function rowOf(one: CorpusDescription): Promise<string[]> {
  const place = one.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  const out = join(folder.path, "out", place);
  const hash = await generatedIn(one, out);
  rmSync(join(out, "samples/samples.gen.ts"));
  if (hash !== (await generatedIn(one, out))) problems.push(`${one.name}: a second run wrote something else`);
  const file = join(out, "samples/samples.gen.ts");
  const { samples, invented, missing }: Samples = await import(pathToFileURL(file).href);
  const counts = new Map<string, number>();
  for (const [id, list] of Object.entries(samples)) {
    for (const { lang, source } of list) {
      counts.set(lang, (counts.get(lang) ?? 0) + 1);
      // No name of an operation reaches the file system.
      const name = `${Buffer.from(id).toString("hex").slice(-200)}.${extensions.get(lang)}`;
      writeFileSync(join(out, "samples", name), `${source}\n`);
    }
  }
  problems.push(await syntaxErrorsIn(join(out, "samples")));
  const reasons = Map.groupBy(Object.values(missing).flatMap(Object.values), (reason: string) =>
    reason.replace(/parameter .*:/, "parameter …:"),
  );
  return [
    one.name,
    String(Object.keys(samples).length),
    ...[...extensions.keys()].map((lang) => String(counts.get(lang) ?? 0)),
    String(Object.keys(invented).length),
    [...reasons].map(([reason, list]) => `${list.length} × ${reason}`).join("; "),
  ];
}

/** The hash of what was written. */
async function generatedIn(one: CorpusDescription, out: string): Promise<string> {
  const flags = ["--target", "samples", "--no-cache"];
  const { hash, problems: own } = await generateFrom(one, { folder: folder.path, out, flags });
  problems.push(...own.map((problem) => `${one.name}: ${problem}`));
  return hash;
}

async function syntaxErrorsIn(samples: string): Promise<string> {
  const python =
    'import ast, glob, sys\nfor f in glob.glob(sys.argv[1] + "/*.py"): ast.parse(open(f, encoding="utf-8").read(), f)';
  const ruby =
    'Dir[ARGV[0] + "/*.rb"].each { |f| RubyVM::InstructionSequence.compile(File.read(f, encoding: "UTF-8"), f) }';
  const php = 'foreach (glob($argv[1] . "/*.php") as $f) { token_get_all(file_get_contents($f), TOKEN_PARSE); }';
  const results = [
    await endOf(["python3", "-c", python, samples]),
    await endOf(["bash", "-c", 'for f in "$1"/*.sh; do sh -n "$f" || exit 1; done', "-", samples]),
    // Lists what gofmt would write in another way, and stops at what is not Go.
    await endOf(["bash", "-c", 'out=$(gofmt -l "$1") && test -z "$out" || { echo "$out"; exit 1; }', "-", samples]),
    await endOf(["ruby", "-e", ruby, samples]),
    await endOf(["php", "-d", "error_reporting=-1", "-r", php, samples]),
  ];
  return results
    .filter(({ code }) => code !== 0)
    .map(({ output }) => output)
    .join("\n");
}
