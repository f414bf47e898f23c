// Builds what is published: what each package exports from its `src` to ES modules with declarations in `dist`, file for file.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
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
const copiedRuntimes = readdirSync(join(import.meta.dirname, "generators/src/targets"))
  .filter((target) => existsSync(join(import.meta.dirname, "generators/src/targets", target, "runtime")))
  .map((target) => ({ from: `src/targets/${target}/runtime`, to: `dist/targets/${target}` }));

const config: UserConfig[] = defineConfig([
  ...readdirSync(join(import.meta.dirname, "packages"))
    .filter((name) => name !== "service" && existsSync(join(import.meta.dirname, "packages", name, "package.json")))
    .map(
      (name): UserConfig => ({
        ...shared,
        workspace: [`packages/${name}`],
        entry: exportedModules(`packages/${name}`),
        platform: isTool(name) ? "node" : "neutral",
        copy: runtimeOf(`packages/${name}`),
      }),
    ),
  {
    ...shared,
    workspace: ["packages/service"],
    entry: [...exportedModules("packages/service"), "src/cli/main.ts"],
    platform: "node",
  },
  {
    ...shared,
    workspace: ["generators"],
    entry: [...exportedModules("generators"), "src/cli/main.ts"],
    platform: "node",
    copy: copiedRuntimes,
  },
]);

export default config;

/** Whether a package is a part of the toolkit: it runs on Node, as the toolkit does. */
function isTool(name: string): boolean {
  return readFileSync(join(import.meta.dirname, "packages", name, "package.json"), "utf8").includes(
    '"name": "@waybill/',
  );
}

/** What a target of a package writes into its output, which it reads when it runs. */
function runtimeOf(folder: string): { from: string; to: string }[] {
  return existsSync(join(import.meta.dirname, folder, "src/runtime")) ? [{ from: "src/runtime", to: "dist" }] : [];
}

/** The modules that `exports` in the package's manifest names: `./src/index.ts`. */
function exportedModules(folder: string): string[] {
  const manifest: unknown = JSON.parse(readFileSync(join(import.meta.dirname, folder, "package.json"), "utf8"));
  const exported = typeof manifest === "object" && manifest !== null && "exports" in manifest ? manifest.exports : null;
  const modules = Object.values(exported ?? {}).filter((file) => typeof file === "string" && file.endsWith(".ts"));
  if (modules.length > 0) return modules.map(String);
  throw new Error(
    `${folder}/package.json exports no module of src: give it an "exports" such as { ".": "./src/index.ts" }`,
  );
}
