// Finds and loads the configuration file.
import { existsSync, readFileSync, type Stats, statSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type Usable, unusable } from "../usage.ts";
import { checkConfig } from "./check-config.ts";
import type { Config } from "./config.ts";
import { asModules } from "./esm-typescript.ts";

export const configNames: readonly string[] = ["ts", "js", "mjs", "json"].map(
  (extension) => `waybill.config.${extension}`,
);

/** The configuration in `folder` or in the nearest folder above, no further than the repository's own. */
export function findConfig(folder: string): string | null {
  for (let at = folder; ; at = path.dirname(at)) {
    const found = configNames.map((name) => path.join(at, name)).find((file) => existsSync(file));
    if (found !== undefined) return found;
    if (existsSync(path.join(at, ".git")) || path.dirname(at) === at) return null;
  }
}

/** `name` is how messages call the file. */
export async function loadConfig(file: string, name: string): Promise<Usable<Config>> {
  const stats = statIfThere(file);
  if (stats === undefined) return unusable(`there is no configuration ${name}`, "--config takes the path of the file");
  if (stats.isDirectory()) {
    const hint = `name the file in it: ${configNames.map((one) => `${name}/${one}`).join(", ")}`;
    return unusable(`the configuration ${name} is a folder`, hint);
  }
  try {
    return checkConfig(await exportOf(file, stats.mtimeMs), name);
  } catch (error) {
    return unusable(
      `${name} cannot be loaded: ${reasonOf(error, file, name)}`,
      "mend the file; the message says where it stopped loading",
    );
  }
}

function statIfThere(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}

/** `--watch` loads an edited file again: for the module loader another query is another module. */
async function exportOf(file: string, changed: number): Promise<unknown> {
  if (file.endsWith(".json")) return parseConfig(file);
  const module: unknown = await asModules(() => import(`${pathToFileURL(file).href}?changed=${changed}`));
  return typeof module === "object" && module !== null && "default" in module ? module.default : undefined;
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
