// What tools beside this one import from "waybill/description": a description read into the model, its places, and its problems.

export { readApi } from "../checks/model-checks.ts";
export {
  type Diagnostic,
  type DiagnosticJson,
  isTolerable,
  jsonOf,
  nearest,
  type Place,
  Report,
  textOf,
} from "../diagnostics/index.ts";
export { type ChangeJson, jsonOfChanges } from "../diff/format/json.ts";
export { markdownOfChanges } from "../diff/format/markdown.ts";
export {
  type Bump,
  bumpOf,
  bumps,
  type Change,
  type DiffOptions,
  type Direction,
  diffApis,
  isLarger,
  largestOf,
  type Scope,
  type Use,
} from "../diff/index.ts";
export { eventIn, eventTextOf, isJsonData } from "../model/analysis/event-data.ts";
export { type JsonType, jsonTypeOf, jsonTypes, typeMeantBy } from "../model/analysis/json-types.ts";
export { concreteTypeOf, isJson } from "../model/analysis/media-types.ts";
export { unicodePatternOf } from "../model/analysis/unicode-patterns.ts";
export type { Meanings } from "../model/api-options.ts";
export { growthOf } from "../model/patterns/automaton.ts";
export { type Effort, type Matcher, matcherOf } from "../model/patterns/matcher.ts";
export { shortestOf } from "../model/patterns/shortest.ts";
export { lineOf, valueAt } from "../model/place.ts";
// The sampler of schemas, and what the conformance kit makes other values from.
export * from "../model/sampling/index.ts";
export { describedPartOf } from "../model/values/described-part.ts";
export { canonical, isList } from "../model/values/equality.ts";
export { type Failure, failuresOf, matches } from "../model/values/matching.ts";
export type { ReadOptions, ReadResult } from "../read/read-api.ts";
export { type DescriptionDiff, diffDescriptions } from "../run/compare/diff-descriptions.ts";
export { bundledJson } from "../run/documents/document-text.ts";
export {
  decodeFragment,
  displayOf,
  escapeToken,
  type Location,
  lineColumnOf,
  pointerOf,
  type SourceDocument,
  spanOf,
  tokensOf,
  writtenAt,
} from "../source/index.ts";
export * from "./model-exports.ts";
