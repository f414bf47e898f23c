// Declarations in sequence -> the text of a file below its header: imports, then the declarations.
import { type Declaration, StructureKind } from "./declaration.ts";
import { type DeclarationWriter, declarationText, isExportedValue, scriptText } from "./declaration-text.ts";
import type { FileSpec, PrintContext } from "./file.ts";
import { Imports } from "./imports.ts";

export interface FileToPrint {
  readonly file: FileSpec;
  /** The names that the file declares; imports get other names. */
  readonly names: readonly string[];
  readonly context: PrintContext;
}

/** Builds a file: declarations are added one by one. */
export class FileText {
  readonly toPrint: FileToPrint;
  private readonly write: DeclarationWriter;
  private readonly imports: Imports;
  private readonly body: string[] = [];
  /** What was added: anything at all, an exported value, something that is not exported. */
  private hasAny = false;
  private exportsValue = false;
  private keepsSome = false;

  constructor(toPrint: FileToPrint, write: DeclarationWriter) {
    const { file, names, context } = toPrint;
    this.toPrint = toPrint;
    this.write = write;
    this.imports = new Imports(file, names, context);
  }

  add(declaration: Declaration): void {
    this.hasAny = true;
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
    const statements = write === scriptText ? imports.valuesText() : imports.text();
    const before = [head, ...(statements === "" ? [] : ["", statements])];
    return [...before, ...(body.length === 0 ? [] : [""]), ...body, ""].join("\n");
  }

  /** JavaScript without an export is not a module, and a declaration file exports all its declarations unless it has an `export {}`. */
  private saysItIsModule(): boolean {
    if (this.write === declarationText) return true;
    return this.write === scriptText ? this.exportsValue : this.hasAny && !this.keepsSome;
  }
}
