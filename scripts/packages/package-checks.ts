// Tarballs -> what publint and attw say of them: files that exist, types that every way of importing finds.
import { runIn } from "./fresh-folder.ts";
import type { Tarball } from "./tarballs.ts";

/** `tools`: the folder that has both installed. Rejects at the first package with a problem; suggestions count as one. */
export async function runPublint(tools: string, tarballs: readonly Tarball[]): Promise<string> {
  for (const { file } of tarballs) {
    const printed = await runIn(tools, "node_modules/.bin/publint", "run", file, "--strict");
    if (!printed.includes("All good!")) throw new Error(printed);
  }
  return `${tarballs.length} packages`;
}

/** What a package that is an ES module only can be held to; that `require` takes it is tried on Node itself. */
export async function runAttw(tools: string, tarballs: readonly Tarball[]): Promise<string> {
  const typed = tarballs.filter((tarball) => tarball.hasModules);
  for (const { file } of typed) {
    await runIn(tools, "node_modules/.bin/attw", file, "--profile", "esm-only", "--no-emoji", "--no-color");
  }
  return `${typed.length} packages`;
}
