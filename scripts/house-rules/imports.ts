// Turns a module into the list of what it imports, however it is written: import, export from, import(), type import().
import { posix } from "node:path";
import { Visitor } from "oxc-parser";
import type { Tree } from "./tree.ts";

export interface Import {
  readonly specifier: string;
  readonly offset: number;
  /** The file a relative specifier means, as a path from the root; null for a package. */
  readonly target: string | null;
}

export function importsOf(tree: Tree, file: string): Import[] {
  const found = new Map<number, string>();
  new Visitor({
    ImportDeclaration: ({ source }) => found.set(source.start, source.value),
    ExportNamedDeclaration: ({ source }) => source && found.set(source.start, source.value),
    ExportAllDeclaration: ({ source }) => found.set(source.start, source.value),
    TSImportType: ({ source }) => found.set(source.start, source.value),
    ImportExpression: ({ source }) => {
      if (source.type === "Literal" && typeof source.value === "string") found.set(source.start, source.value);
    },
  }).visit(tree.syntax(file).program);
  return [...found].map(([offset, specifier]) => ({ specifier, offset, target: targetOf(file, specifier) }));
}

/** `zod/mini` -> `zod`, `@fulfillment/types/x` -> `@fulfillment/types`. */
export function packageOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

function targetOf(file: string, specifier: string): string | null {
  if (!specifier.startsWith(".")) return null;
  return posix.normalize(posix.join(posix.dirname(file), specifier));
}
