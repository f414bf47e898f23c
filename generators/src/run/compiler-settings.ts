// The tsconfig.json above generated TypeScript -> warnings where that code would not compile: what to set, before the compiler complains.

import { readFileSync } from "node:fs";
import path from "node:path";
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import type { Place, Report } from "../diagnostics/index.ts";
import { memberOf } from "../model/fields.ts";
import { withParents } from "../source/roots.ts";
import { nearestAbove, pathFrom, pathIfExists } from "./config/paths.ts";
import type { ApiProject, Project } from "./config/project.ts";

/** What is wrong with one field, and what to set instead. */
export interface Setting {
  readonly field: string;
  readonly problem: string;
  readonly advice: string;
}

/** The options that decide, in lower case where TypeScript ignores case. */
export interface CompilerOptions {
  readonly target?: string | undefined;
  readonly lib?: readonly string[] | undefined;
  readonly types?: readonly string[] | undefined;
  readonly module?: string | undefined;
  readonly allowImportingTsExtensions?: boolean | undefined;
  readonly rewriteRelativeImportExtensions?: boolean | undefined;
  readonly verbatimModuleSyntax?: boolean | undefined;
}

/** What else of the folder decides. */
export interface Surroundings {
  /** Whether `package.json` makes its files ECMAScript modules. */
  readonly isModule: boolean;
  /** Whether `@types/node` is installed. */
  readonly hasNodeTypes: boolean;
}

/** What decides of the generated code. */
export interface Generated extends Surroundings {
  readonly importExtension: string;
  /** Whether it uses what the platform has beside the language, such as `fetch`. */
  readonly callsPlatform: boolean;
}

/** Warns of each setting once, however many folders it is about. */
export async function checkCompilerSettings({ apis, root }: Project, cwd: string, report: Report): Promise<void> {
  const folders = new Map<string, ApiProject[]>();
  for (const api of apis.filter(({ options }) => options.emit === "ts")) {
    for (const { target, out } of api.places) {
      if (!runs(target)) continue;
      const folder = path.join(root, out);
      const file = nearestAbove(nearestExistingFolder(folder), (at) => pathIfExists(path.join(at, "tsconfig.json")));
      if (file !== null) folders.set(file, [...new Set([...(folders.get(file) ?? []), api])]);
    }
  }
  for (const [file, users] of folders) {
    const settings = await settingsOf(file);
    if (settings === null) continue;
    const settingChanges = users.flatMap(({ options: { importExtension }, places }) => {
      const callsPlatform = places.some(({ target }) => target === "client" || target === "server");
      const [out = "."] = places.flatMap((place) => (runs(place.target) ? [place.out] : []));
      // The generated folder may have a package.json of its own.
      const isModule = isModuleFolder(nearestExistingFolder(path.join(root, out)));
      const { hasNodeTypes } = settings;
      return settingsToChange(settings.options, { isModule, hasNodeTypes, importExtension, callsPlatform });
    });
    const displayPath = pathFrom(cwd, settings.file);
    for (const { field, problem, advice } of new Map(settingChanges.map((one) => [one.field, one])).values())
      report.add("compiler-setting", placeOf(settings.file, displayPath, field), {
        file: displayPath,
        field,
        problem,
        advice,
      });
  }
}

/** Types alone need no library; samples are not compiled with the project. */
function runs(target: string): boolean {
  return target !== "types" && target !== "samples";
}

export function settingsToChange(options: CompilerOptions, generated: Generated): Setting[] {
  return [
    ...librarySettings(options, generated),
    ...extensionSettings(options, generated),
    ...moduleSettings(options, generated),
  ];
}

/** The newest parts of the standard library that generated code calls. */
const needed = ["es2022.object", "es2022.array", "es2022.error", "es2021.string"];
const globals = /^(?:dom|webworker)$/;
const globalTypes = /^(?:node|bun|bun-types|deno|@cloudflare\/workers-types.*)$/;

function librarySettings(
  { target, lib, types }: CompilerOptions,
  { hasNodeTypes, callsPlatform }: Generated,
): Setting[] {
  if (lib === undefined) {
    // Without either, the compiler's own default counts, which is newer than this in every maintained version but 5.
    if (target === undefined || needed.every((part) => yearOf(part) <= yearOf(target))) return [];
    const problem = `"target" is ${target.toUpperCase()} and "lib" is not set, so the standard library is too old: generated code uses ES2022`;
    return [{ field: "lib", problem, advice: 'set "lib": ["ES2022", "DOM"]; you can keep the target' }];
  }
  const newest = Math.max(0, ...lib.filter((name) => !name.includes(".")).map(yearOf));
  const isOld = needed.some((part) => yearOf(part) > newest && !lib.includes(part));
  const old = {
    field: "lib",
    problem: `"lib" is older than ES2022, which generated code uses`,
    advice: `set "lib": ["ES2022", "DOM"]`,
  };
  const hasGlobals =
    lib.some((name) => globals.test(name)) || (types?.some((name) => globalTypes.test(name)) ?? hasNodeTypes);
  const bare = {
    field: "lib",
    problem: '"lib" has no "DOM", and "types" no "node": nothing declares fetch, Request, Response and URL',
    advice: 'add "DOM" to "lib", or "node" to "types" and install @types/node',
  };
  return [...(isOld ? [old] : []), ...(isOld || hasGlobals || !callsPlatform ? [] : [bare])];
}

