// The model -> Zod schemas that accept exactly what the description's JSON Schema accepts, for every schema and operation.
import {
  code,
  exportedConstant,
  exportFrom,
  type FileSpec,
  generatedType,
  printFile,
  printFiles,
  type VariableStatement,
} from "../../emit/index.ts";
import type { Api } from "../../model/api.ts";
import { everyOperationOf } from "../../model/http.ts";
import type { NamedSchema } from "../../model/schema.ts";
import { docOfText } from "../docs.ts";
import { exportsOfFile, sharedExportsOf } from "../http/index-exports.ts";
import type { ApiContext, GeneratedFile } from "../target.ts";
import {
  DateCode,
  DefaultCode,
  Int64Code,
  int64sOf,
  jsonText,
  parseJson,
  placesOf,
  revive,
  wireOf,
  wireValue,
} from "../types/index.ts";
import { assertedFormats } from "./formats.ts";
import { guardNamesOf } from "./guards/guard-names.ts";
import type { GuardContext } from "./guards/guard-scope.ts";
import { guardsFile, operationGuardsFile } from "./guards/guards-file.ts";
import { operationsFile } from "./operations-file.ts";
import { type Helper, helperNames, helpersPath } from "./runtime-modules.ts";
import { schemasByOperationFile } from "./schemas-by-operation.ts";
import { schemasFiles, sentTypeOf } from "./schemas-file.ts";
import { helperSymbol, type Scope, schemaSymbol } from "./scope.ts";
import { styleOf } from "./style.ts";
import { standaloneOf } from "./zod-of.ts";

export function renderZod(all: Api, context: ApiContext): GeneratedFile[] {
  const { dates, defaults, formats, guards, int64, validation } = context.apiOptions;
  const api = { ...all, schemas: all.schemas.filter(({ isOutput }) => isOutput !== true) };
  const asserted = assertedFormats(formats);
  const zod = styleOf(context.apiOptions);
  const scope: Scope = {
    zod,
    formats: asserted,
    helper: helperSymbol,
    dates: dates === "date" ? new DateCode(all.schemas) : null,
    defaults: defaults === "apply" ? new DefaultCode(api.schemas) : null,
    hasBlobs: null,
  };
  const operations = everyOperationOf(api.http);
  const schemas = schemasFiles(api.schemas, scope, context);
  const files = [
    schemas.whole,
    operationsFile(operations, scope),
    ...(validation === "zod" ? [schemasByOperationFile(api.http?.operations ?? [], dates === "date")] : []),
    ...(guards ? guardsFilesOf(api, scope) : []),
    ...(dates === "date" ? [codecsFile(api.schemas, scope)] : []),
    ...(int64 === "bigint" ? [jsonFile(api.schemas, scope)] : []),
  ];
  const printed = printFiles(files, context);
  const divided = printFiles(schemas.parts, context);
  const lent = sharedHelpersOf(api, scope);
  const settings = { hasOperations: operations.length > 0, hasGuards: guards, context };
  return [...printed, ...divided, printFile(indexFile(printed, lent, settings), context)];
}

function recording(used: Set<Helper>, helper: Scope["helper"]): Scope["helper"] {
  return (name) => {
    used.add(name);
    return helper(name);
  };
}

/** What the schemas of messages, which another target writes out, call from here. */
function sharedHelpersOf(api: Api, scope: Scope): Helper[] {
  const lent = new Set<Helper>();
  const lending: Scope = { ...scope, helper: recording(lent, scope.helper) };
  for (const { payload, headers } of api.messaging?.messages ?? []) {
    // Several messages of one name make a schema of their own.
    lending.helper("lazily");
    for (const schema of headers === null ? [payload] : [payload, headers]) standaloneOf(schema, lending);
  }
  return helperNames.filter((name) => lent.has(name));
}

function guardsFilesOf(api: Api, scope: Scope): FileSpec[] {
  const context = guardContextOf(api, scope);
  return [guardsFile(api.schemas, context), operationGuardsFile(everyOperationOf(api.http), context)];
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

interface IndexSettings {
  readonly hasOperations: boolean;
  readonly hasGuards: boolean;
  readonly context: ApiContext;
}

function indexFile(
  files: readonly GeneratedFile[],
  lent: readonly Helper[],
  { hasOperations, hasGuards, context }: IndexSettings,
): FileSpec {
  const types = hasOperations
    ? ["OperationSchemas", "ResponseSchemas", ...(hasGuards ? ["Guard", "OperationGuards"] : [])]
    : [];
  const named = [
    ...lent.map((name) => ({ path: helpersPath, name, isType: false })),
    ...types.map((name) => ({ path: helpersPath, name, isType: true })),
  ];
  const declarations = [
    ...files.map((file) => exportFrom(file)),
    ...sharedExportsOf("zod", named, context).flatMap(exportsOfFile),
  ];
  return { target: "zod", path: "index.gen.ts", summary: "All schemas.", declarations };
}

function codecsFile(schemas: readonly NamedSchema[], scope: Scope): FileSpec {
  const dates = new DateCode(schemas);
  const declarations = schemas.filter((named) => dates.has(named)).map((named) => codecOf(named, scope));
  const summary =
    "A codec for each type with points in time: z.decode makes Dates of what travels, z.encode texts of them.";
  return { target: "zod", path: "codecs.gen.ts", summary, declarations };
}

function codecOf(named: NamedSchema, { zod, helper }: Scope): VariableStatement {
  const type = generatedType(named.name, "types", "schemas.gen.ts");
  const wire = code`${wireValue}<${type}>`;
  const codec = {
    name: `${named.name}Codec`,
    type: code`${zod.codec}<${zod.type}<${wire}>, ${zod.type}<${type}, ${type}>>`,
    // Without type arguments: it is a line of JavaScript too.
    initializer: code`/* @__PURE__ */ ${helper("datedCodec")}(${schemaSymbol(named)}, (wire) => ${revive}(wire, ${placesOf(named)}), ${wireOf})`,
  };
  return exportedConstant(codec, docOfText(`${named.name}, and what travels for it.`));
}

// Named schemas with integers of 64 bits -> a codec each: JSON text and values, converted into each other without rounding.

export function jsonFile(schemas: readonly NamedSchema[], scope: Scope): FileSpec {
  const int64s = new Int64Code(schemas);
  const declarations = schemas.filter((named) => int64s.has(named)).map((named) => jsonCodecOf(named, scope));
  const summary =
    "A codec for the JSON of each type with integers of 64 bits: z.decode reads a text, z.encode writes one.";
  return { target: "zod", path: "json.gen.ts", summary, declarations };
}

function jsonCodecOf(named: NamedSchema, scope: Scope): VariableStatement {
  const { zod, helper } = scope;
  const value = sentTypeOf(named, scope);
  const codec = {
    name: `${named.name}Json`,
    type: code`${zod.codec}<${zod.string}, ${zod.type}<${value}>>`,
    // Without type arguments: it is a line of JavaScript too.
    initializer: code`/* @__PURE__ */ ${helper("jsonCodec")}(${schemaSymbol(named)}, (text) => ${parseJson}(text, ${int64sOf(named)}), ${jsonText})`,
  };
  return exportedConstant(codec, docOfText(`The JSON of ${named.name}.`));
}
