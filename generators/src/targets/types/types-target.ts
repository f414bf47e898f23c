// The model -> TypeScript types: one per named schema, a request and a response per operation. No code that runs.
import {
  type Declaration,
  type Doc,
  exported,
  exportFrom,
  type FileSpec,
  printFile,
  printFiles,
  type Series,
  type TypeAliasDeclaration,
  typeAlias,
} from "../../emit/index.ts";
import type { Api } from "../../model/api.ts";
import type { ApiOptions } from "../../model/api-options.ts";
import { typeNamesOf } from "../../model/finish/naming/names.ts";
import { everyOperationOf, type Operation } from "../../model/http.ts";
import type { NamedSchema } from "../../model/schema.ts";
import { docOf, docOfText, operationDocIn } from "../docs.ts";
import { exportsOfFile, exportsOfModules, sharedExportsOf } from "../http/index-exports.ts";
import { modulesIn } from "../http/runtime-files.ts";
import { type SchemaFileSpecs, schemaFilesOf } from "../schema-files.ts";
import type { ApiContext, GeneratedFile } from "../target.ts";
import { DateCode } from "./dates.ts";
import { DefaultCode } from "./defaults.ts";
import { differenceNodeOf } from "./difference.ts";
import { enumObjects } from "./enum-objects.ts";
import { Int64Code, requestTypeOf } from "./index.ts";
import { receivedDeclarationsOf, requestDeclarationOf } from "./request.ts";
import { responseDeclarationOf, returnedDeclarationsOf } from "./response.ts";
import { nodeOf } from "./schema-type.ts";
import { sharedOf } from "./shared.ts";
import { statusDeclarationsOf } from "./statuses.ts";
import { declaredCodeOf } from "./type-code.ts";

export function renderTypes(api: Api, context: ApiContext): readonly GeneratedFile[] {
  const schemas = schemasFiles(api, context);
  const operations = operationsFiles(api, context);
  const files = printFiles([schemas.whole, operations.whole], context);
  const divided = operations.parts.flatMap((file) => printFiles([file], withOwnNames(file, context)));
  const parts = [...printFiles(schemas.parts, context), ...divided];
  const conversions = conversionsOf(api, context.apiOptions);
  const modules = conversions.map(({ module }) => module);
  const values = conversions.flatMap(({ name, summary, declarations }) =>
    printFiles([{ target: "types", path: `${name}.gen.ts`, summary, declarations }], context),
  );
  const { enumObjects: objects } = context.apiOptions;
  const enums = objects === "const" ? enumObjects(api.schemas) : null;
  // Code for messages imports what converts values, also where no schema has a name.
  const isNeeded = files.length > 0 || (modules.length > 0 && api.messaging !== null);
  if (!isNeeded) return [];
  const index = indexFile(files, values, runtimeExportsOf(modules, context));
  if (enums === null) return [...files, ...parts, ...values, printFile(index, context)];
  const indexWithEnums = { ...index, declarations: [...index.declarations, enums.exports] };
  return [...files, ...parts, ...values, ...printFiles([enums.file], context), printFile(indexWithEnums, context)];
}

/** What converts values, for programs that do so themselves. */
function runtimeExportsOf(modules: readonly string[], context: ApiContext): Declaration[] {
  const urls = modulesIn(new URL("./runtime/", import.meta.url), modules);
  return sharedExportsOf("types", exportsOfModules(urls), context).flatMap(exportsOfFile);
}

function schemasFiles({ schemas }: Api, context: ApiContext): SchemaFileSpecs {
  const summary = "The schemas of the description.";
  // In the file of a schema of that name, `Omit` is the schema.
  const hasOmit = schemas.every(({ name }) => name !== "Omit");
  const declarationOf = (named: NamedSchema): TypeAliasDeclaration => schemaDeclarationOf(named, hasOmit);
  return schemaFilesOf(schemas, { target: "types", summary, isTypeOnly: true, declarationOf }, context);
}

function schemaDeclarationOf(named: NamedSchema, hasOmit: boolean): TypeAliasDeclaration {
  const { name, schema, at, basis } = named;
  const node = (hasOmit ? differenceNodeOf(named) : null) ?? nodeOf(schema);
  const doc = basis === undefined ? docOf({ annotations: schema.annotations, at }, name) : docOfForm(named, basis);
  return exported(typeAlias(name, declaredCodeOf(node), doc));
}

