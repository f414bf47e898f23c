// The output of a contender -> its TypeScript errors, and the cost of importing one of its schemas.
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { removeTsNocheck } from "../../testing/checked-code.ts";
import { type Cost, costOf } from "./cost.ts";

export const compilers = ["5.9", "6.0", "7.0"] as const;
export type Compiler = (typeof compilers)[number];

const toolkit = createRequire(join(import.meta.dirname, "../../../generators/package.json"));

/** How many errors there are in `out`, a folder below `home`, where the packages are that it imports: without any `// @ts-nocheck`. */
export async function typeErrorsIn(out: string, home: string, compiler: Compiler): Promise<number> {
  const config = join(home, "tsconfig.output.json");
  const checked = join(home, ".checked");
  cpSync(out, checked, { recursive: true });
  removeTsNocheck(checked);
  writeFileSync(config, JSON.stringify({ compilerOptions, include: [".checked/**/*.ts"] }));
  const { exit, output } = await compile(compiler, config, home);
  rmSync(checked, { recursive: true });
  const errors = output.match(/error TS\d+/g)?.length ?? 0;
  if (exit !== 0 && errors === 0) throw new Error(`tsc ${compiler} could not judge ${out}:\n${output.slice(-2000)}`);
  return errors;
}

/**
 * Seconds of `tsc` on a file which imports something of `module`, or only Zod when that is `null`. There is no figure for a
 * module that does not parse: the compiler checks nothing else then.
 */
export async function consumerSeconds(module: string | null, home: string, compiler: Compiler): Promise<number | null> {
  const { seconds, output } = await consumerCost(module, home, compiler);
  return /error TS1\d{3}:/.test(output) ? null : seconds;
}

/** What that costs; the file stays, as `consumer.ts`. */
export function consumerCost(module: Imported, home: string, compiler: Compiler): Promise<Cost> {
  const file = join(home, "consumer.ts");
  writeFileSync(file, textOf(module, home));
  const config = join(home, "tsconfig.consumer.json");
  writeFileSync(config, JSON.stringify({ compilerOptions, files: ["consumer.ts"] }));
  return compile(compiler, config, home);
}

/** A module, one schema of which is imported; `null` for Zod alone; `"empty"` for nothing; or the text of the importing file. */
export type Imported = string | "empty" | null | { readonly text: string };

function textOf(module: Imported, home: string): string {
  if (module === "empty") return "export {};\n";
  if (module !== null && typeof module === "object") return module.text;
  return module === null ? zodAlone : importOf(module, home);
}

const zodAlone = 'import * as z from "zod";\nexport type It = z.ZodType<string>;\n';

/** One schema: the last that the module, or one whose exports it has, declares. */
function importOf(module: string, home: string): string {
  const name = schemaOf(module);
  if (name === undefined) throw new Error(`${module} exports no schema that could be imported`);
  const specifier = `./${relative(home, module)}`;
  return `import { ${name} } from "${specifier}";\nexport const it: boolean = ${name}.safeParse(null).success;\n`;
}

function schemaOf(module: string): string | undefined {
  return [...readFileSync(declaringModule(module), "utf8").matchAll(declaration)].at(-1)?.[1];
}

const declaration = /^export (?:declare )?(?:const |\{ )(\w+)/gm;

/** The module itself, or one that declares what it exports: an index exports its schemas first. */
function declaringModule(module: string): string {
  const text = readFileSync(module, "utf8");
  if (text.search(declaration) !== -1) return module;
  const exported = [...text.matchAll(/^export \* from "(.+)";/gm)].map(([, from = ""]) => from);
  const from = module.endsWith("/index.gen.ts") ? exported[0] : exported.at(-1);
  return from === undefined ? module : declaringModule(join(dirname(module), from));
}

const compilerOptions = {
  noEmit: true,
  strict: true,
  target: "es2022",
  lib: ["es2022", "dom", "dom.iterable"],
  module: "esnext",
  moduleResolution: "bundler",
  moduleDetection: "force",
  types: [],
  skipLibCheck: true,
  allowImportingTsExtensions: true,
};

function compile(compiler: Compiler, config: string, folder: string): Promise<Cost> {
  const home = dirname(toolkit.resolve(`typescript-${compiler}/package.json`));
  return costOf([join(home, "bin/tsc"), "--pretty", "false", "-p", config], { folder });
}
