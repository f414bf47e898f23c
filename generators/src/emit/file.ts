// Declarations to a file: header, imports made from the symbols that were printed, then the declarations.
// The shapes are ts-morph's structures with `Code` where ts-morph takes text. They are printed once, as text: loading
// ts-morph alone takes longer than printing most descriptions, and building a SourceFile ten times as long.
import type { Code, ModuleRef } from "./code.ts";
import { type Doc, docLines, lineComment } from "./comment.ts";
import { Imports, type ImportsContext } from "./imports.ts";

/** The kinds of declarations, by the names ts-morph has for them. */
export const StructureKind = {
  ExportDeclaration: "exportDeclaration",
  Function: "function",
  Interface: "interface",
  TypeAlias: "typeAlias",
  VariableStatement: "variableStatement",
} as const;

export interface TypeAliasDeclaration {
  readonly kind: typeof StructureKind.TypeAlias;
  readonly name: string;
  readonly doc: Doc;
  readonly type: Code;
  readonly exported: boolean;
}

export interface InterfaceDeclaration {
  readonly kind: typeof StructureKind.Interface;
  readonly name: string;
  /** `<Context>`; empty for none. */
  readonly typeParameters: Code;
  readonly doc: Doc;
  readonly members: readonly { readonly doc: Doc; readonly code: Code }[];
}

export interface ConstDeclaration {
  readonly kind: typeof StructureKind.VariableStatement;
  readonly name: string;
  readonly doc: Doc;
  /** Empty when inferred (only for what is not exported: isolatedDeclarations asks for the rest). */
  readonly type: Code;
  readonly value: Code;
  readonly exported: boolean;
}

export interface FunctionDeclaration {
  readonly kind: typeof StructureKind.Function;
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
  readonly kind: typeof StructureKind.ExportDeclaration;
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

export interface PrintContext extends ImportsContext {
  /** Lines of the header, without `//`. */
  readonly header: readonly string[];
}

export interface GeneratedFile {
  readonly target: string;
  /** Below the target's folder, forward slashes. */
  readonly path: string;
  readonly text: string;
}

export function printFile(file: FileSpec, context: PrintContext): GeneratedFile {
  const names = file.declarations.flatMap((one) => (one.kind === StructureKind.ExportDeclaration ? [] : [one.name]));
  const imports = new Imports(file, names, context);
  const body: string[] = [];
  for (const declaration of file.declarations) {
    if (body.length > 0 && declaration.kind !== StructureKind.ExportDeclaration) body.push("");
    body.push(declarationText(declaration, imports));
  }
  // The imports are known once everything else has been printed. One join: the texts are long.
  const statements = imports.text();
  const before = [headOf(file, context), ...(statements === "" ? [] : ["", statements])];
  const text = [...before, ...(body.length === 0 ? [] : [""]), ...body, ""].join("\n");
  return { target: file.target, path: file.path, text };
}

/**
 * The files that have something to declare. Each is made when it is its turn and printed at once, so that the declarations
 * of one large file, which take much more memory than its text, are gone when those of the next are made.
 */
export function printFiles(files: readonly (() => FileSpec)[], context: PrintContext): GeneratedFile[] {
  return files.flatMap((make) => {
    const file = make();
    return file.declarations.length === 0 ? [] : [printFile(file, context)];
  });
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

/** The lines of a declaration, without the end of the last one. */
function declarationText(declaration: Declaration, imports: Imports): string {
  switch (declaration.kind) {
    case StructureKind.TypeAlias:
      return typeAliasText(declaration, imports);
    case StructureKind.Interface:
      return interfaceText(declaration, imports);
    case StructureKind.VariableStatement:
      return constText(declaration, imports);
    case StructureKind.Function:
      return functionText(declaration, imports);
    case StructureKind.ExportDeclaration:
      return exportText(declaration, imports);
  }
}

function typeAliasText(declaration: TypeAliasDeclaration, imports: Imports): string {
  const start = `${exportOf(declaration.exported)}type ${declaration.name} =`;
  const text = imports.layOut(declaration.type, start.length + 1);
  return documentedText(declaration.doc, `${start}${text.startsWith("\n") ? "" : " "}${text};`);
}

function constText(declaration: ConstDeclaration, imports: Imports): string {
  const type = declaration.type.isEmpty ? "" : `: ${imports.layOut(declaration.type)}`;
  const start = `${exportOf(declaration.exported)}const ${declaration.name}${type} = `;
  return documentedText(declaration.doc, `${start}${imports.layOut(declaration.value, lastColumn(start))};`);
}

function exportText(declaration: ExportDeclaration, imports: Imports): string {
  const names = exportedNames(declaration.names);
  const keyword = declaration.typeOnly ? "export type" : "export";
  return `${keyword} ${names} from ${JSON.stringify(imports.specifierOf(declaration.module))};`;
}

function exportedNames(names: ExportDeclaration["names"]): string {
  if (names === "all") return "*";
  return "namespace" in names ? `* as ${names.namespace}` : `{ ${names.join(", ")} }`;
}

function interfaceText(declaration: InterfaceDeclaration, imports: Imports): string {
  const head = `export interface ${declaration.name}${imports.layOut(declaration.typeParameters)} {`;
  const members = declaration.members.map((member) =>
    indented(documentedText(member.doc, `${imports.layOut(member.code, 2)};`)),
  );
  return documentedText(declaration.doc, [head, ...members, "}"].join("\n"));
}

function functionText(declaration: FunctionDeclaration, imports: Imports): string {
  const parameters = declaration.parameters.map((parameter) => imports.layOut(parameter)).join(", ");
  const start = `${exportOf(declaration.exported)}function ${declaration.name}${imports.layOut(declaration.typeParameters)}`;
  const head = `${start}(${parameters}): ${imports.layOut(declaration.returnType)} {`;
  const body = declaration.body.map((statement) => indented(imports.layOut(statement, 2)));
  return documentedText(declaration.doc, [head, ...body, "}"].join("\n"));
}

function documentedText(doc: Doc, text: string): string {
  const lines = docLines(doc);
  return lines.length === 0 ? text : `${lines.join("\n")}\n${text}`;
}

/** One level deeper; what has no text has no indentation. */
function indented(text: string): string {
  return `  ${text}`.replace(/\n(?=[^\n])/g, "\n  ");
}

function exportOf(exported: boolean): string {
  return exported ? "export " : "";
}

function lastColumn(text: string): number {
  return text.length - text.lastIndexOf("\n") - 1;
}
