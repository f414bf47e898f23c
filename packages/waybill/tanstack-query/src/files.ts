// The operations of a description -> the files of the target.
import {
  type ExportDeclaration,
  type FileSpec,
  type HttpApi,
  type Operation,
  printFile,
  StructureKind,
  type TargetFile,
} from "waybill/plugin";
import { invalidatedBy, invalidationFile, reportUnknownKeys } from "./invalidation.ts";
import { mutationOf } from "./mutations.ts";
import { exportsOf, isReading, type Naming, namingOf } from "./naming.ts";
import { type Context, packageOf } from "./options.ts";
import { queryDeclarationsOf, scopeKeyOf } from "./queries.ts";
import { keyTypesOf, runtimeExport } from "./runtime.ts";

export function filesOf(http: HttpApi, context: Context): TargetFile[] {
  const { operations } = http;
  const naming = namingOf(http, context);
  reportUnknown(http, context);
  reportUnknownKeys(http, naming, context);
  reportClashes(operations, naming, context);
  const reads = (operation: Operation): boolean => isReading(operation, naming);
  const queried = withoutSequences(operations.filter(reads), context);
  const hasPages = queried.some(({ pagination }) => pagination !== null);
  const queries = fileOf("queries.gen.ts", "A key and query options for each operation that reads.", [
    scopeKeyOf(operations, naming),
    ...keyTypesOf(packageOf(context.options.framework), hasPages, naming.moreErrors),
    ...queried.flatMap((operation) => queryDeclarationsOf(operation, naming)),
  ]);
  const mutations = operations
    .filter((operation) => !reads(operation))
    .map((each) => mutationOf(each, naming, invalidatedBy(each, http, naming)));
  const invalidation = invalidationFile(naming, context);
  const foreign = invalidation === null ? [] : [invalidation];
  const mutationsText = "Mutation options for each operation that changes something.";
  const tables = [queries, ...(mutations.length === 0 ? [] : [fileOf("mutations.gen.ts", mutationsText, mutations)])];
  const index = fileOf("index.gen.ts", "Everything for TanStack Query.", [
    runtimeExport(hasPages, context),
    ...[...foreign, ...tables].map(exportsFrom),
  ]);
  return [...foreign, ...[...tables, index].map((file) => printFile(file, context))];
}

function exportsFrom({ target, path }: Pick<FileSpec, "target" | "path">): ExportDeclaration {
  return { kind: StructureKind.ExportDeclaration, moduleSpecifier: { kind: "generated", target, path } };
}

function fileOf(path: string, summary: string, declarations: FileSpec["declarations"]): FileSpec {
  return { target: "tanstack-query", path, summary, declarations };
}

/** What arrives in parts for as long as the connection lasts is not a value to store. */
function withoutSequences(operations: readonly Operation[], { problem }: Context): Operation[] {
  return operations.filter((operation) => {
    const { id, responses } = operation;
    const hasSequence = responses.some(({ content }) => content.some(({ item }) => item !== null));
    if (hasSequence)
      problem({
        severity: "warning",
        at: operation,
        message: `${JSON.stringify(id)} returns a sequence, so it gets no query`,
        hint: "iterate over it with the client",
      });
    return !hasSequence;
  });
}

/** A misspelt id would remain a mutation without a word. */
function reportUnknown({ operations, at }: HttpApi, { options, problem }: Context): void {
  const known = new Set(operations.map(({ id }) => id));
  for (const id of options.queries.filter((each) => !known.has(each)))
    problem({
      at,
      message: `the option "queries" names the operation ${JSON.stringify(id)}, which does not exist`,
      hint: "write the operationId as in the description",
    });
}

/** `list` with pages and `listInfinite` would both have `listInfiniteOptions`. */
function reportClashes(operations: readonly Operation[], naming: Naming, { problem }: Context): void {
  const owners = new Map<string, Operation>();
  for (const operation of operations) {
    for (const name of exportsOf(operation, naming)) {
      const owner = owners.get(name);
      owners.set(name, operation);
      if (owner !== undefined)
        problem({
          at: operation,
          message: `${JSON.stringify(owner.id)} and ${JSON.stringify(operation.id)} would both export ${name}`,
          hint: "rename one of them: `names.operation` in the configuration",
        });
    }
  }
}
