// Names that a file needs of other modules -> their names in it: what it imports already, else merged into its imports.
import type { ts } from "ts-morph";
import { addItems } from "./list-items.ts";
import { type ModulePlace, means, specifierTo } from "./operations.ts";
import { type Compiler, endOfLineComment, quoted, startWithDocs, type UserFile } from "./user-file.ts";

export interface ImportedName {
  readonly name: string;
  readonly isType: boolean;
  readonly from: ModulePlace;
  /** What it is called where its own name is taken: by default `ApiX`, or `apiX` for a value; `X2` and so on where that is taken too. */
  readonly otherwise?: string;
}

interface Added extends ImportedName {
  readonly local: string;
}

export class FileImports {
  private readonly file: UserFile;
  private readonly absolute: string;
  private readonly compiler: Compiler;
  private readonly declarations: readonly ts.ImportDeclaration[];
  private readonly usedNames: Set<string>;
  private readonly added: Added[] = [];

  /** `absolute`: the path of the file, which relative specifiers depend on. */
  constructor(file: UserFile, absolute: string, compiler: Compiler) {
    this.file = file;
    this.absolute = absolute;
    this.compiler = compiler;
    this.declarations = file.source.statements.filter(compiler.isImportDeclaration);
    this.usedNames = namesIn(file.source, compiler);
  }

  /** The name for something new in the file. */
  free(name: string, otherwise: string): string {
    let local = this.usedNames.has(name) ? otherwise : name;
    for (let count = 2; this.usedNames.has(local); count += 1) local = `${otherwise}${count}`;
    this.usedNames.add(local);
    return local;
  }

  /** The name by which code of the file uses what another module exports. */
  use(wanted: ImportedName): string {
    const known = this.imported(wanted) ?? this.added.find((one) => isSame(one, wanted))?.local;
    if (known !== undefined) return known;
    const local = this.free(wanted.name, wanted.otherwise ?? withApi(wanted));
    this.added.push({ ...wanted, local });
    return local;
  }

  private imported({ name, isType, from }: ImportedName): string | undefined {
    for (const { importClause, moduleSpecifier } of this.declarations) {
      if (importClause === undefined || !this.means(moduleSpecifier, from)) continue;
      const { namedBindings, phaseModifier } = importClause;
      const isOnlyTypes = phaseModifier === this.compiler.SyntaxKind.TypeKeyword;
      if (namedBindings === undefined || (isOnlyTypes && !isType)) continue;
      if (this.compiler.isNamespaceImport(namedBindings)) return `${namedBindings.name.text}.${name}`;
      const importSpecifier = namedBindings.elements.find(
        (element) => (element.propertyName ?? element.name).text === name && (isType || !element.isTypeOnly),
      );
      if (importSpecifier !== undefined) return importSpecifier.name.text;
    }
    return undefined;
  }

  private means(specifier: ts.Expression, module: ModulePlace): boolean {
    return this.compiler.isStringLiteral(specifier) && means(specifier.text, module, this.absolute);
  }

  /** Edits the file. */
  write(): void {
    const lists = Map.groupBy(this.added, ({ from, isType }) => this.listFor(from, isType));
    for (const [list, names] of lists) if (list !== undefined) this.addTo(list, names);
    const modules = Map.groupBy(lists.get(undefined) ?? [], ({ from }) => from.file ?? from.package);
    const lines = [...modules.values()].map((names) => this.lineOf(names)).toSorted(bySpecifier);
    if (lines.length > 0) this.addLines(lines);
  }

  /** The braces of an import that names can be added to: one of types for types, if there is one. */
  private listFor(module: ModulePlace, isType: boolean): ts.NamedImports | undefined {
    const lists = this.declarations.flatMap(({ importClause, moduleSpecifier, attributes }) => {
      const bindings = importClause?.namedBindings;
      if (importClause === undefined || bindings === undefined || attributes !== undefined) return [];
      if (!this.compiler.isNamedImports(bindings) || !this.means(moduleSpecifier, module)) return [];
      const { phaseModifier } = importClause;
      if (phaseModifier === undefined) return [{ bindings, isOnlyTypes: false }];
      return phaseModifier === this.compiler.SyntaxKind.TypeKeyword ? [{ bindings, isOnlyTypes: true }] : [];
    });
    const fitting = lists.filter(({ isOnlyTypes }) => isType || !isOnlyTypes);
    return (fitting.find(({ isOnlyTypes }) => isOnlyTypes === isType) ?? fitting[0])?.bindings;
  }

