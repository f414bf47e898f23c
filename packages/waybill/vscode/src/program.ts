// A folder, or that of an open file -> the program of the language server that its project has installed.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

export interface ServerProgram {
  /** The arguments of Node.js. */
  readonly args: readonly string[];
  readonly version: string;
  /** The folder whose `node_modules` has it. */
  readonly home: string;
}

export type FoundProgram =
  | { readonly kind: "found"; readonly program: ServerProgram }
  /** The folder has no waybill: perhaps its YAML is about something else. */
  | { readonly kind: "no-toolkit" }
  /** It has waybill, without its language server. */
  | { readonly kind: "no-server"; readonly home: string };

/** In `node_modules` of the folder, or above it. Not as `require` does, which also looks where this editor was started. */
export function programOf(folder: string): FoundProgram {
  const manifest = installed(folder, "waybill");
  if (manifest === null) return { kind: "no-toolkit" };
  const home = path.join(path.dirname(manifest), "../..");
  if (installed(folder, "@waybill/lsp") === null) return { kind: "no-server", home };
  const { bin, version } = JSON.parse(readFileSync(manifest, "utf8")) as {
    readonly bin: Readonly<Record<string, string>>;
    readonly version: string;
  };
  const script = path.join(path.dirname(manifest), bin["waybill"] ?? "");
  return { kind: "found", program: { args: [script, "lsp", "--stdio"], version, home } };
}

/** The path of its `package.json`. */
function installed(folder: string, name: string): string | null {
  for (let at = folder; ; at = path.dirname(at)) {
    const manifest = path.join(at, "node_modules", name, "package.json");
    if (existsSync(manifest)) return manifest;
    if (path.dirname(at) === at) return null;
  }
}
