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

/** The hand-written part of the output is copied as it is: targets read these files when they run. */
const copiedRuntimes = ["client", "http", "server", "zod"].map((target) => ({
  from: `src/targets/${target}/runtime`,
  to: `dist/targets/${target}`,
}));

const config: UserConfig[] = defineConfig([
  {
    ...shared,
    workspace: ["packages/*", "!packages/service"],
    entry: ["src/index.ts"],
    platform: "neutral",
  },
  { ...shared, workspace: ["packages/service"], entry: ["src/index.ts", "src/cli/main.ts"], platform: "node" },
  {
    ...shared,
    workspace: ["generators"],
    entry: ["src/index.ts", "src/cli/main.ts"],
    platform: "node",
    copy: copiedRuntimes,
  },
]);

export default config;
