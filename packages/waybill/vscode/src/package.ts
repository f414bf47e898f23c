// The sources of the extension -> one file that Visual Studio Code installs.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createVSIX } from "@vscode/vsce";
import { build } from "esbuild";

const home = path.join(import.meta.dirname, "..");

/** Writes the `.vsix` file. It has no `node_modules`: what the extension uses is bundled. */
export async function packageExtension(file: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-vscode-"));
  try {
    cpSync(path.join(home, "extension"), folder, { recursive: true });
    cpSync(path.join(home, "../../../LICENSE"), path.join(folder, "LICENSE.txt"));
    await bundleExtension(path.join(folder, "extension.cjs"));
    await createVSIX({ cwd: folder, packagePath: file, dependencies: false, allowMissingRepository: true });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The module that Visual Studio Code loads. `alias`: modules that tests put in the place of others. */
export async function bundleExtension(file: string, alias: Readonly<Record<string, string>> = {}): Promise<void> {
  await build({
    entryPoints: [path.join(home, "src/extension.ts")],
    outfile: file,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    external: "vscode" in alias ? [] : ["vscode"],
    alias: { ...alias },
    legalComments: "eof",
    logLevel: "silent",
  });
}
