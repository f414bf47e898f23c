// The public API: a description, the run that checks a service against it, the recorder for a project's own tests, and the reports.
export type { Delivery, DeliveryVerdict } from "./deliveries/check-delivery.ts";
export {
  type Description,
  DescriptionError,
  type DescriptionFiles,
  openDescription,
} from "./description/description.ts";
export type { Exchange, HeaderPair, ReceivedResponse, SentRequest } from "./exchange/exchange.ts";
export { type Check, checks, type Evidence, type Finding, sentenceOf } from "./finding.ts";
export { type Excuse, ExcusesError, readExcuses, staleExcuses } from "./ledger/excuses.ts";
export { type Cell, type CellKind, holesIn, Ledger } from "./ledger/ledger.ts";
export {
  type NodeRequest,
  type RecordDeliveryOptions,
  recordFetchDelivery,
  recordNodeDelivery,
} from "./recorder/delivery.ts";
export { type Injectable, type RecordInjectOptions, recordInject } from "./recorder/fastify.ts";
export { type RecordFetchOptions, recordFetch } from "./recorder/fetch.ts";
export { LedgerFileError, mergeLedgers, saveLedger } from "./recorder/ledger-file.ts";
export { assertComplete, assertConforms, Recorder, type RecorderOptions, type Seen } from "./recorder.ts";
export { type HarEntry, harReport } from "./report/har.ts";
export { htmlReport } from "./report/html.ts";
export { type JsonCase, type JsonCell, type JsonFinding, type JsonReport, jsonReport } from "./report/json.ts";
export { junitReport } from "./report/junit.ts";
export { sarifReport } from "./report/sarif.ts";
export { type CellState, type LedgerTotals, repeatOf, summaryOf } from "./report/summary.ts";
export { type TextOptions, textOfFindings, textReport } from "./report/text.ts";
export { runConformance } from "./run/run.ts";
export type { RunOptions, Trigger } from "./run/run-options.ts";
export type { CaseResult, Phase, RunReport } from "./run/run-report.ts";
export { Unreachable } from "./run/session.ts";
