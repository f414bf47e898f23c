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
  const { names, body: exact } = exactText(file, body, context);
  if (names.length === 0) return printForeignFile(file, exact, context);
  const module = context.specifierOf(file, { kind: "generated", target: "types", path: "exact-json.gen.ts" });
  const imports = `import { ${names.join(", ")} } from ${JSON.stringify(module)};`;
  return printForeignFile(file, `${imports}\n${exact.trimStart()}`, context);
}

/**
 * With `int64: "bigint"` the same with JSON that is exact, where client and server read or write values, and the names that it then uses of
 * `exact-json.gen.ts`. A substitution, so that the runtime of those who do not ask for `bigint` has not a byte more.
 */
export function exactText(
  { target, path }: Pick<FileSpec, "target" | "path">,
  body: string,
  { apiOptions }: ApiContext,
): { readonly body: string; readonly names: readonly string[] } {
  // What nothing describes stays what `JSON.parse` makes of it.
  const isInexact = target === "types" || target === "zod" || path === "lenient.gen.ts";
  if (apiOptions.int64 !== "bigint" || isInexact) return { body, names: [] };
  const exact = body.replace(/\bJSON\.parse\b(?!`)/g, "parseJson").replace(/\bJSON\.stringify\b(?!`)/g, "jsonText");
  if (exact === body) return { body, names: [] };
  return { body: exact, names: ["jsonText", "parseJson"].filter((name) => new RegExp(`\\b${name}\\b`).test(exact)) };
}

function generatedName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.ts$/, ".gen.ts");
}
