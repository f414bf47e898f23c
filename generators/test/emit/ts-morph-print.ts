// Our declarations -> ts-morph's structures, which are the same once their code is text -> the file that ts-morph prints.

import {
  type ImportDeclarationStructure,
  Project,
  type SourceFile,
  type StatementStructures,
  StructureKind,
  type TypeElementMemberStructures,
} from "ts-morph";
import { Code, type ModuleRef } from "../../src/emit/code.ts";
import type { Declaration, FileSpec } from "../../src/emit/declaration.ts";
import type { PrintContext } from "../../src/emit/file.ts";
import { Imports } from "../../src/emit/imports.ts";

const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });

export interface Listed {
  readonly file: FileSpec;
  /** The names that the file declares. */
  readonly names: readonly string[];
  readonly declarations: readonly Declaration[];
}

export function printedByTsMorph({ file, names, declarations }: Listed, context: PrintContext): SourceFile {
  const imports = new Imports(file, names, context);
  const textOf = (part: Code | ModuleRef): string =>
    part instanceof Code ? imports.layOut(part) : imports.specifierOf(part);
  // The compiler holds our types to ts-morph's here: what `rendered` returns has to be a structure.
  const structures: StatementStructures[] = declarations.map((declaration) => rendered(declaration, textOf));
  const start = imports
    .declarations()
    .map((one): ImportDeclarationStructure => ({ kind: StructureKind.ImportDeclaration, ...rendered(one, textOf) }));
  const source = project.createSourceFile("file.ts", { statements: [...start, ...structures] }, { overwrite: true });
  for (const declaration of declarations) {
    if (declaration.kind !== StructureKind.Interface || declaration.members === undefined) continue;
    const members: TypeElementMemberStructures[] = rendered(declaration.members, textOf);
    source.getInterfaceOrThrow(declaration.name).addMembers(members);
  }
  return source;
}

/** The same with text for code. */
type Rendered<Value> = Value extends Code | ModuleRef
  ? string
  : Value extends readonly (infer Item)[]
    ? Rendered<Item>[]
    : Value extends object
      ? { -readonly [Key in keyof Value]: Rendered<Value[Key]> }
      : Value;

function rendered<Value>(value: Value, textOf: (part: Code | ModuleRef) => string): Rendered<Value>;
function rendered(value: unknown, textOf: (part: Code | ModuleRef) => string): unknown {
  if (value instanceof Code || isModule(value)) return textOf(value);
  if (Array.isArray(value)) return value.map((item) => rendered(item, textOf));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, memberOf(name, member, textOf)]));
}

/** What ts-morph takes as it is written: names of members have their quotes, docs are safe in a comment and never empty. */
function memberOf(name: string, member: unknown, textOf: (part: Code | ModuleRef) => string): unknown {
  const value: unknown = rendered(member, textOf);
  if (!Array.isArray(value)) return value;
  if (name === "properties" || name === "methods" || name === "members")
    return value.map((one) => ({
      ...one,
      name: /^[\p{L}_$][\p{L}\d_$]*$/u.test(one.name) ? one.name : JSON.stringify(one.name),
    }));
  if (name !== "docs") return value;
  return value
    .filter(({ description, tags = [] }) => description !== "" || tags.length > 0)
    .map(({ description, tags = [] }) => ({
      description: inComment(description),
      tags: tags.map(({ tagName, text }: { tagName: string; text: string }) => ({ tagName, text: inComment(text) })),
    }));
}

/** ts-morph writes docs as they are: `*\/` would end them, and where tags follow, ts-morph closes a comment that the text opens. */
function inComment(text: string): string {
  return text
    .replace(/(?!\n)\p{C}/gu, "")
    .replaceAll("*/", "*\\/")
    .replaceAll("/*", "/ *");
}

function isModule(value: unknown): value is ModuleRef {
  if (typeof value !== "object" || value === null || !("kind" in value)) return false;
  return value.kind === "package" || value.kind === "generated";
}
