// What a target in a user's own repository imports from "waybill/plugin": all that Waybill's own targets are written with.

// Rules of a team for `lint`.
export {
  defineRule,
  type LintedDocument,
  type LintRule,
  type RuleContext,
  type RuleFinding,
} from "../checks/lint-rule.ts";
// What a target is, and what it gets.
// Code as data: it is escaped, imported and formatted.
export {
  arrayOf,
  asConst,
  block,
  Code,
  CodeSymbol,
  call,
  code,
  constant,
  type Declaration,
  type Doc,
  type DocTag,
  documented,
  type ExportDeclaration,
  type Exports,
  exported,
  exportFrom,
  type FileSpec,
  type FunctionDeclaration,
  type GeneratedFile,
  generatedSymbol,
  generatedType,
  headedText,
  type InterfaceDeclaration,
  type InterfaceMember,
  identifier,
  importsOf,
  intersectionTypeOf,
  isIdentifier,
  join,
  key,
  literal,
  literalInLines,
  type MethodSignature,
  type ModuleRef,
  memberOf,
  namesOf,
  namespaceSymbol,
  noDoc,
  nothing,
  objectOf,
  objectTypeOf,
  type ParameterDeclaration,
  type PrintContext,
  type PropertySignature,
  packageSymbol,
  packageType,
  printFile,
  printFiles,
  printForeignFile,
  propertyKey,
  StructureKind,
  type TypeAliasDeclaration,
  type TypeParameterDeclaration,
  typeAlias,
  typeArgument,
  unionTypeOf,
  VariableDeclarationKind,
  type VariableStatement,
} from "../emit/index.ts";
export { areApart } from "../model/analysis/discrimination.ts";
export { eventTextOf } from "../model/analysis/event-data.ts";
export { type JsonSchema, JsonSchemas } from "../model/analysis/json-schema.ts";
export { concreteTypeOf } from "../model/analysis/media-types.ts";
// Words of a description as identifiers.
export { elementsOf, memberAt, memberNamesOf } from "../model/analysis/members.ts";
// The options of the API, and their filters.
export type { ApiOptions } from "../model/api-options.ts";
export { valuesUnlikeJson } from "../model/api-options.ts";
export { camelOf, pascalOf } from "../model/finish/naming/identifiers.ts";
export { filtersOf } from "../model/option-values.ts";
export { displayOf, type Location, valueAt } from "../model/place.ts";
// The sampler of schemas.
export { sampledItemsOf } from "../model/sampling/items.ts";
export { type Sample, type SampleOptions, sampleOf, type ValuePlace } from "../model/sampling/sample.ts";
export type { Annotations, LocatedValue, SchemaKind } from "../model/schema.ts";
// Whether a value is one of a schema.
export { matches } from "../model/values/matching.ts";
// JSON pointers.
export { tokensOf } from "../source/index.ts";
export { defineTarget } from "../targets/define.ts";
// How our targets document their output.
export {
  docOf,
  docOfOperation,
  docOfText,
  docOfWords,
  headerDocOf,
  memberDocOf,
  parameterDocOf,
  referenceTo,
  routeTextOf,
} from "../targets/docs.ts";
// The variables of the environment that hold what calls need.
export { prefixOf, type SchemeVariables, variablesOf } from "../targets/environment.ts";
// Values of a description as code, where options give them other types than those of JSON.
export { typedValueCode, type ValueCode, valueCodeOf } from "../targets/http/http-target.ts";
// What HTTP says of a method.
export { isBodiless, isSafe } from "../targets/http/method.ts";
export { needsRequest } from "../targets/http/request-parts.ts";
// A hand-written module as part of the output, as the runtimes of our targets are.
export { runtimeFileOf } from "../targets/http/runtime-files.ts";
// The types of a message, as `webhooks` has them.
export { exportedType, messageTypesOf } from "../targets/message-types.ts";
export { listOf, oneOf, orNull } from "../targets/option-values.ts";
// How each operation is called, in several languages.
export { withAddress } from "../targets/samples/address.ts";
export { type Language, labels as sampleLabels } from "../targets/samples/languages.ts";
export {
  type OperationSamplesOptions,
  operationCallsOf,
  operationSamplesOf,
  type SampledCall,
} from "../targets/samples/operation-samples.ts";
export type { OperationSamples } from "../targets/samples/samples.ts";
// The operations as data that the runtime of servers finds, reads and validates requests by.
export { routesFileOf } from "../targets/server/routes.ts";
export {
  type AcceptedValues,
  type ApiContext,
  type OptionProblem,
  type PlainFile,
  type RenderContext,
  type Target,
  type TargetDefinition,
  TargetFailure,
  type TargetFile,
  type TargetProblem,
} from "../targets/target.ts";
// The symbols of our targets: printing one in a file adds its import.
export { declaredTypeOf, requestTypeOf, responseTypeOf, typeNamed, typeOf } from "../targets/types/index.ts";
// How a delivery is signed, for programs that send one.
export { signatureHeaders } from "../targets/webhooks/schemes.ts";
export { schemaSymbol, zodOf } from "../targets/zod/index.ts";
// The model: what a description means.
export * from "./model-exports.ts";
