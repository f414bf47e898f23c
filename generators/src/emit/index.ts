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
export { documented, noDoc } from "./comment.ts";
export {
  type Declaration,
  type Doc,
  type DocTag,
  type ExportDeclaration,
  type Exports,
  type FunctionDeclaration,
  type InterfaceDeclaration,
  type InterfaceMember,
  type MethodSignature,
  type ParameterDeclaration,
  type PropertySignature,
  StructureKind,
  type TypeAliasDeclaration,
  type TypeParameterDeclaration,
  VariableDeclarationKind,
  type VariableStatement,
} from "./declaration.ts";
export { type Emission, emitted, endings } from "./emission.ts";
export {
  type FileSpec,
  type GeneratedFile,
  namesOf,
  type PrintContext,
  printFile,
  printFiles,
  printForeignFile,
  type Series,
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
export { asConst } from "./type-code.ts";
