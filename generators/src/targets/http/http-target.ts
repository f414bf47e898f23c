// The HTTP operations -> the files of a target about them: its tables, the same for webhooks, its runtime, and an index of all.
import {
  type Code,
  call,
  type Declaration,
  exportFrom,
  type FileSpec,
  type PrintContext,
  printFile,
} from "../../emit/index.ts";
import type { Api } from "../../model/api.ts";
import { everyOperationOf, type HttpApi, type Operation } from "../../model/http.ts";
import type { Schema } from "../../model/schema.ts";
import type { ApiContext, GeneratedFile } from "../target.ts";
import { DateCode, DefaultCode, Int64Code, revive, withInt64s } from "../types/index.ts";
import {
  exportedBy,
  exportsOfFile,
  exportsOfModules,
  exportsWithOperations,
  type IndexedFile,
  sharedExportsOf,
} from "./index-exports.ts";
import { modulesIn } from "./runtime-files.ts";

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
  /** The modules of the runtime that the index exports, and for which APIs. */
  readonly exported: Readonly<Record<string, (api: HttpApi) => boolean>>;
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

/** A file below the target's folder; those in folders of their own are exported by one that is not. */
export type TargetFileSpec = Omit<FileSpec, "target">;

/** Modules that an index exports where this holds of the API. */
export function exportedWhen(holds: (api: HttpApi) => boolean, ...modules: readonly string[]): HttpTarget["exported"] {
  return Object.fromEntries(modules.map((module) => [module, holds]));
}

export function always(...modules: readonly string[]): HttpTarget["exported"] {
  return exportedWhen(() => true, ...modules);
}

/** Writes nothing without an OpenAPI document, or with one without operations; the command line reports that. */
export function renderHttpTarget(spec: HttpTarget, { http: api, schemas }: Api, context: ApiContext): GeneratedFile[] {
  if (api === null || everyOperationOf(api).length === 0) return [];
  const { target } = spec;
  const values = valueCodeOf(schemas, context);
  const tables = api.operations.length === 0 ? [] : spec.tablesOf(api, values);
  const files = [...tables, ...spec.generalFilesOf(api)].map((file) => ({ ...file, target }));
  const webhooks = webhookFilesOf(spec, { api, values }, context);
  const index = {
    target,
    path: "index.gen.ts",
    summary: spec.summary,
    declarations: [
      ...exportsOf(
        {
          files: files.filter(({ path }) => !path.includes("/")).map(indexed),
          runtime: runtimeExportsOf(spec, api, context),
        },
        api.operations,
      ),
      // The description chooses the names of operations, so those of webhooks are in a namespace.
      ...(webhooks.length === 0
        ? []
        : [exportFrom({ target, path: inWebhooks("index.gen.ts") }, { namespaceExport: "webhooks" })]),
    ],
  };
  const printed = [...files, index].map((file) => printFile(file, context));
  return [...printed, ...printWebhookFiles(webhooks, context)];
}

export function valueCodeOf(schemas: Api["schemas"], { apiOptions }: Pick<ApiContext, "apiOptions">): ValueCode {
  return {
    dates: apiOptions.dates === "date" ? new DateCode(schemas) : null,
    defaults: apiOptions.defaults === "apply" ? new DefaultCode(schemas) : null,
    int64s: apiOptions.int64 === "bigint" ? new Int64Code(schemas) : null,
  };
}

/** The code of a JSON value -> that of the value as the types have it: with Dates and `bigint` where the options ask for them. */
export function typedValueCode(json: Code, schema: Schema, { dates, int64s }: Omit<ValueCode, "defaults">): Code {
  const exact = int64s?.isIn(schema) === true ? call(withInt64s, [json, int64s.placesIn(schema)]) : json;
  const places = dates?.placesIn(schema) ?? null;
  return places === null ? exact : call(revive, [exact, places]);
}

/** What the index exports of the runtime: what the API needs of a copy, or an entry of the package, which has it for every API. */
function runtimeExportsOf({ target, runtime, exported }: HttpTarget, api: HttpApi, context: ApiContext): IndexedFile[] {
  const namesOf = (modules: readonly string[]) => [
    ...exportsOfModules(modulesIn(runtime, modules)),
    ...shapeNames.map((name) => ({ path: "values.gen.ts", name, isType: true })),
  ];
  const entry = context.runtime?.entryOf(target) ?? null;
  if (entry !== null) return [{ module: entry, names: namesOf(Object.keys(exported)), isWhole: true }];
  const modules = Object.entries(exported).flatMap(([module, isExported]) => (isExported(api) ? module : []));
  return sharedExportsOf(target, namesOf(modules), context);
}

/** What the index exports of `values`. */
const shapeNames = ["ArrayShape", "EnumShape", "ObjectShape", "Primitive", "Shape", "UnionShape"];

/** The same tables as for operations: the receiver of webhooks serves them, and their sender is a client. */
function webhookFilesOf(
  { target, tablesOf, webhooks, runtime }: HttpTarget,
  { api, values }: { readonly api: HttpApi; readonly values: ValueCode },
  context: ApiContext,
): FileSpec[] {
  if (api.webhooks.length === 0) return [];
  // Only their own security applies.
  const tables = tablesOf({ ...api, operations: api.webhooks, webhooks: [] }, values);
  const files = tables.map((file) => ({ ...file, target }));
  const shared = sharedExportsOf(target, exportsOfModules(modulesIn(runtime, [webhooks.module])), context);
  const declarations = exportsOf({ files: files.map(indexed), runtime: shared }, api.webhooks);
  return [...files, { target, path: "index.gen.ts", summary: webhooks.summary, declarations }];
}

function exportsOf(
  { files, runtime }: { readonly files: readonly IndexedFile[]; readonly runtime: readonly IndexedFile[] },
  operations: readonly Operation[],
): Declaration[] {
  const table = files.find(({ module }) => module.kind === "generated" && module.path === "operations.gen.ts");
  const all = [...files, ...runtime];
  if (table === undefined) return all.flatMap(exportsOfFile);
  const others = all.filter((file) => file !== table);
  return exportsWithOperations({ ...table, names: operations.map(({ name }) => name) }, others);
}

function indexed(file: FileSpec): IndexedFile {
  const { target, path } = file;
  return { module: { kind: "generated", target, path }, names: exportedBy(file), isWhole: true };
}

/** The path of a file about webhooks, as others import it: in a folder of its own below the target's. */
function inWebhooks(path: string): string {
  return `webhooks/${path}`;
}

/** Prints files that refer to each other as if they were in the target's own folder; all other files are there. */
function printWebhookFiles(files: readonly FileSpec[], context: PrintContext): GeneratedFile[] {
  const webhookPaths = new Set(files.map(({ path }) => path));
  const moved = <Ref extends { readonly target: string; readonly path: string }>(ref: Ref, target: string): Ref =>
    ref.target === target && webhookPaths.has(ref.path) ? { ...ref, path: inWebhooks(ref.path) } : ref;
  return files.map((file) => {
    const printed = printFile(file, {
      ...context,
      specifierOf: (from, to) =>
        context.specifierOf(moved(from, file.target), to.kind === "generated" ? moved(to, file.target) : to),
    });
    return { ...printed, path: inWebhooks(printed.path) };
  });
}
