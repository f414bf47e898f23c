// The output of every option -> a check by every compiler, and a run on every runtime.
import { hash } from "node:crypto";
import { cpSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { build } from "esbuild";
import { oneIn } from "../../testing/long.ts";
import { compilerStart } from "../../testing/sparing-compiler.ts";
import { runIn, runWith } from "../harness/fresh-folder.ts";
import { toolIn, versionIn } from "./consumer-folder.ts";
import { type GeneratedOptions, generateOptions, isJavaScript } from "./options.ts";
import type { Runtime, Workshop } from "./runtimes.ts";

const compilers = ["5.9", "6.0", "7.0"] as const;
type Compiler = (typeof compilers)[number];

/** The cases are generated once, by the first that needs them. */
export function optionRuntimes({ tools, consumer: { tarballs } }: Workshop): Runtime[] {
  const oldest = join(tools, "node_modules/node-20.0/bin/node");
  const latest20 = join(tools, "node_modules/node-20/bin/node");
  const generated = once(() => generateOptions(tools, tarballs));
  const modules = once(() => emitted(tools, generated, "modules"));
  const scripts = once(() => emitted(tools, generated, "commonjs"));
  const bundle = async (entry: keyof typeof entries): Promise<string> => bundled((await generated()).folder, entry);
  const on = (name: string, program: string, run: () => Promise<string>): Runtime => ({
    name: `Every option: ${name}`,
    version: () => versionIn(tools, program),
    run,
  });
  const source = (words: readonly string[]) => async (): Promise<string> => {
    const { folder } = await generated();
    const [program = "", ...parameters] = words;
    return await runIn(folder, program, ...parameters, "print-sources.ts");
  };
  return [
    ...compilers.flatMap((compiler) =>
      Object.entries(settingsOf(compiler)).map(([name, setting]) => ({
        ...on(`${name} with TypeScript`, compilerIn(tools, compiler), async () =>
          checkTypes(tools, await generated(), compiler, setting),
        ),
        isNightly: compiler !== "7.0" || setting.isNightly === true,
      })),
    ),
    ...[oldest, latest20, process.execPath].flatMap((node) =>
      [
        on("ES modules of ES2017 on Node", node, async () => runIn(await modules(), node, "print-modules.js")),
        on("CommonJS of ES2017 on Node", node, async () => runIn(await scripts(), node, "print-commonjs.js")),
        on("bundle of ES2017 on Node", node, async () => {
          const file = join((await generated()).folder, `printed-${basename(dirname(dirname(node)))}.mjs`);
          writeFileSync(file, await bundle("print"));
          return await runIn(tools, node, file);
        }),
      ].map((one) => ({ ...one, isNightly: node !== oldest })),
    ),
    on("source on Node", process.execPath, source([process.execPath])),
    on("source on Bun", toolIn(tools, "bun"), source([toolIn(tools, "bun"), "run"])),
    on("source on Deno", toolIn(tools, "deno"), source([toolIn(tools, "deno"), "run", "--no-check"])),
    on("Cloudflare's workerd", toolIn(tools, "workerd"), async () => {
      const file = join((await generated()).folder, "worker.bundle.mjs");
      writeFileSync(file, await bundle("worker"));
      return await runIn(tools, process.execPath, "fetched.mjs", file);
    }),
  ];
}

function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => (made ??= make());
}

function compilerIn(tools: string, compiler: Compiler): string {
  return join(tools, `node_modules/typescript-${compiler}/bin/tsc`);
}

/** What all settings have: everything that can be switched on. */
export const strictest: Readonly<Record<string, unknown>> = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUncheckedSideEffectImports: true,
  isolatedModules: true,
  skipLibCheck: true,
  lib: ["es2022", "dom", "dom.iterable"],
  types: ["node"],
};

/** Where the declarations of `emit: "js"` and of Zod are checked as well. */
const nodenext = {
  ...strictest,
  skipLibCheck: false,
  target: "es2022",
  module: "nodenext",
  verbatimModuleSyntax: true,
};

const noEmit = { noEmit: true, allowImportingTsExtensions: true };

/** Imports without an extension are for bundlers. Declarations of adapters of TanStack Query do not all compile with the settings of Node. */
const forBundlers = ["importExtension-3", "use-importExtension-3.ts", "target-tanstack-query*"];

