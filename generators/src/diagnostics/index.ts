// The code table, the report of a run, and the formats diagnostics are printed in.

export { type CodeRow, listOf, nearest, printable, quote, type Severity } from "./code.ts";
export { type Code, codes, isTolerable, tolerable } from "./codes.ts";
export type { OrphanState } from "./codes-output.ts";
export {
  type Diagnostic,
  type DiagnosticSeverity,
  fileOf,
  firstOfEach,
  keyOf,
  type Place,
  type Related,
  type StoppedTarget,
  startOf,
} from "./diagnostic.ts";
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
export {
  type Annotation,
  annotationOf,
  type Content,
  checkstyleOf,
  htmlTemplate,
  junitOf,
  Markup,
  sarifOf,
  type Template,
  type TestCase,
  type TestFailure,
  type TestSuite,
  uriOf,
} from "./printed.ts";
export { type Assumption, bounded, type Extra, type Faults, Report, reportExhaustion } from "./report.ts";
export { kindOf, reportSourceProblem } from "./source-problems.ts";
export type { RuleOf, Scope, Tolerance } from "./verdict.ts";
