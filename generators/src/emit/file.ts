// Declarations to a file: header, imports made from the symbols that were printed, then the declarations.
// The shapes are ts-morph's structures with `Code` where ts-morph takes text. They are printed once, as text: loading
// ts-morph alone takes longer than printing most descriptions, and building a SourceFile ten times as long.
import { type Code, type ModuleRef, nothing } from "./code.ts";
import { type Doc, docLines, lineComment, noDoc } from "./comment.ts";
import type { Emission } from "./emission.ts";
import { Imports, type ImportsContext } from "./imports.ts";
import type { Reuse } from "./reuse.ts";
import { withoutTypes } from "./type-code.ts";

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
  readonly declarations: readonly Declaration[] | Series;
}

/** Declarations that are made one by one, each when the one before is printed and gone: those of a large file take much memory. */
export interface Series {
  /** What they declare; imports get other names. */
  readonly names: readonly string[];
  /** None of them leaves its type to a compiler. */
  readonly each: () => Iterable<Declaration>;
}

export interface PrintContext extends ImportsContext {
  /** Lines of the header, without `//`. */
  readonly header: readonly string[];
  readonly emission: Emission;
  /** What the last run has printed; default: nothing is known of one. */
  readonly reuse?: Reuse;
}

export interface GeneratedFile {
  readonly target: string;
  /** Below the target's folder, forward slashes. */
  readonly path: string;
  readonly text: string;
  /** What stands for `text` when JavaScript is written, where that is known already. */
  readonly divided?: Divided;
}

/** A TypeScript file in two: what runs, and what a compiler reads. */
export interface Divided {
  readonly script: string;
  readonly types: string;
}

/** The file as TypeScript; or, where the context asks for JavaScript and a compiler is not needed, that and its types. */
export function printFile(file: FileSpec, context: PrintContext): GeneratedFile {
  const { target, path } = file;
  if (context.emission === "ts" || isInferred(file)) {
    const [text = ""] = textsOf(file, context, [declarationText]);
    return { target, path, text };
  }
  const [types = "", script = ""] = textsOf(file, context, [declaredText, scriptText]);
  return { target, path, text: "", divided: { script, types } };
}

/** Whether the type of something in it is for a compiler to write: `{ … } as const`. */
function isInferred({ declarations }: FileSpec): boolean {
  return (
    isList(declarations) &&
    declarations.some((one) => one.kind === StructureKind.VariableStatement && one.exported && one.type.isEmpty)
  );
}

function isList(declarations: FileSpec["declarations"]): declarations is readonly Declaration[] {
  return Array.isArray(declarations);
}

type DeclarationWriter = (declaration: Declaration, imports: Imports) => string | null;

/** One text for each way of writing the declarations. */
function textsOf(file: FileSpec, context: PrintContext, writers: readonly DeclarationWriter[]): string[] {
  const names = namesIn(file);
  const texts = writers.map((write) => new FileText(write, new Imports(file, names, context)));
  const { declarations } = file;
  for (const declaration of isList(declarations) ? declarations : declarations.each())
    for (const text of texts) text.add(declaration);
  return texts.map((text) => text.whole(headOf(file, context)));
}

function namesIn({ declarations }: FileSpec): readonly string[] {
  if (!isList(declarations)) return declarations.names;
  return declarations.flatMap((one) => (one.kind === StructureKind.ExportDeclaration ? [] : [one.name]));
}

/** A file in the making. */
class FileText {
  private readonly write: DeclarationWriter;
  private readonly imports: Imports;
  private readonly body: string[] = [];
  /** Of what was added: whether anything, any value that is exported, anything that is not. */
  private hasAny = false;
  private exportsValue = false;
  private keepsSome = false;

  constructor(write: DeclarationWriter, imports: Imports) {
    this.write = write;
    this.imports = imports;
  }

  add(declaration: Declaration): void {
    this.hasAny = true;
    this.exportsValue ||= isExportedValue(declaration);
    this.keepsSome ||= "exported" in declaration && !declaration.exported;
    const text = this.write(declaration, this.imports);
    if (text === null) return;
    if (this.body.length > 0 && declaration.kind !== StructureKind.ExportDeclaration) this.body.push("");
    this.body.push(text);
  }

