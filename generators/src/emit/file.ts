// Declarations to a file: header, imports made from the symbols that were printed, then the declarations.
// The shapes are ts-morph's structures with `Code` where ts-morph takes text; they are printed once, with
// ts-morph's CodeBlockWriter, because building a SourceFile costs ten times as much.
import { CodeBlockWriter, StructureKind } from "ts-morph";
import type { Code, CodeSymbol, ImportForm, ModuleRef } from "./code.ts";
import { type Doc, docLines, lineComment } from "./comment.ts";
import { layOut } from "./layout.ts";

export { StructureKind };

export interface TypeAliasDeclaration {
  readonly kind: StructureKind.TypeAlias;
  readonly name: string;
  readonly doc: Doc;
  readonly type: Code;
  readonly exported: boolean;
}

export interface InterfaceDeclaration {
  readonly kind: StructureKind.Interface;
  readonly name: string;
  /** `<Context>`; empty for none. */
  readonly typeParameters: Code;
  readonly doc: Doc;
  readonly members: readonly { readonly doc: Doc; readonly code: Code }[];
}

export interface ConstDeclaration {
  readonly kind: StructureKind.VariableStatement;
  readonly name: string;
  readonly doc: Doc;
  /** Empty when inferred (only for what is not exported: isolatedDeclarations asks for the rest). */
  readonly type: Code;
  readonly value: Code;
  readonly exported: boolean;
}

export interface FunctionDeclaration {
  readonly kind: StructureKind.Function;
  readonly name: string;
  readonly typeParameters: Code;
  readonly doc: Doc;
  readonly parameters: readonly Code[];
  readonly returnType: Code;
  readonly body: readonly Code[];
  readonly exported: boolean;
}

/** `export * from "./x.ts"`, `export { a, b } from` or `export * as namespace from`. */
export interface ExportDeclaration {
  readonly kind: StructureKind.ExportDeclaration;
  readonly module: ModuleRef;
  readonly names: readonly string[] | "all" | { readonly namespace: string };
  readonly typeOnly: boolean;
}

export type Declaration =
  | TypeAliasDeclaration
  | InterfaceDeclaration
  | ConstDeclaration
  | FunctionDeclaration
  | ExportDeclaration;

export interface FileSpec {
  /** The target and the path below its folder: who the file is when other files import it. */
  readonly target: string;
  readonly path: string;
  /** One line: what the file holds. */
  readonly summary: string;
  readonly declarations: readonly Declaration[];
}

export interface PrintContext {
  /** Lines of the header, without `//`. */
  readonly header: readonly string[];
  /** The module specifier for `to` in the file `from`. */
  readonly specifierOf: (from: FileSpec, to: ModuleRef) => string;
}

export interface GeneratedFile {
  readonly target: string;
  /** Below the target's folder, forward slashes. */
  readonly path: string;
  readonly text: string;
}

export function printFile(file: FileSpec, context: PrintContext): GeneratedFile {
  const imports = new Imports(file, context);
  const body = new CodeBlockWriter({ indentNumberOfSpaces: 2, newLine: "\n" });
  for (const declaration of file.declarations) {
    if (body.getLength() > 0 && declaration.kind !== StructureKind.ExportDeclaration) body.blankLine();
    printDeclaration(body, declaration, imports);
  }
  const blocks = [headOf(file, context), imports.text(), body.toString().trimEnd()].filter((block) => block !== "");
  return { target: file.target, path: file.path, text: `${blocks.join("\n\n")}\n` };
}

/** A file whose declarations another tool has printed: our header above its text. */
export function printForeignFile(
  file: Omit<FileSpec, "declarations">,
  body: string,
  context: PrintContext,
): GeneratedFile {
  return { target: file.target, path: file.path, text: `${headOf(file, context)}\n\n${body.trim()}\n` };
}

function headOf({ summary }: Pick<FileSpec, "summary">, { header }: PrintContext): string {
  return [...header, "", summary].flatMap(lineComment).join("\n");
}

function printDeclaration(writer: CodeBlockWriter, declaration: Declaration, imports: Imports): void {
  switch (declaration.kind) {
    case StructureKind.TypeAlias:
      printTypeAlias(writer, declaration, imports);
      break;
    case StructureKind.Interface:
      printInterface(writer, declaration, imports);
      break;
    case StructureKind.VariableStatement:
      printConst(writer, declaration, imports);
      break;
    case StructureKind.Function:
      printFunction(writer, declaration, imports);
      break;
    case StructureKind.ExportDeclaration:
      printExport(writer, declaration, imports);
      break;
  }
}

function printTypeAlias(writer: CodeBlockWriter, declaration: TypeAliasDeclaration, imports: Imports): void {
  const start = `${exportOf(declaration.exported)}type ${declaration.name} =`;
  const text = imports.layOut(declaration.type, start.length + 1);
  writeDocumented(writer, declaration.doc, `${start}${text.startsWith("\n") ? "" : " "}${text};`);
}

function printConst(writer: CodeBlockWriter, declaration: ConstDeclaration, imports: Imports): void {
  const type = declaration.type.isEmpty ? "" : `: ${imports.layOut(declaration.type)}`;
  const start = `${exportOf(declaration.exported)}const ${declaration.name}${type} = `;
  writeDocumented(writer, declaration.doc, `${start}${imports.layOut(declaration.value, lastColumn(start))};`);
}

function printExport(writer: CodeBlockWriter, declaration: ExportDeclaration, imports: Imports): void {
  const names = exportedNames(declaration.names);
  const keyword = declaration.typeOnly ? "export type" : "export";
  writer.writeLine(`${keyword} ${names} from ${JSON.stringify(imports.specifierOf(declaration.module))};`);
}

