// A folder, or that of an open file -> the toolkit that its project has installed.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

export interface Toolkit {
  /** The program `waybill`, for Node.js. */
  readonly script: string;
  readonly version: string;
  /** The folder whose `node_modules` has it. */
  readonly home: string;
  readonly hasServer: boolean;
}

/** In `node_modules` of the folder, or above it. Not as `require` does, which also looks where this editor was started. `null`: in none. */
export function toolkitOf(folder: string): Toolkit | null {
  const manifest = installed(folder, "waybill");
  if (manifest === null) return null;
  const { bin, version } = JSON.parse(readFileSync(manifest, "utf8")) as {
    readonly bin: Readonly<Record<string, string>>;
    readonly version: string;
  };
  return {
    script: path.join(path.dirname(manifest), bin["waybill"] ?? ""),
    version,
    home: path.join(path.dirname(manifest), "../.."),
    hasServer: installed(folder, "@waybill/lsp") !== null,
  };
}

/** The path of its `package.json`. */
function installed(folder: string, name: string): string | null {
  for (let at = folder; ; at = path.dirname(at)) {
    const manifest = path.join(at, "node_modules", name, "package.json");
    if (existsSync(manifest)) return manifest;
    if (path.dirname(at) === at) return null;
  }
}
