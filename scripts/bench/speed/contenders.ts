// The compared generators: for each its packages, configuration and command; and what its runs and its output cost.
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { type BuildOptions, build } from "esbuild";
import { type Cost, costOf } from "../cost.ts";
import { medianOf } from "../figures.ts";
import { installedIn } from "../installed.ts";

export interface Contender {
  readonly name: string;
  /** Its options for the output. */
  readonly outputs: string;
  /** Its folder among the installed ones; several may share one. */
  readonly home: string;
  readonly packages: Readonly<Record<string, string>>;
  /** The files that configure it, by name. */
  readonly files?: (run: Run) => Readonly<Record<string, string>>;
  /** For Node, relative to its folder. */
  readonly command: (run: Run) => readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** It takes a minute, and runs once. */
  readonly isOnce?: true;
  /** It reports on the description and writes nothing. */
  readonly reports?: true;
}

interface Run {
  /** The description, an absolute path. */
  readonly description: string;
  /** Where it writes, an absolute path. */
  readonly out: string;
  /** waybill's command line, as arguments for Node. */
  readonly waybill: string;
  /** The codes that waybill tolerates. */
  readonly tolerate: readonly string[];
  /** Whether options for TanStack Query are among the outputs. */
  readonly tanstack?: boolean;
}

const zod4 = { zod: "4.6.7" };
const typescript = { typescript: "5.9.3" };
const quiet = { DO_NOT_TRACK: "1", REDOCLY_TELEMETRY: "off" };

export const contenders: readonly Contender[] = [
  {
    name: "openapi-typescript 7.13",
    outputs: "types",
    home: "openapi-typescript",
    packages: { "openapi-typescript": "7.13.0", ...typescript },
    command: ({ description, out }) => [
      "node_modules/openapi-typescript/bin/cli.js",
      description,
      "-o",
      join(out, "paths.ts"),
    ],
  },
  {
    name: "hey-api 0.99",
    outputs: "types, zod, client",
    home: "hey-api",
    packages: { "@hey-api/openapi-ts": "0.99.0", ...typescript, ...zod4 },
    files: ({ description, out, tanstack }) => {
      const plugins = ["@hey-api/typescript", "@hey-api/client-fetch", "@hey-api/sdk", "zod"];
      const further = tanstack ? ["@tanstack/react-query"] : [];
      const config = { input: description, output: out, plugins: [...plugins, ...further] };
      return { "openapi-ts.config.mjs": moduleOf(config) };
    },
    command: () => ["node_modules/@hey-api/openapi-ts/bin/run.js"],
  },
  {
    name: "redocly 2.77",
    outputs: "types, zod, client",
    home: "redocly",
    packages: { "@redocly/cli": "2.77.0", ...zod4 },
    command: ({ description, out, tanstack }) => {
      const generators = ["typescript", "zod", ...(tanstack ? ["tanstack-query"] : [])];
      const chosen = generators.flatMap((name) => ["--generator", name]);
      const file = join(out, "client.ts");
      return ["node_modules/@redocly/cli/bin/cli.js", "generate-client", description, "--output", file, ...chosen];
    },
    environment: quiet,
  },
  {
    name: "orval 8.38",
    outputs: "zod, client",
    home: "orval",
    packages: { orval: "8.38.0", ...typescript, ...zod4 },
    files: ({ description, out, tanstack }) => {
      const output = (client: string) => ({ target: join(out, client, "api.ts"), client, httpClient: "fetch" });
      const of = (client: string) => ({ input: description, output: output(client) });
      return { "orval.config.mjs": moduleOf({ client: of(tanstack ? "react-query" : "fetch"), zod: of("zod") }) };
    },
    command: () => ["node_modules/orval/dist/bin/orval.mjs", "--config", "orval.config.mjs"],
  },
  {
    // Of kubb 5 there is no plugin for types or a client (November 2026).
    name: "kubb 4.39",
    isOnce: true,
    outputs: "types, zod, client",
    home: "kubb",
    packages: Object.fromEntries(
      ["cli", "core", "plugin-oas", "plugin-ts", "plugin-zod", "plugin-client", "plugin-react-query"].map((name) => [
        `@kubb/${name}`,
        "4.39.3",
      ]),
    ),
    files: ({ description, out, tanstack }) => {
      const plugins = {
        Oas: "oas",
        Ts: "ts",
        Zod: "zod",
        Client: "client",
        ...(tanstack && { ReactQuery: "react-query" }),
      };
      const imports = Object.entries(plugins).map(
        ([name, of]) => `import { plugin${name} } from "@kubb/plugin-${of}";\n`,
      );
      // Else the first writes each schema as JSON, too.
      const made = Object.keys(plugins).map((name) => `plugin${name}(${name === "Oas" ? "{ generators: [] }" : ""})`);
      const config = JSON.stringify({ root: ".", input: { path: description }, output: { path: out, clean: true } });
      return {
        "kubb.config.mjs": `${imports.join("")}export default { ...${config}, plugins: [${made.join(", ")}] };\n`,
      };
    },
    command: () => ["node_modules/@kubb/cli/bin/kubb.cjs", "generate", "--config", "kubb.config.mjs"],
  },
  {
    name: "redocly 2.77",
    outputs: "types, client",
    home: "redocly",
    packages: { "@redocly/cli": "2.77.0", ...zod4 },
    command: ({ description, out }) => {
      const file = join(out, "client.ts");
      return ["node_modules/@redocly/cli/bin/cli.js", "generate-client", description, "--output", file];
    },
    environment: quiet,
  },
  {
    name: "redocly 2.77",
    outputs: "lint",
    home: "redocly",
    packages: { "@redocly/cli": "2.77.0", ...zod4 },
    command: ({ description }) => ["node_modules/@redocly/cli/bin/cli.js", "lint", description],
    environment: quiet,
    reports: true,
  },
];

