// Writing TypeScript: pieces of code, safe spec text, declarations, files. Knows nothing of APIs.

export { headedText } from "./banner.ts";
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
  pureCall,
  unionTypeOf,
} from "./code.ts";
export { documented, noDoc } from "./comment.ts";
export * from "./declaration.ts";
export * from "./file.ts";
export { type Emission, emitted, endings, type GeneratedFile } from "./generated-file.ts";
export { goneHandlerText, isMarkedGone, removedOperationText } from "./gone-comments.ts";
export { importsOf, type PartOf, type RuntimeUse } from "./imports.ts";
export {
  bigintType,
  escapedHidden,
  identifier,
  isIdentifier,
  key,
  literal,
  literalInLines,
  literalMembers,
  memberOf,
  prefixType,
  propertyKey,
  regExpLiteral,
} from "./literal.ts";
export { asConst, typeAnnotation, typeArgument } from "./type-code.ts";
