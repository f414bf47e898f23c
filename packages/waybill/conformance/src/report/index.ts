// The ways to print a report.
export { htmlReport } from "./html.ts";
export { type JsonCase, type JsonCell, type JsonFinding, type JsonReport, jsonReport } from "./json.ts";
export { junitReport } from "./junit.ts";
export type { CellState, LedgerTotals } from "./ledger-table.ts";
export { repeatOf, summaryOf } from "./summary.ts";
export { type TextOptions, textOfFindings, textReport } from "./text.ts";
