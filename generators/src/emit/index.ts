// Writing TypeScript: pieces of code, safe spec text, declarations, files. Knows nothing of APIs.
export {
  arrayOf,
  block,
  Code,
  CodeSymbol,
  call,
  code,
  type Group,
  generatedSymbol,
  generatedType,
  grouped,
  ifStatement,
  intersectionTypeOf,
  join,
  type ModuleRef,
  namespaceSymbol,
  nothing,
  objectOf,
  objectTypeOf,
  packageSymbol,
  packageType,
  unionTypeOf,
} from "./code.ts";
export { type Doc, documented, noDoc } from "./comment.ts";
export { type Emission, emissions, emitted, endings } from "./emission.ts";
export {
  type ConstDeclaration,
  type Declaration,
  type ExportDeclaration,
  type FileSpec,
  type FunctionDeclaration,
  type GeneratedFile,
  type InterfaceDeclaration,
  type PrintContext,
  printFile,
  printFiles,
  printForeignFile,
  type Series,
  StructureKind,
  type TypeAliasDeclaration,
} from "./file.ts";
export { headedText } from "./headed-text.ts";
export {
  escapedHidden,
  identifier,
  key,
  literal,
  prefixType,
  propertyKey,
  regExpLiteral,
} from "./literal.ts";
export { type Reprintable, reprinted } from "./reprint.ts";
export { noReuse, type Reuse } from "./reuse.ts";
export { asConst } from "./type-code.ts";
