// Says which files are tests: the toolkit's, the packages' and the house rules'. They import `src`, so nothing is built first.
import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({
  test: {
    // Vitest leaves one CPU to the watcher; a run has none, and most of its time is other processes (tsc, the command line).
    maxWorkers: "100%",
    include: [
      "generators/test/**/*.test.ts",
      "packages/*/test/**/*.test.ts",
      "spec/test/**/*.test.ts",
      "scripts/**/*.test.ts",
    ],
    exclude: ["**/node_modules/**", "**/dist/**"],
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
