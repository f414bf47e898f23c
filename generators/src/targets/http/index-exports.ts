// The files of a target -> what its index exports of them: everything, the operations under their own names as far as these are free.
import { type Declaration, exportFrom, type FileSpec, StructureKind } from "../../emit/index.ts";
import type { ExportedName } from "../../emit/runtime/index.ts";

/** A file that the index exports, with the names of what it exports. */
export interface IndexedFile {
  readonly target: string;
  readonly path: string;
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
  operations: { readonly target: string; readonly path: string; readonly names: readonly string[] },
  files: readonly IndexedFile[],
): Declaration[] {
  const owners = new Map(files.flatMap((file) => file.names.map((one) => [one.name, { file, ...one }] as const)));
  const taken = new Set([...owners.keys(), ...namespaces]);
  const clashing = operations.names.filter((name) => taken.has(name));
  const all = new Set([...taken, ...operations.names]);
  const renamed = clashing.map((name) => `${name} as ${freeName(`${name}Operation`, all)}`);
  return [
    exportFrom(operations),
    ...files.flatMap(exportsOfFile),
    // What is exported by name prevails over what is exported with everything else.
    ...clashing.flatMap((name) => {
      const owner = owners.get(name);
      if (owner?.file.isWhole !== true) return [];
      return [exportFrom(owner.file, { namedExports: [name], ...(owner.isType ? { isTypeOnly: true } : {}) })];
    }),
    ...(renamed.length === 0 ? [] : [exportFrom(operations, { namedExports: renamed })]),
    // For programs that look operations up by their names.
    exportFrom(operations, { namespaceExport: "operations" }),
  ];
}

/** By their names where the file has more that other files need. */
export function exportsOfFile(file: IndexedFile): Declaration[] {
  if (file.isWhole) return [exportFrom(file)];
  return [false, true].flatMap((isType) => {
    const namedExports = file.names.filter((one) => one.isType === isType).map(({ name }) => name);
    return namedExports.length === 0 ? [] : [exportFrom(file, { namedExports, isTypeOnly: isType })];
  });
}

/** What the index exports as namespaces. */
const namespaces = ["operations", "webhooks"];

/** Names of operations never end in `_`. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  return taken.has(name) ? `${name}_` : name;
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
