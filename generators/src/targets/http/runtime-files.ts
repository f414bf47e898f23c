// The hand-written modules that client and server share -> the generated files that have them; and JSON that keeps integers of 64 bits.
import {
  type Assembly,
  assembleRuntime,
  neededModules,
  type RuntimeFile,
  type RuntimeVariant,
} from "../../emit/runtime/index.ts";
import type { ApiContext, GeneratedFile } from "../target.ts";

/** The modules of a folder by their names. */
export function modulesIn(folder: URL, names: readonly string[]): URL[] {
  return names.map((name) => new URL(`${name}.ts`, folder));
}

const shared = new URL("./runtime/", import.meta.url);

/** What describes a value for reading and writing; the index exports its types. */
export const valuesModule: URL = new URL("values.ts", shared);

/** What client and server have in common: values, texts and bodies. */
export function wireFile(summary: string): RuntimeFile {
  const texts = ["body-format", "media-types", "values", "bodies", "charsets", "styles", "pairs"];
  const bodies = [
    "forms",
    "encodings",
    "multipart-parts",
    "form-fields",
    "sequences",
    "events",
    "streams",
    "event-streams",
  ];
  return { name: "wire", summary, modules: modulesIn(shared, [...texts, ...bodies]) };
}

/**
 * The file of one hand-written module: `…/runtime/values.ts` gives `values.gen.ts`. Its first line, a comment, becomes the summary; what
 * it imports from beside it is imported from the folder of the target.
 */
export function runtimeFileOf(target: string, url: URL, context: ApiContext): GeneratedFile {
  const needed = neededModules([{ module: url }]).filter((one) => one.url.href === url.href);
  const [file] = runtimeFiles({ target, files: [], needed }, context);
  if (file === undefined) throw new TypeError(`no module at ${url.href}`);
  return file;
}

/** With `int64: "bigint"` with JSON that is exact, where client and server read or write values. */
export function runtimeFiles(assembly: Omit<Assembly, "variant">, context: ApiContext): GeneratedFile[] {
  const isExact = context.apiOptions.int64 === "bigint" && assembly.target !== "types";
  return assembleRuntime({ ...assembly, ...(isExact ? { variant: exactJson } : {}) }, context);
}

/** A variant, so that the runtime of those who do not ask for `bigint` has not a byte more. */
const exactJson: RuntimeVariant = {
  memberOf: (object, member, { pathname }) => {
    const name = object === "JSON" ? exactNames[member] : undefined;
    // What nothing describes stays what `JSON.parse` makes of it.
    if (name === undefined || pathname.endsWith("/lenient.ts")) return null;
    return { text: name, from: { kind: "generated", target: "types", path: "exact-json.gen.ts" } };
  },
};

const exactNames: Readonly<Record<string, string>> = { parse: "parseJson", stringify: "jsonText" };