  private addTo(list: ts.NamedImports, names: readonly Added[]): void {
    const { file } = this;
    const isOnlyTypes = list.parent.phaseModifier !== undefined;
    const textOf = (one: Added): string => specifierText(one, one.isType && !isOnlyTypes && !file.isScript);
    const { elements } = list;
    const isSorted = elements.every(({ name }, at) => at === 0 || isBefore(elements[at - 1]?.name.text, name.text));
    const sorted = names.toSorted((a, b) => (isBefore(a.local, b.local) ? -1 : 1));
    const places = Map.groupBy(sorted, ({ local }) => {
      const next = isSorted ? elements.findIndex(({ name }) => isBefore(local, name.text)) : -1;
      return next === -1 || (next === 0 && hasCommentBefore(elements[0], file)) ? elements.length : next;
    });
    const braces = { items: elements, open: list.getStart(file.source) + 1, close: list.end - 1 };
    for (const [at, some] of places) addItems(file, braces, some.map(textOf), { at, compiler: this.compiler });
  }

  private lineOf(names: readonly Added[]): string {
    const isType = names.every((one) => one.isType);
    const { style, isScript } = this.file;
    const [first] = names;
    const specifier = quoted(first === undefined ? "" : specifierTo(first.from, this.absolute), style);
    const items = names
      .toSorted((a, b) => (isBefore(a.local, b.local) ? -1 : 1))
      .map((one) => specifierText(one, one.isType && !isType && !isScript));
    const start = isType && !isScript ? "import type" : "import";
    const line = `${start} { ${items.join(", ")} } from ${specifier}${style.semicolon}`;
    if (line.length <= 100) return line;
    const comma = style.trailingComma ? "," : "";
    const list = items.map((item) => style.indent + item).join(`,${style.end}`);
    return `${start} {${style.end}${list}${comma}${style.end}} from ${specifier}${style.semicolon}`;
  }

  /** Behind the last import, or before the first statement. */
  private addLines(lines: readonly string[]): void {
    const { file } = this;
    const { end } = file.style;
    const last = this.declarations.at(-1);
    if (last !== undefined) {
      const at = endOfLineComment(file, last.end, this.compiler);
      const rest = file.text.slice(at, lineEnd(file.text, at));
      const stop = rest.trim() === "" || lines.at(-1)?.endsWith(";") === true ? "" : ";";
      file.insert(at, `${end}${lines.join(end)}${stop}`);
      return;
    }
    const first = file.source.statements.find((statement) => !isDirective(statement, this.compiler));
    if (first === undefined) {
      const isEnded = file.text.trim() === "" || file.text.endsWith("\n");
      file.insert(file.text.length, `${isEnded ? "" : end}${lines.join(end)}${end}`);
      return;
    }
    const at = startWithDocs(first, file.source, this.compiler);
    file.insert(at, `${lines.join(end)}${end}${end}`);
  }
}

/** `ApiContext` for a type, `apiNotImplemented` for a value. */
function withApi({ name, isType }: ImportedName): string {
  return `${isType ? "Api" : "api"}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

function isSame(one: ImportedName, other: ImportedName): boolean {
  return one.name === other.name && one.from.file === other.from.file && one.from.package === other.from.package;
}

function specifierText({ name, local }: Added, isType: boolean): string {
  return `${isType ? "type " : ""}${name === local ? name : `${name} as ${local}`}`;
}

function bySpecifier(one: string, other: string): number {
  const specifierIn = (line: string): string => line.slice(line.lastIndexOf(" from ")).toLowerCase();
  return specifierIn(one) < specifierIn(other) ? -1 : 1;
}

/** As formatters sort: case decides last. */
function isBefore(one: string | undefined, other: string): boolean {
  return one === undefined || one.localeCompare(other, "en") < 0;
}

function isDirective(statement: ts.Statement, compiler: Compiler): boolean {
  return compiler.isExpressionStatement(statement) && compiler.isStringLiteral(statement.expression);
}

function hasCommentBefore(node: ts.Node | undefined, { source, text }: UserFile): boolean {
  return node !== undefined && /\/[/*]/.test(text.slice(node.pos, node.getStart(source)));
}

/** Every name that code of the file uses or declares; names of members are no concern. */
function namesIn(source: ts.SourceFile, compiler: Compiler): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (compiler.isIdentifier(node) && !isMemberName(node, compiler)) names.add(node.text);
    compiler.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

function isMemberName(node: ts.Identifier, compiler: Compiler): boolean {
  const { parent } = node;
  if (compiler.isPropertyAccessExpression(parent)) return parent.name === node;
  if (compiler.isQualifiedName(parent)) return parent.right === node;
  return (
    (compiler.isPropertyAssignment(parent) ||
      compiler.isMethodDeclaration(parent) ||
      compiler.isPropertySignature(parent)) &&
    parent.name === node
  );
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : end;
}
