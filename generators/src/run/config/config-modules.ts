// The modules that a configuration is made of -> what identifies them to a run: files of the project by their content, packages
// by their version. Includes modules that are loaded only while a target runs, and the files that modules name to read.

import { existsSync, readFileSync, statSync } from "node:fs";
import nodeModule from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { computedOnce } from "../../model/computed-once.ts";
import { inputHash } from "../../source/document.ts";

/** The folder of this toolkit, whose modules have a version of their own to be known by. */
const home = path.join(import.meta.dirname, "../../..");

/** What each module imports, by URLs: of a process, as Node loads each URL once, and a second run finds it loaded. */
const imports = new Map<string, Set<string>>();

export class ConfigModules {
  private readonly loaded: Set<string>;
  private readonly named = new Map<string, readonly string[]>();
  private readonly hooks: { deregister: () => void };

  /** `entry`: the configuration, absolute. `query`: of its URL. `fresh`: what follows "?" in the URL of a module that must be another than before. */
  constructor(entry: string, query: string, fresh: string | null) {
    this.loaded = new Set([entry, ...importedFrom(`${pathToFileURL(entry).href}?${query}`)]);
    this.hooks = nodeModule.registerHooks({
      resolve: (specifier, context, next) => {
        const resolution = next(specifier, context);
        const isKnown = isReleasedWithToolkit(specifier) || !this.isOwn(context.parentURL);
        const file = isKnown ? null : fileOf(resolution.url);
        if (context.parentURL === undefined || file === null || file.startsWith(home + path.sep)) return resolution;
        const isFresh = fresh !== null && !isInstalled(file) && context.conditions.includes("import");
        const url = isFresh ? `${resolution.url.replace(/\?.*$/, "")}?${fresh}` : resolution.url;
        imports.set(context.parentURL, (imports.get(context.parentURL) ?? new Set()).add(url));
        for (const one of [file, ...importedFrom(url)]) this.loaded.add(one);
        return { ...resolution, url };
      },
    });
  }

  /** Files of the project, absolute: they are inputs of a run like those of the description. */
  files(): string[] {
    const modules = [...this.loaded].filter((file) => !isInstalled(file));
    return [...new Set(modules.flatMap((file) => [file, ...this.namedIn(file)]))].sort();
  }

  /** Whether a module of the project can read files that are not known: then no run is as the last one. */
  readsUnknownFiles(): boolean {
    return [...this.loaded].some(
      (file) => !isInstalled(file) && this.namedIn(file).length === 0 && importsFiles.test(readFileSync(file, "utf8")),
    );
  }

  /** The manifest entry of each file. */
  hashes(): [string, string][] {
    return this.files().map((file) => [file, inputHash(file, readFileSync(file))]);
  }

  /** Packages as `name@version`: what was published under a version does not change. */
  packages(): string[] {
    const versions = [...this.loaded].filter(isInstalled).map(packageVersionOf);
    return [...new Set(versions)].sort();
  }

  /** Called once all modules are loaded. */
  close(): void {
    this.hooks.deregister();
  }

  private isOwn(url: string | undefined): boolean {
    const file = url === undefined ? null : fileOf(url);
    return file !== null && this.loaded.has(file);
  }

  /** The files that a module names by their URLs: `new URL("./runtime.ts", import.meta.url)`. */
  private namedIn(file: string): readonly string[] {
    return computedOnce(this.named, file, () => filesNamedIn(file));
  }
}

/** Its version is that of the toolkit, and where it is found, here or beside the toolkit, makes no difference. */
function isReleasedWithToolkit(specifier: string): boolean {
  return specifier === "@waybill/sdk";
}

/** All that a module has imported, directly or not. */
function importedFrom(url: string): string[] {
  const importedUrls = new Set([url]);
  // A set visits what is added meanwhile, too.
  for (const one of importedUrls) for (const imported of imports.get(one) ?? []) importedUrls.add(imported);
  importedUrls.delete(url);
  return [...importedUrls].flatMap((one) => fileOf(one) ?? []);
}

function filesNamedIn(module: string): string[] {
  const text = readFileSync(module, "utf8");
  return [...text.matchAll(/\bnew URL\(\s*(["'`])([^"'`$]+)\1,\s*import\.meta\.url,?\s*\)/g)].flatMap(
    ([, , url = ""]) => {
      const file = fileOf(URL.parse(url, pathToFileURL(module).href)?.href ?? "");
      return file !== null && statSync(file, { throwIfNoEntry: false })?.isFile() === true ? [file] : [];
    },
  );
}

const importsFiles = /(?:\bfrom\s*|\bimport\s*|\b(?:require|import)\(\s*)["'](?:node:)?fs(?:\/promises)?["']/;

function fileOf(url: string): string | null {
  return url.startsWith("file:") ? fileURLToPath(url.replace(/[?#].*$/, "")) : null;
}

function isInstalled(file: string): boolean {
  return file.includes(`${path.sep}node_modules${path.sep}`);
}

/** The package that a module is part of, as `name@version`. */
export function packageVersionOf(file: string): string {
  const manifest = manifestOf(path.dirname(file));
  return manifest === null ? file : versionOf(manifest);
}

/** The nearest package.json above a module that has a name. */
function manifestOf(folder: string): string | null {
  const file = path.join(folder, "package.json");
  if (existsSync(file) && /"name"\s*:/.test(readFileSync(file, "utf8"))) return file;
  return path.dirname(folder) === folder ? null : manifestOf(path.dirname(folder));
}

function versionOf(manifest: string): string {
  const fields: unknown = JSON.parse(readFileSync(manifest, "utf8"));
  if (typeof fields !== "object" || fields === null || !("name" in fields) || !("version" in fields)) return manifest;
  return `${fields.name}@${fields.version}`;
}