  /** The imports are known once everything else has been printed. One join: the texts are long. */
  whole(head: string): string {
    const { write, imports, body } = this;
    if (!this.saysItIsModule()) body.push("export {};");
    const statements = write === scriptText ? imports.valuesText() : imports.text();
    const before = [head, ...(statements === "" ? [] : ["", statements])];
    return [...before, ...(body.length === 0 ? [] : [""]), ...body, ""].join("\n");
  }

  /** JavaScript without an export is no module, and a declaration file exports all it declares unless one word says otherwise. */
  private saysItIsModule(): boolean {
    if (this.write === declarationText) return true;
    return this.write === scriptText ? this.exportsValue : this.hasAny && !this.keepsSome;
  }
}

function isExportedValue(declaration: Declaration): boolean {
  switch (declaration.kind) {
    case StructureKind.TypeAlias:
    case StructureKind.Interface:
      return false;
    case StructureKind.ExportDeclaration:
      return !declaration.typeOnly;
    case StructureKind.VariableStatement:
    case StructureKind.Function:
      return declaration.exported;
  }
}

/** The files that have something to declare. */
export function printFiles(files: readonly FileSpec[], context: PrintContext): GeneratedFile[] {
  return files.filter(hasDeclarations).map((file) => printFile(file, context));
}

function hasDeclarations({ declarations }: FileSpec): boolean {
  return (isList(declarations) ? declarations : declarations.names).length > 0;
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

/** What a `.d.ts` says of it; `null` for what only the file itself uses. */
function declaredText(declaration: Declaration, imports: Imports): string | null {
  switch (declaration.kind) {
    case StructureKind.VariableStatement: {
      const { name, type, doc, exported } = declaration;
      return exported ? documentedText(doc, `export declare const ${name}: ${imports.layOut(type)};`) : null;
    }
    case StructureKind.Function:
      return declaration.exported ? documentedText(declaration.doc, `${signatureText(declaration, imports)};`) : null;
    default:
      return declarationText(declaration, imports);
  }
}

/** What runs; `null` for types. The doc comments stand in the `.d.ts`, where editors look for them. */
function scriptText(declaration: Declaration, imports: Imports): string | null {
  switch (declaration.kind) {
    case StructureKind.TypeAlias:
    case StructureKind.Interface:
      return null;
    case StructureKind.VariableStatement:
      return constText({ ...declaration, doc: noDoc, type: nothing, value: withoutTypes(declaration.value) }, imports);
    case StructureKind.Function:
      return functionScript(declaration, imports);
    case StructureKind.ExportDeclaration:
      return declaration.typeOnly ? null : exportText(declaration, imports);
  }
}

function functionScript(declaration: FunctionDeclaration, imports: Imports): string {
  // A parameter is a name and what is said of it.
  const parameters = declaration.parameters.map((parameter) => imports.layOut(parameter).replace(/\??:[\s\S]*$/, ""));
  const head = `${exportOf(declaration.exported)}function ${declaration.name}(${parameters.join(", ")}) {`;
  const body = declaration.body.map((statement) => indented(imports.layOut(withoutTypes(statement), 2)));
  return [head, ...body, "}"].join("\n");
}

function signatureText(declaration: FunctionDeclaration, imports: Imports): string {
  const parameters = declaration.parameters.map((parameter) => imports.layOut(parameter)).join(", ");
  const start = `export declare function ${declaration.name}${imports.layOut(declaration.typeParameters)}`;
  return `${start}(${parameters}): ${imports.layOut(declaration.returnType)}`;
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
  return text.includes("\n") ? `  ${text}`.replace(/\n(?=[^\n])/g, "\n  ") : `  ${text}`;
}

function exportOf(exported: boolean): string {
  return exported ? "export " : "";
}

function lastColumn(text: string): number {
  return text.length - text.lastIndexOf("\n") - 1;
}
