// `pnpm check size`: what the client and the webhook kit add to a bundle, by size-limit against .size-limit.json, and what an install of
// the toolkit brings; exits 1 over a limit, and when the client brings a package along.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { bundledPackages } from "./bundled-packages.ts";
import { installedWith } from "./installed.ts";

const root = join(import.meta.dirname, "../..");
const { status } = spawnSync(join(root, "node_modules/.bin/size-limit"), ["--json"], { cwd: root, stdio: "inherit" });
const toolkit = installedWith(join(root, "generators"));
const installed = toolkit.reduce((sum, { bytes }) => sum + bytes, 0);
/** hey-api with its TypeScript takes as much. */
const installLimit = 35_000_000;
const brought = await bundledPackages(join(root, "packages/client/src/index.ts"));

console.log(`packages in a bundle of everything in @fulfillment/client: ${brought.join(", ") || "none"}`);
const largest = toolkit.slice(0, 3).map(({ name, bytes }) => `${name} ${megabytes(bytes)}`);
console.log(
  `npm install waybill: ${toolkit.length} packages, ${megabytes(installed)} of at most ${megabytes(installLimit)} (${largest.join(", ")}, ...)`,
);
process.exitCode = status === 0 && brought.length === 0 && installed <= installLimit ? 0 : 1;

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