interface Setting {
  readonly compilerOptions: object;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly isNightly?: boolean;
}

/** By compiler, since the oldest resolves imports of CommonJS by its old rules, and the others by those of bundlers. */
function settingsOf(compiler: Compiler): Record<string, Setting> {
  const old = compiler === "5.9";
  const bundler = { ...strictest, ...noEmit, target: "es2017", module: "esnext", moduleResolution: "bundler" };
  const moduleResolution = old ? "node10" : "bundler";
  // The default of the newer ones; Zod's declarations need it.
  const interop = old ? { esModuleInterop: true } : {};
  const commonjs = { ...strictest, ...noEmit, target: "es2017", module: "commonjs", moduleResolution, ...interop };
  return {
    nodenext: { compilerOptions: { ...nodenext, ...noEmit }, exclude: forBundlers },
    "what is for bundlers": { compilerOptions: bundler, include: forBundlers },
    bundler: { compilerOptions: bundler, isNightly: true },
    commonjs: { compilerOptions: commonjs, isNightly: true },
  };
}

/** On each change a quarter of the cases: that the output of all is the same as before is for locks.ts. */
async function checkTypes(tools: string, all: GeneratedOptions, compiler: Compiler, setting: Setting): Promise<string> {
  const { folder } = all;
  const cases = oneIn(4, all.cases, ({ name }) => name);
  const everything = cases.flatMap(({ name }) => [`use-${name}.ts`, `${name}/**/*.gen.ts`, `${name}/**/*.gen.d.ts`]);
  const { compilerOptions, include = everything, exclude = [] } = setting;
  const project = `tsconfig.${hash("sha1", JSON.stringify([compiler, setting]))}.json`;
  writeFileSync(join(folder, project), JSON.stringify({ compilerOptions, include, exclude }));
  const { words, env } = compilerStart(join(tools, `node_modules/typescript-${compiler}`), compiler);
  // All options together take more than the 4 GB of Node's default from compilers in JavaScript.
  const roomy = { ...env, NODE_OPTIONS: "--max-old-space-size=8192" };
  await runWith(roomy, folder, ...words, "--pretty", "false", "-p", project);
  return "compiles";
}

/** The folder with what the newest compiler makes of the programs for Node. */
async function emitted(
  tools: string,
  generated: () => Promise<GeneratedOptions>,
  kind: "modules" | "commonjs",
): Promise<string> {
  const { folder, cases } = await generated();
  const outDir = join(folder, `out-${kind}`);
  const own = kind === "modules" ? { module: "nodenext" } : { module: "commonjs", moduleResolution: "bundler" };
  const compilerOptions = {
    ...{ ...strictest, ...own, target: "es2017", rewriteRelativeImportExtensions: true },
    // Whether it compiles is for the others to say.
    ...{ esModuleInterop: true, noCheck: true, skipLibCheck: true, rootDir: ".", outDir },
  };
  const project = `tsconfig.${kind}.json`;
  writeFileSync(join(folder, project), JSON.stringify({ compilerOptions, files: [`print-${kind}.ts`] }));
  await runIn(folder, process.execPath, compilerIn(tools, "7.0"), "--pretty", "false", "-p", project);
  writeFileSync(join(outDir, "package.json"), JSON.stringify({ type: kind === "modules" ? "module" : "commonjs" }));
  const copied = kind === "modules" ? cases.filter((one) => one.isUsed && isJavaScript(one)) : [];
  for (const { name } of copied) cpSync(join(folder, name), join(outDir, name), { recursive: true });
  return outDir;
}

/** Modules that run all cases: as a program, and in a Worker. */
const entries = {
  print: 'import { runAll } from "./all.ts";\nrunAll().then((text) => console.log(text));\n',
  worker: 'import { runAll } from "./all.ts";\nexport default { fetch: async () => new Response(await runAll()) };\n',
};

/** Neutral: a bundle that needs anything of one platform is not made. */
async function bundled(folder: string, entry: keyof typeof entries): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: entries[entry], resolveDir: folder, loader: "ts" },
    bundle: true,
    write: false,
    platform: "neutral",
    target: "es2017",
    logLevel: "error",
    format: "esm",
  });
  return outputFiles.map(({ text }) => text).join("");
}
