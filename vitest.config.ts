// Says which files are tests: the toolkit's, the packages' and the house rules'. They import `src`, so nothing is built first.
import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({
  test: {
    include: [
      "generators/test/**/*.test.ts",
      "packages/*/test/**/*.test.ts",
      "spec/test/**/*.test.ts",
      "scripts/**/*.test.ts",
    ],
    exclude: ["**/node_modules/**", "**/dist/**"],
    globalSetup: ["scripts/testing/node-version.ts"],
  },
});

export default config;
