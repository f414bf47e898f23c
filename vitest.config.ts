// Says which files are tests: the toolkit's, the packages' and the house rules'. They import `src`, so nothing is built first.
import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({
  test: {
    // Vitest leaves one CPU to the watcher; a run has none, and most of its time is other processes (tsc, the command line).
    maxWorkers: "100%",
    // Files share the modules that others have loaded: no test changes one, and half of the time of a run was loading them.
    isolate: false,
    // Ends what hangs; nothing is held to it, and CI machines can be several times slower than a desk.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    include: [
      "generators/test/**/*.test.ts",
      "packages/*/test/**/*.test.ts",
      "spec/test/**/*.test.ts",
      "docs/{test,reference,checks}/**/*.test.ts",
      "scripts/**/*.test.ts",
    ],
    exclude: [
      "**/node_modules/**",
      "**/dist/**",
      // What `pnpm test:faults` begins with: that each seeded fault is one.
      ...(process.env["WAYBILL_FAULTS"] === undefined ? ["packages/service/test/faults/**"] : []),
    ],
    setupFiles: ["scripts/testing/seed.ts"],
    globalSetup: [
      "scripts/testing/node-version.ts",
      "scripts/testing/chromium-note.ts",
      "scripts/testing/corpus-note.ts",
      "scripts/testing/servers-note.ts",
      "scripts/testing/vector-tools-note.ts",
    ],
  },
});

export default config;
