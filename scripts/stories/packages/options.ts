// The packed toolkit and its packages of targets -> the output of every option and of every target, compiled by every compiler with every
// resolution, and run on every runtime: a generated client calls a generated server.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { builtInTargets } from "../../../generators/src/targets/built-in-targets.ts";
import { removeTsNocheck } from "../../testing/checked-code.ts";
import { installedVersion, runIn } from "../harness/fresh-folder.ts";
import type { Tarball } from "../harness/tarballs.ts";
import { installTarballs } from "./consumer-folder.ts";
import { type OfferedTarget, type OptionCase, offeredOptions, optionCases } from "./option-cases.ts";

export interface GeneratedOptions {
  readonly folder: string;
  readonly cases: readonly OptionCase[];
}

const contents = join(import.meta.dirname, "options");
const workspace = join(import.meta.dirname, "../../..");

/** A new folder in `parent` with the output of all cases, without `// @ts-nocheck`. Rejects when an option changes nothing. */
export async function generateOptions(parent: string, tarballs: readonly Tarball[]): Promise<GeneratedOptions> {
  const folder = join(parent, "options");
  mkdirSync(folder);
  const packages = targetPackages(tarballs);
  const cases = await generateCases(folder, packages);
  checkEffects(folder, cases);
  checkMaps(join(folder, "declarationMap-1"));
  removeTsNocheck(folder);
  await installImported(folder, packages);
  writePrograms(folder, cases);
  return { folder, cases };
}

/** The toolkit, the packages that have a target or a command of it, and what generated code may import. */
export function targetPackages(tarballs: readonly Tarball[]): Tarball[] {
  return tarballs.filter(({ name, needs, hasModules }) => {
    const isTarget = hasModules && name.startsWith("@waybill/") && needs.includes("waybill");
    return isTarget || name === "waybill" || name === "@waybill/runtime";
  });
}

/** The output of all cases, a folder a case, in an empty folder. */
export async function generateCases(folder: string, packages: readonly Tarball[]): Promise<OptionCase[]> {
  for (const file of ["openapi.yaml", "asyncapi.yaml"]) cpSync(join(contents, file), join(folder, file));
  await installTarballs(folder, packages, { registry: ["zod", "@types/node"] });
  const cases = optionCases([...ownOffers(), ...(await packagedOffers(folder, packages))]);
  writeFileSync(join(folder, "stamp.mjs"), stamp);
  writeFileSync(join(folder, "waybill.config.mjs"), configOf(cases));
  // This Node: the one on the path may be too old for the toolkit.
  const program = join(folder, "node_modules/waybill/dist/cli/main.js");
  await runIn(folder, process.execPath, program, "generate");
  await runIn(folder, process.execPath, program, "check");
  return cases;
}

function ownOffers(): OfferedTarget[] {
  return builtInTargets.map((target) => ({
    reference: target.name,
    name: target.name,
    options: offeredOptions(target),
  }));
}

/** A package whose default export is no target, such as the conformance kit, offers none. */
async function packagedOffers(folder: string, packages: readonly Tarball[]): Promise<OfferedTarget[]> {
  const names = packages.flatMap(({ name, needs }) => (needs.includes("waybill") ? name : []));
  const script = `const found = [];
for (const reference of ${JSON.stringify(names)}) {
  const { default: target } = await import(reference);
  if (!target?.render) continue;
  const { name, options = {}, accepts = {} } = target;
  const offered = Object.keys(options).map((option) => [option, accepts[option]?.all ?? []]);
  found.push({ reference, name, options: Object.fromEntries(offered) });
}
console.log(JSON.stringify(found));`;
  const printed = await runIn(folder, process.execPath, "--input-type=module", "--eval", script);
  return z
    .array(z.object({ reference: z.string(), name: z.string(), options: z.record(z.string(), z.array(z.unknown())) }))
    .parse(JSON.parse(printed));
}

/** The option `postprocess` is tried with it: a formatter that adds a line. */
const stamp = `import { appendFileSync } from "node:fs";
for (const file of process.argv.slice(2)) appendFileSync(file, "// stamped\\n");
`;

function configOf(cases: readonly OptionCase[]): string {
  const descriptions = 'openapi: "openapi.yaml", asyncapi: "asyncapi.yaml"';
  const apis = cases.map(({ name, fields }) => {
    const out = `out: ${JSON.stringify(name)}`;
    return `  ${JSON.stringify(name)}: { ${[descriptions, out, fields].filter((part) => part !== "").join(", ")} },`;
  });
  return `export default { apis: {\n${apis.join("\n")}\n} };\n`;
}

/** Plugins see them in the model; none of our targets need write them. */
const ofTheModel = ["pagination"];

/** The values of an option have different output; one that is tried alone differs from the same case without it. */
function checkEffects(folder: string, cases: readonly OptionCase[]): void {
  const tried = Map.groupBy(cases, ({ option }) => option);
  const idle = [...tried].flatMap(([option, own]) => {
    if (option === null || ofTheModel.includes(option)) return [];
    const target = option.includes(".") ? `target-${option.replace(/\..*/, "")}` : "defaults";
    const compared = own.length > 1 ? own.map(({ name }) => name) : [target, ...own.map(({ name }) => name)];
    return new Set(compared.map((name) => textOf(join(folder, name)))).size > 1 ? [] : option;
  });
  if (idle.length > 0) throw new Error(`options that change nothing: ${idle.join(", ")}`);
  const empty = cases.filter(({ name }) => generatedIn(join(folder, name)).length === 0);
  if (empty.length > 0) throw new Error(`nothing was generated in ${empty.map(({ name }) => name).join(", ")}`);
}

