// Finds and loads the configuration file.
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import nodeModule from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { memberOf } from "../../model/fields.ts";
import { attempt } from "../../source/attempt.ts";
import { checkConfig } from "./check-config.ts";
import type { Config } from "./config.ts";
import { ConfigModules } from "./config-modules.ts";
import { nearestAbove } from "./paths.ts";
import { type Usable, unusable, usable } from "./usage.ts";

/** The configuration in `folder` or in the nearest folder above, no further than the repository's own. */
export function findConfig(folder: string): string | null {
  return nearestAbove(folder, (at) => configNames.map((name) => path.join(at, name)).find((file) => existsSync(file)));
}

/** The problem where `findConfig` finds none. */
export function noConfig<T>(hint: string): Usable<T> {
  return unusable("there is no waybill.config.ts here or in a parent folder", hint);
}

/** `name` is the name of the file in messages. */
export async function loadConfig(file: string, name: string): Promise<Usable<Config>> {
  const loaded = await loadConfigModules(file, { name, turn: 0 });
  if (!loaded.ok) return loaded;
  loaded.value.modules?.close();
  return usable(loaded.value.config);
}

export interface LoadedConfig {
  readonly config: Config;
  /** Its code, if any of it affects the output. */
  readonly modules: ConfigModules | null;
}

/** `turn`: a new number reloads all of its modules, changed or not. */
export async function loadConfigModules(
  file: string,
  { name, turn }: { readonly name: string; readonly turn: number },
): Promise<Usable<LoadedConfig>> {
  const stats = attempt(() => statSync(file));
  if (stats === null) return unusable(`there is no configuration ${name}`, "--config takes the path of the file");
  if (stats.isDirectory()) {
    const hint = `name the file in it: ${configNames.map((one) => `${name}/${one}`).join(", ")}`;
    return unusable(`the configuration ${name} is a folder`, hint);
  }
  const query = turn === 0 ? `changed=${stats.mtimeMs}` : `changed=${stats.mtimeMs}.${turn}`;
  const modules = file.endsWith(".json")
    ? null
    : new ConfigModules(realpathSync(file), query, turn === 0 ? null : query);
  try {
    const value = await exportOf(file, query);
    const config = checkConfig(value, name);
    const usedModules = config.ok && hasFunction(value) ? modules : null;
    if (usedModules === null) modules?.close();
    return config.ok ? usable({ config: config.value, modules: usedModules }) : config;
  } catch (error) {
    modules?.close();
    return unusable(
      `${name} cannot be loaded: ${reasonOf(error, file, name)}`,
      "fix the file; the message shows where loading failed",
    );
  }
}

/** Whether a value contains a function. */
function hasFunction(value: unknown, above: readonly unknown[] = []): boolean {
  if (typeof value === "function") return true;
  if (typeof value !== "object" || value === null || above.includes(value)) return false;
  return Object.values(value).some((member) => hasFunction(member, [...above, value]));
}

/** `--watch` loads an edited file again: for the module loader another query is another module. */
async function exportOf(file: string, query: string): Promise<unknown> {
  if (file.endsWith(".json")) return withoutSchema(await parseConfig(file));
  return memberOf(await asModules(() => import(`${pathToFileURL(file).href}?${query}`)), "default");
}

/** Editors complete a JSON file by its `$schema`, which means nothing here. */
function withoutSchema(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([name, member]) => name !== "$schema" || typeof member !== "string"),
  );
}

/** With the place: the engine's own message may have none, and prints the text around it. */
async function parseConfig(file: string): Promise<unknown> {
  const text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  try {
    return JSON.parse(text);
  } catch (error) {
    const { parseText } = await import("../../source/parse.ts");
    const fault = parseText(text, "json");
    if (fault.ok || "duplicates" in fault) throw error;
    const before = text.slice(0, fault.offset).split("\n");
    throw new PlacedError(before.length, (before.at(-1) ?? "").length + 1, fault.detail);
  }
}

class PlacedError extends Error {
  readonly place: string;

  constructor(line: number, column: number, message: string) {
    super(message);
    this.place = `:${line}:${column}`;
  }
}

/** The message, after the line and column when the file itself is at fault. */
function reasonOf(error: unknown, file: string, name: string): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof PlacedError) return `${name}${error.place} ${error.message}`;
  const url = pathToFileURL(file).href;
  for (const spelling of [url, file]) {
    const at = (error.stack ?? "").indexOf(spelling);
    const place =
      at === -1 ? null : /^(?:\?changed=[\d.]+)?(:\d+(?::\d+)?)/.exec((error.stack ?? "").slice(at + spelling.length));
    if (place !== null) return `${name}${place[1]} ${error.message}`;
  }
  return error.message;
}

export const configNames: readonly string[] = ["ts", "js", "mjs", "json"].map(
  (extension) => `waybill.config.${extension}`,
);

// Loads a configuration in TypeScript, and what it imports, as ES modules, for every "type" in package.json. This toolkit need not be
// installed for that.

/**
 * What `load` resolves to. While it runs, a `.ts` file with `import` or `export` is a module, even in a CommonJS package, as `npm init`
 * creates it, and Node prints no warning about a package without a "type".
 */
async function asModules<T>(load: () => Promise<T>): Promise<T> {
  const hooks = nodeModule.registerHooks({
    resolve: (specifier, context, next) => {
      const resolution = resolved(specifier, context, next);
      return isModule(resolution.url) ? { ...resolution, format: "module-typescript" } : resolution;
    },
  });
  try {
    return await load();
  } finally {
    hooks.deregister();
  }
}

type Resolve = nodeModule.ResolveHookSync;

/** Where a configuration imports "waybill" and it is not installed, as after `npx waybill init` and `sdk init`, this toolkit is what it means. */
function resolved(...[specifier, context, next]: Parameters<Resolve>): ReturnType<Resolve> {
  try {
    return next(specifier, context);
  } catch (error) {
    if (!/^(?:waybill|@waybill\/sdk)(?:\/|$)/.test(specifier)) throw error;
    return next(specifier, { ...context, parentURL: import.meta.url });
  }
}

function isModule(url: string): boolean {
  const { protocol, pathname } = new URL(url);
  if (protocol !== "file:" || !pathname.endsWith(".ts") || pathname.includes("/node_modules/")) return false;
  return /^(?:import|export)\b/m.test(readFileSync(fileURLToPath(`file://${pathname}`), "utf8"));
}
