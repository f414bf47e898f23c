// A hand-written file of a runtime -> a generated file: the same text under the usual header, importing its generated neighbours.
import { readFileSync } from "node:fs";
import { type FileSpec, printForeignFile } from "../../emit/index.ts";
import type { ApiContext, GeneratedFile } from "../target.ts";

/**
 * `url` is the location of the file: `…/runtime/values.ts` gives `values.gen.ts`. Its first line, a comment, becomes the summary; what
 * it imports from beside it is imported from the folder of the target.
 */
export function runtimeFileOf(target: string, url: URL, context: ApiContext): GeneratedFile {
  const text = readFileSync(url, "utf8").replaceAll("\r\n", "\n");
  const summary = /^\/\/ (.*)\n/.exec(text)?.[1] ?? "";
  const file: FileSpec = { target, path: generatedName(url.pathname), summary, declarations: [] };
  const body = text.slice(text.indexOf("\n") + 1).replace(/(?<=\bfrom ")(\.{1,2}\/[^"]+)(?=";)/g, (specifier) => {
    return context.specifierOf(file, { kind: "generated", target, path: generatedName(specifier) });
  });
  return printForeignFile(file, body, context);
}

function generatedName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.ts$/, ".gen.ts");
}
