// Builds the site twice and compares every byte. Prints the first files that differ, and exits 1 when any does.
import { createHash } from "node:crypto";
import { globSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { buildSite } from "./site.ts";

const docs = path.join(import.meta.dirname, "..");
const output = path.join(docs, "dist");

const first = await built();
const second = await built();
const names = [...new Set([...first.keys(), ...second.keys()])].sort();
const different = names.filter((name) => first.get(name) !== second.get(name));
for (const name of different.slice(0, 20)) {
  const what = !first.has(name)
    ? "only in the second build"
    : second.has(name)
      ? "other bytes"
      : "only in the first build";
  console.error(`${name}: ${what}`);
}
console.log(`${names.length} files, ${different.length} of them not the same twice`);
if (different.length > 0) process.exitCode = 1;

/** The hash of every file of a build. */
async function built(): Promise<ReadonlyMap<string, string>> {
  await buildSite({ docs, output, site: "https://docs.waybill.example", base: "/" });
  const files = globSync("**/*", { cwd: output }).filter((file) => statSync(path.join(output, file)).isFile());
  return new Map(
    files.map((file) => [
      file,
      createHash("sha256")
        .update(readFileSync(path.join(output, file)))
        .digest("hex"),
    ]),
  );
}
