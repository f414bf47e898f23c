// `pnpm size`: what the client and the webhook kit add to a bundle, against the limits in .size-limit.json, and what an install of the
// toolkit brings; exits 1 over a limit, and when the client brings a package along.
import { join } from "node:path";
import { printTable } from "../bench/figures.ts";
import { bundledPackages } from "./bundled-packages.ts";
import { installedWith } from "./installed.ts";
import { type Measured, measure } from "./measure.ts";

const root = join(import.meta.dirname, "../..");

const own = measure(join(root, ".size-limit.json"));
const toolkit = installedWith(join(root, "generators"));
const installed = toolkit.reduce((sum, { bytes }) => sum + bytes, 0);
/** hey-api with its TypeScript takes as much. */
const installLimit = 35_000_000;
const brought = await bundledPackages(join(root, "packages/client/src/index.ts"));

printTable(["minified and gzipped, in bytes", "size", "limit", ""], own.map(rowOf));
console.log(`\npackages in a bundle of everything in @fulfillment/client: ${brought.join(", ") || "none"}`);
const largest = toolkit.slice(0, 3).map(({ name, bytes }) => `${name} ${megabytes(bytes)}`);
console.log(
  `npm install waybill: ${toolkit.length} packages, ${megabytes(installed)} of at most ${megabytes(installLimit)} (${largest.join(", ")}, ...)`,
);
process.exitCode =
  brought.length === 0 && installed <= installLimit && own.every(({ passed }) => passed !== false) ? 0 : 1;

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function rowOf({ name, size, sizeLimit, passed }: Measured): string[] {
  const verdict = passed === undefined ? "" : passed ? "met" : "MISSED";
  return [name, size.toLocaleString("en"), sizeLimit?.toLocaleString("en") ?? "", verdict];
}
