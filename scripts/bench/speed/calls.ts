// `pnpm bench calls [--write]`: the ten calls of docs/comparison.md with waybill, hey-api and orval: their characters, what an editor shows and
// a compiler reports, what each adds to a bundle, and what all ten cost the compiler. `--write` puts the tables below the code.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import ts from "typescript-5.9";
import { machineText, markdownTable, medianOf, writeQuoted } from "../figures.ts";
import {
  applicationSettings,
  bundledBytes,
  compilerSeconds,
  contenders,
  type Entrant,
  entrantOf,
  runOnce,
  waybill,
} from "./contenders.ts";

const root = join(import.meta.dirname, "../../..");
const { values } = parseArgs({ options: { write: { type: "boolean", default: false } } });
const settings = { ...applicationSettings, lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable"] };
type Tool = "waybill" | "hey-api" | "orval";

/** What comes before the calls. orval has a base URL only in its configuration. */
const setups: Readonly<Record<Tool, string>> = {
  waybill: "const send = createPlainSend({ baseUrl });",
  "hey-api": "client.setConfig({ baseUrl });",
  orval: "",
};
const tools: readonly Tool[] = ["waybill", "hey-api", "orval"];

/** A mistake for each call: what is replaced, and by what. */
const mistakes = [
  [".name", ".nmae"],
  ["category:", "categroy:"],
  [".name", ".nmae"],
  ['currency: "EUR"', 'currency: "GBP"'],
  ['name: "Green tea"', "name: 7"],
  [".url)", ".link)"],
  ["size", "length"],
  [".status ===", ".statsu ==="],
  ["(listProducts, {}", "(listProduct, {}"],
  [".name", ".nmae"],
] as const;

interface CallSite {
  readonly title: string;
  readonly code: Readonly<Record<Tool, string>>;
}

const callSites: readonly CallSite[] = readFileSync(join(root, "docs/comparison.md"), "utf8")
  .split(/^### /m)
  .filter((section) => section.includes('```ts title="waybill"'))
  .map((section) => {
    const codeOf = (tool: Tool): string => section.split(`\`\`\`ts title="${tool}"\n`)[1]?.split("\n```")[0] ?? "";
    const [title = ""] = section.split("\n");
    return { title, code: { waybill: codeOf("waybill"), "hey-api": codeOf("hey-api"), orval: codeOf("orval") } };
  });

const scratch = mkdtempSync(join(tmpdir(), "waybill-calls-"));
try {
  const shop = readFileSync(join(root, "generators/test/cases/fixtures/codegen/shop.yaml"), "utf8");
  const inputs = { waybill: shop, others: shop.replace("itemSchema:", "schema:") };
  for (const [name, text] of Object.entries(inputs)) writeFileSync(join(scratch, `${name}.yaml`), text);
  const entrants = new Map<Tool, Entrant>();
  for (const tool of tools)
    entrants.set(tool, await entered(tool, join(scratch, `${tool === "waybill" ? tool : "others"}.yaml`)));
  report("calls", `${machineText()}.\n\n${await summaryOf(entrants)}\n`);
  for (const [index, site] of callSites.entries())
    report(`call ${index + 1}`, await tableOf(site, mistakes[index], entrants));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function entered(tool: Tool, description: string): Promise<Entrant> {
  const flags = ["--extras", "more", "--validation", "custom"];
  const own = waybill("types, zod, client", ["types", "zod", "client"]);
  const peer = contenders.find(({ name, outputs }) => name.startsWith(tool) && outputs.includes("client"));
  const contender =
    tool === "waybill" ? { ...own, command: (run: Entrant["run"]) => [...own.command(run), ...flags] } : peer;
  if (contender === undefined) throw new Error(`contenders.ts has no ${tool}`);
  const program = join(root, "generators/bin/waybill.js");
  const entrant = await entrantOf(contender, { description, tolerate: [], waybill: program });
  await runOnce(entrant);
  const failed = entrant.costs.find(({ exit }) => exit !== 0);
  if (failed !== undefined) throw new Error(`${tool} failed:\n${failed.output}`);
  return entrant;
}

function report(name: string, text: string): void {
  if (values.write) writeQuoted(name, text, "comparison.md");
  else console.log(text);
}

async function tableOf(
  site: CallSite,
  [right, wrong]: readonly [string, string] = ["", ""],
  entrants: ReadonlyMap<Tool, Entrant>,
): Promise<string> {
  const rows: string[][] = [];
  for (const [tool, entrant] of entrants) {
    const code = site.code[tool];
    const file = write(entrant, site, code);
    const [hover, errors] = lookAt(file);
    if (errors.length > 0) throw new Error(`${site.title}, ${tool}: ${errors[0]}`);
    const bytes = await sizesOf(file);
    const [, found] = lookAt(write(entrant, site, code.replace(right, wrong)));
    write(entrant, site, code);
    rows.push([tool, `${lengthOf(code)}`, bytes, cellOf(hover), cellOf(found[0] ?? "nothing")]);
  }
  return markdownTable(["", "characters", "bundle, gzip", "an editor shows", "a mistake"], rows);
}

/** Its bundle; in brackets with `createSend`, where it sends with `createPlainSend`. */
async function sizesOf(file: string): Promise<string> {
  const bytes = await bundledBytes({ entryPoints: [file] });
  const text = readFileSync(file, "utf8");
  if (!text.includes("createPlainSend")) return `${bytes} B`;
  writeFileSync(file, text.replaceAll("createPlainSend", "createSend"));
  const [, errors] = lookAt(file);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]}`);
  return `${bytes} B (${await bundledBytes({ entryPoints: [file] })} B)`;
}

/** All ten programs at once. */
async function summaryOf(entrants: ReadonlyMap<Tool, Entrant>): Promise<string> {
  const rows: string[][] = [];
  for (const [tool, entrant] of entrants) {
    const { run, home } = entrant;
    const files = callSites.map((site) => write(entrant, site, site.code[tool]));
    writeFileSync(join(run.out, "empty.ts"), "export {};\n");
    const sizes = await Promise.all(files.map((file) => bundledBytes({ entryPoints: [file] })));
    const times: string[] = [];
    for (const version of ["7.0", "5.9"] as const) {
      const all = await compilerSeconds(version, files, { folder: home, settings });
      const none = await compilerSeconds(version, [join(run.out, "empty.ts")], { folder: home, settings });
      times.push(`+${(all - none).toFixed(2)} s`);
    }
    const characters = callSites.reduce((sum, { code }) => sum + lengthOf(code[tool]), 0);
    rows.push([tool, `${characters}`, `${medianOf(sizes)} B`, ...times]);
  }
  return markdownTable(["all ten", "characters", "bundle, median", "TypeScript 7", "TypeScript 5.9"], rows);
}

/** The program of a call, with imports of what it names. */
function write({ run }: Entrant, { title }: CallSite, code: string): string {
  const tool = tools.find((one) => code === "" || run.out.includes(one)) ?? "waybill";
  const setup = `${setups[tool]}\n${/\bcall\b/.test(code) ? "const call = throwing(send);\n" : ""}`;
  const body = `${/\b(send|call)\b/.test(code) || tool === "hey-api" ? setup : ""}${code}`;
  const file = join(run.out, `call-${title.toLowerCase().replaceAll(/\W+/g, "-")}.ts`);
  writeFileSync(
    file,
    `${importsFor(body, run.out)}
declare const [baseUrl, productId, file]: [string, string, Blob];
declare function login(): Promise<string>;
${body}
export {};
`,
  );
  return file;
}

/** Of each name that the code has, from the first of these files that exports it. */
function importsFor(body: string, out: string): string {
  const files = [
    ...["client/index.gen.ts", "zod/index.gen.ts", "client/operations.gen.ts", "zod/operations.gen.ts"],
    ...["client.gen.ts", "sdk.gen.ts", "types.gen.ts", "zod.gen.ts", "client/index.ts", "fetch/api.ts", "zod/api.ts"],
  ];
  const names = new Set(body.match(/\b[A-Za-z]\w+\b/g));
  const taken = new Set<string>();
  return files
    .filter((file) => existsSync(join(out, file)))
    .flatMap((file) => {
      const used = exportsOf(join(out, file)).filter(
        (name) => names.has(name) && !taken.has(name) && !new RegExp(`\\b(?:const|let) ${name}\\b`).test(body),
      );
      for (const name of used) taken.add(name);
      return used.length === 0
        ? []
        : `import { ${used.map((name) => (isType(join(out, file), name) ? `type ${name}` : name)).join(", ")} } from "./${file}";`;
    })
    .join("\n");
}

function exportsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const lists = [...text.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, list = ""]) => list.split(","));
  const declared = [
    ...text.matchAll(/^export (?:declare )?(?:async )?(?:const|function|class|interface|type) (\w+)/gm),
  ];
  return [
    ...lists.map((name) =>
      name
        .replace(/^.* as /, "")
        .replace(/^\s*type /, "")
        .trim(),
    ),
    ...declared.map(([, name = ""]) => name),
  ];
}

function isType(file: string, name: string): boolean {
  return (
    new RegExp(`^export (?:interface|type) ${name}\\b`, "m").test(readFileSync(file, "utf8")) &&
    !new RegExp(`^export const ${name}\\b`, "m").test(readFileSync(file, "utf8"))
  );
}

/** What an editor shows at the mark, and what the compiler reports. */
function lookAt(file: string): readonly [hover: string, errors: readonly string[]] {
  const { options } = ts.convertCompilerOptionsFromJson(settings, dirname(file));
  const service = ts.createLanguageService({
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) =>
      ts.sys.fileExists(name) ? ts.ScriptSnapshot.fromString(ts.sys.readFile(name) ?? "") : undefined,
    getCurrentDirectory: () => dirname(file),
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
  });
  // The first name of the last declaration.
  const last = [...readFileSync(file, "utf8").matchAll(/\bconst (?:\{ )?(?=\w)/g)].at(-1);
  const info = service.getQuickInfoAtPosition(file, (last?.index ?? 0) + (last?.[0].length ?? 0));
  const errors = service
    .getSemanticDiagnostics(file)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
  return [ts.displayPartsToString(info?.displayParts), errors];
}

/** Without indentation. */
function lengthOf(code: string): number {
  return code.replaceAll(/\s+/g, " ").length;
}

/** On one line of a table. */
function cellOf(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const short = line.length > 110 ? `${line.slice(0, 110)}…` : line;
  return short === "" ? "" : `\`${short.replaceAll("|", "\\|").replaceAll("`", "'")}\``;
}
