// Declarations to a file: header, imports collected from the printed symbols, then the declarations.
// Declarations are printed once, as text: loading ts-morph alone takes longer than printing most descriptions, and building
// a SourceFile ten times as long.
import { lineComment } from "./comment.ts";
import { type Declaration, type FileSpec, StructureKind } from "./declaration.ts";
import {
  type DeclarationWriter,
  declarationText,
  declaredText,
  isExportedValue,
  scriptText,
} from "./declaration-text.ts";
import type { Emission, GeneratedFile } from "./generated-file.ts";
import { Imports, type ImportsContext } from "./imports.ts";
import { refuseUnsupported } from "./unsupported.ts";

export interface PrintContext extends ImportsContext {
  /** Lines of the header, without `//`. */
  readonly header: readonly string[];
  readonly emission: Emission;
}

/** The file as TypeScript; or, with `emit: "js"` and where no compiler is needed, the script and its types. */
export function printFile(file: FileSpec, context: PrintContext): GeneratedFile {
  const { target, path } = file;
  if (context.emission === "ts" || isInferred(file)) {
    const [text = ""] = textsOf(file, context, [declarationText]);
    return { target, path, text };
  }
  const [types = "", script = ""] = textsOf(file, context, [declaredText, scriptText]);
  return { target, path, text: "", scriptAndTypes: { script, types } };
}

/** Whether the compiler has to infer a type in it: `{ … } as const`. */
function isInferred({ declarations }: FileSpec): boolean {
  return (
    isList(declarations) &&
    declarations.some(
      (one) =>
        one.kind === StructureKind.VariableStatement &&
        one.isExported === true &&
        one.declarations[0].type === undefined,
    )
  );
}

function isList(declarations: FileSpec["declarations"]): declarations is readonly Declaration[] {
  return Array.isArray(declarations);
}

/** One text per declaration writer. */
function textsOf(file: FileSpec, context: PrintContext, writers: readonly DeclarationWriter[]): string[] {
  const { declarations } = file;
  const names = isList(declarations) ? namesOf(declarations) : declarations.names;
  const texts = writers.map((write) => new FileText(new Imports(file, names, context), write));
  for (const declaration of isList(declarations) ? declarations : declarations.each()) {
    refuseUnsupported(declaration);
    for (const text of texts) text.add(declaration);
  }
  return texts.map((text) => text.whole(headOf(file, context)));
}

/** Builds a file: declarations are added one by one. */
class FileText {
  private readonly write: DeclarationWriter;
  private readonly imports: Imports;
  private readonly body: string[] = [];
  /** What was added: an exported value, something that is not exported. */
  private exportsValue = false;
  private keepsSome = false;

  constructor(imports: Imports, write: DeclarationWriter) {
    this.imports = imports;
    this.write = write;
  }

  add(declaration: Declaration): void {
    this.exportsValue ||= isExportedValue(declaration);
    this.keepsSome ||= declaration.kind !== StructureKind.ExportDeclaration && declaration.isExported !== true;
    const text = this.write(declaration, this.imports);
    if (text === null) return;
    if (this.body.length > 0 && declaration.kind !== StructureKind.ExportDeclaration) this.body.push("");
    this.body.push(text);
  }

  /** The imports are known once everything else has been printed. A single join, because the texts are long. */
  whole(head: string): string {
    const { write, imports, body } = this;
    if (!this.saysItIsModule()) body.push("export {};");
    const statements = imports.text(write === scriptText);
    const before = [head, ...(statements === "" ? [] : ["", statements])];
    return [...before, ...(body.length === 0 ? [] : [""]), ...body, ""].join("\n");
  }

  /** A file without an export is not a module, and a declaration file exports all its declarations unless it has an `export {}`. */
  private saysItIsModule(): boolean {
    if (this.write === declarationText) return this.body.length > 0;
    return this.write === scriptText ? this.exportsValue : this.body.length > 0 && !this.keepsSome;
  }
}

/** The names that the declarations declare. */
export function namesOf(declarations: readonly Declaration[]): string[] {
  return declarations.flatMap((one) => {
    switch (one.kind) {
      case StructureKind.ExportDeclaration:
        return [];
      case StructureKind.VariableStatement:
        return one.declarations.map(({ name }) => name);
      default:
        return [one.name];
    }
  });
}

/** The files that have declarations. */
export function printFiles(files: readonly FileSpec[], context: PrintContext): GeneratedFile[] {
  return files.filter(hasDeclarations).map((file) => printFile(file, context));
}

function hasDeclarations({ declarations }: FileSpec): boolean {
  return (isList(declarations) ? declarations : declarations.names).length > 0;
}

/** A file whose declarations were printed by another tool: our header above its text. */
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
