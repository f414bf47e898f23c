// What a target in a user's own repository imports from "waybill/plugin": all that Waybill's own targets are written with.

// What a target is, and what it gets.
// Code as data: what is made of it is escaped, imported and laid out.
export {
  arrayOf,
  asConst,
  block,
  Code,
  CodeSymbol,
  type ConstDeclaration,
  call,
  code,
  type Declaration,
  type Doc,
  documented,
  type ExportDeclaration,
  type FileSpec,
  type FunctionDeclaration,
  type GeneratedFile,
  generatedSymbol,
  generatedType,
  headedText,
  type InterfaceDeclaration,
  identifier,
  intersectionTypeOf,
  join,
  key,
  literal,
  type ModuleRef,
  namespaceSymbol,
  noDoc,
  nothing,
  objectOf,
  objectTypeOf,
  type PrintContext,
  packageSymbol,
  packageType,
  printFile,
  printFiles,
  propertyKey,
  StructureKind,
  type TypeAliasDeclaration,
  unionTypeOf,
} from "./emit/index.ts";
export type { Api } from "./model/api.ts";
// The model: what a description means.
export type {
  Extensions,
  Header,
  HttpApi,
  HttpMethod,
  Link,
  MediaType,
  OAuthFlow,
  Operation,
  Parameter,
  ParameterPlace,
  RequestBody,
  Response,
  SecurityRequirement,
  SecurityScheme,
  Server,
  Status,
  Trigger,
} from "./model/http.ts";
export { everyOperationOf, httpMethods } from "./model/http.ts";
export type { Channel, Message, MessageOperation, MessagingApi, MessagingSecurityScheme } from "./model/messaging.ts";
export { displayOf, type Location } from "./model/place.ts";
export type {
  Annotations,
  ArraySchema,
  EnumSchema,
  Json,
  LocatedValue,
  NamedSchema,
  NumberSchema,
  ObjectSchema,
  Property,
  Schema,
  SchemaKind,
  StringSchema,
  UnionSchema,
} from "./model/schema.ts";
export { statusText } from "./model/status.ts";
export { unreachable } from "./model/unreachable.ts";
export { childrenOf } from "./model/walk.ts";
export { type CustomTarget, defineTarget } from "./targets/define.ts";
// How ours document what they make.
export { docOf, docOfText, docOfWords, headerDocOf, memberDocOf, parameterDocOf, routeTextOf } from "./targets/docs.ts";
export type {
  EmitContext,
  PlainFile,
  TargetContext,
  TargetDefinition,
  TargetFile,
  TargetProblem,
} from "./targets/target.ts";
// What ours call things: printing one of these in a file is what imports it there.
export { requestTypeOf, responseTypeOf, typeNamed, typeOf } from "./targets/types/index.ts";
export { schemaSymbol, zodOf } from "./targets/zod/index.ts";
