// What the edits of one file import -> its import declarations: old names go, new ones are added.
import path from "node:path";
import { type ImportDeclaration, Node, type SourceFile } from "ts-morph";

interface Added {
  readonly name: string;
  readonly local: string;
  readonly isType: boolean;
}

export class Imports {
  /** Declarations of old code. */
  readonly old: Set<ImportDeclaration> = new Set();
  /** Local names of old code that are still used. */
  readonly #remaining = new Set<string>();
  /** By module. */
  readonly #added = new Map<string, Map<string, Added>>();

  readonly #file: SourceFile;
  readonly #extension: string;

  constructor(file: SourceFile, extension: string) {
    this.#file = file;
    this.#extension = extension;
  }

  keep(local: string): void {
    this.#remaining.add(local);
  }

  /** `module`: absolute; a folder of generated code, or a file without its ending. The name in this file, which may declare one like it. */
  add(
    module: string,
    name: string,
    { isType, local = name }: { readonly isType: boolean; readonly local?: string },
  ): string {
    const names = this.#added.get(module) ?? new Map<string, Added>();
    this.#added.set(module, names);
    const isTaken = this.#remaining.has(local) || this.#isDeclared(local);
    const free = isTaken ? `${local}${isType ? "Type" : "Of"}` : local;
    names.set(name, { name, local: free, isType: isType && (names.get(name)?.isType ?? true) });
    return free;
  }

  #isDeclared(name: string): boolean {
    const statements = this.#file.getStatements();
    return statements.some((one) =>
      Node.isVariableStatement(one)
        ? one.getDeclarations().some((declaration) => declaration.getName() === name)
        : (Node.isTypeAliasDeclaration(one) ||
            Node.isInterfaceDeclaration(one) ||
            Node.isClassDeclaration(one) ||
            Node.isFunctionDeclaration(one)) &&
          one.getName() === name,
    );
  }

  write(): void {
    for (const declaration of this.old) this.#removeFrom(declaration);
    for (const [module, names] of this.#added) {
      const all = [...names.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
      const isTypeOnly = all.every(({ isType }) => isType);
      this.#file.addImportDeclaration({
        isTypeOnly,
        moduleSpecifier: this.#specifierOf(module),
        namedImports: all.map(({ name, local, isType }) => ({
          name,
          ...(local === name ? {} : { alias: local }),
          isTypeOnly: isType && !isTypeOnly,
        })),
      });
    }
  }

  #removeFrom(declaration: ImportDeclaration): void {
    for (const one of declaration.getNamedImports())
      if (!this.#remaining.has((one.getAliasNode() ?? one.getNameNode()).getText())) one.remove();
    const standard = declaration.getDefaultImport();
    if (standard !== undefined && !this.#remaining.has(standard.getText())) declaration.removeDefaultImport();
    const isEmpty = declaration.getNamedImports().length === 0 && declaration.getDefaultImport() === undefined;
    if (isEmpty && declaration.getNamespaceImport() === undefined) declaration.remove();
  }

  #specifierOf(module: string): string {
    const target = module.endsWith("-calls") ? module : `${module}/index.gen`;
    const relative = path.posix.relative(this.#file.getDirectoryPath(), target);
    return `${relative.startsWith(".") ? "" : "./"}${relative}${this.#extension}`;
  }
}
