// The sources of the playground -> the files that its page loads, by esbuild: it takes what of Node the engine uses from `platform/`.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, type OutputFile, type Plugin } from "esbuild";
import { builtModulesOf, knownFiles, knownStandards, ownText, standardText } from "waybill/memory";

export interface PlaygroundFile {
  /** Below the folder of the playground: `page-3F2A.js`, `chunks/…`. */
  readonly path: string;
  readonly contents: Uint8Array;
}

export interface Playground {
  readonly files: readonly PlaygroundFile[];
  /** The names of what the page itself loads. */
  readonly script: string;
  readonly style: string;
}

const here = path.join(import.meta.dirname, "../browser");
const toolkit = path.join(here, "../../../../generators/src");

export async function bundlePlayground(): Promise<Playground> {
  const engine = await bundled("worker.ts");
  const worker = named("engine", ".js", entryOf(engine, "worker.js"));
  const page = await bundled("page/main.ts", { "globalThis.engineFile": JSON.stringify(worker.path) });
  const script = named("page", ".js", entryOf(page, "main.js"));
  const style = named("page", ".css", entryOf(page, "main.css"));
  const chunks = [...engine, ...page].filter(({ path: file }) => file.includes("/chunks/"));
  return {
    files: [worker, script, style, ...chunks.map(({ path: file, contents }) => ({ path: below(file), contents }))],
    script: script.path,
    style: style.path,
  };
}

const output = path.join(here, "../dist");

async function bundled(entry: string, define: Readonly<Record<string, string>> = {}): Promise<OutputFile[]> {
  const result = await build({
    entryPoints: [path.join(here, entry)],
    outdir: output,
    entryNames: "[name]",
    chunkNames: "chunks/[hash]",
    write: false,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    target: "es2023",
    minify: true,
    legalComments: "eof",
    define: { ...define, "import.meta.resolve": "embeddedUrl" },
    inject: [path.join(here, "platform/embedded.ts")],
    plugins: [platform],
    loader: { ".yaml": "text" },
    logLevel: "silent",
  });
  return result.outputFiles;
}

function entryOf(files: readonly OutputFile[], name: string): Uint8Array {
  const outputFile = files.find((file) => below(file.path) === name);
  if (outputFile === undefined) throw new Error(`esbuild made no ${name}`);
  return outputFile.contents;
}

function below(file: string): string {
  return path.relative(output, file).replaceAll("\\", "/");
}

/** Chunks are beside it, so that its name may say what is in it. */
function named(name: string, ending: string, contents: Uint8Array): PlaygroundFile {
  const hash = createHash("sha256").update(contents).digest("hex").slice(0, 8);
  return { path: `${name}-${hash}${ending}`, contents };
}

/** Modules of Node -> those of `platform/`. Anything else of Node that a browser would reach is an error of the build. */
const modules: Readonly<Record<string, string>> = {
  "node:buffer": "platform/rest.ts",
  "node:crypto": "platform/crypto.ts",
  "node:fs": "platform/fs.ts",
  "node:module": "platform/module.ts",
  "node:os": "platform/rest.ts",
  "node:url": "platform/url.ts",
  "node:util": "platform/deep-equality.ts",
};

const packageFolder = /^\.\.\/\.\.\/packages\/waybill\/([^/]+)\/src\//;

/** What a browser never runs: the official schemas, which only `lint` validates against, and output that is JavaScript. */
const neverRun = /\/(?:checks\/official|emit\/split)\.ts$/;

/** All runtime modules are embedded as data: none is parsed. */
const parser = {
  filter: /\/emit\/runtime\/(?:parse|short-comments)\.ts$/,
  contents: `const absent = (file) => { throw new Error(file + " is not embedded"); };
export { absent as parseRuntimeModule, absent as withShortComments };`,
};

const platform: Plugin = {
  name: "platform",
  setup(build) {
    build.onResolve({ filter: /^node:path$/ }, () => ({ path: fileURLToPath(import.meta.resolve("pathe")) }));
    build.onResolve({ filter: /^node:/ }, ({ path: name }) => {
      const file = modules[name];
      return file === undefined ? null : { path: path.join(here, file) };
    });
    build.onResolve({ filter: /^embedded:/ }, ({ path: name }) => ({ path: name, namespace: "embedded" }));
    build.onLoad({ filter: /./, namespace: "embedded" }, ({ path: name }) => ({ contents: embedded(name) }));
    build.onLoad({ filter: neverRun }, () => ({ contents: "export {};" }));
    build.onLoad({ filter: parser.filter }, () => ({ contents: parser.contents }));
    build.onLoad({ filter: /(?:generators|packages\/waybill\/[^/]+)\/src\/.*\.ts$/ }, ({ path: file }) => {
      const text = readFileSync(file, "utf8");
      const place = path.relative(toolkit, file).replaceAll("\\", "/");
      // A package is a folder of targets like the others.
      const url = JSON.stringify(`file:///waybill/${place.replace(packageFolder, "targets/$1/")}`);
      return { contents: text.replace(/\bimport\.meta\.url\b/g, () => url), loader: "ts" };
    });
  },
};

const folders = [
  "channels",
  "client",
  "http",
  "mcp",
  "mocks",
  "packages",
  "server",
  "types",
  "webhooks",
  "zod",
] as const;

/** `embedded:texts` has a loader for each folder, `embedded:texts/zod` the texts of one. */
function embedded(name: string): string {
  const folder = folders.find((one) => name === `embedded:texts/${one}`);
  if (folder !== undefined) return `export const texts = ${JSON.stringify(textsOf(folder))};`;
  const loaders = folders.map((one) => `${one}: () => import("embedded:texts/${one}")`);
  return `export const folders = { ${loaders.join(", ")} };`;
}

/** The hand-written parts of the output of a target; for `packages`, the documents that descriptions may refer to. */
function textsOf(folder: (typeof folders)[number]): Record<string, string> {
  if (folder === "packages") {
    const resolve = createRequire(path.join(toolkit, "index.ts")).resolve;
    return Object.fromEntries([
      ...knownFiles.map((file) => [
        `/packages/${file}`,
        JSON.stringify(JSON.parse(readFileSync(resolve(file), "utf8"))),
      ]),
      ...knownStandards.map((name) => [`/waybill/source/standards/${name}.json`, standardText(name)]),
    ]);
  }
  const target = path.join(toolkit, "targets", folder);
  const source = existsSync(target) ? target : path.join(toolkit, "../../packages/waybill", folder, "src");
  const modules = builtModulesOf(path.join(source, "runtime"), ownText);
  return { [`/waybill/targets/${folder}/runtime.json`]: JSON.stringify(modules) };
}
