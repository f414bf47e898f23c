// The HTTP operations -> the files of a target about them: its tables, the same for webhooks, its runtime, and an index of all.
import { readFileSync } from "node:fs";
import { type Declaration, exportFrom, type FileSpec, type PrintContext, printFile } from "../../emit/index.ts";
import type { Api } from "../../model/api.ts";
import { everyOperationOf, type HttpApi, type Operation } from "../../model/http.ts";
import type { ApiContext, GeneratedFile } from "../target.ts";
import { DateCode, DefaultCode, Int64Code } from "../types/index.ts";
import { formatFilesOf, mediaTypesOf } from "./formats.ts";
import { exportedBy, exportedByRuntime, exportsWithOperations, type IndexedFile } from "./index-exports.ts";
import { runtimeFileOf } from "./runtime-file.ts";

export interface HttpTarget {
  readonly target: string;
  /** One line: the content of the index. */
  readonly summary: string;
  /** The files about each operation. */
  readonly tablesOf: (api: HttpApi, values: ValueCode) => readonly TargetFileSpec[];
  /** The files about the API as a whole. */
  readonly generalFilesOf: (api: HttpApi) => readonly TargetFileSpec[];
  /** The requests that the API sends itself: the summary of the index of their tables, and their module of the runtime. */
  readonly webhooks: { readonly summary: string; readonly module: string };
  /** The folder of the target's own runtime. */
  readonly runtime: URL;
  /** The modules of the runtime that the index exports, and those that only other files refer to. */
  readonly modulesOf: (api: HttpApi) => { readonly exported: readonly string[]; readonly inner: readonly string[] };
  /** Whose bodies it reads, as the other side writes them; and the modules for bodies that it always needs. */
  readonly bodies: { readonly read: "requests" | "responses"; readonly modules: readonly string[] };
}

/** What happens to values besides validation. */
export interface ValueCode {
  /** Where texts become Dates; `null` for nowhere. */
  readonly dates: DateCode | null;
  /** Where integers become `bigint`; `null` for nowhere. */
  readonly int64s: Int64Code | null;
  /** Where defaults are added; `null` for nowhere. */
  readonly defaults: DefaultCode | null;
}

type TargetFileSpec = Omit<FileSpec, "target">;

/** Writes nothing without an OpenAPI document, or with one without operations; the command line reports that. */
export function renderHttpTarget(spec: HttpTarget, { http: api, schemas }: Api, context: ApiContext): GeneratedFile[] {
  if (api === null || everyOperationOf(api).length === 0) return [];
  const { target } = spec;
  const dates = context.apiOptions.dates === "date" ? new DateCode(schemas) : null;
  const defaults = context.apiOptions.defaults === "apply" ? new DefaultCode(schemas) : null;
  const int64s = context.apiOptions.int64 === "bigint" ? new Int64Code(schemas) : null;
  const values = { dates, defaults, int64s };
  const ownFile = (name: string): URL => new URL(`${name}.ts`, spec.runtime);
  const copied = (files: readonly URL[]): GeneratedFile[] => files.map((url) => runtimeFileOf(target, url, context));
  const { exported, inner } = spec.modulesOf(api);
  const runtimeUrls = exported.map(ownFile);
  const ownInner = [...inner, ...(api.webhooks.length === 0 ? [] : [spec.webhooks.module])].map(ownFile);
  const innerFiles = [
    ...ownInner,
    ...formatFilesOf(mediaTypesOf(api), spec.bodies),
    ...(dates === null ? [] : [ownFile("dated")]),
    ...(int64s === null ? [] : [ownFile("int64s")]),
    ...(defaults === null || spec.bodies.read !== "requests" ? [] : [ownFile("defaulted")]),
  ];
  const tables = api.operations.length === 0 ? [] : spec.tablesOf(api, values);
  const files = [...tables, ...spec.generalFilesOf(api)].map((file) => ({ ...file, target }));
  const runtime = copied(runtimeUrls);
  const runtimeExports = runtime.map((file, at) => ({
    ...file,
    names: exportedByRuntime(ownFile(exported[at] ?? "")),
  }));
  const webhooks = webhookFilesOf(spec, api, values);
  const index = {
    target,
    path: "index.gen.ts",
    summary: spec.summary,
    declarations: [
      ...exportsOf([...files.map(indexed), ...runtimeExports], api.operations),
      // The description chooses the names of operations, so those of webhooks are in a namespace.
      ...(webhooks.length === 0
        ? []
        : [exportFrom({ target, path: inWebhooks("index.gen.ts") }, { namespaceExport: "webhooks" })]),
      shapeExportsOf(target),
    ],
  };
  const printed = [...files, index].map((file) => printFile(file, context));
  const written = [...printed, ...printWebhookFiles(webhooks, context), ...runtime];
  return [...written, ...copied(importedFrom(written, innerFiles))];
}

