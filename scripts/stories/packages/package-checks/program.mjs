// Tarballs -> what publint and attw find in them, a line each. In one process: TypeScript is loaded once.
import { readFileSync } from "node:fs";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

for (const file of process.argv.slice(2)) {
  const bytes = new Uint8Array(readFileSync(file));
  // Suggestions count as problems.
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
  for (const message of messages) console.log(`${file}: publint: ${formatMessage(message, pkg)}`);
  // A package of data has no module.
  if (pkg.exports?.["."] === undefined) continue;
  const { types, problems = [] } = await checkPackage(createPackageFromTarballData(bytes));
  if (types === false) console.log(`${file}: attw: no types`);
  // With every resolution, node10 too. CommonJS gets ES modules: that `require` loads them is tested on Node itself.
  for (const { kind, ...place } of problems.filter((problem) => problem.kind !== "CJSResolvesToESM"))
    console.log(`${file}: attw: ${kind} ${JSON.stringify(place)}`);
}