/** The schema has the text. */
function docOfForm({ isOutput }: NamedSchema, basis: NamedSchema): Doc {
  return docOfText(isOutput === true ? `{@link ${basis.name}} with its defaults.` : `A form of {@link ${basis.name}}.`);
}

const operationsPath = "operations.gen.ts";

/** A file of all operations, or one that exports those of a tag each. */
function operationsFiles(
  { http }: Api,
  context: ApiContext,
): { readonly whole: FileSpec; readonly parts: readonly (FileSpec & { readonly declarations: Series })[] } {
  const pathOf = (operation: Operation): string =>
    context.partOf?.({ target: "types", path: operationsPath }, requestTypeOf(operation).name) ?? operationsPath;
  const byPath = Map.groupBy(everyOperationOf(http), pathOf);
  const inWhole = operationsFile(operationsPath, byPath.get(operationsPath) ?? [], context);
  byPath.delete(operationsPath);
  const parts = [...byPath].map(([path, operations]) => operationsFile(path, operations, context));
  const exports = parts.map((part) => exportFrom(part, { isTypeOnly: true }));
  const { names, each } = inWhole.declarations;
  const eachDeclaration = function* (): Iterable<Declaration> {
    yield* exports;
    yield* each();
  };
  // Without names a file is not written.
  const all = [...parts.flatMap(({ declarations }) => declarations.names.slice(0, 1)), ...names];
  return { whole: { ...inWhole, declarations: { names: all, each: eachDeclaration } }, parts };
}

function operationsFile(
  path: string,
  operations: readonly Operation[],
  context: ApiContext,
): FileSpec & { readonly declarations: Series } {
  const shared = sharedOf(operations);
  const statuses = statusDeclarationsOf(operations.flatMap(({ responses }) => responses));
  const declarations = {
    names: [
      ...shared.declarations.map(({ name }) => name),
      ...operations.flatMap(typeNamesOf),
      ...statuses.map(({ name }) => name),
    ],
    *each(): Iterable<Declaration> {
      yield* shared.declarations;
      for (const operation of operations) {
        yield requestDeclarationOf(operation, operationDocIn("types", operation, context));
        yield* receivedDeclarationsOf(operation);
        yield responseDeclarationOf(operation, shared);
        yield* returnedDeclarationsOf(operation, shared);
      }
      yield* statuses;
    },
  };
  return { target: "types", path, summary: "The request and the responses of each operation.", declarations };
}

/** What the operations of a file have in common is declared in it, under a name that other files have for something else. */
function withOwnNames(
  { path, declarations }: FileSpec & { readonly declarations: Series },
  context: ApiContext,
): ApiContext {
  const declaredNames = new Set(declarations.names);
  return {
    ...context,
    partOf: (file, name) =>
      file.target === "types" && file.path === operationsPath && declaredNames.has(name)
        ? path
        : (context.partOf?.(file, name) ?? null),
  };
}

interface Conversion {
  /** The module of the runtime that converts. */
  readonly module: string;
  /** Of the file with the locations in each schema of what it converts: the only code besides types. */
  readonly name: string;
  readonly summary: string;
  readonly declarations: readonly Declaration[];
}

function conversionsOf({ schemas }: Api, { dates, int64, defaults }: ApiOptions): Conversion[] {
  const sent = schemas.filter(({ isOutput }) => isOutput !== true);
  const conversions: Conversion[] = [];
  if (dates === "date") {
    const declarations = new DateCode(schemas).declarationsOf(sent);
    conversions.push({ module: "reviving", name: "dates", summary: "Where points in time are.", declarations });
  }
  if (int64 === "bigint") {
    const declarations = new Int64Code(schemas).declarationsOf(sent);
    conversions.push({ module: "exact-json", name: "int64s", summary: "Where integers of 64 bits are.", declarations });
  }
  if (defaults === "apply") {
    const declarations = new DefaultCode(schemas).declarationsOf(schemas);
    conversions.push({ module: "filling", name: "defaults", summary: "The defaults of absent members.", declarations });
  }
  return conversions;
}

function indexFile(
  files: readonly GeneratedFile[],
  values: readonly GeneratedFile[],
  runtime: readonly Declaration[],
): FileSpec & { readonly declarations: readonly Declaration[] } {
  const types = files.map((file) => exportFrom(file, { isTypeOnly: true }));
  const declarations = [...types, ...values.map((file) => exportFrom(file)), ...runtime];
  return { target: "types", path: "index.gen.ts", summary: "All types.", declarations };
}
