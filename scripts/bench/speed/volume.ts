// `pnpm bench volume [--github FILE] [--write]`: what generators write for a small description and a large one, what a call of the large one
// adds to a bundle, and what an import of one schema costs the compiler. All in one run; the last two only with `--github`.
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { machineText, markdownTable, writeQuoted } from "../figures.ts";
import {
  bundledBytes,
  type Contender,
  compilerSeconds,
  contenders,
  type Entrant,
  entrantOf,
  runOnce,
  waybill,
} from "./contenders.ts";

const root = join(import.meta.dirname, "../../..");
const { values } = parseArgs({
  options: {
    /** As its types, schemas and client: GitHub's description, as JSON. */
    github: { type: "string" },
    /** Puts the tables into docs/performance.md. */
    write: { type: "boolean", default: false },
  },
});
const targets = ["types", "zod", "client"];
const peers = contenders.filter(({ outputs }) => outputs.includes("zod"));
/** The first call as each documents it, in the form that leaves out other operations; and the use of one schema. */
const usesOf: Readonly<Record<string, readonly ((out: string) => string)[]>> = {
  waybill: [
    () => `import { createSend, metaRoot } from "./client/index.gen.ts";
console.log(await createSend({ baseUrl: "https://api.github.com" })(metaRoot, {}));`,
    (out) => schemaUse(declaring("SimpleUserSchema", out), "SimpleUserSchema", out),
  ],
  "hey-api": [
    () => `import { client } from "./client.gen";
import { metaRoot } from "./sdk.gen";
client.setConfig({ baseUrl: "https://api.github.com" });
console.log(await metaRoot());`,
    (out) => schemaUse("./zod.gen", "zSimpleUser", out),
  ],
  redocly: [
    () => `import { meta_root } from "./client.ts";
console.log(await meta_root());`,
    (out) => schemaUse("./client.zod.ts", "Simple_userSchema", out),
  ],
};

const scratch = mkdtempSync(join(tmpdir(), "waybill-volume-"));
try {
  const text = `${machineText()}.\n\n${await shopTable()}${values.github === undefined ? "" : `\n\n${await githubTable(resolve(values.github))}`}`;
  console.log(text);
  if (values.write) writeQuoted("volume", text, "performance.md");
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Ten operations with everything that calls have: pages, uploads, downloads, events, cookies, a webhook and a callback. */
async function shopTable(): Promise<string> {
  const shop = readFileSync(join(root, "generators/test/cases/fixtures/codegen/shop.yaml"), "utf8");
  const description = join(scratch, "shop.yaml");
  // A keyword of OpenAPI 3.2, which others refuse in 3.1.
  writeFileSync(description, shop.replace("itemSchema:", "schema:"));
  const own = [...targets, "@waybill/tanstack-query"];
  const variants = ["--runtime package", "--extras none", "--runtime copy"].map((flags): Contender => {
    const contender = waybill(flags, own);
    return { ...contender, command: (run) => [...contender.command(run), ...flags.split(" ")] };
  });
  const rows: string[][] = [];
  for (const contender of [...variants, ...peers]) {
    const { files, bytes, lines } = volumeOf(await entered(contender, description, [], true));
    rows.push([toolOf(contender), `${files}`, `${(bytes / 1e3).toFixed(0)} kB`, lines.toLocaleString("en")]);
  }
  return markdownTable(
    ["a shop of ten operations: types, Zod, client, TanStack Query", "files", "size", "lines"],
    rows,
  );
}

async function githubTable(description: string): Promise<string> {
  const rows: string[][] = [];
  for (const contender of [waybill("types, zod, client", targets), ...peers]) {
    const tolerated = ["ambiguous-path", "invalid-default"];
    const entrant = await entered(contender, description, tolerated, false);
    const failed = entrant.costs.some(({ exit }) => exit !== 0);
    rows.push([toolOf(contender), ...(failed ? ["fails"] : await figuresOf(entrant))]);
  }
  const head = [
    "GitHub: types, Zod, client",
    "files",
    "size",
    "one call, gzip",
    "one schema, TypeScript 7",
    "TypeScript 5.9",
  ];
  return markdownTable(
    head,
    rows.map((row) => head.map((_, column) => row[column] ?? "")),
  );
}

async function figuresOf(entrant: Entrant): Promise<string[]> {
  const { files, bytes } = volumeOf(entrant);
  const size = [`${files}`, `${(bytes / 1e6).toFixed(1)} MB`];
  const uses = usesOf[entrant.contender.name.split(" ")[0] ?? ""];
  if (uses === undefined) return size;
  const [call, schema] = uses.map((use) => use(entrant.run.out));
  const { run, home } = entrant;
  const stdin = { contents: call ?? "", resolveDir: run.out, loader: "ts" } as const;
  const bundled = await bundledBytes({ stdin, nodePaths: [join(home, "node_modules")] });
  const compiled = [await compilerCost("7.0", schema ?? "", home), await compilerCost("5.9", schema ?? "", home)];
  return [...size, `${bundled.toLocaleString("en")} B`, ...compiled];
}

/** In the folder of the tool, where Zod is found. */
function schemaUse(module: string, name: string, out: string): string {
  return `import { ${name} } from "./${join(basename(out), module)}";\nexport const it: boolean = ${name}.safeParse(null).success;\n`;
}

function declaring(name: string, out: string): string {
  const file = globSync("zod/**/*.gen.ts", { cwd: out }).find((each) =>
    readFileSync(join(out, each), "utf8").includes(`export const ${name}:`),
  );
  if (file === undefined) throw new Error(`no file declares ${name}`);
  return `./${file}`;
}

/** Seconds of a processor over those of an empty file. */
async function compilerCost(version: "7.0" | "5.9", text: string, home: string): Promise<string> {
  const file = join(home, "consumer.ts");
  const secondsOf = (contents: string): Promise<number> => {
    writeFileSync(file, contents);
    return compilerSeconds(version, [file], { folder: home });
  };
  return `+${((await secondsOf(text)) - (await secondsOf("export {};\n"))).toFixed(2)} s`;
}

async function entered(
  contender: Contender,
  description: string,
  tolerate: readonly string[],
  tanstack: boolean,
): Promise<Entrant> {
  const program = join(root, "generators/bin/waybill.js");
  const entrant = await entrantOf(contender, { description, tolerate, waybill: program, tanstack });
  const link = join(entrant.home, "node_modules/@waybill/tanstack-query");
  if (contender.name === "waybill" && !existsSync(link)) {
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, "packages/waybill/tanstack-query"), link);
  }
  await runOnce(entrant);
  return entrant;
}

function volumeOf({ run, costs, contender }: Entrant): { files: number; bytes: number; lines: number } {
  const failed = costs.find(({ exit }) => exit !== 0);
  if (failed !== undefined) throw new Error(`${contender.name} failed:\n${failed.output}`);
  const files = globSync("**/*", { cwd: run.out }).map((file) => join(run.out, file));
  const texts = files.filter((file) => statSync(file).isFile()).map((file) => readFileSync(file, "utf8"));
  const sum = (of: (text: string) => number): number => texts.reduce((total, text) => total + of(text), 0);
  return { files: texts.length, bytes: sum(Buffer.byteLength), lines: sum((text) => text.split("\n").length - 1) };
}

function toolOf({ name, outputs }: Contender): string {
  return name === "waybill" ? `waybill${outputs.startsWith("--") ? ` ${outputs}` : ""}` : name;
}
