// The hand-written modules that client and server share -> the generated files that have them; and JSON that keeps integers of 64 bits.
import type { ModuleRef } from "../../emit/index.ts";
import {
  assembleRuntime,
  moduleNameOf,
  type NeededModule,
  type RuntimeFile,
  type RuntimeVariant,
  readRuntimeModule,
} from "../../emit/runtime/index.ts";
import { runtimePackage } from "../runtime-name.ts";
import type { ApiContext, GeneratedFile } from "../target.ts";

/** The modules of a folder by their names. */
export function modulesIn(folder: URL, names: readonly string[]): URL[] {
  return names.map((name) => new URL(`${name}.ts`, folder));
}

/** Files of the runtime by their names, each of modules of one folder. */
export function runtimeFilesIn(
  folder: URL,
  files: Readonly<Record<string, { readonly summary: string; readonly modules: readonly string[] }>>,
): RuntimeFile[] {
  return Object.entries(files).map(([name, { summary, modules }]) => {
    return { name, summary, modules: modulesIn(folder, modules) };
  });
}

const shared = new URL("./runtime/", import.meta.url);

/** What client and server have in common: values, texts and bodies. */
export const wireFile: RuntimeFile = {
  name: "wire",
  summary: "How values become texts and bodies, and texts and bodies become values.",
  modules: modulesIn(shared, [
    ...["body-format", "media-types", "values", "bodies", "charsets", "styles", "pairs"],
    ...["forms", "encodings", "multipart-parts", "form-fields", "sequences", "events", "streams", "event-streams"],
  ]),
};

/** Several hand-written modules that become one file. */
export interface JoinedModules {
  /** `runtime` for `runtime.gen.ts`. */
  readonly name: string;
  readonly modules: readonly URL[];
}

/**
 * The file of one hand-written module, or of several: `…/runtime/values.ts` gives `values.gen.ts`. The first line, a comment, becomes the
 * summary; what a module imports from beside it is imported from the folder of the target, and what it imports from `@waybill/runtime/…` from the
 * runtime that all targets share.
 */
export function runtimeFileOf(target: string, source: URL | JoinedModules, context: ApiContext): GeneratedFile {
  const { name, modules } = source instanceof URL ? { name: moduleNameOf(source), modules: [source] } : source;
  const needed = modules.map((url): NeededModule => {
    const module = readRuntimeModule(url);
    return { url, module, parts: new Set(module.parts) };
  });
  const packageOf = (specifier: string): ModuleRef | null => {
    if (!specifier.startsWith(`${runtimePackage}/`)) return null;
    const used = needed.flatMap(({ module }) => module.imports.filter(({ source }) => source.specifier === specifier));
    const names = used.flatMap((statement) => statement.names.map((one) => one.name));
    return context.runtime?.fileOf(specifier.slice(runtimePackage.length + 1), names, { target }) ?? null;
  };
  const isExact = context.apiOptions.int64 === "bigint";
  const variant = { packageOf, ...(isExact ? { memberOf: exactMemberOf(context, target) } : {}) };
  const [file] = assembleRuntime({ target, files: [{ name, summary: null, modules }], needed, variant }, context);
  if (file === undefined) throw new TypeError(`no modules for ${name}`);
  return file;
}

/** With `int64: "bigint"`: JSON that is exact. A variant, so that the runtime of those who do not ask for it has not a byte more. */
export function exactMemberOf(
  { runtime }: Pick<ApiContext, "runtime">,
  target: string,
): NonNullable<RuntimeVariant["memberOf"]> {
  return (object, member, { pathname }) => {
    const name = object === "JSON" ? exactNames[member] : undefined;
    // What nothing describes stays what `JSON.parse` makes of it.
    if (name === undefined || pathname.endsWith("/lenient.ts")) return null;
    const file = { target: "types", path: "exact-json.gen.ts" };
    return { text: name, from: runtime?.moduleOf(file, name, { target }) ?? { kind: "generated", ...file } };
  };
}

const exactNames: Readonly<Record<string, string>> = { parse: "parseJson", stringify: "jsonText" };
