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
import { optionRuntimes } from "./option-runtimes.ts";
import { projectsPlayed } from "./projects.ts";
import { followWebhookGuide } from "./webhook-guide.ts";

/** Everything that can be switched on; `skipLibCheck` is off so that the packages' own declarations are checked too. */
const strictest = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noUncheckedSideEffectImports: true,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
  isolatedModules: true,
  forceConsistentCasingInFileNames: true,
  skipLibCheck: false,
  target: "es2022",
};

const resolutions = {
  nodenext: { module: "nodenext", rewriteRelativeImportExtensions: true },
  bundler: {
    module: "esnext",
    moduleResolution: "bundler",
    verbatimModuleSyntax: true,
    allowImportingTsExtensions: true,
  },
};

/** Where `fetch` and its kind are declared: in the browser's library, or in Node's types. */
const platforms = {
  browser: { lib: ["es2022", "dom", "dom.iterable"], types: [] },
  node: { lib: ["es2024"], types: ["node"] },
};

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
  /** Whether the older compiler, which takes ten times as long, is given a part of the settings. */
  readonly isSample: boolean;
}

/** What takes longest comes first. */
export function runtimesOf(workshop: Workshop): Runtime[] {
  const { consumer } = workshop;
  const { tarballs } = consumer;
  const oldest = join(workshop.tools, "node_modules/node-20.0/bin/node");
  const latest20 = join(workshop.tools, "node_modules/node-20/bin/node");
  return [
    typescript(workshop, "5.9"),
    typescript(workshop, "7.0"),
    ...optionRuntimes(workshop),
    onNode(workshop, "The toolkit and its conformance kit on Node", () => runCommandLine(consumer)),
    onNode(workshop, "The guide to webhooks of one's own API", () => followWebhookGuide(tarballs)),
    ...projectsPlayed().map(({ name, isSampled, run }) => ({
      ...onNode(workshop, name, () => run(tarballs)),
      isNightly: !isSampled,
    })),
    clientAlone(workshop, oldest),
    node(workshop, oldest, "module"),
    node(workshop, latest20, "commonjs"),
    node(workshop, process.execPath, "module"),
    node(workshop, process.execPath, "commonjs"),
    fromSource(workshop, "Bun", ["bun", "run"]),
    fromSource(workshop, "Deno", ["deno", "run", "--allow-net=127.0.0.1", "--check"]),
    bundled(workshop, oldest),
    workerd(workshop),
  ];
}

/** Neutral: a bundle that needs anything of one platform is not made. */
const esbuildOptions = ["--bundle", "--minify", "--format=esm", "--platform=neutral"];

function typescript({ tools, consumer, isSample }: Workshop, version: "5.9" | "7.0"): Runtime {
  return {
    name: "Strictest settings of TypeScript",
    version: () => versionIn(tools, join(tools, `node_modules/typescript-${version}/bin/tsc`)),
    run: async () => {
      using folder = await consumerFolder(consumer, "module", ["zod", "@types/node"]);
      return await checkTypes(tools, folder.path, { version, isSample: isSample && version === "5.9" });
    },
  };
}

/** A story of the toolkit, on the Node that runs this. */
function onNode({ tools }: Workshop, name: string, run: () => Promise<string>): Runtime {
  return { name, version: () => versionIn(tools, process.execPath), run };
}

/** Without Zod and without validators: only who imports the validation needs them. */
function clientAlone({ tools, consumer: { tarballs, target } }: Workshop, program: string): Runtime {
  return {
    name: "The client and nothing else, on Node",
    version: () => versionIn(tools, program),
    run: async () => {
      using folder = freshFolder("consumer", consumerProgram);
      const needed = tarballs.filter(({ name }) => name === "@fulfillment/client" || name === "@fulfillment/types");
      await installTarballs(folder.path, needed);
      const installed = readdirSync(join(folder.path, "node_modules"), { recursive: true, encoding: "utf8" });
      const packages = installed.filter((file) => /^(?!\.)(?:@[^/]+\/)?[^/@]+$/.test(file));
      if (packages.length !== needed.length) throw new Error(`the client brought along: ${packages.join(", ")}`);
      return await runIn(folder.path, program, "alone.mjs", target.baseUrl, target.apiKey);
    },
  };
}

