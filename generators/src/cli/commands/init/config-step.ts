// The flags of init and what is in the repository -> its configuration, and how generated files have to import each other there.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { ts } from "ts-morph";
import { codesOf } from "../../../diagnostics/codes.ts";
import { type Diagnostic, labelOf } from "../../../diagnostics/index.ts";
import { memberOf } from "../../../model/fields.ts";
import { configNames } from "../../../run/config/config-file.ts";
import { projectOfConfig } from "../../../run/config/project-of-config.ts";
import { noRules } from "../../../run/config/reading-rules.ts";
import type { WrittenDocument } from "../../../run/config/sources/locate.ts";
import { isPackagedName, nameableTargets } from "../../../run/config/target-config.ts";
import { hintFor, type Usable, unusable, usable } from "../../../run/config/usage.ts";
import type { Arguments } from "../../../run/flags/arguments.ts";
import { generateProject } from "../../../run/generate.ts";
import { Toolkit } from "../../../run/toolkit.ts";
import { isTargetName } from "../../../targets/built-in-targets.ts";
import { liveComment } from "../pin/edited-config.ts";
import { literalOf } from "../pin/pinned.ts";
import { type DescribedApi, describedApi } from "./chosen-descriptions.ts";
import type { FileStep, OwnManifest } from "./find-descriptions.ts";

export interface ConfigStep {
  readonly api: DescribedApi | null;
  readonly settings: ImportSettings | null;
  /** What a run would report; `null` when the configuration that is there is kept. */
  readonly look: Inspection | null;
  readonly step: FileStep;
}

/** The flags that determine the content of the configuration. */
const saying = ["openapi", "asyncapi", "out", "target", "import-extension"];

export async function configStep(args: Arguments, folder: string, manifest: OwnManifest): Promise<Usable<ConfigStep>> {
  const there = configNames.find((name) => existsSync(path.join(folder, name)));
  const isAsked = args.has("force") || args.positionals.length > 0 || saying.some((flag) => args.has(flag));
  if (there !== undefined && !isAsked) return usable(keep(there, "--force writes a new one"));
  const targets = targetsOf(args);
  if (!targets.ok) return targets;
  const api = await describedApi({ args, folder, manifest, targets: targets.value });
  if (!api.ok) return api;
  const settings = await importSettings(args, folder, manifest);
  if (!settings.ok) return settings;
  const look = await inspectDescription(api.value, folder);
  if (!look.ok) return look;
  const configInputs = { api: api.value, settings: settings.value, look: look.value };
  const text = configText(configInputs);
  const file = there ?? settings.value.config;
  if (there === undefined) return usable({ ...configInputs, step: { path: file, action: "create", text, note: null } });
  if (readFileSync(path.join(folder, there), "utf8") === text) {
    return usable({ ...configInputs, step: { path: file, action: "keep", text: null, note: "it is up to date" } });
  }
  if (!args.has("force")) {
    return unusable(`${there} already exists with other settings`, "edit it, or overwrite it with --force");
  }
  if (there.endsWith(".json")) return unusable(`${there} is JSON`, "remove it: init writes TypeScript or JavaScript");
  return usable({ ...configInputs, step: { path: file, action: "change", text, note: "overwritten" } });
}

function keep(file: string, hint: string): ConfigStep {
  const note = `it already exists; ${hint}`;
  return { api: null, settings: null, look: null, step: { path: file, action: "keep", text: null, note } };
}

function targetsOf(args: Arguments): Usable<readonly string[]> {
  const requestedTargets = args.all("target");
  const isKnown = (name: string): boolean => nameableTargets.includes(name) || isPackagedName(name);
  const unknown = requestedTargets.find((name) => !isKnown(name));
  if (unknown !== undefined)
    return unusable(`unknown target ${JSON.stringify(unknown)}`, hintFor(unknown, nameableTargets));
  const others = requestedTargets.filter((name) => !nameableTargets.includes(name));
  return usable([...nameableTargets.filter((name) => requestedTargets.includes(name)), ...new Set(others)]);
}

interface Found {
  readonly api: DescribedApi;
  readonly settings: ImportSettings;
  readonly look: Inspection;
}

