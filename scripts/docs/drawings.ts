// The state table of the description -> docs/guides/order-life-cycle.svg. `--check` writes nothing and exits 1 when it is stale.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { drawLifeCycle } from "./life-cycle/drawing.ts";
import { readMachine, source } from "./life-cycle/machine.ts";

const root = path.join(import.meta.dirname, "../..");
const file = "docs/guides/order-life-cycle.svg";
const target = path.join(root, file);
const drawing = drawLifeCycle(readMachine(root));
const isStale = !existsSync(target) || readFileSync(target, "utf8") !== drawing;

if (process.argv.includes("--check")) {
  if (isStale) console.error(`${file} does not show what ${source} says: run pnpm generate`);
  process.exitCode = isStale ? 1 : 0;
} else {
  if (isStale) writeFileSync(target, drawing);
  console.log(`drawings  1 file, ${isStale ? 1 : 0} written`);
}
