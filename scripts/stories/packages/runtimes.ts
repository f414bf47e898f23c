// A user's program -> the same program on every runtime that the packages promise, each in a folder of its own.
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compilerStart } from "../../testing/sparing-compiler.ts";
import { freshFolder, runIn, runWith } from "../harness/fresh-folder.ts";
import { runCommandLine } from "./command-line.ts";
import {
  type Consumer,
  consumerFolder,
  consumerProgram,
  installTarballs,
  toolIn,
  versionIn,
} from "./consumer-folder.ts";
import { optionRuntimes, strictest } from "./option-runtimes.ts";
import { projectsPlayed } from "./projects.ts";
import { followWebhookGuide } from "./webhook-guide.ts";

export interface Runtime {
  readonly name: string;
  /** Left out of a sample. */
  readonly isNightly?: boolean;
  /** `20.0.0` */
  version(): Promise<string>;
  /** What was done, in a word or two; rejects when something is not as it should be. */
  run(): Promise<string>;
}

export interface Workshop {
  /** The folder with what `runtimes/package.json` names. */
  readonly tools: string;
  readonly consumer: Consumer;
}

/** What takes longest comes first. */
export function runtimesOf({ tools, consumer }: Workshop): Runtime[] {
  const { tarballs } = consumer;
  const [oldest, latest20, current] = [binaryIn(tools, "node-20.0"), binaryIn(tools, "node-20"), process.execPath];
  const [esbuild, bun, deno] = [toolIn(tools, "esbuild"), toolIn(tools, "bun"), toolIn(tools, "deno")];
  const on = (program: string, name: string, run: () => Promise<string>): Runtime => {
    return { name, version: () => versionIn(tools, program), run };
  };
  /** The program in a folder of its own. */
  const inFolder = (
    program: string,
    name: string,
    run: (folder: string) => Promise<string>,
    type?: "commonjs",
  ): Runtime =>
    on(program, name, async () => {
      using folder = await consumerFolder(consumer, type);
      return await run(folder.path);
    });
  const compiled = (program: string) => async (folder: string) => {
    await compileForNode(tools, folder);
    return await runIn(folder, program, "out/main.js");
  };
  /** Neutral: a bundle that needs anything of one platform is not made. */
  const bundle = (folder: string, entry: string, file: string): Promise<string> =>
    runIn(folder, esbuild, entry, "--bundle", "--minify", "--format=esm", "--platform=neutral", `--outfile=${file}`);
  return [
    ...optionRuntimes({ tools, consumer }),
    on(current, "The toolkit and its conformance kit on Node", () => runCommandLine(consumer)),
    on(current, "The guide to webhooks of one's own API", () => followWebhookGuide(tarballs)),
    ...projectsPlayed(tarballs).map((project) => ({ ...on(current, project.name, project.run), ...project })),
    on(oldest, "The client and nothing else, on Node", () => runClientAlone(consumer, oldest)),
    inFolder(oldest, "ES modules on Node", compiled(oldest)),
    inFolder(latest20, "require(esm) on Node", compiled(latest20), "commonjs"),
    { ...inFolder(current, "ES modules on Node", compiled(current)), isNightly: true },
    { ...inFolder(current, "require(esm) on Node", compiled(current), "commonjs"), isNightly: true },
    inFolder(bun, "TypeScript on Bun", (folder) => runIn(folder, bun, "run", "main.ts")),
    inFolder(deno, "TypeScript on Deno", (folder) =>
      runIn(folder, deno, "run", "--allow-net=127.0.0.1", "--check", "main.ts"),
    ),
    // On the oldest Node: a bundler may have put something newer into what it made.
    inFolder(esbuild, "Node 20.0, bundled by esbuild", async (folder) => {
      await bundle(folder, "main.ts", "bundle/main.js");
      return await runIn(folder, oldest, "bundle/main.js");
    }),
    inFolder(toolIn(tools, "workerd"), "Worker on Cloudflare's workerd", async (folder) => {
      await bundle(folder, "worker.ts", "bundle/worker.js");
      return await runIn(tools, current, "fetched.mjs", join(folder, "bundle/worker.js"));
    }),
  ];
}

function binaryIn(tools: string, node: string): string {
  return join(tools, `node_modules/${node}/bin/node`);
}

/** Without Zod and without validators: only who imports the validation needs them. */
async function runClientAlone({ tarballs, target }: Consumer, program: string): Promise<string> {
  using folder = freshFolder("consumer", consumerProgram);
  const needed = tarballs.filter(({ name }) => name === "@fulfillment/client");
  await installTarballs(folder.path, needed);
  const installed = readdirSync(join(folder.path, "node_modules"), { recursive: true, encoding: "utf8" });
  const packages = installed.filter((file) => /^(?!\.)(?:@[^/]+\/)?[^/@]+$/.test(file));
  if (packages.length !== needed.length) throw new Error(`the client brought along: ${packages.join(", ")}`);
  return await runIn(folder.path, program, "alone.mjs", target.baseUrl, target.apiKey);
}

/** Compiles `main.ts` and what it imports to `out`; as CommonJS where the folder says that `.js` is. */
async function compileForNode(tools: string, folder: string): Promise<void> {
  const nodenext = { module: "nodenext", rewriteRelativeImportExtensions: true, target: "es2022", types: [] };
  const compilerOptions = { ...strictest, ...nodenext, noUnusedLocals: true, skipLibCheck: false, outDir: "out" };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["main.ts", "worker.ts"] }));
  const { words, env } = compilerStart(join(tools, "node_modules/typescript-7.0"), "7.0");
  await runWith(env, folder, ...words, "--pretty", "false");
}
