// A user's program -> JavaScript, or the errors of a compiler in its strictest settings in it and in the packages' types.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { compilerStart } from "../../testing/sparing-compiler.ts";
import { runWith } from "../harness/fresh-folder.ts";

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

/** Compiles `main.ts` and what it imports to `out`; as CommonJS where the folder says that `.js` is. */
export async function compileForNode(tools: string, folder: string): Promise<void> {
  await compile(tools, folder, "7.0", { ...strictest, ...resolutions.nodenext, ...platforms.browser, outDir: "out" });
}

/** Each resolution and each platform once. */
const sample = ["nodenext browser", "bundler node"];

interface Compilation {
  readonly version: "5.9" | "7.0";
  readonly isSample: boolean;
}

/** Rejects with the output of the compiler. The folder has `@types/node`. */
export async function checkTypes(tools: string, folder: string, { version, isSample }: Compilation): Promise<string> {
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
