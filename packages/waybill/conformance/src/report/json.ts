// A report -> JSON for programs: all results of a run, always with the same keys in the same order.
import { causesOf, type Finding, sentenceOf } from "../finding.ts";
import type { Cell } from "../ledger/ledger.ts";
import type { CaseResult, RunReport } from "../run/run-report.ts";
import { type CellState, type LedgerTotals, stateOf, totalsOf } from "./summary.ts";

/** The shape of `--json` and of `--report json=file`. Times are milliseconds. */
export interface JsonReport extends Omit<RunReport, "findings" | "cases" | "exchanges"> {
  readonly command: "conform";
  readonly ledger: LedgerTotals;
  readonly findings: readonly JsonFinding[];
  readonly cases: readonly JsonCase[];
  readonly cells: readonly JsonCell[];
}

export interface JsonFinding extends Omit<Finding, "evidence"> {
  /** Message and value in one. */
  readonly sentence: string;
  /** From 1: findings of one number have one cause. */
  readonly cause: number;
  /** One line for a shell; `null` for a delivery. */
  readonly curl: string | null;
  /** The response or the delivery, shortened. */
  readonly shown: string;
}

export interface JsonCase extends Omit<CaseResult, "findings"> {
  /** The number of its findings. */
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
    findings: findingsOf(report.findings),
    staleExcuses: [...report.staleExcuses],
    notes: [...report.notes],
    checks: report.checks.map(({ subject, ran, notRun }) => ({
      subject,
      ran: [...ran],
      notRun: notRun.map(({ check, reason }) => ({ check, reason })),
    })),
    unmet: [...report.unmet],
    cases: report.cases.map(caseOf),
    cells: report.cells.map(cellOf),
  };
}

// Member by member: the order is always the same, without further members.

function findingsOf(findings: readonly Finding[]): JsonFinding[] {
  const causes = causesOf(findings).map(({ first, others }) => new Set([first, ...others]));
  return findings.map((finding) => {
    const { check, message, found, subject, where, caseId, evidence } = finding;
    const { curl, shown } = evidence;
    const cause = causes.findIndex((one) => one.has(finding)) + 1;
    return { check, sentence: sentenceOf(finding), cause, message, found, subject, where, caseId, curl, shown };
  });
}

function caseOf({ id, phase, subject, milliseconds, requests, findings, skipped }: CaseResult): JsonCase {
  return { id, phase, subject, milliseconds, requests, findings: findings.length, skipped };
}

function cellOf(cell: Cell): JsonCell {
  const { id, kind, subject, route, status, part, where, seen, excuse } = cell;
  return { id, kind, subject, route, status, part, where, state: stateOf(cell), seen, excuse };
}
