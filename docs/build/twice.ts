// Builds the site twice, each time in a process of its own, and compares every byte. Prints the first files that differ, and
// exits 1 when any does or a build finds a problem; what the second build wrote stays in docs/dist.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const output = path.join(import.meta.dirname, "../dist");

const first = built();
const second = built();
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
if (names.length === 0 || different.length > 0) process.exitCode = 1;

/** The hash of every file of a build. */
function built(): ReadonlyMap<string, string> {
  const { status } = spawnSync(process.execPath, [path.join(import.meta.dirname, "main.ts")], { stdio: "inherit" });
  if (status !== 0) process.exit(1);
  const files = readdirSync(output, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map(({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return [path.relative(output, file), createHash("sha256").update(readFileSync(file)).digest("hex")];
    }),
  );
}
