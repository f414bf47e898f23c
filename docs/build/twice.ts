// Builds the site twice, side by side: here, and in a copy of the checkout that lies elsewhere. Compares every byte, prints the
// first files that differ, and exits 1 when any does or a build finds a problem; what was built here stays in docs/dist.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { copyCheckout } from "../../scripts/drifts/copy.ts";
import { folderForCopies } from "../../scripts/packages/fresh-folder.ts";

const root = path.join(import.meta.dirname, "../..");
using folder = folderForCopies(root, "docs");
const copy = path.join(folder.path, "copy");
copyCheckout(root, copy);
const [here, there] = await Promise.all([built(root, "here"), built(copy, "in a copy")]);
process.exitCode = here !== null && there !== null && areSame(here, there) ? 0 : 1;

/** The hash of every file of a build; `null` when it failed. What it prints comes in one piece. */
async function built(checkout: string, where: string): Promise<ReadonlyMap<string, string> | null> {
  const child = spawn(process.execPath, [path.join(checkout, "docs/build/main.ts")], {
    cwd: checkout,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => said.push(text));
  const [status] = await once(child, "close");
  process.stdout.write(`built ${where}${status === 0 ? "" : `, with exit code ${status}`}:\n${said.join("")}`);
  return status === 0 ? hashesIn(path.join(checkout, "docs/dist")) : null;
}

function hashesIn(output: string): ReadonlyMap<string, string> {
  const files = readdirSync(output, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map(({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return [path.relative(output, file), createHash("sha256").update(readFileSync(file)).digest("hex")];
    }),
  );
}

function areSame(here: ReadonlyMap<string, string>, there: ReadonlyMap<string, string>): boolean {
  const names = [...new Set([...here.keys(), ...there.keys()])].sort();
  const different = names.filter((name) => here.get(name) !== there.get(name));
  for (const name of different.slice(0, 20)) {
    const what = !here.has(name) ? "only in the copy" : there.has(name) ? "other bytes" : "not in the copy";
    console.error(`${name}: ${what}`);
  }
  console.log(`${names.length} files, ${different.length} of them not the same twice`);
  return names.length > 0 && different.length === 0;
}
