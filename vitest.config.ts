// Which files are tests, in two projects: `fast`, which is `pnpm test`, and `slow`. They import `src`, so nothing is built first.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { isLong } from "./scripts/testing/long.ts";
import { sparingNode } from "./scripts/testing/sparing-node.ts";
import { temporaryFolder } from "./scripts/testing/temporary-folder.ts";

// Each worker loads the same modules, and so do the programs that tests start: from the second time on they are there compiled.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/compiled");

/** Each begins with a folder of the workspace: copies of it, below `.reports`, have the same files. */
const folders = [
  "generators/test",
  "packages/*/*/test",
  "spec/test",
  "docs/{test,checks}",
  "examples/{servers,channels}/test",
  "scripts",
];
const filesEndingIn = (ending: string): string[] => folders.map((folder) => `${folder}/**/*${ending}`);

const exclude = [
  "**/node_modules/**",
  "**/dist/**",
  // Those of a generated package are for the test runner of Node.
  "**/*.gen.test.ts",
  // What `pnpm --filter faults seeded` begins with: that each seeded fault is one.
  ...(process.env["WAYBILL_FAULTS"] === undefined ? ["packages/fulfillment/service/test/faults/**"] : []),
];

/** What measures how long others wait, where other checks run beside the tests. */
const alone = process.env["WAYBILL_BESIDE"] === undefined ? [] : ["**/event-loop/**"];

const config: ViteUserConfig = defineConfig({
  test: {
    // Two more than there are processors: many tests wait, for processes, browsers, sockets and timers.
    maxWorkers: availableParallelism() + 2,
    execArgv: [...sparingNode],
    // Files share the modules that others have loaded: no test changes one, and half of the time of a run was loading them.
    isolate: false,
    // Node loads the modules itself, without their types, as it runs the programs. In the modules that Vite makes of them each use of an
    // import is the property of an object, which the engine optimises worse.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Ends hanging tests. It is no time budget: CI machines can be several times slower than a desktop.
    testTimeout: isLong ? 900_000 : 300_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 30_000 } },
    tags: [
      { name: "compilers", description: "Compiles output with each TypeScript version that WAYBILL_COMPILERS names." },
    ],
    env: { TMPDIR: temporaryFolder() },
    setupFiles: ["scripts/testing/seed.ts"],
    globalSetup: "scripts/testing/before-tests.ts",
    projects: [
      {
        extends: true,
        test: {
          name: "fast",
          include: filesEndingIn(".test.ts"),
          exclude: [...exclude, ...filesEndingIn(".slow.test.ts")],
        },
      },
      // Much processor time, and seldom red alone: CI runs them beside other checks.
      {
        extends: true,
        test: { name: "slow", include: filesEndingIn(".slow.test.ts"), exclude: [...exclude, ...alone] },
      },
    ],
  },
});

export default config;
