// Files to located documents: what the rest of the toolkit knows of text, syntax and references.

export type { Location, SourceDocument, SourceFormat, TextRange } from "./document.ts";
export { renamed } from "./document.ts";
export type { DuplicateKey } from "./fault.ts";
export { megabyte } from "./file-access.ts";
export { defaultLimits, isLimitName, type LimitName, type Limits, limitsOf, limitWords } from "./limits.ts";
export { type LineColumn, lineColumnOf, lineTextOf } from "./lines.ts";
export { displayOf, identityOf, Node, pointerOf, tokensTo } from "./node.ts";
export type { ParsedTexts } from "./parsed-texts.ts";
export { decodeFragment, tokensOf } from "./pointer.ts";
export type { Span } from "./position.ts";
export { hasPositions, spanOf } from "./positions.ts";
export {
  failed,
  type LimitPlace,
  ok,
  type Result,
  type SourceProblem,
  type UnreadableReason,
} from "./problem.ts";
export { defaultRoots } from "./roots.ts";
export { type ForeignPlace, isUrl, Sources, type SourcesOptions } from "./sources.ts";
export { Stopwatch } from "./stopwatch.ts";
export { UrlMap, urlOf } from "./url-map.ts";
