// ts-morph's structures -> the declarations that targets write: the same members under the same names, with `Code` where ts-morph
// takes text. The key lists are what the printer supports: any other member of a structure is a type error.

import type {
  ExportDeclarationStructure,
  FunctionDeclarationOverloadStructure,
  FunctionDeclarationStructure,
  ImportDeclarationStructure,
  ImportSpecifierStructure,
  InterfaceDeclarationStructure,
  JSDocStructure,
  JSDocTagStructure,
  StructureKind as Kinds,
  MethodSignatureStructure,
  ParameterDeclarationStructure,
  PropertySignatureStructure,
  TypeAliasDeclarationStructure,
  TypeParameterDeclarationStructure,
  VariableDeclarationStructure,
  VariableDeclarationKind as VariableKinds,
  VariableStatementStructure,
  WriterFunction,
} from "ts-morph";
import type { Code, ModuleRef } from "./code.ts";

/**
 * The supported members of a structure. `Required` are those that the printer needs, `Supported` are as optional as in
 * ts-morph. Names stay strings: the printer quotes the name of a property where needed, and throws where only an identifier will do.
 */
type Declared<Structure, Required extends keyof Structure, Supported extends keyof Structure = never> = {
  readonly [Key in Required]-?: Written<Structure, Key>;
} & { readonly [Key in Supported]: Written<Structure, Key> };

type Written<Structure, Key extends keyof Structure> = Key extends keyof Lists
  ? readonly Lists[Key][]
  : WriterFunction extends Structure[Key]
    ? Code
    : Structure[Key];

/** Members that are lists, with the type of their items. */
interface Lists {
  docs: Doc;
  extends: Code;
  methods: MethodSignature;
  namedExports: string;
  namedImports: ImportSpecifier;
  overloads: FunctionOverload;
  parameters: ParameterDeclaration;
  properties: PropertySignature;
  statements: Code;
  tags: DocTag;
  typeParameters: TypeParameterDeclaration;
}

/** The kinds of declarations. The numbers are ts-morph's own, which the compiler checks: loading ts-morph for them takes 0.2 s. */
export const StructureKind: {
  readonly [Kind in SupportedKind]: (typeof Kinds)[Kind];
} = {
  ExportDeclaration: 11,
  Function: 13,
  Interface: 19,
  MethodSignature: 28,
  PropertySignature: 33,
  TypeAlias: 38,
  VariableStatement: 41,
};

type SupportedKind =
  | "ExportDeclaration"
  | "Function"
  | "Interface"
  | "MethodSignature"
  | "PropertySignature"
  | "TypeAlias"
  | "VariableStatement";

/** Only constants are printed. A cast, because a string is never a member of a string enum, and the enum itself is a value of ts-morph. */
export const VariableDeclarationKind: { readonly Const: VariableKinds.Const } = {
  Const: "const" as VariableKinds.Const,
};

/** Texts of the spec, which the printer keeps inside the comment: text here, not `Code`. An empty doc is not printed. */
export type Doc = Prose<JSDocStructure, "description"> & Declared<JSDocStructure, never, "tags">;

export type DocTag = Prose<JSDocTagStructure, "text"> & {
  readonly tagName: JSDocTagStructure["tagName"] &
    ("deprecated" | "default" | "see" | "remarks" | "throws" | "example");
};

type Prose<Structure, Key extends keyof Structure> = {
  readonly [Member in Key]-?: Extract<Structure[Member], string>;
};

export type TypeParameterDeclaration = Declared<TypeParameterDeclarationStructure, "name", "constraint" | "default">;

export type ParameterDeclaration = Declared<
  ParameterDeclarationStructure,
  "name" | "type",
  "hasQuestionToken" | "isRestParameter"
>;

export type PropertySignature = Declared<
  PropertySignatureStructure,
  "name" | "type",
  "isReadonly" | "hasQuestionToken" | "docs"
>;

export type MethodSignature = Declared<
  MethodSignatureStructure,
  "name" | "returnType",
  "hasQuestionToken" | "typeParameters" | "parameters" | "docs"
>;

export type InterfaceDeclaration = Declared<
  InterfaceDeclarationStructure,
  "kind" | "name",
  "isExported" | "typeParameters" | "extends" | "properties" | "methods" | "docs"
> & {
  /** As in ts-morph's `addMembers`: members whose order matters, after the properties and methods. */
  readonly members?: readonly InterfaceMember[];
};

