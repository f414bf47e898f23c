// The model -> Zod schemas that accept exactly what the description's JSON Schema accepts, for every schema and operation.
import {
  type Declaration,
  type FileSpec,
  type ModuleRef,
  printFile,
  printForeignFile,
  type Reprintable,
  reprinted,
  StructureKind,
} from "../../emit/index.ts";
import type { Api } from "../../model/api.ts";
import { everyOperationOf } from "../../model/http.ts";
import type { NamedSchema } from "../../model/schema.ts";
import { runtimeFileOf } from "../http/runtime-file.ts";
import type { GeneratedFile, Target, TargetContext } from "../target.ts";
import { DateCode } from "../types/index.ts";
import { codecsFile } from "./codecs-file.ts";
import { assertedFormats } from "./formats.ts";
import { guardNamesOf } from "./guards/guard-names.ts";
import type { GuardContext } from "./guards/guard-scope.ts";
import { guardsFile } from "./guards/guards-file.ts";
import { operationGuardsFile } from "./guards/operation-guards-file.ts";
import { operationsFile } from "./operations-file.ts";
import { fileOfHelper, type Helper, helperNames, type RuntimeFile, runtimeTexts } from "./runtime-modules.ts";
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
  const asserted = formats === undefined ? assertedFormats(context.formats) : new Set(formats);
  const scopeOf = (use: (name: Helper) => void): Scope => ({
    formats: asserted,
    helper: (name) => {
      use(name);
      return helperSymbol(name);
    },
    // Made when it is first asked: what looks at all schemas would have to be made anew whenever one of them changes.
    dates: context.dates === "date" ? new DateCode(api.schemas) : null,
    hasBlobs: null,
  });
  const operations = everyOperationOf(api.http);
  const parts: readonly Reprintable[] = [
    { name: "zod: schemas", make: (use) => schemasFile(api.schemas, scopeOf(use)) },
    { name: "zod: operations", make: (use) => operationsFile(operations, scopeOf(use)) },
    { name: "zod: guards", make: (use) => guardsFile(api.schemas, guardContextOf(api, scopeOf(use))) },
    {
      name: "zod: operation guards",
      make: (use) => operationGuardsFile(operations, guardContextOf(api, scopeOf(use))),
    },
  ];
  const all =
    context.dates === "date" ? [...parts, { name: "zod: codecs", make: () => codecsFile(api.schemas) }] : parts;
  const printed = all.map((part) => reprinted(part, context));
  const files = printed.flatMap((part) => part.files);
  const used = new Set(printed.flatMap(({ words }) => words));
  const lent = lentHelpersOf(
    api,
    scopeOf((name) => void used.add(name)),
  );
  const called = new Set(helperNames.filter((name) => used.has(name)));
  const runtime = runtimeFiles(called, operations.length > 0, context);
  const turning = printed.some((part) => part.files.some(({ path }) => path === "codecs.gen.ts"))
    ? [runtimeFileOf("zod", new URL("./runtime/dated-codec.ts", import.meta.url), context)]
    : [];
  return [...files, ...turning, printFile(indexFile(files, lent, operations.length > 0), context), ...runtime];
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

function guardContextOf({ schemas, http }: Api, { formats, helper, dates }: Scope): GuardContext {
  const names = guardNamesOf(schemas, everyOperationOf(http));
  const nameOf = (named: NamedSchema): string => {
    const name = names.get(named);
    if (name === undefined) throw new TypeError(`a schema that is not of the API: ${named.name}`);
    return name;
  };
  return { formats, helper, dates, nameOf, names: [...names.values()] };
}

const runtimeSummaries: readonly (readonly [RuntimeFile, string])[] = [
  ["checks.gen.ts", "What guards and schemas call: a part of Waybill, copied as it is."],
  [
    "runtime.gen.ts",
    "What the schemas call where Zod has nothing that means the same: a part of Waybill, copied as it is.",
  ],
];

function runtimeFiles(used: ReadonlySet<Helper>, withOperations: boolean, context: TargetContext): GeneratedFile[] {
  const fileOf = (path: RuntimeFile, summary = ""): FileSpec => ({ target: "zod", path, summary, declarations: [] });
  const checks = context.specifierOf(fileOf("runtime.gen.ts"), {
    kind: "generated",
    target: "zod",
    path: "checks.gen.ts",
  });
  const texts = runtimeTexts(used, { withOperations, checks });
  return runtimeSummaries.flatMap(([path, summary]) => {
    const body = texts[path];
    if (body === null) return [];
    return [printForeignFile(fileOf(path, summary), body, context)];
  });
}

function indexFile(files: readonly GeneratedFile[], lent: readonly Helper[], hasOperations: boolean): FileSpec {
  const runtime: ModuleRef = { kind: "generated", target: "zod", path: "runtime.gen.ts" };
  const all = files.map(
    ({ path }): Declaration => ({
      kind: StructureKind.ExportDeclaration,
      module: { ...runtime, path },
      names: "all",
      typeOnly: false,
    }),
  );
  const helpers = runtimeSummaries.flatMap(([path]) => {
    const names = lent.filter((name) => fileOfHelper(name) === path);
    return names.length === 0 ? [] : [exportOf({ ...runtime, path }, names, false)];
  });
  const checks: ModuleRef = { ...runtime, path: "checks.gen.ts" };
  const types = hasOperations
    ? [
        exportOf(runtime, ["OperationSchemas", "ResponseSchemas"], true),
        exportOf(checks, ["Guard", "OperationGuards"], true),
      ]
    : [];
  return { target: "zod", path: "index.gen.ts", summary: "All schemas.", declarations: [...all, ...helpers, ...types] };
}

function exportOf(module: ModuleRef, names: readonly string[], typeOnly: boolean): Declaration {
  return { kind: StructureKind.ExportDeclaration, module, names, typeOnly };
}
