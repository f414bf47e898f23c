// Builds what is published: what each package exports from its `src` to ES modules with declarations in `dist`. What runs as a program is
// few large files, since Node takes longer to find and link hundreds of modules than to run most of them; what others bundle is a file for
// each of ours (docs/decisions/0111-installed-packages.md).
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSync } from "oxc-parser";
import type { Rolldown } from "tsdown";
import { defineConfig, type UserConfig } from "tsdown";
import { builtModulesOf } from "./generators/src/emit/runtime/build.ts";
import { ownText } from "./generators/src/emit/runtime/read.ts";

const shared: UserConfig = {
  format: "esm",
  target: "es2024",
  unbundle: true,
  dts: { oxc: true },
  tsconfig: "tsconfig.json",
  hash: false,
  fixedExtension: false,
  inputOptions: { checks: { ineffectiveDynamicImport: false, pluginTimings: false } },
};

/** Its modules are those that the toolkit copies: in few files, like those copies. */
const runtime = "waybill/runtime";

/** Vite builds it, and the service serves what that writes. */
const pages = "packages/fulfillment/portal";

/**
 * What a run of `waybill generate` loads, by the modules that begin it: the first part is all
 * that an unchanged run needs, and the second has every stage and target. The rest is split as `import()` says.
 */
const toolkitParts = {
  start: ["cli/run", "cli/commands/generate", "run/generate"],
  generation: [
    "run/run",
    "run/reported",
    "run/cache/parse-cache",
    "run/cache/cache-file",
    "cli/terminal/report-output",
    "checks/requests",
    "model/patterns/automaton",
    ...readdirSync(join(import.meta.dirname, "generators/src/targets"))
      .map((target) => `targets/${target}/${target}-target`)
      .filter((module) => existsSync(join(import.meta.dirname, `generators/src/${module}.ts`))),
  ],
};

const config: UserConfig[] = defineConfig([
  ...["fulfillment", "waybill"]
    .flatMap((group) => readdirSync(join(import.meta.dirname, "packages", group)).map((name) => `${group}/${name}`))
    .filter((name) => name !== "fulfillment/service" && isPublished(name))
    .map(
      (name): UserConfig => ({
        ...shared,
        ...(name === runtime
          ? { platform: "neutral", unbundle: false, outputOptions: { chunkFileNames: "parts/[name].js" } }
          : isTool(name)
            ? { platform: "node", ...bundled(`packages/${name}`) }
            : { platform: "neutral" }),
        workspace: [`packages/${name}`],
        entry: [...exportedModules(`packages/${name}`), ...workersOf(`packages/${name}`)],
      }),
    ),
  {
    ...shared,
    ...bundled("packages/fulfillment/service"),
    workspace: ["packages/fulfillment/service"],
    entry: [...exportedModules("packages/fulfillment/service"), "src/cli/main.ts"],
    platform: "node",
    copy: existsSync(join(import.meta.dirname, pages, "dist/index.html"))
      ? [{ from: `../../../${pages}/dist`, to: "dist/portal-pages" }]
      : [],
  },
  {
    ...shared,
    ...bundled("generators", toolkitParts),
    workspace: ["generators"],
    entry: [...exportedModules("generators"), ...workersOf("generators"), "src/cli/main.ts"],
    platform: "node",
  },
]);

export default config;

function isPublished(name: string): boolean {
  const file = join(import.meta.dirname, "packages", name, "package.json");
  return existsSync(file) && !readFileSync(file, "utf8").includes('"private": true');
}

/** Whether a package is a part of the toolkit: it runs on Node, as the toolkit does. */
function isTool(name: string): boolean {
  return name.startsWith("waybill/");
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

/** The modules that threads begin with: `src/run/dev-worker.ts`. */
function workersOf(folder: string): string[] {
  return globSync("src/**/*-worker.ts", { cwd: join(import.meta.dirname, folder) });
}

/**
 * The modules of a program in few files, below `parts/` where they are no entry. `parts`: names of files, each with the modules that
 * it is for; what they import statically comes with them, in the first that needs it.
 */
function bundled(folder: string, parts: Readonly<Record<string, readonly string[]>> = {}): UserConfig {
  const source = join(import.meta.dirname, folder, "src");
  const groups = Object.entries(parts).map(([name, modules], at, all) => {
    const files = new Set(modules.map((module) => join(source, `${module}.ts`)));
    const missing = [...files].find((file) => !existsSync(file));
    if (missing !== undefined) throw new Error(`the part ${name} is for ${missing}, which is not there`);
    return { name, priority: all.length - at, test: (id: string) => files.has(id) };
  });
  return {
    unbundle: false,
    plugins: [placesOf(source), runtimesOf(source)],
    outputOptions: { chunkFileNames: "parts/[name].js", codeSplitting: { groups } },
  };
}

/** What modules read when they run: the official schemas, and the hand-written part of the output of targets, parsed. */
function runtimesOf(source: string): Rolldown.Plugin {
  return {
    name: "runtimes of targets",
    generateBundle() {
      for (const file of globSync("source/standards/*.{json,md}", { cwd: source }))
        this.emitFile({
          type: "asset",
          fileName: file.replaceAll("\\", "/"),
          source: readFileSync(join(source, file), "utf8"),
        });
      for (const folder of globSync("{,targets/*/}runtime", { cwd: source })) {
        const isToolkit = source === join(import.meta.dirname, "generators/src");
        const text = JSON.stringify(builtModulesOf(join(source, folder), isToolkit ? ownText : undefined));
        this.emitFile({ type: "asset", fileName: `${folder.replaceAll("\\", "/")}.json`, source: text });
      }
    },
  };
}

/** Bundled modules find files beside them as if they were where they are in `src`: `import.meta.url` and the like keep their meaning. */
function placesOf(source: string): Rolldown.Plugin {
  const place = /__place_(url|dirname|filename)\("([^"]+)"\)/g;
  return {
    name: "places of modules",
    transform(code, id) {
      if (!id.startsWith(source) || !code.includes("import.meta.")) return null;
      const module = relative(source, id).replaceAll("\\", "/").replace(/\.ts$/, ".js");
      let changed = code;
      for (const { start, end } of parseSync(id, code).module.importMetas.toReversed()) {
        const [member, field] = /^\.(url|dirname|filename)\b/.exec(changed.slice(end)) ?? [];
        if (member === undefined) continue;
        changed = `${changed.slice(0, start)}__place_${field}("${module}")${changed.slice(end + member.length)}`;
      }
      return changed;
    },
    renderChunk(code, chunk) {
      return code.replace(place, (_, field: string, module: string) => {
        const path = relative(dirname(chunk.fileName), field === "dirname" ? dirname(module) : module);
        if (field === "url") return `new URL("./${path}", import.meta.url).href`;
        return `process.getBuiltinModule("node:path").resolve(import.meta.dirname, ${JSON.stringify(path)})`;
      });
    },
  };
}
