// `pnpm bench mini [--write]`: what one generated schema adds to a bundle, Zod included, when it is written for zod and for zod/mini: of this
// repository's description and, with the corpus, of GitHub's. Minified and compressed, by esbuild and Rolldown.
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { rolldown } from "rolldown";
import { runIn } from "../stories/packages/fresh-folder.ts";
import { writeUse } from "./consumer/bundles.ts";
import { markdownTable, writeFigures, writeQuoted } from "./figures.ts";
import { descriptionGiven, type Given } from "./peers/given.ts";

const root = join(import.meta.dirname, "../..");
const { values } = parseArgs({ options: { write: { type: "boolean", default: false } } });

const bundlers: Readonly<Record<"esbuild" | "Rolldown", (file: string) => Promise<number>>> = {
  esbuild: async (file) => {
    const { outputFiles } = await build({
      entryPoints: [file],
      bundle: true,
      minify: true,
      format: "esm",
      write: false,
      logLevel: "error",
    });
    return compressed(outputFiles.map(({ text }) => text));
  },
  Rolldown: async (file) => {
    const { output } = await (await rolldown({ input: file })).generate({ format: "es", minify: true });
    return compressed(output.map((part) => (part.type === "chunk" ? part.code : "")));
  },
};

function compressed(texts: readonly string[]): number {
  return gzipSync(texts.join("\n"), { level: 9 }).byteLength;
}

const own: Given = { name: "this repository", file: join(root, "spec/openapi.yaml"), tolerate: [] };
const chosen: readonly (readonly [Given | null, readonly string[]])[] = [
  [own, ["Contact", "Order"]],
  [descriptionGiven(undefined, []), ["SimpleUser", "FullRepository"]],
];

const rows: string[][] = [];
for (const [given, schemas] of chosen) if (given !== null) rows.push(...(await rowsOf(given, schemas)));
const names = Object.keys(bundlers);
const head = [
  "one schema with Zod, compressed bytes",
  ...names.flatMap((name) => [`${name}: zod`, `zod/mini`]),
  "saved",
];
const table = markdownTable(head, rows);
console.log(table);
writeFigures(join(root, ".reports/bench/mini.json"), { head, rows });
if (values.write) writeQuoted("mini", table);

async function rowsOf(given: Given, schemas: readonly string[]): Promise<string[][]> {
  // Inside the toolkit's package, so that generated code finds `zod`.
  const scratch = mkdtempSync(join(root, "generators/.generated-"));
  try {
    for (const flavor of ["classic", "mini"]) await generate(given, join(scratch, flavor), flavor);
    const rows: string[][] = [];
    for (const schema of schemas) {
      const sizes: (readonly [number, number])[] = [];
      for (const bundle of Object.values(bundlers)) {
        const [classic, mini] = [
          await bundle(useOf(scratch, "classic", schema)),
          await bundle(useOf(scratch, "mini", schema)),
        ];
        sizes.push([classic, mini]);
      }
      const least = Math.min(...sizes.map(([classic, mini]) => 1 - mini / classic));
      const cells = sizes.flat().map((bytes) => bytes.toLocaleString("en"));
      rows.push([`${schema} of ${given.name}`, ...cells, `${(100 * least).toFixed(0)} %`]);
    }
    return rows;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function useOf(scratch: string, flavor: string, schema: string): string {
  return writeUse(join(scratch, flavor, "use.js"), `${schema}Schema`, "./zod/schemas.gen.js");
}

async function generate({ file, tolerate }: Given, out: string, flavor: string): Promise<void> {
  const tolerated = tolerate.flatMap((code) => ["--tolerate", code]);
  const flags = ["--openapi", file, "--out", out, "--target", "zod", "--emit", "js", "--zod", flavor, ...tolerated];
  await runIn(root, process.execPath, "generators/bin/waybill.js", "generate", ...flags);
}
