// The files of a folder -> what their imports and exports lead to: which declaration a name means, in which file.
import path from "node:path";
import type { ts } from "ts-morph";
import { exportedNames, importedName } from "./named-exports.ts";
import { type ModulePlace, means, withoutExtension } from "./operations.ts";
import type { Compiler, UserFile } from "./user-file.ts";

/** What a name means. */
export type Meaning =
  | { readonly kind: "declaration"; readonly file: UserFile; readonly node: ts.Node }
  /** `import * as orders from "./orders.ts"` */
  | { readonly kind: "module"; readonly file: UserFile }
  /** Exported by the generated server. */
  | { readonly kind: "generated"; readonly name: string };

/** An import that leads nowhere. */
export interface Unresolved {
  /** Below the folder: a file of it, or one that is not among its code. */
  readonly path: string;
  /** What the file does not export; `null` where there is no such file. */
  readonly exported: string | null;
}

export class Folder {
  /** Absolute. */
  readonly root: string;
  readonly files: ReadonlyMap<string, UserFile>;
  readonly compiler: Compiler;
  private readonly server: ModulePlace;
  private readonly byModule: ReadonlyMap<string, UserFile>;
  private readonly exported = new Map<UserFile, ReadonlyMap<string, Meaning>>();

  constructor(root: string, files: ReadonlyMap<string, UserFile>, server: ModulePlace, compiler: Compiler) {
    this.root = root;
    this.files = files;
    this.server = server;
    this.compiler = compiler;
    this.byModule = new Map([...files].map(([file, userFile]) => [withoutExtension(file), userFile]));
  }

  absolute({ path: file }: Pick<UserFile, "path">): string {
    return path.join(this.root, file);
  }

