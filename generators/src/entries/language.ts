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
export { type Described, type DescribedApi, describedNear } from "../language/described.ts";
export { ownApi } from "../language/own-api.ts";
export { type Released, releasedApi } from "../language/released.ts";
export { schemaTypeOf, schemaTypesOf } from "../language/types-text.ts";
export { type UnderlinedText, underlinedText } from "../language/underlined.ts";
export { knownFormats } from "../model/analysis/known-formats.ts";
export type { NamedSchema } from "../model/schema.ts";
export {
  decodeFragment,
  defaultLimits,
  escapeToken,
  type Location,
  lineColumnOf,
  type ParseFile,
  parseFile,
  pointerOf,
  positionAt,
  type SourceDocument,
  spanOf,
  tokensOf,
  tokensTo,
  writtenAt,
} from "../source/index.ts";
export { jsonOfParsed } from "../source/parsed-texts.ts";
