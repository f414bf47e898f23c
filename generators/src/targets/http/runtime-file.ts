// A hand-written file of a runtime -> a generated file: the same text under the usual header, importing its generated neighbours.
import { readFileSync } from "node:fs";
import { type Declaration, type FileSpec, printForeignFile, StructureKind } from "../../emit/index.ts";
import type { ApiContext, GeneratedFile } from "../target.ts";

/** `url` is the location of the file in this toolkit: `…/runtime/values.ts` gives `values.gen.ts`. */
export function runtimeFileOf(target: string, url: URL, context: ApiContext): GeneratedFile {
  const text = readFileSync(url, "utf8").replaceAll("\r\n", "\n");
  const summary = /^\/\/ (.*)\n/.exec(text)?.[1] ?? "";
  const file: FileSpec = { target, path: generatedName(url.pathname), summary, declarations: [] };
  const body = text.slice(text.indexOf("\n") + 1).replace(/(?<=\bfrom ")(\.{1,2}\/[^"]+)(?=";)/g, (specifier) => {
    return context.specifierOf(file, { kind: "generated", target, path: generatedName(specifier) });
  });
  return printForeignFile(file, body, context);
}

/** What the index of a target exports of `values.gen.ts`: the rest is for the runtime itself. */
export function shapeExportsOf(target: string): Declaration {
  const moduleSpecifier = { kind: "generated", target, path: "values.gen.ts" } as const;
  const namedExports = ["ArrayShape", "EnumShape", "ObjectShape", "Primitive", "Shape", "UnionShape"];
  return { kind: StructureKind.ExportDeclaration, isTypeOnly: true, moduleSpecifier, namedExports };
}

function generatedName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.ts$/, ".gen.ts");
}