/** Editors follow a map only to a file that exists. */
function checkMaps(folder: string): void {
  const file = join(folder, "types/schemas.gen.d.ts.map");
  const { sources } = z.object({ sources: z.array(z.string()) }).parse(JSON.parse(readFileSync(file, "utf8")));
  const missing = sources.filter((source) => !existsSync(join(folder, "types", source)));
  if (sources.length === 0 || missing.length > 0) throw new Error(`${file} leads to nothing: ${missing.join(", ")}`);
}

/** The generated files below a folder, relative to it. */
function generatedIn(folder: string): string[] {
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  return files.filter((file) => /\.gen\.(?:ts|js|d\.ts)$/.test(file)).sort();
}

function textOf(folder: string): string {
  return generatedIn(folder)
    .map((file) => `${file}\n${readFileSync(join(folder, file), "utf8")}`)
    .join("\n");
}

/** What the output of a target imports: in the version that the target's own tests use. */
async function installImported(folder: string, packages: readonly Tarball[]): Promise<void> {
  const specifiers = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith("target-"))
    .flatMap(({ name }) => [...textOf(join(folder, name)).matchAll(/\bfrom "(?!node:)((?:@[^/"]+\/)?[^./"][^/"]*)/g)])
    .map(([, name = ""]) => name);
  const missing = [...new Set(specifiers)].filter((name) => !existsSync(join(folder, "node_modules", name)));
  const homes = packages.map(({ name }) => join(workspace, "packages/waybill", name.replace(/^.*\//, "")));
  const versions = missing.map((name) => {
    const home = homes.find((one) => existsSync(join(one, "node_modules", name)));
    if (home === undefined) throw new Error(`generated code imports ${name}, which no package of targets depends on`);
    return `${name}@${installedVersion(home, name)}`;
  });
  if (versions.length > 0) await runIn(folder, "npm", "install", "--prefer-offline", ...versions);
}

/**
 * For each case a program, and modules that run many of them: `all.ts` what bundlers find, `sources.ts` what runtimes of TypeScript
 * find, `modules.ts` what Node finds once it is compiled to ES modules, `commonjs.ts` what a compiler turns into CommonJS.
 */
function writePrograms(folder: string, cases: readonly OptionCase[]): void {
  const used = cases.filter(({ isUsed }) => isUsed);
  const template = readFileSync(join(contents, "use.ts.txt"), "utf8");
  for (const one of used) writeFileSync(join(folder, `use-${one.name}.ts`), programOf(template, one));
  const lists = {
    all: used,
    sources: used.filter(isSource),
    modules: used.filter(({ extension }) => extension !== ""),
    // Node 20.0 cannot require the package of the runtime, which has ES modules.
    commonjs: used.filter((one) => !isJavaScript(one) && !one.fields.includes('runtime: "package"')),
  };
  for (const [name, list] of Object.entries(lists)) {
    writeFileSync(join(folder, `${name}.ts`), listOf(list));
    writeFileSync(join(folder, `print-${name}.ts`), `import { runAll } from "./${name}.ts";\n\n${printing}`);
  }
}

/** Whether its output is JavaScript, with declarations. */
export function isJavaScript({ fields }: OptionCase): boolean {
  return /\bemit: "js"/.test(fields);
}

/** Whether a runtime of TypeScript finds its files as they are written. */
function isSource(one: OptionCase): boolean {
  return one.extension === ".ts" || isJavaScript(one);
}

function programOf(template: string, { name, extension, fields }: OptionCase): string {
  return (
    template
      .replaceAll("CASE", name)
      .replaceAll("EXTENSION", extension)
      // All of its operations have the tag, and begin with the segment, of this name.
      .replaceAll("METHODS", /^group: "(?:tag|path)"/.test(fields) ? "client.orders" : "client")
      .replaceAll("SCHEMA", fields.includes("Dto") ? "OrderDto" : "Order")
      .replace("TOTAL", fields === 'int64: "bigint"' ? 'BigInt("9007199254740993")' : "5")
      .replace("VALIDATE", fields === 'validation: "zod"' ? ' validate: "all",' : "")
      .replace("INSTANT", fields === 'dates: "date"' ? "new Date(text)" : "text")
  );
}

function listOf(used: readonly OptionCase[]): string {
  const imports = used.map(({ name }, index) => `import { run as run${index} } from "./use-${name}.ts";`);
  const runs = used.map(({ name }, index) => `  [${JSON.stringify(name)}, run${index}],`);
  return `${imports.join("\n")}

const all: readonly (readonly [string, () => Promise<void>])[] = [
${runs.join("\n")}
];

export async function runAll(): Promise<string> {
  for (const [name, run] of all) {
    try {
      await run();
    } catch (error) {
      throw new Error(\`\${name}: \${error instanceof Error ? error.stack : error}\`);
    }
  }
  return \`\${all.length} cases\`;
}
`;
}

const printing = "runAll().then((text) => console.log(text));\n";
