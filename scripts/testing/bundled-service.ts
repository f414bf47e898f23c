// `fulfillment` as tests start it, bundled from its source once for a run: Node takes 0.32 seconds of a processor for its 600 modules, which
// are mostly those of libraries, and 0.16 for a few files with the same code.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type OutputFile, type Plugin } from "esbuild";

const home = join(import.meta.dirname, "../../packages/service");
const source = join(home, "src/cli/main.ts");
/** Below the package, so that what is not bundled is found as from its source. The same in each run, so that Node has it compiled. */
const folder = join(home, "node_modules/.cache/tested");
/** Names the program to the workers of this run. */
const variable = "WAYBILL_TESTED_SERVICE";

/** What tests start: the bundle of this run, or the source where there is none. */
export function testedService(): string {
  return process.env[variable] ?? source;
}

/** Whether this run, as it was started, has tests of the service. */
export function isForService(words: readonly string[] = process.argv.slice(2)): boolean {
  const files = words.filter((word) => /[/.]/.test(word) && !word.startsWith("-"));
  return files.length === 0 || files.some((file) => file.includes("packages/service"));
}

/** Before the tests of a run, unless it is for files that start no service: it takes a second. */
export async function bundleService(): Promise<void> {
  if (!isForService()) return;
  const { outputFiles } = await build({
    entryPoints: [source],
    outdir: folder,
    write: false,
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node24",
    legalComments: "none",
    logLevel: "error",
    // Both look for files of their own.
    external: ["pino", "pg-native"],
    // What CommonJS requires of Node.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    plugins: [places],
  });
  write(outputFiles);
  process.env[variable] = join(folder, "main.js");
}

/** Another run in this checkout may be using what is there: nothing of the last hours is removed, and nothing is half written. */
function write(files: readonly OutputFile[]): void {
  mkdirSync(folder, { recursive: true });
  const there = new Set(readdirSync(folder).map((name) => join(folder, name)));
  for (const { path, contents } of files) {
    if (there.delete(path) && readFileSync(path).equals(contents)) continue;
    const temporary = `${path}.${process.pid}`;
    writeFileSync(temporary, contents);
    renameSync(temporary, path);
  }
  const aDayAgo = Date.now() - 86_400_000;
  for (const path of there) if (statSync(path).mtimeMs < aDayAgo) rmSync(path, { force: true });
}

/** Our modules find files beside them as if they were in their places. */
const places: Plugin = {
  name: "places",
  setup({ onLoad }) {
    onLoad({ filter: /\/packages\/[^/]+\/src\/.*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const contents = text
        .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)))
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href));
      return { contents, loader: "ts" };
    });
  },
};
