// Tarballs -> the results of publint and attw (files that exist, types that every way of importing finds). locks.ts has the names of all files.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freshFolder, runIn } from "../harness/fresh-folder.ts";
import type { Tarball } from "../harness/tarballs.ts";

/** What was checked, in some words; rejects at the first problem. Installs publint and attw by npm. */
export async function checkPackages(tarballs: readonly Tarball[]): Promise<string> {
  using tools = freshFolder("package-checks");
  writeFileSync(join(tools.path, "package.json"), "{}");
  await runIn(tools.path, "npm", "install", "--prefer-offline", "publint@0.3.25", "@arethetypeswrong/cli@0.18.5");
  await runPublint(tools.path, tarballs);
  await runAttw(tools.path, tarballs);
  return `${tarballs.length} packages`;
}

/** Suggestions count as problems. */
async function runPublint(tools: string, tarballs: readonly Tarball[]): Promise<void> {
  for (const { file } of tarballs) {
    const printed = await runIn(tools, "node_modules/.bin/publint", "run", file, "--strict");
    if (!printed.includes("All good!")) throw new Error(printed);
  }
}

/** With every resolution, node10 too. CommonJS gets ES modules: that `require` loads them is tested on Node itself. */
async function runAttw(tools: string, tarballs: readonly Tarball[]): Promise<void> {
  const words = ["--ignore-rules", "cjs-resolves-to-esm", "--no-emoji", "--no-color"];
  for (const { file } of tarballs.filter((tarball) => tarball.hasModules))
    await runIn(tools, "node_modules/.bin/attw", file, ...words);
}
