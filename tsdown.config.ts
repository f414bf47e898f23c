// Builds what is published: each package's `src` to ES modules with declarations in its `dist`, file for file.
import { defineConfig, type UserConfig } from "tsdown";

const shared: UserConfig = {
  format: "esm",
  target: "es2024",
  unbundle: true,
  dts: { oxc: true },
  tsconfig: "tsconfig.json",
  hash: false,
  fixedExtension: false,
};

const config: UserConfig[] = defineConfig([
  { ...shared, workspace: ["packages/*"], entry: ["src/index.ts"], platform: "neutral" },
  { ...shared, workspace: ["generators"], entry: ["src/index.ts", "src/cli/main.ts"], platform: "node" },
]);

export default config;