export function waybill(outputs: string, targets: readonly string[]): Contender {
  return {
    name: "waybill",
    outputs,
    home: "waybill",
    packages: zod4,
    command: ({ waybill, description, out, tolerate }) => {
      const tolerated = tolerate.flatMap((code) => ["--tolerate", code]);
      const chosen = targets.flatMap((target) => ["--target", target]);
      return [waybill, "generate", "--openapi", description, "--out", out, ...chosen, ...tolerated];
    },
  };
}

function moduleOf(config: object): string {
  return `export default ${JSON.stringify(config, null, 2)};\n`;
}

export interface Entrant {
  readonly contender: Contender;
  readonly home: string;
  readonly run: Run;
  readonly costs: Cost[];
}

/** Installs it, when that has not been done. */
export async function entrantOf(contender: Contender, given: Omit<Run, "out">): Promise<Entrant> {
  const home = await installedIn(contender.home, contender.packages);
  const out = join(home, `out-${contenders.indexOf(contender)}`);
  return { contender, home, run: { ...given, out }, costs: [] };
}

/** Writes its configuration, and runs it on an empty folder. */
export async function runOnce({ contender, home, run, costs }: Entrant): Promise<void> {
  rmSync(run.out, { recursive: true, force: true });
  mkdirSync(run.out, { recursive: true });
  for (const [name, text] of Object.entries(contender.files?.(run) ?? {})) writeFileSync(join(home, name), text);
  costs.push(await costOf(contender.command(run), { folder: home, environment: contender.environment ?? {} }));
}

/** The bytes of its last output; `null` where a run failed. */
export function bytesWritten({ contender, run, costs }: Entrant): number | null {
  if (costs.some(({ exit }) => exit !== 0) && !contender.reports) return null;
  return readdirSync(run.out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** As an application that a bundler builds. */
export const applicationSettings: Readonly<Record<string, unknown>> = {
  ...{ noEmit: true, strict: true, skipLibCheck: true, allowImportingTsExtensions: true, types: [] },
  ...{ target: "es2022", module: "esnext", moduleResolution: "bundler" },
};

/** What compiling these files takes of a processor, the median of three. Throws what the compiler reports. */
export async function compilerSeconds(
  version: "7.0" | "5.9",
  files: readonly string[],
  { folder, settings = applicationSettings }: { readonly folder: string; readonly settings?: object },
): Promise<number> {
  const project = join(folder, "tsconfig.measured.json");
  writeFileSync(project, JSON.stringify({ compilerOptions: settings, files }));
  const toolkit = createRequire(join(import.meta.dirname, "../../../generators/package.json"));
  const compiler = join(dirname(toolkit.resolve(`typescript-${version}/package.json`)), "bin/tsc");
  const seconds: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    const { exit, output, processorSeconds } = await costOf([compiler, "--project", project], { folder });
    if (exit !== 0) throw new Error(output);
    seconds.push(processorSeconds);
  }
  return medianOf(seconds);
}

/** Of a bundle by esbuild, minified, `gzip -9`. */
export async function bundledBytes(entry: Pick<BuildOptions, "entryPoints" | "stdin" | "nodePaths">): Promise<number> {
  const { outputFiles } = await build({
    ...entry,
    ...{ bundle: true, minify: true, format: "esm", target: "es2022", write: false, logLevel: "error" },
  });
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).byteLength;
}
