// `node scripts/bench/consumer.ts DESCRIPTION SCHEMA [generate flags…]`: what generated validators cost whoever imports one of them, written as
// TypeScript and as JavaScript, side by side: tsc on a file that imports it, the import itself, and its share of a bundle.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { build } from "esbuild";
import { printTable } from "./figures.ts";

const root = path.join(import.meta.dirname, "../..");
const toolkit = createRequire(path.join(root, "generators/package.json"));
const [description = "spec/openapi.yaml", schema = "Order", ...flags] = process.argv.slice(2);
// Inside the toolkit's package, so that generated code finds `zod`.
const scratch = mkdtempSync(path.join(root, "generators/.generated-"));
const compilers = ["typescript-5.9", "typescript-7.0"] as const;
const repetitions = 3;

try {
  const empty = write("empty.ts", 'import * as z from "zod";\nexport const it: z.ZodType<string> = z.string();\n');
  const files = { "zod alone": empty, "--emit ts": fileOf("ts"), "--emit js": fileOf("js") };
  const rows = await Promise.all(Object.entries(files).map(([name, file]) => rowOf(name, file)));
  console.log(`One validator (${schema}) of ${description}; medians of ${repetitions}, each a new process.\n`);
  printTable(["", "tsc 5.9, user s", "tsc 7.0, user s", "import, ms", "bundled without zod, bytes"], rows);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function fileOf(emission: "ts" | "js"): string {
  const out = path.join(scratch, emission);
  run([
    "generators/src/cli/main.ts",
    "generate",
    "--openapi",
    description,
    "--out",
    out,
    "--target",
    "zod",
    "--emit",
    emission,
    ...flags,
  ]);
  const line = `import { ${schema}Schema } from "./${emission}/zod/schemas.gen.${emission}";\n`;
  return write(`use-${emission}.ts`, `${line}export const it: unknown = ${schema}Schema.safeParse(null).success;\n`);
}

async function rowOf(name: string, file: string): Promise<string[]> {
  const compiled = compilers.map((compiler) => median(() => compile(compiler, file)).toFixed(2));
  const imported = median(() => run([file]).milliseconds);
  const { outputFiles = [] } = await build({
    entryPoints: [file],
    bundle: true,
    minify: true,
    format: "esm",
    external: ["zod", "zod/*"],
    write: false,
    logLevel: "error",
  });
  return [name, ...compiled, imported.toFixed(0), String(outputFiles[0]?.contents.byteLength ?? 0)];
}

function compile(compiler: (typeof compilers)[number], file: string): number {
  const config = write(
    "tsconfig.json",
    JSON.stringify({
      compilerOptions: {
        noEmit: true,
        strict: true,
        target: "es2022",
        module: "nodenext",
        types: [],
        skipLibCheck: true,
        allowImportingTsExtensions: true,
      },
      files: [file],
    }),
  );
  const home = path.dirname(toolkit.resolve(`${compiler}/package.json`));
  return run([path.join(home, "bin/tsc"), "-p", config]).user;
}

/** User time holds still on a busy machine; wall time does not. */
function run(args: readonly string[]): { readonly milliseconds: number; readonly user: number } {
  const started = performance.now();
  const script = 'TIMEFORMAT=%U; time "$@"';
  const { status, stdout, stderr } = spawnSync("bash", ["-c", script, "bash", process.execPath, ...args], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`node ${args.join(" ")} exited with ${status}\n${stdout}${stderr}`);
  return { milliseconds: performance.now() - started, user: Number(stderr.trim().split("\n").at(-1)) };
}

function median(measure: () => number): number {
  const sorted = Array.from({ length: repetitions }, measure).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function write(name: string, text: string): string {
  const file = path.join(scratch, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}