  /** The file of the folder that a specifier means. */
  moduleOf(from: UserFile, specifier: string): UserFile | undefined {
    if (!specifier.startsWith(".")) return undefined;
    const written = path.posix.join(path.posix.dirname(from.path), specifier);
    // Files of one name with other extensions may be beside it; `./orders.js` is also how TypeScript names `orders.ts`.
    const exact = this.files.get(written) ?? this.files.get(written.replace(/js(x?)$/, "ts$1"));
    if (exact !== undefined) return exact;
    const modulePath = withoutExtension(written);
    return this.byModule.get(modulePath) ?? this.byModule.get(`${modulePath}/index`.replace(/^\.\//, ""));
  }

  /** Whether a specifier may mean generated code: an alias of the user's project is not resolved. */
  isServer(from: UserFile, specifier: string): boolean {
    if (means(specifier, this.server, this.absolute(from))) return true;
    if (!specifier.startsWith(".")) return true;
    return (
      /\.gen(?:\.[jt]s)?$/.test(specifier) ||
      (this.moduleOf(from, specifier) === undefined && this.isInServer(from, specifier))
    );
  }

  private isInServer(from: UserFile, specifier: string): boolean {
    if (this.server.file === null) return false;
    return path.resolve(path.dirname(this.absolute(from)), specifier) === path.dirname(this.server.file);
  }

  /** What a name of the file means; `undefined` where that is outside of the folder. */
  meaningOf(file: UserFile, name: string): Meaning | undefined {
    const { compiler } = this;
    for (const statement of file.source.statements) {
      if (compiler.isImportDeclaration(statement)) {
        const meaning = this.importedMeaning(file, statement, name);
        if (meaning !== undefined) return meaning;
      }
      const node = declarationIn(statement, name, compiler);
      if (node !== undefined) return { kind: "declaration", file, node };
    }
    return undefined;
  }

  private importedMeaning(
    file: UserFile,
    { importClause, moduleSpecifier }: ts.ImportDeclaration,
    name: string,
  ): Meaning | undefined {
    const { compiler } = this;
    if (importClause === undefined || !compiler.isStringLiteral(moduleSpecifier)) return undefined;
    const { namedBindings } = importClause;
    const module = this.moduleOf(file, moduleSpecifier.text);
    if (importClause.name?.text === name)
      return module === undefined ? undefined : this.exportsOf(module).get("default");
    if (namedBindings === undefined) return undefined;
    if (compiler.isNamespaceImport(namedBindings))
      return namedBindings.name.text === name && module !== undefined ? { kind: "module", file: module } : undefined;
    const element = namedBindings.elements.find((one) => one.name.text === name);
    if (element === undefined) return undefined;
    const original = (element.propertyName ?? element.name).text;
    if (module !== undefined) return this.exportsOf(module).get(original);
    return this.isServer(file, moduleSpecifier.text) ? { kind: "generated", name: original } : undefined;
  }

  /** Why an imported name of the file means nothing; `null` where it may mean something. `member`: of a namespace. */
  unresolved(file: UserFile, name: string, member: string | null): Unresolved | null {
    const { compiler } = this;
    for (const statement of file.source.statements) {
      if (!compiler.isImportDeclaration(statement) || !compiler.isStringLiteral(statement.moduleSpecifier)) continue;
      const imported = importedName(statement, name, compiler);
      if (imported === undefined) continue;
      const exported = imported ?? member;
      if (exported === null) return null;
      const specifier = statement.moduleSpecifier.text;
      const module = this.moduleOf(file, specifier);
      if (module !== undefined) {
        const names = exportedNames(module, this);
        return names === null || names.has(exported) ? null : { path: module.path, exported };
      }
      const targetPath = path.posix.join(path.posix.dirname(file.path), specifier);
      const isInside = specifier.startsWith(".") && !targetPath.startsWith("../") && !this.isServer(file, specifier);
      return isInside ? { path: targetPath, exported: null } : null;
    }
    return null;
  }

  /** What a file exports, by name. */
  exportsOf(file: UserFile): ReadonlyMap<string, Meaning> {
    const known = this.exported.get(file);
    if (known !== undefined) return known;
    const meanings = new Map<string, Meaning>();
    // Before it is complete: files may export each other.
    this.exported.set(file, meanings);
    for (const statement of file.source.statements) this.addExports(file, statement, meanings);
    return meanings;
  }

  private addExports(file: UserFile, statement: ts.Statement, meanings: Map<string, Meaning>): void {
    const { compiler } = this;
    if (compiler.isExportAssignment(statement)) {
      const { expression } = statement;
      const meaning = compiler.isIdentifier(expression) ? this.meaningOf(file, expression.text) : undefined;
      meanings.set("default", meaning ?? { kind: "declaration", file, node: expression });
    } else if (compiler.isExportDeclaration(statement)) this.addListed(file, statement, meanings);
    else if (isExported(statement, compiler)) {
      const isDefault =
        compiler.canHaveModifiers(statement) && hasModifier(statement, compiler.SyntaxKind.DefaultKeyword, compiler);
      for (const [name, node] of declarationsIn(statement, compiler))
        meanings.set(isDefault ? "default" : name, { kind: "declaration", file, node });
    }
  }

  private addListed(
    file: UserFile,
    { exportClause, moduleSpecifier }: ts.ExportDeclaration,
    meanings: Map<string, Meaning>,
  ): void {
    const { compiler } = this;
    const specifier =
      moduleSpecifier !== undefined && compiler.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : null;
    const module = specifier === null ? undefined : this.moduleOf(file, specifier);
    if (exportClause === undefined) {
      if (module === undefined) return;
      for (const [name, meaning] of this.exportsOf(module))
        if (name !== "default" && !meanings.has(name)) meanings.set(name, meaning);
    } else if (compiler.isNamedExports(exportClause))
      for (const { name, propertyName } of exportClause.elements) {
        const original = (propertyName ?? name).text;
        const meaning =
          specifier === null
            ? this.meaningOf(file, original)
            : module === undefined
              ? undefined
              : this.exportsOf(module).get(original);
        if (meaning !== undefined) meanings.set(name.text, meaning);
      }
  }
}

function isExported(statement: ts.Statement, compiler: Compiler): boolean {
  return compiler.canHaveModifiers(statement) && hasModifier(statement, compiler.SyntaxKind.ExportKeyword, compiler);
}

function hasModifier(node: ts.HasModifiers, kind: ts.SyntaxKind, compiler: Compiler): boolean {
  return compiler.getModifiers(node)?.some((modifier) => modifier.kind === kind) ?? false;
}

/** The values that a statement declares, by name. The node is the declaration; its statement is around it. */
function declarationsIn(statement: ts.Statement, compiler: Compiler): [string, ts.Node][] {
  if (compiler.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap((declaration): [string, ts.Node][] =>
      compiler.isIdentifier(declaration.name) ? [[declaration.name.text, declaration]] : [],
    );
  if (compiler.isFunctionDeclaration(statement) || compiler.isClassDeclaration(statement))
    return [[statement.name?.text ?? "default", statement]];
  return [];
}

function declarationIn(statement: ts.Statement, name: string, compiler: Compiler): ts.Node | undefined {
  return declarationsIn(statement, compiler).find(([declaredName]) => declaredName === name)?.[1];
}
