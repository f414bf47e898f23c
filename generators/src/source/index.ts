// Files to located documents: the toolkit's access to text, syntax and references.

export type { Location, Position, SourceDocument, WrittenValue, WrittenValues } from "./document.ts";
export { renamed } from "./document.ts";
export { type ParseResult, positionsOf } from "./fault.ts";
export { megabyte } from "./file-access.ts";
export { defaultLimits, type LimitName, type Limits, limitsOf } from "./limits.ts";
export { type LineColumn, lineColumnOf, lineTextOf } from "./lines.ts";
export {
  currentText,
  decodeFragment,
  displayOf,
  escapeToken,
  identityOf,
  Node,
  pointerOf,
  tokensOf,
  tokensTo,
  writtenAt,
  writtenLocation,
  writtenValue,
} from "./node.ts";
export { type ParseFile, parseFile, parsingOnce, type UnparsedFile } from "./parse.ts";
export { hasPositions, positionAt, spanOf, spansOf } from "./positions.ts";
export {
  failed,
  type LimitPlace,
  ok,
  type Result,
  type SourceProblem,
  type UnreadableReason,
} from "./problem.ts";
export { defaultRoots } from "./roots.ts";
export { isUrl, Sources, type SourcesOptions } from "./sources.ts";
export {
  asyncApiSchemaName,
  openApiSchemaName,
  standardSchema,
  standardText,
} from "./standards/standard-schemas.ts";
export { UrlMap } from "./url-map.ts";
