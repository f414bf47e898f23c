// Writing TypeScript: pieces of code, safe spec text, declarations, files. Knows nothing of APIs.
export {
  arrayOf,
  call,
  Code,
  code,
  generatedSymbol,
  generatedType,
  grouped,
  intersectionTypeOf,
  join,
  type ModuleRef,
  nothing,
  objectOf,
  objectTypeOf,
  Symbol,
  symbol,
  typeSymbol,
  unionTypeOf,
} from "./code.ts";
export { type Doc, documented, noDoc } from "./comment.ts";
export {
  type ConstDeclaration,
  type Declaration,
  type FileSpec,
  type FunctionDeclaration,
  type GeneratedFile,
  type InterfaceDeclaration,
  type PrintContext,
  printFile,
  StructureKind,
  type TypeAliasDeclaration,
} from "./file.ts";
export { access, identifier, isIdentifier, isReserved, key, literal, prefixType, propertyKey, regExpLiteral, stringLiteral } from "./literal.ts";
