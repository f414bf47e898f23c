// The output of a contender -> the cost of importing one of its schemas, for each version of TypeScript.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { type Cost, costOf } from "./cost.ts";

export const compilers = ["5.9", "6.0", "7.0"] as const;
export type Compiler = (typeof compilers)[number];

const toolkit = createRequire(join(import.meta.dirname, "../../../generators/package.json"));

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
