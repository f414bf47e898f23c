// Files to located documents: the toolkit's access to text, syntax and references.

export type { Location, SourceDocument, WrittenValue, WrittenValues } from "./document.ts";
export { renamed } from "./document.ts";
export type { ParseResult } from "./fault.ts";
export { megabyte } from "./file-access.ts";
export { defaultLimits, type LimitName, type Limits, limitsOf } from "./limits.ts";
export { type LineColumn, lineColumnOf, lineTextOf } from "./lines.ts";
export { displayOf, identityOf, Node, pointerOf } from "./node.ts";
export { type ParseFile, parseFile, parsingOnce, type UnparsedFile } from "./parse.ts";
export { decodeFragment, escapeToken, tokensOf } from "./pointer.ts";
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
export { UrlMap } from "./url-map.ts";
export { currentText, tokensTo, writtenAt, writtenLocation, writtenValue } from "./written.ts";
