// The code table, the report of a run, and the formats diagnostics are printed in.

export { type Annotation, annotationOf } from "./annotation.ts";
export { type CodeRow, listOf, printable, quote, type Severity } from "./code.ts";
export { type Code, codes } from "./codes.ts";
export type { OrphanState } from "./codes-output.ts";
export {
  type Diagnostic,
  type DiagnosticSeverity,
  firstOfEach,
  type Related,
  type StoppedTarget,
} from "./diagnostic.ts";
export { bounded, reportExhaustion } from "./exhaustion.ts";
export {
  type Coordinates,
  coordinatesOf,
  type DiagnosticJson,
  frameOf,
  githubOf,
  jsonOf,
  labelOf,
  relatedLines,
  textOf,
} from "./format.ts";
export { junitOf, type TestCase, type TestFailure, type TestSuite } from "./junit.ts";
export { type Content, htmlTemplate, Markup, type Template } from "./markup.ts";
export { nearest } from "./nearest.ts";
export { fileOf, keyOf, type Place, startOf } from "./place.ts";
export { type Assumption, type Extra, type Faults, Report } from "./report.ts";
export { kindOf, reportSourceProblem } from "./source-problems.ts";
export { isTolerable, tolerable } from "./tolerance.ts";
export type { Scope, Tolerance } from "./verdict.ts";