export type InterfaceMember =
  | (PropertySignature & Pick<PropertySignatureStructure, "kind">)
  | (MethodSignature & Pick<MethodSignatureStructure, "kind">);

export type TypeAliasDeclaration = Declared<
  TypeAliasDeclarationStructure,
  "kind" | "name" | "type",
  "isExported" | "typeParameters" | "docs"
>;

/** One constant. Without a type the compiler infers it; `emit: "js"` then has to load the compiler if the constant is exported. */
export type VariableStatement = Declared<VariableStatementStructure, "kind", "isExported" | "docs"> & {
  readonly declarationKind: VariableKinds.Const;
  readonly declarations: readonly [VariableDeclaration];
};

export type VariableDeclaration = Declared<VariableDeclarationStructure, "name" | "initializer", "type">;

export type FunctionDeclaration = Declared<
  FunctionDeclarationStructure,
  "kind" | "name" | "returnType" | "statements",
  "isExported" | "typeParameters" | "parameters" | "overloads" | "docs"
>;

/** A signature that callers see instead of the function's own. */
export type FunctionOverload = Declared<
  FunctionDeclarationOverloadStructure,
  "returnType",
  "typeParameters" | "parameters" | "docs"
>;

/** `export * from "./x.ts"`, `export { a, b } from` or `export * as namespace from`. */
export type ExportDeclaration = Declared<ExportDeclarationStructure, "kind", "isTypeOnly"> &
  Exports & {
    /** The specifier follows from the locations of both files. */
    readonly moduleSpecifier: ModuleRef;
  };

/** The exported names; everything, unless they are listed. */
export type Exports =
  | (Declared<ExportDeclarationStructure, never, "namedExports"> & { readonly namespaceExport?: never })
  | (Declared<ExportDeclarationStructure, never, "namespaceExport"> & { readonly namedExports?: never });

/** An import, which the printer creates from the symbols of the file. */
export type ImportDeclaration = Declared<
  ImportDeclarationStructure,
  "moduleSpecifier",
  "isTypeOnly" | "namespaceImport" | "namedImports"
>;

export type ImportSpecifier = Declared<ImportSpecifierStructure, "name", "alias">;

export type Declaration =
  | TypeAliasDeclaration
  | InterfaceDeclaration
  | VariableStatement
  | FunctionDeclaration
  | ExportDeclaration;

/** `const name: type = initializer;` */
export function constant(declaration: VariableDeclaration, doc: Doc): VariableStatement {
  return {
    kind: StructureKind.VariableStatement,
    declarationKind: VariableDeclarationKind.Const,
    declarations: [declaration],
    docs: [doc],
  };
}

/** `type name = type;` */
export function typeAlias(name: string, type: Code, doc: Doc): TypeAliasDeclaration {
  return { kind: StructureKind.TypeAlias, name, type, docs: [doc] };
}

export function exported<Exported extends TypeAliasDeclaration | VariableStatement>(declaration: Exported): Exported {
  return { ...declaration, isExported: true };
}

/** `export const name: type = initializer;` */
export function exportedConstant(declaration: VariableDeclaration, doc: Doc): VariableStatement {
  return exported(constant(declaration, doc));
}

/** `export interface name { … }` */
export function exportedInterface(
  name: string,
  doc: Doc,
  parts: Omit<InterfaceDeclaration, "kind" | "isExported" | "name" | "docs">,
): InterfaceDeclaration {
  return { kind: StructureKind.Interface, isExported: true, name, ...parts, docs: [doc] };
}

/** What another generated file exports: all of it, unless `names` says otherwise. */
export function exportFrom(
  { target, path }: { readonly target: string; readonly path: string },
  names: Exports & Pick<ExportDeclaration, "isTypeOnly"> = {},
): ExportDeclaration {
  return { kind: StructureKind.ExportDeclaration, moduleSpecifier: { kind: "generated", target, path }, ...names };
}

export interface FileSpec {
  /** The target and the path below its folder: how other files import it. */
  readonly target: string;
  readonly path: string;
  /** One line: the content of the file. */
  readonly summary: string;
  readonly declarations: readonly Declaration[] | Series;
}

/** Declarations created one at a time, each after the previous one was printed and freed: those of a large file take much memory. */
export interface Series {
  /** The names they declare; imports get other names. */
  readonly names: readonly string[];
  /** Each has an explicit type. */
  readonly each: () => Iterable<Declaration>;
}