function node({ tools, consumer }: Workshop, program: string, type: "module" | "commonjs"): Runtime {
  return {
    name: type === "module" ? "ES modules on Node" : "require(esm) on Node",
    version: () => versionIn(tools, program),
    run: async () => {
      using folder = await consumerFolder(consumer, type);
      await compileForNode(tools, folder.path);
      return await runIn(folder.path, program, "out/main.js");
    },
  };
}

function fromSource({ tools, consumer }: Workshop, name: string, [tool = "", ...parameters]: string[]): Runtime {
  const program = toolIn(tools, tool);
  return {
    name: `TypeScript on ${name}`,
    version: () => versionIn(tools, program),
    run: async () => {
      using folder = await consumerFolder(consumer);
      return await runIn(folder.path, program, ...parameters, "main.ts");
    },
  };
}

/** Tried on the oldest Node: a bundler may have put something newer into what it made. */
function bundled({ tools, consumer }: Workshop, oldest: string): Runtime {
  const program = toolIn(tools, "esbuild");
  return {
    name: "Node 20.0, bundled by esbuild",
    version: () => versionIn(tools, program),
    run: async () => {
      using folder = await consumerFolder(consumer);
      await runIn(folder.path, program, "main.ts", ...esbuildOptions, "--outfile=bundle/main.js");
      return await runIn(folder.path, oldest, "bundle/main.js");
    },
  };
}

function workerd({ tools, consumer }: Workshop): Runtime {
  return {
    name: "Worker on Cloudflare's workerd",
    version: () => versionIn(tools, toolIn(tools, "workerd")),
    run: async () => {
      using folder = await consumerFolder(consumer);
      const bundle = join(folder.path, "bundle/worker.js");
      await runIn(folder.path, toolIn(tools, "esbuild"), "worker.ts", ...esbuildOptions, `--outfile=${bundle}`);
      return await runIn(tools, process.execPath, "workerd.mjs", bundle);
    },
  };
}

/** Compiles `main.ts` and what it imports to `out`; as CommonJS where the folder says that `.js` is. */
async function compileForNode(tools: string, folder: string): Promise<void> {
  await compile(tools, folder, "7.0", { ...strictest, ...resolutions.nodenext, ...platforms.browser, outDir: "out" });
}

/** Each resolution and each platform once. */
const sample = ["nodenext browser", "bundler node"];

interface Compilation {
  readonly version: "5.9" | "7.0";
  readonly isSample: boolean;
}

/** Rejects with the output of the compiler. The folder has `@types/node`. */
async function checkTypes(tools: string, folder: string, { version, isSample }: Compilation): Promise<string> {
  let checked = 0;
  for (const [resolution, resolve] of Object.entries(resolutions)) {
    for (const [platform, library] of Object.entries(platforms)) {
      if (isSample && !sample.includes(`${resolution} ${platform}`)) continue;
      const options = { ...strictest, ...resolve, ...library, noEmit: true };
      await compile(tools, folder, version, options).catch((error: unknown) => {
        throw new Error(`moduleResolution ${resolution}, types of ${platform}`, { cause: error });
      });
      checked += 1;
    }
  }
  return `${checked} settings`;
}

async function compile(tools: string, folder: string, version: "5.9" | "7.0", compilerOptions: object): Promise<void> {
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["main.ts", "worker.ts"] }));
  const { words, env } = compilerStart(join(tools, `node_modules/typescript-${version}`), version);
  await runWith(env, folder, ...words, "--pretty", "false");
}
