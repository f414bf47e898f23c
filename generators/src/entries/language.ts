// What a language server imports from "waybill/language": descriptions that are being edited, their problems while the user types, and
// what is at a place of a text.

export type { ReadApi } from "../checks/read-api.ts";
export type { Diagnostic, Place } from "../diagnostics/index.ts";
export { type Change, diffApis } from "../diff/index.ts";
export {
  type CheckedDescription,
  checkEdited,
  type EditedReading,
  readEdited,
  type UncheckedDescription,
} from "../language/checked.ts";
export { type Described, type DescribedApi, describedNear, type Released, releasedApi } from "../language/described.ts";
export { ownApi, schemaTypeOf, schemaTypesOf } from "../language/generated.ts";
export { type UnderlinedText, underlinedText } from "../language/underlined.ts";
export { knownFormats } from "../model/analysis/known-formats.ts";
export type { NamedSchema } from "../model/schema.ts";
export {
  asyncApiSchemaName,
  decodeFragment,
  defaultLimits,
  escapeToken,
  type Location,
  lineColumnOf,
  openApiSchemaName,
  type ParseFile,
  type Position,
  parseFile,
  pointerOf,
  positionAt,
  positionsOf,
  type SourceDocument,
  spanOf,
  standardSchema,
  tokensOf,
  tokensTo,
  writtenAt,
} from "../source/index.ts";
export { jsonOfParsed } from "../source/parse.ts";
export { yamlPositions } from "../source/positions-yaml.ts";
