// The projects of a repository -> programs of the compiler, whose files may be replaced by texts that are nowhere on disk.
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import type { ts } from "ts-morph";
import { computedOnce } from "../../model/computed-once.ts";

/** The compiler that ts-morph brings; loaded by the command that needs it. */
export type Compiler = typeof ts;

export interface CompilerKit {
  readonly compiler: Compiler;
  /** The text of `/node_modules/typescript/lib/lib.es5.d.ts` and the like, which ts-morph holds in memory. */
  readonly libraryText: (file: string) => string | undefined;
}

export async function loadCompiler(): Promise<CompilerKit> {
  const morph = await import("ts-morph");
  const host = new morph.Project({ useInMemoryFileSystem: true }).getModuleResolutionHost();
  return { compiler: morph.ts, libraryText: (file) => host.readFile(file) };
}

const libraryFolder = "/node_modules/typescript/lib";

/** Texts by absolute path with forward slashes; `null`: the file is not there. */
export type Overlay = ReadonlyMap<string, string | null>;

export interface Project {
  /** `tsconfig.json`, absolute; `null` for a folder without one. */
  readonly file: string | null;
  readonly files: readonly string[];
  readonly options: ts.CompilerOptions;
  /** Projects whose output stands for its source. */
  readonly references: readonly ts.ProjectReference[];
}

/** What the programs of one upgrade share. */
export interface ProgramTools extends CompilerKit {
  /** By path and text. */
  readonly parsed: Map<string, ts.SourceFile>;
  readonly configs: Map<string, ts.ParsedCommandLine | undefined>;
}

/** The second is of projects in JavaScript. */
export const configNames: readonly string[] = ["tsconfig.json", "jsconfig.json"];

/** Every `tsconfig.json` in a folder and below, outside of packages and hidden folders. */
export function findProjects(folder: string): string[] {
  const configFiles: string[] = [];
  const look = (at: string, depth: number): void => {
    const file = configNames.map((name) => path.join(at, name)).find((one) => existsSync(one));
    if (file !== undefined) configFiles.push(file);
    if (depth === 0) return;
    for (const entry of readdirSync(at, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1)))
      if (entry.isDirectory() && entry.name !== "node_modules" && !entry.name.startsWith("."))
        look(path.join(at, entry.name), depth - 1);
  };
  look(folder, 6);
  return configFiles;
}

/** With the projects that it refers to. */
export function readProjects(file: string, compiler: Compiler, seen: Set<string> = new Set()): Project[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const parsed = parsedConfig(file, compiler);
  if (parsed === undefined) return [];
  const references = parsed.projectReferences ?? [];
  const project = { file, files: parsed.fileNames, options: parsed.options, references };
  const others = references.flatMap((reference) =>
    readProjects(compiler.resolveProjectReferencePath(reference), compiler, seen),
  );
  return [...(project.files.length === 0 ? [] : [project]), ...others];
}

function parsedConfig(file: string, compiler: Compiler): ts.ParsedCommandLine | undefined {
  const host = { ...compiler.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  return compiler.getParsedCommandLineOfConfigFile(file, {}, host);
}

/** The configurations of a folder that write declarations of any of these files. */
export function buildsIn(folder: string, of: ReadonlySet<string>, compiler: Compiler): ts.ProjectReference[] {
  const names = readdirSync(folder).filter((name) => /^tsconfig.*\.json$/.test(name));
  return names.flatMap((name) => {
    const file = path.posix.join(folder, name);
    const parsed = parsedConfig(file, compiler);
    const isBuild = parsed !== undefined && (parsed.options.outDir ?? parsed.options.declarationDir) !== undefined;
    return isBuild && parsed.fileNames.some((one) => of.has(one)) ? [{ path: file }] : [];
  });
}

const extensions = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];

/** A folder without a configuration of the compiler: every file of code in it. */
export function plainProject(folder: string, compiler: Compiler): Project {
  const files = compiler.sys.readDirectory(folder, extensions, [
    "**/node_modules",
    "**/.*/",
    "**/dist",
    "**/build",
    "**/coverage",
  ]);
  const { ScriptTarget, ModuleKind } = compiler;
  const options = {
    strict: true,
    target: ScriptTarget.ES2023,
    module: ModuleKind.NodeNext,
    allowImportingTsExtensions: true,
    allowJs: true,
    jsx: compiler.JsxEmit.Preserve,
  };
  return { file: null, files, options, references: [] };
}

/**
 * Output is never written, and declarations of libraries are not checked. Imports of the output of a project that is referred to lead to
 * its source, built or not.
 */
export function programOf({ files, options, references }: Project, overlay: Overlay, tools: ProgramTools): ts.Program {
  const { compiler } = tools;
  const compilerOptions: ts.CompilerOptions = {
    ...options,
    noEmit: true,
    skipLibCheck: true,
    composite: false,
    incremental: false,
    // What the compiler does not check in JavaScript, an upgrade does.
    ...(options.allowJs === true ? { checkJs: true } : {}),
    disableSourceOfProjectReferenceRedirect: false,
  };
  delete compilerOptions.tsBuildInfoFile;
  const host = hostOf(compilerOptions, overlay, tools);
  const rootNames = files.filter((file) => overlay.get(file) !== null);
  return compiler.createProgram({ rootNames, options: compilerOptions, projectReferences: references, host });
}

function hostOf(options: ts.CompilerOptions, overlay: Overlay, tools: ProgramTools): ts.CompilerHost {
  const { compiler, libraryText, parsed, configs } = tools;
  const host = compiler.createCompilerHost(options, true);
  const { readFile, fileExists } = host;
  const isLibrary = (file: string): boolean => file.startsWith(`${libraryFolder}/lib.`);
  host.getDefaultLibLocation = () => libraryFolder;
  host.getDefaultLibFileName = (libraryOptions) => `${libraryFolder}/${compiler.getDefaultLibFileName(libraryOptions)}`;
  host.readFile = (file) => {
    if (isLibrary(file)) return libraryText(file);
    const text = overlay.get(file);
    return text === undefined ? readFile.call(host, file) : (text ?? undefined);
  };
  host.fileExists = (file) => {
    if (isLibrary(file)) return libraryText(file) !== undefined;
    const text = overlay.get(file);
    return text === undefined ? fileExists.call(host, file) : text !== null;
  };
  // Folders of files that are nowhere on disk exist too.
  host.directoryExists = () => true;
  host.getSourceFile = (file, languageVersion) => {
    const text = host.readFile(file);
    if (text === undefined) return undefined;
    const format =
      typeof languageVersion === "object"
        ? `${languageVersion.languageVersion} ${languageVersion.impliedNodeFormat}`
        : languageVersion;
    const key = `${file}\0${format}\0${text}`;
    return computedOnce(parsed, key, () => compiler.createSourceFile(file, text, languageVersion, true));
  };
  host.getParsedCommandLine = (file) => {
    if (!configs.has(file)) configs.set(file, parsedConfig(file, compiler));
    return configs.get(file);
  };
  // As editors do; the compiler's types do not list it.
  return Object.assign(host, { useSourceOfProjectReferenceRedirect: () => true });
}
