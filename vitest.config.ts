// Which files are tests: the toolkit's, the packages' and the house rules'. They import `src`, so nothing is built first.
import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { isForAll } from "./scripts/testing/bundled-programs.ts";
import { isLong, isSlow } from "./scripts/testing/long.ts";
import { LongestFirst } from "./scripts/testing/longest-first.ts";
import { sparingNode } from "./scripts/testing/sparing-node.ts";
import { temporaryFolder } from "./scripts/testing/temporary-folder.ts";
import { slowTestFiles, testFiles } from "./scripts/testing/test-files.ts";

// Each worker loads the same modules, and so do the programs that tests start: from the second time on they are there compiled.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/compiled");

const config: ViteUserConfig = defineConfig({
  test: {
    // Two more than there are processors: many tests wait, for processes, browsers, sockets and timers.
    maxWorkers: availableParallelism() + 2,
    execArgv: [...sparingNode],
    sequence: { sequencer: LongestFirst },
    // Files share the modules that others have loaded: no test changes one, and half of the time of a run was loading them.
    isolate: false,
    // Node loads the modules itself, without their types, as it runs the programs. In the modules that Vite makes of them each use of an
    // import is the property of an object, which the engine optimises worse.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Ends hanging tests. It is no time budget: CI machines can be several times slower than a desktop.
    testTimeout: isLong ? 900_000 : 180_000,
    hookTimeout: isLong ? 900_000 : 180_000,
    expect: { poll: { timeout: 30_000 } },
    include: included(),
    exclude: [
      "**/node_modules/**",
      "**/dist/**",
      // Unless they are named: `pnpm --filter testing slow` runs them.
      ...(isForAll() && !isLong ? slowTestFiles : []),
      // What `pnpm --filter faults seeded` begins with: that each seeded fault is one.
      ...(process.env["WAYBILL_FAULTS"] === undefined ? ["packages/fulfillment/service/test/faults/**"] : []),
    ],
    env: { TMPDIR: temporaryFolder() },
    // Counts the processor time of each file.
    ...(process.env["WAYBILL_PROCESSOR_TIME"] === undefined ? {} : { runner: "scripts/testing/processor-time.ts" }),
    setupFiles: ["scripts/testing/seed.ts"],
    globalSetup: "scripts/testing/before-tests.ts",
  },
});

function included(): string[] {
  // `pnpm --filter testing typescript` runs only the files that compile with the TypeScript versions it names.
  if (process.env["WAYBILL_COMPILERS"] !== undefined) return filesWith(/\btestedCompilers\b/);
  if (isSlow) return [...slowTestFiles];
  // `pnpm --filter testing long` runs only the files that leave something out on each change.
  return isLong ? filesWith(/\/(long|many-runs)\.ts"/) : [...testFiles];
}

function filesWith(text: RegExp): string[] {
  const files = globSync(testFiles, { cwd: import.meta.dirname, exclude: ["**/node_modules/**"] });
  return files.filter((file) => text.test(readFileSync(`${import.meta.dirname}/${file}`, "utf8")));
}

export default config;
