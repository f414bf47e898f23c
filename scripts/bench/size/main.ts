// `pnpm check size`: what the client and the webhook kit add to a bundle, by size-limit against .size-limit.json, and what an install of
// the toolkit brings, and the scripts of the portal's pages; exits 1 over a limit, and when the client brings a package along.
import { spawnSync } from "node:child_process";
import { dirname, join, relative, resolve } from "node:path";
import { build } from "esbuild";
import { installedWith } from "./installed.ts";
import { initialScripts } from "./portal.ts";

const bench = join(import.meta.dirname, "..");
const root = join(bench, "../..");
const { status } = spawnSync(join(bench, "node_modules/.bin/size-limit"), ["--json"], { cwd: bench, stdio: "inherit" });
const toolkit = installedWith(join(root, "generators"));
const installed = toolkit.reduce((sum, { bytes }) => sum + bytes, 0);
/** hey-api with its TypeScript takes as much. */
const installLimit = 35_000_000;
/** Compressed: what a page of the portal loads before it shows anything, and the list of orders with it. */
const scriptLimit = 120_000;
const scripts = initialScripts(join(root, "packages/fulfillment/portal"));
const brought = await bundledPackages(join(root, "packages/fulfillment/client/src/index.ts"));

console.log(`packages in a bundle of everything in @fulfillment/client: ${brought.join(", ") || "none"}`);
const largest = toolkit.slice(0, 3).map(({ name, bytes }) => `${name} ${megabytes(bytes)}`);
console.log(
  `npm install waybill: ${toolkit.length} packages, ${megabytes(installed)} of at most ${megabytes(installLimit)} (${largest.join(", ")}, ...)`,
);
for (const { page, bytes } of scripts)
  console.log(
    `portal, ${page}: ${(bytes / 1000).toFixed(1)} kB of script, compressed, of at most ${scriptLimit / 1000} kB`,
  );
const isWithin = installed <= installLimit && scripts.every(({ bytes }) => bytes <= scriptLimit);
process.exitCode = status === 0 && brought.length === 0 && isWithin ? 0 : 1;

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** What bundling everything that a module exports would bring in: `["packages/fulfillment/validators", "zod"]`. Throws when something does not resolve. */
async function bundledPackages(module: string): Promise<string[]> {
  const { metafile } = await build({
    stdin: { contents: `export * from ${JSON.stringify(module)}`, resolveDir: "/" },
    bundle: true,
    format: "esm",
    metafile: true,
    write: false,
    logLevel: "silent",
  });
  const files = Object.keys(metafile.inputs).filter((input) => input !== "<stdin>");
  const foreign = files.map((file) => resolve(file)).filter((file) => !file.startsWith(`${dirname(module)}/`));
  return [...new Set(foreign.map(ownerOf))].sort();
}

/** Of an installed package the name; of one of the workspace the folder. */
function ownerOf(file: string): string {
  const [installed] = file.split("/node_modules/").slice(1).reverse();
  if (installed !== undefined) return installed.split("/", installed.startsWith("@") ? 2 : 1).join("/");
  return relative(root, file).split("/", 2).join("/");
}
