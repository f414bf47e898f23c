// Imports of the package that has the generated code, in callers' files -> places that an upgrade cannot follow to that code.
import type { ts } from "ts-morph";
import { exportedNames } from "./exported-names.ts";
import { type LeftPlace, lineColumn } from "./place-left.ts";
import type { GeneratedPackage } from "./repository.ts";
import type { Compiler } from "./rewrite/compiler.ts";

interface Callers {
  readonly program: ts.Program;
  readonly files: readonly ts.SourceFile[];
  readonly compiler: Compiler;
}

interface Imported {
  readonly own: GeneratedPackage;
  /** Whether a file is generated. */
  readonly isGenerated: (file: string) => boolean;
  /** The names that generated code exports. */
  readonly names: ReadonlySet<string>;
}

/** Declarations that some tool has written are none of the generated files: nothing in them can be traced to the plan. */
export function unfollowedImports(callers: Callers, imported: Imported): LeftPlace[] {
  const { program, files, compiler } = callers;
  const built = new Set(program.getSourceFiles().filter((file) => isBuilt(file, imported)));
  const isOfPlan = [...built].some((file) => exportedNames(file.text).some((name) => imported.names.has(name)));
  const checker = program.getTypeChecker();
  return files.flatMap((file) =>
    file.statements.flatMap((statement): LeftPlace[] => {
      if (!compiler.isImportDeclaration(statement) && !compiler.isExportDeclaration(statement)) return [];
      const { moduleSpecifier } = statement;
      if (moduleSpecifier === undefined || !compiler.isStringLiteral(moduleSpecifier)) return [];
      const place = { file: file.fileName, ...lineColumn(file.text, moduleSpecifier.getStart()), change: null };
      const module = checker.getSymbolAtLocation(moduleSpecifier);
      if (module === undefined) {
        const isMissing = isOf(imported.own, moduleSpecifier.text) && importsAny(statement, imported.names, compiler);
        return isMissing ? [{ ...place, ...unresolved(moduleSpecifier.text) }] : [];
      }
      const target = module.declarations?.map((one) => one.getSourceFile()).find((one) => built.has(one));
      return target === undefined || !isOfPlan ? [] : [{ ...place, ...unfollowed(target.fileName, imported.own) }];
    }),
  );
}

function isBuilt({ fileName, isDeclarationFile }: ts.SourceFile, { own, isGenerated }: Imported): boolean {
  const isInside =
    fileName.startsWith(`${own.folder}/`) && !fileName.slice(own.folder.length).includes("/node_modules/");
  return isDeclarationFile && isInside && !isGenerated(fileName);
}

function isOf({ name }: GeneratedPackage, specifier: string): boolean {
  return name !== null && (specifier === name || specifier.startsWith(`${name}/`));
}

function importsAny(
  statement: ts.ImportDeclaration | ts.ExportDeclaration,
  names: ReadonlySet<string>,
  compiler: Compiler,
): boolean {
  const list = compiler.isImportDeclaration(statement) ? statement.importClause?.namedBindings : statement.exportClause;
  if (list === undefined || !(compiler.isNamedImports(list) || compiler.isNamedExports(list))) return false;
  return list.elements.some(({ name, propertyName }) => names.has((propertyName ?? name).text));
}

function unfollowed(file: string, { folder, shown }: GeneratedPackage): Pick<LeftPlace, "message" | "hint"> {
  return {
    message: `imports ${shown}${file.slice(folder.length)}, which upgrade does not follow to the generated code`,
    hint: "import the generated code itself, or build it with a tsconfig.json that has an outDir; otherwise edit this file by hand",
  };
}

function unresolved(specifier: string): Pick<LeftPlace, "message" | "hint"> {
  return {
    message: `${specifier} has no types here, so the uses of generated code are unknown`,
    hint: "install the dependencies, then run upgrade again",
  };
}
