// What the README shows, from a real run and the tables of the docs: the picture of a terminal, a description and what is generated from
// it, a diagnostic, the comparison.
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { freshFolder } from "../../stories/harness/fresh-folder.ts";
import { endOf } from "../../testing/programs.ts";
import { drawTerminal } from "./terminal.ts";

const root = path.join(import.meta.dirname, "../../..");
const program = path.join(root, "generators/bin/waybill.js");
const compiler = path.join(root, "node_modules/typescript/bin/tsc");
const settings = { module: "nodenext", target: "es2023", strict: true, noEmit: true, skipLibCheck: true, types: [] };
const typo = { from: "maxLength", to: "maxLenght" };

interface FirstRun {
  /** What a person sees: prompts, and what the commands printed. */
  readonly terminal: readonly string[];
  /** What the run with the typo printed. */
  readonly diagnostic: string;
  readonly description: string;
  /** A program that calls the generated client; it compiles. */
  readonly call: string;
  /** Reads a file below the output folder. */
  readonly generated: Readonly<Record<"types" | "zod", string>>;
}

/** The text of a file, or `null`. */
type Read = (file: string) => string | null;

const picture = "docs/terminal.svg";

/** By file. */
export async function readmeTexts(read: Read): Promise<ReadonlyMap<string, string>> {
  const run = await firstRun();
  const readme = withBlocks(read("README.md") ?? "", {
    example: exampleOf(run),
    diagnostic: fenced("text", run.diagnostic.split("\n\n")[0] ?? ""),
    comparison: comparisonOf(read("docs/comparison.md") ?? ""),
  });
  const drawn = drawTerminal("A first run of Waybill, and a typo", run.terminal);
  const before = read(picture);
  // Its times are those of the run it was drawn from.
  const isSame = before !== null && steady(before) === steady(drawn);
  return new Map([
    ["README.md", readme],
    [picture, isSame ? before : drawn],
  ]);
}

/** Throws when the page lacks the marks of a block. */
function withBlocks(text: string, blocks: Readonly<Record<string, string>>): string {
  return Object.entries(blocks).reduce((page, [name, block]) => {
    const [start, end] = [`<!-- ${name}: made by scripts/derived/readme -->\n`, `<!-- /${name} -->`];
    const [before = "", rest] = page.split(start);
    const [, after] = rest?.split(end) ?? [];
    if (after === undefined) throw new Error(`README.md has no block between ${start.trim()} and ${end}`);
    return `${before}${start}\n${block}\n\n${end}${after}`;
  }, text);
}

function exampleOf({ description, generated, call }: FirstRun): string {
  const types = declarationOf(generated.types, "export type Order =");
  const zod = declarationOf(generated.zod, "export const OrderSchema");
  return [
    fenced("yaml", description.slice(description.indexOf("    Order:\n")).replaceAll(/^ {4}/gm, "").trimEnd()),
    "becomes a type and a schema,",
    fenced("ts", `${types}\n\n${zod}`),
    "and its operations become calls:",
    fenced("ts", call.trimEnd()),
  ].join("\n\n");
}

/** From its first line to the end of the statement. */
function declarationOf(text: string, start: string): string {
  const from = text.indexOf(start);
  const end = /^\S*;$/m.exec(text.slice(from));
  if (from < 0 || end === null) throw new Error(`nothing generated starts with ${start}`);
  return text.slice(from, from + end.index + end[0].length);
}

/** What the page says of each generator, in fewer columns. */
function comparisonOf(page: string): string {
  const rows = page
    .split("<!-- figures -->")[1]
    // Further tables follow.
    ?.split("<!-- /figures -->")[0]
    ?.split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.split(/ *\| */).slice(1, -1));
  const [head, , ...body] = rows ?? [];
  if (head === undefined || body.length < 5) throw new Error("docs/comparison.md has no table of figures");
  const columns = ["", "time, s", "type errors", "one call, kB", "verdicts right"].map((name) => head.indexOf(name));
  const line = (row: readonly string[]): string => `| ${columns.map((at) => row[at] ?? "").join(" | ")} |`;
  return [line(["generator", ...head.slice(1)]), `|${columns.map(() => "---|").join("")}`, ...body.map(line)].join(
    "\n",
  );
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** What a command printed, without times, what npm counts, and spaces at the end of lines. */
function steady(output: string): string {
  return output
    .replaceAll(/ +\d+(?:\.\d+)? (ms|s)\b/g, "  … $1")
    .replaceAll(/^(added|changed|up to date,?) .*in \d+m?s$/gm, "$1 … in … s")
    .replaceAll(/[ \t]+$/gm, "")
    .trim();
}

/** The toolkit in a new project: `init`, `generate`, and `generate` again after a typo. */
async function firstRun(): Promise<FirstRun> {
  using folder = freshFolder("first-run");
  const at = (file: string): string => path.join(folder.path, file);
  copyFileSync(path.join(import.meta.dirname, "openapi.yaml"), at("openapi.yaml"));
  const description = readFileSync(at("openapi.yaml"), "utf8");
  writeFileSync(at("package.json"), '{ "private": true, "type": "module" }');
  writeFileSync(at("tsconfig.json"), JSON.stringify({ compilerOptions: settings, include: ["src"] }));
  // The configuration imports one, generated validators the other.
  mkdirSync(at("node_modules"));
  symlinkSync(path.join(root, "generators"), at("node_modules/waybill"), "dir");
  symlinkSync(path.join(root, "generators/node_modules/zod"), at("node_modules/zod"), "dir");
  const run = async (words: readonly string[], code: number): Promise<string> => {
    // A reader runs the program with npx, whichever package manager started this script.
    const { npm_config_user_agent: _, ...inherited } = process.env;
    const env = { ...inherited, NO_COLOR: "1" };
    const ended = await endOf([process.execPath, ...words], { cwd: folder.path, env });
    if (ended.code === code) return ended.output.trimEnd();
    throw new Error(`${words.join(" ")} ended with ${ended.code ?? "a signal"}, not ${code}:\n${ended.output}`);
  };
  await run([program, "init"], 0);
  const generate = await run([program, "generate"], 0);
  const call = readFileSync(path.join(import.meta.dirname, "call.ts.txt"), "utf8");
  writeFileSync(at("src/call.ts"), call);
  await run([compiler, "-p", folder.path], 0);
  const generated = {
    types: readFileSync(at("src/generated/types/schemas.gen.ts"), "utf8"),
    zod: readFileSync(at("src/generated/zod/schemas.gen.ts"), "utf8"),
  };
  writeFileSync(at("openapi.yaml"), description.replace(typo.from, typo.to));
  const diagnostic = await run([program, "generate"], 1);
  const terminal = [
    ...["$ npx waybill generate", generate, ""],
    ...[`$ sed -i 's/${typo.from}/${typo.to}/' openapi.yaml`, "$ npx waybill generate", diagnostic.split("\n\n")[0]],
  ];
  return { terminal: terminal.join("\n").split("\n"), diagnostic, description, call, generated };
}
