// A report -> JSON for programs: everything that a run knows, always with the same keys in the same order.
import { type Finding, sentenceOf } from "../finding.ts";
import type { Cell } from "../ledger/ledger.ts";
import type { CaseResult, RunReport } from "../run/run-report.ts";
import { type CellState, type LedgerTotals, stateOf, totalsOf } from "./ledger-table.ts";

/** The shape of `--json` and of `--report json=file`. Times are milliseconds. */
export interface JsonReport {
  readonly ok: boolean;
  readonly command: "conform";
  /** The server that was asked. */
  readonly url: string;
  readonly seed: number;
  readonly milliseconds: number;
  readonly requests: number;
  readonly deliveries: number;
  /** Whether holes count. */
  readonly complete: boolean;
  readonly ledger: LedgerTotals;
  readonly findings: readonly JsonFinding[];
  /** Excuses that excuse nothing, each with why. */
  readonly staleExcuses: readonly string[];
  readonly notes: readonly string[];
  readonly cases: readonly JsonCase[];
  readonly cells: readonly JsonCell[];
}

export interface JsonFinding extends Omit<Finding, "evidence"> {
  /** Message and value in one. */
  readonly sentence: string;
  /** One line for a shell; `null` for a delivery. */
  readonly curl: string | null;
  /** What came back or arrived, shortened. */
  readonly shown: string;
}

export interface JsonCase extends Omit<CaseResult, "findings"> {
  /** How many findings it made. */
  readonly findings: number;
}

export interface JsonCell extends Cell {
  readonly state: CellState;
}

export function jsonReport(report: RunReport): string {
  return `${JSON.stringify(jsonReportOf(report), null, 2)}\n`;
}

function jsonReportOf(report: RunReport): JsonReport {
  return {
    ok: report.ok,
    command: "conform",
    url: report.url,
    seed: report.seed,
    milliseconds: report.milliseconds,
    requests: report.requests,
    deliveries: report.deliveries,
    complete: report.complete,
    ledger: totalsOf(report.cells),
    findings: report.findings.map(findingOf),
    staleExcuses: [...report.staleExcuses],
    notes: [...report.notes],
    cases: report.cases.map(caseOf),
    cells: report.cells.map(cellOf),
  };
}

// Member by member: whoever made the value may have made its members in another order, or have put more into it.

function findingOf(finding: Finding): JsonFinding {
  const { check, message, found, subject, where, caseId, evidence } = finding;
  const { curl, shown } = evidence;
  return { check, sentence: sentenceOf(finding), message, found, subject, where, caseId, curl, shown };
}

function caseOf({ id, phase, subject, milliseconds, findings, skipped }: CaseResult): JsonCase {
  return { id, phase, subject, milliseconds, findings: findings.length, skipped };
}

function cellOf(cell: Cell): JsonCell {
  const { id, kind, subject, route, status, part, where, seen, excuse } = cell;
  return { id, kind, subject, route, status, part, where, state: stateOf(cell), seen, excuse };
}