/** `es2017` and `es2017.object` -> 2017. */
function yearOf(name: string): number {
  if (name.startsWith("esnext")) return Number.POSITIVE_INFINITY;
  const version = Number(/^es(\d+)/.exec(name)?.[1] ?? 0);
  return version > 0 && version < 100 ? version + 2009 : version;
}

function extensionSettings(options: CompilerOptions, { isModule, importExtension }: Generated): Setting[] {
  const { allowImportingTsExtensions: allowed, rewriteRelativeImportExtensions: rewritten } = options;
  if (importExtension === ".ts" && allowed !== true && rewritten !== true) {
    const other = isNode(options) ? ".js" : "none";
    return [
      {
        field: "allowImportingTsExtensions",
        problem:
          'generated files import each other as ".ts", but neither allowImportingTsExtensions nor rewriteRelativeImportExtensions is true',
        advice: `set importExtension: "${other}" in the configuration (--import-extension ${other}), or set one of the two to true in tsconfig.json`,
      },
    ];
  }
  if (importExtension !== "none" || !isModule || !isNode(options)) return [];
  return [
    {
      field: "module",
      problem: `under "module": "${options.module}", an ECMAScript module names the extension of what it imports`,
      advice: 'set importExtension: ".js" in the configuration (--import-extension .js)',
    },
  ];
}

function moduleSettings(options: CompilerOptions, { isModule }: Generated): Setting[] {
  const { module, verbatimModuleSyntax } = options;
  const isCommon = module === "commonjs" || (isNode(options) && !isModule);
  if (verbatimModuleSyntax !== true || !isCommon) return [];
  return [
    {
      field: "verbatimModuleSyntax",
      problem: "it rejects import and export in CommonJS modules, which generated files are here",
      advice:
        module === "commonjs"
          ? 'remove it, or set "module": "nodenext" and put a package.json with { "type": "module" } into the generated folder'
          : 'put a package.json with { "type": "module" } into the generated folder, or above it',
    },
  ];
}

function isNode({ module }: CompilerOptions): boolean {
  return module !== undefined && /^node(?:16|18|20|next)$/.test(module);
}

interface Settings {
  readonly file: string;
  readonly options: CompilerOptions;
  readonly hasNodeTypes: boolean;
}

/** `null` if the file, or one that it extends, cannot be read: the compiler reports that. */
async function settingsOf(folderFile: string): Promise<Settings | null> {
  // Reads what a file extends as TypeScript does, in 140 KB; the compiler itself takes longer to load than the run.
  const { parseTsconfig } = await import("get-tsconfig");
  try {
    const config = parseTsconfig(folderFile);
    const [reference] = config.files?.length === 0 ? (config.references ?? []) : [];
    if (reference !== undefined) {
      const place = path.resolve(path.dirname(folderFile), reference.path);
      return await settingsOf(place.endsWith(".json") ? place : path.join(place, "tsconfig.json"));
    }
    const { compilerOptions = {} } = config;
    return {
      file: folderFile,
      options: {
        ...compilerOptions,
        target: compilerOptions.target?.toLowerCase(),
        module: compilerOptions.module?.toLowerCase(),
        lib: compilerOptions.lib?.map((name) => name.toLowerCase()),
      },
      hasNodeTypes: hasNodeTypesAbove(path.dirname(folderFile)),
    };
  } catch {
    return null;
  }
}

function isModuleFolder(folder: string): boolean {
  const file = nearestAbove(folder, (at) => pathIfExists(path.join(at, "package.json")));
  return file !== null && memberOf(JSON.parse(readFileSync(file, "utf8")), "type") === "module";
}

function hasNodeTypesAbove(folder: string): boolean {
  return nearestAbove(folder, (at) => pathIfExists(path.join(at, "node_modules/@types/node"))) !== null;
}

/** The folder, or the nearest above it that exists: on the first run nothing is written yet. */
function nearestExistingFolder(folder: string): string {
  return withParents(folder).find((at) => pathIfExists(at) !== undefined) ?? folder;
}

/** The field; where it is in a file that is extended, the start. */
function placeOf(file: string, name: string, field: string): Place {
  const text = readFileSync(file, "utf8");
  const tree = parseTree(text);
  const node = tree === undefined ? undefined : findNodeAtLocation(tree, ["compilerOptions", field]);
  const document = { path: file, name, text, format: "json", value: undefined } as const;
  return { kind: "offset", document, offset: node?.parent?.offset ?? 0 };
}
