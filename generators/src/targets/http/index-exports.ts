// The files of a target -> what its index exports of them: everything, the operations under their own names as far as these are free.
import {
  type Declaration,
  type ExportDeclaration,
  type Exports,
  type FileSpec,
  type ModuleRef,
  type PrintContext,
  StructureKind,
} from "../../emit/index.ts";
import { type ExportedName, exportsOf, moduleNameOf, readRuntimeModule } from "../../emit/runtime/index.ts";

/** A file that the index exports, with the names of what it exports. */
export interface IndexedFile {
  readonly module: ModuleRef;
  readonly names: readonly ExportedName[];
  /** Whether it exports nothing else. */
  readonly isWhole: boolean;
}

/**
 * One operation that is imported by its name is all of the operations that a bundle has, so each is exported by its name; those of a
 * namespace would all be bundled. The description chooses the names of operations: where one is a name of the target's own, such as
 * `ok`, the target's stays, and the operation is `okOperation`.
 */
export function exportsWithOperations(
  operations: { readonly module: ModuleRef; readonly names: readonly string[] },
  files: readonly IndexedFile[],
): Declaration[] {
  const owners = new Map(files.flatMap((file) => file.names.map((one) => [one.name, { file, ...one }] as const)));
  const exportedNames = new Set([...owners.keys(), ...namespaces]);
  const clashing = operations.names.filter((name) => exportedNames.has(name));
  const all = new Set([...exportedNames, ...operations.names]);
  const renamed = clashing.map((name) => `${name} as ${freeName(`${name}Operation`, all)}`);
  return [
    exportOf(operations),
    ...files.flatMap(exportsOfFile),
    // What is exported by name prevails over what is exported with everything else.
    ...clashing.flatMap((name) => {
      const owner = owners.get(name);
      if (owner?.file.isWhole !== true) return [];
      return [exportOf(owner.file, { namedExports: [name], ...(owner.isType ? { isTypeOnly: true } : {}) })];
    }),
    ...(renamed.length === 0 ? [] : [exportOf(operations, { namedExports: renamed })]),
    // For programs that look operations up by their names.
    exportOf(operations, { namespaceExport: "operations" }),
  ];
}

/** By their names where the file has more that other files need. */
export function exportsOfFile(file: IndexedFile): Declaration[] {
  if (file.isWhole) return [exportOf(file)];
  return [false, true].flatMap((isType) => {
    const namedExports = file.names.filter((one) => one.isType === isType).map(({ name }) => name);
    return namedExports.length === 0 ? [] : [exportOf(file, { namedExports, isTypeOnly: isType })];
  });
}

/** What modules of the runtime export, each with the file that targets name for it. */
export function exportsOfModules(modules: readonly URL[]): (ExportedName & { readonly path: string })[] {
  return modules.flatMap((url) => {
    const path = `${moduleNameOf(url)}.gen.ts`;
    return exportsOf(readRuntimeModule(url)).map((one) => ({ path, ...one }));
  });
}

/** The runtime as an index exports it: names that it may declare in several of its files. `path`: as in `runtime.moduleOf`. */
export function sharedExportsOf(
  target: string,
  exports: readonly (ExportedName & { readonly path: string })[],
  { runtime }: Pick<PrintContext, "runtime">,
): IndexedFile[] {
  const placed = exports.map(({ path, ...exported }) => {
    const module = runtime?.moduleOf({ target, path }, exported.name, { target }) ?? null;
    if (module === null) throw new TypeError(`the runtime has no ${exported.name} of ${target}/${path}`);
    runtime?.offer({ target, path }, exported.name, { target });
    return { module, exported };
  });
  const byFile = Map.groupBy(placed, ({ module }) => (module.kind === "package" ? module.specifier : module.path));
  return [...byFile.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ module: first.module, isWhole: false, names: [first, ...others].map(({ exported }) => exported) }],
  );
}

function exportOf(
  { module }: Pick<IndexedFile, "module">,
  names: Exports & Pick<ExportDeclaration, "isTypeOnly"> = {},
): ExportDeclaration {
  return { kind: StructureKind.ExportDeclaration, moduleSpecifier: module, ...names };
}

/** What the index exports as namespaces. */
const namespaces = ["operations", "webhooks"];

/** Names of operations never end in `_`. */
function freeName(name: string, usedNames: ReadonlySet<string>): string {
  return usedNames.has(name) ? `${name}_` : name;
}

/** What the declarations of a file export. */
export function exportedBy({ declarations }: Pick<FileSpec, "declarations">): ExportedName[] {
  if (!Array.isArray(declarations)) return [];
  return declarations.flatMap((declaration: Declaration): ExportedName[] => {
    if (declaration.kind === StructureKind.ExportDeclaration || declaration.isExported !== true) return [];
    switch (declaration.kind) {
      case StructureKind.VariableStatement:
        return [{ name: declaration.declarations[0].name, isType: false }];
      case StructureKind.Function:
        return [{ name: declaration.name, isType: false }];
      default:
        return [{ name: declaration.name, isType: true }];
    }
  });
}
