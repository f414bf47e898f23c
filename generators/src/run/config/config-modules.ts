// The modules that a configuration is made of -> what identifies them to a run: files of the project by their content, packages
// by their version. Includes modules that are loaded only while a target runs.

import { existsSync, readFileSync } from "node:fs";
import nodeModule from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bytesHash } from "../../source/text-hash.ts";

/** The folder of this toolkit, whose modules have a version of their own to be known by. */
const home = path.join(import.meta.dirname, "../../..");

export class ConfigModules {
  private readonly loaded: Set<string>;
  private readonly hooks: { deregister: () => void };

  /** `entry`: the configuration, absolute. `fresh`: what follows "?" in the URL of a module that must be another than before. */
  constructor(entry: string, fresh: string | null) {
    this.loaded = new Set([entry]);
    this.hooks = nodeModule.registerHooks({
      resolve: (specifier, context, next) => {
        const found = next(specifier, context);
        const file = this.isOwn(context.parentURL) ? fileOf(found.url) : null;
        if (file === null || file.startsWith(home + path.sep)) return found;
        this.loaded.add(file);
        const isFresh = fresh !== null && !isInstalled(file) && context.conditions.includes("import");
        return isFresh ? { ...found, url: `${found.url.replace(/\?.*$/, "")}?${fresh}` } : found;
      },
    });
  }

  /** Files of the project, absolute: they are inputs of a run like those of the description. */
  files(): string[] {
    return [...this.loaded].filter((file) => !isInstalled(file)).sort();
  }

  /** The manifest entry of each file. */
  hashes(): [string, string][] {
    return this.files().map((file) => [file, bytesHash(readFileSync(file))]);
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
}

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
