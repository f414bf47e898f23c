// The model -> Zod schemas that accept exactly what the description's JSON Schema accepts, for every schema and operation.
import { type Declaration, type FileSpec, type ModuleRef, printFile, StructureKind } from "../../emit/index.ts";
import type { Api } from "../../model/api.ts";
import type { GeneratedFile, Target, TargetContext } from "../target.ts";
import { assertedFormats } from "./formats.ts";
import { operationsFile } from "./operations-file.ts";
import { type Helper, helperNames, runtimeText } from "./runtime-modules.ts";
import { schemasFile } from "./schemas-file.ts";
import { helperSymbol, type Scope } from "./scope.ts";
import { standaloneOf } from "./zod-of.ts";

export interface ZodOptions {
  /** The formats that are checked, of those known; all others are annotations. Default: what the context says. */
  readonly formats?: readonly string[];
}

export const target: Target = zodTarget();

export function zodTarget(options: ZodOptions = {}): Target {
  return {
    name: "zod",
    summary: "a Zod 4 schema for every schema, exact both ways",
    needs: ["types"],
    emit: (api, context) => filesOf(api, context, options),
  };
}

function filesOf(api: Api, context: TargetContext, { formats }: ZodOptions): GeneratedFile[] {
  const used = new Set<Helper>();
  const scope: Scope = {
    formats: formats === undefined ? assertedFormats(context.formats) : new Set(formats),
    helper: (name) => {
      used.add(name);
      return helperSymbol(name);
    },
    hasBlobs: null,
  };
  const operations = api.http?.operations ?? [];
  const files = [schemasFile(api.schemas, scope), operationsFile(operations, scope)].filter(
    (file) => file.declarations.length > 0,
  );
  const lent = lentHelpersOf(api, scope);
  const runtime = runtimeFile(used, operations.length > 0, context);
  return [
    ...[...files, indexFile(files, lent, operations.length > 0)].map((file) => printFile(file, context)),
    ...runtime,
  ];
}

/** What the schemas of messages, which another target writes out, call from here. */
function lentHelpersOf(api: Api, scope: Scope): Helper[] {
  const lent = new Set<Helper>();
  const lending: Scope = {
    ...scope,
    helper: (name) => {
      lent.add(name);
      return scope.helper(name);
    },
  };
  for (const { payload, headers } of api.messaging?.messages ?? []) {
    // Several messages of one name make a schema of their own.
    lending.helper("lazily");
    for (const schema of headers === null ? [payload] : [payload, headers]) standaloneOf(schema, lending);
  }
  return helperNames.filter((name) => lent.has(name));
}

function runtimeFile(used: ReadonlySet<Helper>, withOperations: boolean, context: TargetContext): GeneratedFile[] {
  if (used.size === 0 && !withOperations) return [];
  const summary =
    "What the schemas call where Zod has nothing that means the same: a part of Waybill, copied as it is.";
  const { target, path, text } = printFile(
    { target: "zod", path: "runtime.gen.ts", summary, declarations: [] },
    context,
  );
  return [{ target, path, text: `${text}\n${runtimeText(used, withOperations)}` }];
}

function indexFile(files: readonly FileSpec[], lent: readonly Helper[], hasOperations: boolean): FileSpec {
  const runtime: ModuleRef = { kind: "generated", target: "zod", path: "runtime.gen.ts" };
  const all = files.map(
    ({ path }): Declaration => ({
      kind: StructureKind.ExportDeclaration,
      module: { ...runtime, path },
      names: "all",
      typeOnly: false,
    }),
  );
  const helpers = lent.length === 0 ? [] : [exportOf(runtime, lent, false)];
  const types = hasOperations ? [exportOf(runtime, ["OperationSchemas", "ResponseSchemas"], true)] : [];
  return { target: "zod", path: "index.gen.ts", summary: "All schemas.", declarations: [...all, ...helpers, ...types] };
}

function exportOf(module: ModuleRef, names: readonly string[], typeOnly: boolean): Declaration {
  return { kind: StructureKind.ExportDeclaration, module, names, typeOnly };
}
