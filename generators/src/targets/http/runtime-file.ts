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
  return printForeignFile(file, context.apiOptions.int64 === "bigint" ? exactOf(file, body, context) : body, context);
}

/**
 * The same with JSON that is exact, where client and server read or write values. A substitution, so that the runtime of those who do not
 * ask for `bigint` has not a byte more.
 */
function exactOf(file: FileSpec, body: string, context: ApiContext): string {
  // What nothing describes stays what `JSON.parse` makes of it.
  if (file.target === "types" || file.target === "zod" || file.path === "lenient.gen.ts") return body;
  const exact = body.replace(/\bJSON\.parse\b(?!`)/g, "parseJson").replace(/\bJSON\.stringify\b(?!`)/g, "jsonText");
  const names = ["jsonText", "parseJson"].filter((name) => new RegExp(`\\b${name}\\b`).test(exact));
  if (exact === body) return body;
  const module = context.specifierOf(file, { kind: "generated", target: "types", path: "exact-json.gen.ts" });
  return `\nimport { ${names.join(", ")} } from ${JSON.stringify(module)};\n${exact.trimStart()}`;
}

function generatedName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.ts$/, ".gen.ts");
}