/** Those of `files` that the written ones import, directly or not: a client without forms does not carry them. */
function importedFrom(written: readonly GeneratedFile[], files: readonly URL[]): URL[] {
  const texts = new Map(files.map((url) => [nameIn(url.pathname), readFileSync(url, "utf8")]));
  const needed = new Set<string>();
  const visit = (names: readonly string[]): void => {
    for (const name of names) {
      const text = texts.get(name);
      if (text === undefined || needed.has(name)) continue;
      needed.add(name);
      visit(namesIn(text));
    }
  };
  for (const { text, scriptAndTypes } of written)
    visit(namesIn(scriptAndTypes === undefined ? text : scriptAndTypes.script + scriptAndTypes.types));
  return files.filter((url) => needed.has(nameIn(url.pathname)));
}

/** The names of the modules that a text imports: `values` of `from "./values.gen.ts"`. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/\bfrom "([^"]+)";/g)].map(([, specifier = ""]) => nameIn(specifier));
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\..*$/, "");
}

/** The same tables as for operations: the receiver of webhooks serves them, and their sender is a client. */
function webhookFilesOf(
  { target, tablesOf, webhooks, runtime }: HttpTarget,
  api: HttpApi,
  values: ValueCode,
): FileSpec[] {
  if (api.webhooks.length === 0) return [];
  // Only their own security applies.
  const tables = tablesOf({ ...api, operations: api.webhooks, webhooks: [] }, values);
  const files = tables.map((file) => ({ ...file, target }));
  const module = {
    target,
    path: `${webhooks.module}.gen.ts`,
    names: exportedByRuntime(new URL(`${webhooks.module}.ts`, runtime)),
  };
  const declarations = exportsOf([...files.map(indexed), module], api.webhooks);
  return [...files, { target, path: "index.gen.ts", summary: webhooks.summary, declarations }];
}

function exportsOf(files: readonly IndexedFile[], operations: readonly Operation[]): Declaration[] {
  const table = files.find(({ path }) => path === "operations.gen.ts");
  if (table === undefined) return files.map((file) => exportFrom(file));
  const others = files.filter((file) => file !== table);
  return exportsWithOperations({ ...table, names: operations.map(({ name }) => name) }, others);
}

function indexed(file: FileSpec): IndexedFile {
  return { target: file.target, path: file.path, names: exportedBy(file) };
}

/** What the index exports of `values.gen.ts`: the rest is for the runtime itself. */
function shapeExportsOf(target: string): Declaration {
  const namedExports = ["ArrayShape", "EnumShape", "ObjectShape", "Primitive", "Shape", "UnionShape"];
  return exportFrom({ target, path: "values.gen.ts" }, { isTypeOnly: true, namedExports });
}

/** The path of a file about webhooks, as others import it: in a folder of its own below the target's. */
function inWebhooks(path: string): string {
  return `webhooks/${path}`;
}

/** Prints files that refer to each other as if they were in the target's own folder; all other files are there. */
function printWebhookFiles(files: readonly FileSpec[], context: PrintContext): GeneratedFile[] {
  const own = new Set(files.map(({ path }) => path));
  const moved = <Ref extends { readonly target: string; readonly path: string }>(ref: Ref, target: string): Ref =>
    ref.target === target && own.has(ref.path) ? { ...ref, path: inWebhooks(ref.path) } : ref;
  return files.map((file) => {
    const printed = printFile(file, {
      ...context,
      specifierOf: (from, to) =>
        context.specifierOf(moved(from, file.target), to.kind === "generated" ? moved(to, file.target) : to),
    });
    return { ...printed, path: inWebhooks(printed.path) };
  });
}
