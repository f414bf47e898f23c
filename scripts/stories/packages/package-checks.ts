// Tarballs -> the results of publint and attw (files that exist, types that every way of importing finds). locks.ts has the names of all files.
import { join } from "node:path";
import { freshFolder, runIn } from "../harness/fresh-folder.ts";
import type { Tarball } from "../harness/tarballs.ts";

const checkers = ["publint@0.3.25", "@arethetypeswrong/core@0.18.5"];

/** What was checked, in some words; rejects with all problems. Installs publint and attw by npm. */
export async function checkPackages(tarballs: readonly Pick<Tarball, "file">[]): Promise<string> {
  using tools = freshFolder("package-checks", join(import.meta.dirname, "package-checks"));
  await runIn(tools.path, "npm", "install", "--prefer-offline", ...checkers);
  const files = tarballs.map(({ file }) => file);
  const problems = await runIn(tools.path, process.execPath, "program.mjs", ...files);
  if (problems !== "") throw new Error(problems);
  return `${tarballs.length} packages`;
}
