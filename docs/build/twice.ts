// Builds the site twice, side by side: here, and in a copy of the checkout that lies elsewhere. Compares every byte, prints the
// files that differ, and fails when any does or a build finds a problem; what was built here stays in docs/dist.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { copyCheckout } from "../../scripts/stories/harness/checkout-copy.ts";
import { folderForCopies } from "../../scripts/stories/harness/fresh-folder.ts";

const root = path.join(import.meta.dirname, "../..");
using folder = folderForCopies(root, "docs");
const copy = path.join(folder.path, "copy");
copyCheckout(root, copy);
const checkouts = [root, copy];
const statuses = await Promise.all(checkouts.map(build));
process.exitCode = statuses.every((status) => status === 0) && areSame() ? 0 : 1;

function areSame(): boolean {
  const sites = checkouts.map((checkout) => path.join(checkout, "docs/dist"));
  const { status } = spawnSync("diff", ["--recursive", "--brief", ...sites], { stdio: "inherit" });
  if (status === 0) console.log("every file is the same twice");
  return status === 0;
}

/** The exit code. What it prints comes in one piece. */
async function build(checkout: string): Promise<number> {
  const child = spawn(process.execPath, [path.join(checkout, "docs/build/main.ts")], {
    cwd: checkout,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => said.push(text));
  const [status] = await once(child, "close");
  process.stdout.write(`built in ${checkout}${status === 0 ? "" : `, with exit code ${status}`}:\n${said.join("")}`);
  return status;
}
