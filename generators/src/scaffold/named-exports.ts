// The names that a file imports and exports, in every form: what scaffold cannot follow counts too.
import type { ts } from "ts-morph";
import type { Compiler, UserFile } from "./user-file.ts";

/** The files of a folder, as far as exports are followed. */
interface Modules {
  readonly compiler: Compiler;
  readonly moduleOf: (file: UserFile, specifier: string) => UserFile | undefined;
}

/** What a local name is in the module that it is imported from; `null` for the module itself, `undefined` for another name. */
export function importedName(
  { importClause }: ts.ImportDeclaration,
  name: string,
  compiler: Compiler,
): string | null | undefined {
  if (importClause?.name?.text === name) return "default";
  const bindings = importClause?.namedBindings;
  if (bindings === undefined) return undefined;
  if (compiler.isNamespaceImport(bindings)) return bindings.name.text === name ? null : undefined;
  const element = bindings.elements.find((one) => one.name.text === name);
  return element === undefined ? undefined : (element.propertyName ?? element.name).text;
}

/** `null` where the folder does not say: CommonJS, and all that another package exports. */
export function exportedNames(
  file: UserFile,
  folder: Modules,
  seen: ReadonlySet<UserFile> = new Set(),
): ReadonlySet<string> | null {
  const { compiler } = folder;
  if (isCommonJs(file, compiler) || (!compiler.isExternalModule(file.source) && /\bexports\b/.test(file.text)))
    return null;
  const names = new Set<string>();
  for (const statement of file.source.statements) {
    if (compiler.isExportDeclaration(statement)) {
      const { exportClause } = statement;
      if (exportClause === undefined) {
        const others = everyName(file, statement, folder, new Set([...seen, file]));
        if (others === null) return null;
        for (const name of others) if (name !== "default") names.add(name);
      } else if (compiler.isNamedExports(exportClause))
        for (const { name } of exportClause.elements) names.add(name.text);
      else names.add(exportClause.name.text);
    } else if (compiler.isExportAssignment(statement)) {
      if (statement.isExportEquals === true) return null;
      names.add("default");
    } else for (const name of declaredNames(statement, compiler)) names.add(name);
  }
  return names;
}

/** Of `export * from "…"`. */
function everyName(
  file: UserFile,
  { moduleSpecifier }: ts.ExportDeclaration,
  folder: Modules,
  seen: ReadonlySet<UserFile>,
): ReadonlySet<string> | null {
  if (moduleSpecifier === undefined || !folder.compiler.isStringLiteral(moduleSpecifier)) return null;
  const module = folder.moduleOf(file, moduleSpecifier.text);
  if (module === undefined) return null;
  return seen.has(module) ? new Set() : exportedNames(module, folder, seen);
}

function declaredNames(statement: ts.Statement, compiler: Compiler): string[] {
  const modifiers = compiler.canHaveModifiers(statement) ? (compiler.getModifiers(statement) ?? []) : [];
  if (!modifiers.some(({ kind }) => kind === compiler.SyntaxKind.ExportKeyword)) return [];
  if (modifiers.some(({ kind }) => kind === compiler.SyntaxKind.DefaultKeyword)) return ["default"];
  if (compiler.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name, compiler));
  return isNamed(statement, compiler) && statement.name !== undefined ? [statement.name.text] : [];
}

function isNamed(
  statement: ts.Statement,
  compiler: Compiler,
): statement is ts.FunctionDeclaration | ts.ClassDeclaration | ts.EnumDeclaration | ts.ModuleDeclaration {
  return (
    compiler.isFunctionDeclaration(statement) ||
    compiler.isClassDeclaration(statement) ||
    compiler.isEnumDeclaration(statement) ||
    compiler.isModuleDeclaration(statement) ||
    compiler.isImportEqualsDeclaration(statement)
  );
}

/** `{ a, b: [c] }` has `a` and `c`. */
function boundNames(name: ts.BindingName, compiler: Compiler): string[] {
  if (compiler.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) =>
    compiler.isOmittedExpression(element) ? [] : boundNames(element.name, compiler),
  );
}

/** Where `export` would be an error, or change what the file is. */
export function isCommonJs({ source }: UserFile, compiler: Compiler): boolean {
  if (
    source.statements.some(
      (statement) => compiler.isImportDeclaration(statement) || compiler.isExportDeclaration(statement),
    )
  )
    return false;
  return /\bmodule\.exports\b|(?:^|\n)\s*exports\.|(?:^|\n)\s*export\s*=/.test(source.text);
}