/** The text of waybill.config.ts. */
function configText({ api, settings, look }: Found): string {
  const { choice, reason, option } = settings;
  const importLines = option === null ? [] : [`// ${choice}: ${reason}.`, option];
  return `${[
    "// Input and output of `waybill generate`. Your editor completes and documents every option.",
    'import { defineConfig } from "waybill";',
    "",
    "export default defineConfig({",
    "  apis: {",
    `    ${keyOf(api.name)}: {`,
    ...[
      ...documentLines("openapi", api.openapi),
      ...documentLines("asyncapi", api.asyncapi),
      "// Each target has its own folder in here. All of it is generated; commit it.",
      `out: ${JSON.stringify(api.out)},`,
      ...importLines,
      `targets: [${api.targets.map((target) => JSON.stringify(target)).join(", ")}],`,
      ...tolerateLines(look),
      ...meaningLines(look),
    ].map((line) => `      ${line}`),
    "    },",
    "  },",
    "});",
  ].join("\n")}\n`;
}

function documentLines(field: string, document: WrittenDocument | null): string[] {
  if (document === null) return [];
  if (typeof document === "string") return [`${field}: ${JSON.stringify(document)},`];
  if ("live" in document) return [liveComment, `${field}: { url: ${JSON.stringify(document.url)}, live: true },`];
  const lines = literalOf(document).split("\n");
  const withCommas = lines.map((line, index) => (/[{,]$/.test(line) || index === lines.length - 1 ? line : `${line},`));
  return [
    "// Pinned by its hash. To take a newer version: waybill pin --write",
    ...`${field}: ${withCommas.join("\n")},`.split("\n"),
  ];
}

/** Errors that a run must not stop at, each with what it is taken to mean. */
function tolerateLines({ tolerated }: Inspection): string[] {
  if (tolerated.length === 0) return [];
  return [
    "// Errors of the description, and how they are interpreted. `waybill lint` prints the locations.",
    "tolerate: [",
    ...tolerated.flatMap(({ code, count, meaning }) => [
      `  // ${placesOf(count)}: ${meaning}`,
      `  ${JSON.stringify(code)},`,
    ]),
    "],",
  ];
}

/** Where the letter of a standard is not what the author meant: a server sends what was meant. */
function meaningLines({ meant }: Inspection): string[] {
  return meant.flatMap(({ code: option, count, meaning }) => [
    `// ${placesOf(count)}: ${meaning}; "letter" follows the standard.`,
    `${option}: "author",`,
  ]);
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

export interface ImportSettings {
  /** `importExtension ".js"`, and why. */
  readonly choice: string;
  readonly reason: string;
  /** How an import of a generated file ends. */
  readonly imports: ".js" | ".ts" | "";
  /** The line of the configuration; `null` where it is the default. */
  readonly option: string | null;
  /** Nothing compiles what is generated, and this package's `.js` files are CommonJS: its folder needs a package.json. */
  readonly needsModules: boolean;
  readonly config: ConfigName;
}

/** JavaScript where a configuration in TypeScript would get in the way of the compiler. */
type ConfigName = "waybill.config.ts" | "waybill.config.mjs";

async function importSettings(args: Arguments, folder: string, manifest: OwnManifest): Promise<Usable<ImportSettings>> {
  const requestedExtension = args.one("import-extension");
  const extended = requestedExtension === null ? null : extension(requestedExtension, "as --import-extension says");
  const file = path.join(folder, "tsconfig.json");
  if (!existsSync(file)) return usable(extended ?? withoutCompiler(folder, manifest));
  const { ts: compiler } = await import("ts-morph");
  const project = projectOf(file, compiler);
  if (typeof project === "string") return unusable(`tsconfig.json cannot be read: ${project}`, "fix it first");
  const { options } = project;
  const onlyChecks = options.checkJs === true && options.noEmit === true && !isForBundler(options, compiler);
  if (extended === null && onlyChecks && runnerIn(manifest) === undefined)
    return usable(javaScript(manifest, "tsconfig.json checks JavaScript, and nothing compiles TypeScript"));
  const config = configName(project, manifest, compiler);
  return usable({ ...(extended ?? ofCompiler(options, compiler)), config });
}

/** What tsconfig.json says. */
interface CompiledProject {
  readonly options: ts.CompilerOptions;
  /** Whether files beside tsconfig.json are compiled. */
  readonly hasRoot: boolean;
}

/**
 * A compiler that writes files would write one for waybill.config.ts, and put all others one folder deeper or reject it as outside
 * of `rootDir`; one of a CommonJS package may not import "waybill", which is an ES module.
 */
function configName({ options, hasRoot }: CompiledProject, { isModule }: OwnManifest, compiler: typeof ts): ConfigName {
  const bundles = isForBundler(options, compiler) || options.noEmit === true;
  const moves = options.noEmit !== true && (options.outDir !== undefined || options.rootDir !== undefined);
  return hasRoot && (moves || (!isModule && !bundles)) ? "waybill.config.mjs" : "waybill.config.ts";
}

/** Whether an `include` pattern matches files of the folder itself. */
function matchesRoot(pattern: unknown): boolean {
  return typeof pattern === "string" && /^(?:\.\/)?(?:\.?\/?$|\*)/.test(pattern);
}

/** The options as they are in the end, from all that the file extends; or what is wrong with it. */
function projectOf(file: string, compiler: typeof ts): CompiledProject | string {
  const { config, error } = compiler.readConfigFile(file, (name) => readFileSync(name, "utf8"));
  if (error !== undefined) return compiler.flattenDiagnosticMessageText(error.messageText, "\n");
  // Listing the files takes long and is not needed.
  const host: ts.ParseConfigHost = { ...compiler.sys, readDirectory: () => [] };
  const { options, raw } = compiler.parseJsonConfigFileContent(config, host, path.dirname(file));
  const referenced = firstReference(raw);
  const [include, files] = [memberOf(raw, "include"), memberOf(raw, "files")];
  const hasRoot = Array.isArray(include) ? include.some(matchesRoot) : !Array.isArray(files);
  if (referenced === null) return { options, hasRoot };
  const place = path.resolve(path.dirname(file), referenced);
  const project = place.endsWith(".json") ? place : path.join(place, "tsconfig.json");
  return existsSync(project) ? projectOf(project, compiler) : { options, hasRoot };
}

/** Of a file that only lists projects, as Vite's templates have it: the first one is what is compiled for the user. */
function firstReference(config: unknown): string | null {
  const files = memberOf(config, "files");
  const references = memberOf(config, "references");
  const isList = Array.isArray(files) && files.length === 0 && Array.isArray(references);
  const place: unknown = isList ? memberOf(references[0], "path") : null;
  return typeof place === "string" ? place : null;
}

function ofCompiler(options: ts.CompilerOptions, compiler: typeof ts): ImportSettings {
  const { ModuleKind } = compiler;
  for (const name of ["allowImportingTsExtensions", "rewriteRelativeImportExtensions"] as const) {
    if (options[name] === true) return extension(".ts", `tsconfig.json has ${name}`);
  }
  const { module } = options;
  if (module !== undefined && module >= ModuleKind.Node16 && module <= ModuleKind.NodeNext) {
    return extension(".js", `tsconfig.json has module ${ModuleKind[module].toLowerCase()}`);
  }
  if (isForBundler(options, compiler))
    return extension("none", "tsconfig.json is for a bundler, which resolves imports without an extension");
  return extension(".js", "tsc resolves it under every tsconfig.json");
}

function isForBundler({ module, moduleResolution }: ts.CompilerOptions, compiler: typeof ts): boolean {
  return moduleResolution === compiler.ModuleResolutionKind.Bundler || module === compiler.ModuleKind.Preserve;
}

function extension(written: string, reason: string): ImportSettings {
  const imports = written === ".js" || written === ".ts" ? written : "";
  const option = `importExtension: ${JSON.stringify(written)},`;
  const choice = `importExtension ${JSON.stringify(written)}`;
  return { choice, reason, imports, option, needsModules: false, config: "waybill.config.ts" };
}

/** Tools that run TypeScript directly. */
const runners = ["tsx", "ts-node", "@types/bun", "bun-types", "vite", "vitest", "esbuild"];

function runnerIn({ dependencies }: OwnManifest): string | undefined {
  return runners.find((name) => dependencies.has(name));
}

function withoutCompiler(folder: string, manifest: OwnManifest): ImportSettings {
  const { dependencies, isModule } = manifest;
  const runner = runnerIn(manifest);
  if (runner !== undefined) return extension(".ts", `${runner} runs TypeScript directly`);
  const file = ["deno.json", "deno.jsonc", "bun.lock", "bunfig.toml"].find((name) =>
    existsSync(path.join(folder, name)),
  );
  if (file !== undefined) return extension(".ts", `the tool of ${file} runs TypeScript directly`);
  if (dependencies.has("typescript") && !existsSync(path.join(folder, "jsconfig.json"))) {
    // `tsc --init` comes next. In a CommonJS package it compiles no configuration in TypeScript.
    const config = isModule ? "waybill.config.ts" : "waybill.config.mjs";
    return { ...extension(".js", "tsc resolves it under every tsconfig.json, and there is none yet"), config };
  }
  return javaScript(manifest, "there is no tsconfig.json, so nothing would compile TypeScript");
}

function javaScript({ isModule }: OwnManifest, reason: string): ImportSettings {
  return {
    choice: 'emit "js"',
    reason,
    imports: ".js",
    option: 'emit: "js",',
    needsModules: !isModule,
    config: isModule ? "waybill.config.ts" : "waybill.config.mjs",
  };
}

// The chosen descriptions -> what `generate` would say of them: errors with a meaning to assume, by code, and those without one.

export interface Inspection {
  readonly tolerated: readonly ToleratedCode[];
  /** The options that decide between the letter and what the author meant, as `code`; unless they are decided already. */
  readonly meant: readonly ToleratedCode[];
  /** What stops a run all the same. */
  readonly errors: readonly Diagnostic[];
  /** Whether operations have other names than their ids say. */
  readonly isRenamed: boolean;
}

export interface ToleratedCode {
  readonly code: string;
  readonly count: number;
  /** The first place: `openapi.yaml:7:21`. */
  readonly first: string;
  /** What it is taken to mean. Where places differ, the meaning of most. */
  readonly meaning: string;
}

/**
 * A dry run that tolerates what a run on the descriptions of others does: what it tolerated is what the configuration has to allow.
 * A typing error in a file of the user is an error.
 */
async function inspectDescription(
  { name, files, out, targets }: DescribedApi,
  folder: string,
): Promise<Usable<Inspection>> {
  const { openapi, asyncapi, foreign } = files;
  const api = {
    ...(openapi === null ? {} : { openapi }),
    ...(asyncapi === null ? {} : { asyncapi }),
    out,
    targets: targets.filter(isTargetName),
    strict: false,
  };
  const rules = { ...noRules, workingFolder: folder, foreign };
  const project = projectOfConfig(
    { apis: { [name]: api } },
    { base: folder, path: null, name: "waybill.config.ts" },
    { out: null, overlays: [], targets: [], rules, tolerate: codesOf([]), strict: false },
  );
  if (!project.ok) return project;
  const run = await generateProject(project.value, {
    mode: "dry-run",
    force: true,
    toolkit: new Toolkit(),
    cwd: folder,
  });
  const errors = run.diagnostics.filter(({ severity }) => severity === "error");
  const isRenamed = run.diagnostics.some(({ code }) => code === "framework-ids");
  return usable({ tolerated: toleratedIn(run.diagnostics), meant: meantIn(run.diagnostics), errors, isRenamed });
}

const meanings: Readonly<Record<string, string>> = {
  nullable: "null is accepted, although OpenAPI 3.0 ignores nullable: true there",
  discriminators: "a schema that others extend is one of them, as its discriminator says",
  untyped: "what has properties or items is an object or an array, although it has no type",
};

function meantIn(diagnostics: readonly Diagnostic[]): ToleratedCode[] {
  return Object.entries(meanings).flatMap(([code, meaning]) => {
    // In a description of others, it is assumed, and the hint is to confirm it.
    const undecided = new RegExp(`the option ${code} to "author"(?! to confirm)`);
    const [first, ...others] = diagnostics.filter(({ hint }) => undecided.test(hint));
    return first === undefined ? [] : [{ code, meaning, count: 1 + others.length, first: labelOf(first.place) }];
  });
}

function toleratedIn(diagnostics: readonly Diagnostic[]): ToleratedCode[] {
  const meanings = new Map<string, { readonly all: string[]; readonly first: string }>();
  for (const { code, assumed, place } of diagnostics) {
    if (assumed === null) continue;
    const { all, first } = meanings.get(code) ?? { all: [], first: labelOf(place) };
    meanings.set(code, { all: [...all, assumed], first });
  }
  return [...meanings]
    .map(([code, { all, first }]) => ({ code, count: all.length, first, meaning: mostFrequent(all) }))
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}

function mostFrequent(texts: readonly string[]): string {
  const countOf = (text: string): number => texts.filter((one) => one === text).length;
  return [...new Set(texts)].sort((a, b) => countOf(b) - countOf(a))[0] ?? "";
}

export function placesOf(count: number): string {
  return count === 1 ? "1 place" : `${count} places`;
}