function exportedNames(names: ExportDeclaration["names"]): string {
  if (names === "all") return "*";
  return "namespace" in names ? `* as ${names.namespace}` : `{ ${names.join(", ")} }`;
}

function printInterface(writer: CodeBlockWriter, declaration: InterfaceDeclaration, imports: Imports): void {
  writeLines(writer, docLines(declaration.doc));
  writer.writeLine(`export interface ${declaration.name}${imports.layOut(declaration.typeParameters)} {`);
  writer.indent(() => {
    for (const member of declaration.members) writeDocumented(writer, member.doc, `${imports.layOut(member.code, 2)};`);
  });
  writer.writeLine("}");
}

function printFunction(writer: CodeBlockWriter, declaration: FunctionDeclaration, imports: Imports): void {
  const parameters = declaration.parameters.map((parameter) => imports.layOut(parameter)).join(", ");
  const head = `${exportOf(declaration.exported)}function ${declaration.name}${imports.layOut(declaration.typeParameters)}`;
  writeLines(writer, docLines(declaration.doc));
  writer.writeLine(`${head}(${parameters}): ${imports.layOut(declaration.returnType)} {`);
  writer.indent(() => {
    for (const statement of declaration.body) writeLines(writer, imports.layOut(statement, 2).split("\n"));
  });
  writer.writeLine("}");
}

function writeDocumented(writer: CodeBlockWriter, doc: Doc, text: string): void {
  writeLines(writer, docLines(doc));
  writeLines(writer, text.split("\n"));
}

function writeLines(writer: CodeBlockWriter, lines: readonly string[]): void {
  for (const line of lines) writer.writeLine(line);
}

function exportOf(exported: boolean): string {
  return exported ? "export " : "";
}

function lastColumn(text: string): number {
  return text.length - text.lastIndexOf("\n") - 1;
}

/** The imports of one file, collected while its symbols are printed. */
class Imports {
  private readonly used = new Map<string, { symbol: CodeSymbol; local: string }>();
  private readonly taken: Set<string>;
  private readonly file: FileSpec;
  private readonly context: PrintContext;

  constructor(file: FileSpec, context: PrintContext) {
    this.file = file;
    this.context = context;
    this.taken = new Set(globals);
    for (const declaration of file.declarations) {
      if (declaration.kind !== StructureKind.ExportDeclaration) this.taken.add(declaration.name);
    }
  }

  layOut(piece: Code, column = 0): string {
    return layOut(piece, (symbol) => this.nameOf(symbol), column);
  }

  specifierOf(module: ModuleRef): string {
    return this.context.specifierOf(this.file, module);
  }

  private nameOf(symbol: CodeSymbol): string {
    const { module } = symbol;
    if (module.kind === "generated" && module.target === this.file.target && module.path === this.file.path)
      return symbol.name;
    const key = `${symbol.form} ${this.specifierOf(module)} ${symbol.name}`;
    const known = this.used.get(key);
    if (known !== undefined) return known.local;
    const local = this.localNameOf(symbol);
    this.taken.add(local);
    this.used.set(key, { symbol, local });
    return local;
  }

  /** The name as it is; when this file has another use for it, the name with the place it comes from. */
  private localNameOf({ name, module }: CodeSymbol): string {
    if (!this.taken.has(name)) return name;
    const origin = module.kind === "generated" ? module.target : module.specifier.replace(/[^A-Za-z0-9]+/g, "_");
    let local = `${name}_${origin}`;
    while (this.taken.has(local)) local += "_";
    return local;
  }

  /** Types first, then the rest; by module; names in order. */
  text(): string {
    const statements = new Map<string, ImportStatement>();
    for (const { symbol, local } of this.used.values()) {
      const { name, form, module } = symbol;
      const from = this.specifierOf(module);
      // The names of a module share a statement; each namespace has one of its own.
      const key = form === "namespace" ? `* as ${local}` : `${form} ${from}`;
      const renamed = form === "namespace" || local === name ? local : `${name} as ${local}`;
      statements.set(key, { form, from, names: [...(statements.get(key)?.names ?? []), renamed] });
    }
    return [...statements.values()].sort(compareImports).map(importText).join("\n");
  }
}

interface ImportStatement {
  readonly form: ImportForm;
  readonly from: string;
  readonly names: readonly string[];
}

function importText({ form, from, names }: ImportStatement): string {
  const start = form === "type" ? "import type " : "import ";
  const end = ` from ${JSON.stringify(from)};`;
  if (form === "namespace") return `${start}* as ${names.join("")}${end}`;
  return `${start}${braces([...names].sort(compareText), start.length + end.length)}${end}`;
}

function braces(names: readonly string[], rest: number): string {
  const flat = `{ ${names.join(", ")} }`;
  return flat.length + rest <= 110 ? flat : `{\n${names.map((name) => `  ${name},\n`).join("")}}`;
}

function compareImports(a: ImportStatement, b: ImportStatement): number {
  const typeFirst = Number(b.form === "type") - Number(a.form === "type");
  return typeFirst || compareText(a.from, b.from) || compareText(a.form, b.form);
}

/** By code unit: the same order on every machine, whatever its locale. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Names generated code relies on: an import must not hide them. */
const globals: readonly string[] = (
  "Array AsyncIterable Blob Boolean Error Exclude Extract File FormData Headers Infinity Map NaN Number Object Omit Partial Pick Promise " +
  "ReadableStream Readonly Record RegExp Request Response Set String Symbol URL URLSearchParams Uint8Array undefined"
).split(" ");
