// `fulfillment` and `waybill` as tests start them, bundled from their source once for a run: Node takes most of the time of such a process
// to find, read and link hundreds of modules.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BuildOptions, OutputFile, Plugin } from "esbuild";

interface Program {
  /** Its package, below the checkout. */
  readonly home: string;
  /** Names the bundle to the workers of this run. */
  readonly variable: string;
  /** Its other modules, in the same bundle: what programs import by the name of the package, and its source below the package. */
  readonly modules: Readonly<Record<string, string>>;
  /** What is found where the package is installed. */
  readonly outside: Pick<BuildOptions, "external" | "packages">;
}

const service: Program = {
  home: "packages/fulfillment/service",
  variable: "WAYBILL_TESTED_SERVICE",
  modules: {},
  // Both look for files of their own.
  outside: { external: ["pino", "pg-native"] },
};

const toolkit: Program = {
  home: "generators",
  variable: "WAYBILL_TESTED_TOOLKIT",
  modules: {
    waybill: "src/entries/index.ts",
    "waybill/plugin": "src/entries/plugin.ts",
  },
  // Few are loaded by a run; some are not made to be bundled.
  outside: { packages: "external" },
};

/** What tests start as `fulfillment`: the bundle of this run, or the source where there is none. */
export function testedService(): string {
  return startOf(service);
}

/** The same for `waybill`. Configurations that import the toolkit load its source beside it, unless it starts with `bundledImports`. */
export function testedToolkit(): string {
  return startOf(toolkit);
}

/** Flags of Node with which what imports `waybill/plugin` and the like gets the modules of the bundle, as in the published package. */
export function bundledImports(): string[] {
  const program = process.env[toolkit.variable];
  return program === undefined ? [] : [`--import=${join(dirname(program), importsFile)}`];
}

/** `waybill` for tests of the modules that Node loads, and where a run bundles nothing. */
export const toolkitSource: string = sourceOf(toolkit);

/** Before the tests of a run. */
export async function bundlePrograms(): Promise<void> {
  await Promise.all([service, toolkit].map(bundle));
}

function startOf(program: Program): string {
  return process.env[program.variable] ?? sourceOf(program);
}

function sourceOf({ home }: Program): string {
  return join(import.meta.dirname, "../..", home, "src/cli/main.ts");
}

async function bundle(program: Program): Promise<void> {
  // Workers do without it.
  const { build } = await import("esbuild");
  // Below the package, so that what is not bundled is found as from its source. The same in each run, so that Node has it compiled.
  const home = join(import.meta.dirname, "../..", program.home);
  const folder = join(home, "node_modules/.cache/tested");
  const { outputFiles } = await build({
    ...program.outside,
    entryPoints: {
      main: sourceOf(program),
      ...Object.fromEntries(Object.entries(program.modules).map(([name, file]) => [fileOf(name), join(home, file)])),
    },
    outdir: folder,
    write: false,
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node24",
    legalComments: "none",
    logLevel: "error",
    // What CommonJS requires of Node.
    banner: {
      js: 'import { createRequire as forBundle } from "node:module"; const require = forBundle(import.meta.url);',
    },
    plugins: [places],
  });
  write(folder, [...outputFiles, { path: join(folder, importsFile), contents: Buffer.from(importsOf(program)) }]);
  process.env[program.variable] = join(folder, "main.js");
}

const importsFile = "imports.mjs";

/** `waybill/plugin` is `waybill-plugin.js` of the bundle. */
function fileOf(name: string): string {
  return name.replaceAll("/", "-");
}

function importsOf({ modules }: Program): string {
  const files = Object.fromEntries(Object.keys(modules).map((name) => [name, `./${fileOf(name)}.js`]));
  return `import { registerHooks } from "node:module";
const files = ${JSON.stringify(files)};
registerHooks({
  resolve: (name, context, next) =>
    name in files ? { url: new URL(files[name], import.meta.url).href, shortCircuit: true } : next(name, context),
});
`;
}

/** Another run in this checkout may be using what is there: nothing of the last hours is removed, and nothing is half written. */
function write(folder: string, files: readonly Pick<OutputFile, "path" | "contents">[]): void {
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
    onLoad({ filter: /\/(?:packages\/[^/]+\/[^/]+|generators)\/src\/.*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const contents = text
        .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)))
        .replaceAll("import.meta.filename", JSON.stringify(path))
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href));
      return { contents, loader: "ts" };
    });
  },
};
