// A report -> its summary in one line, and the command that reproduces a finding.
import { singleQuoted } from "../exchange/shell-word.ts";
import type { Finding } from "../finding.ts";
import type { RunReport } from "../run/run-report.ts";
import { totalsOf } from "./ledger-table.ts";

/** `612 requests, 43 deliveries, 580 cases: 2 findings; ledger 431 of 440 seen, 6 excused, 3 holes; 4.2 s` */
export function summaryOf(report: RunReport): string {
  const { cells, seen, excused, holes } = totalsOf(report.cells);
  const run = report.cases.filter(({ skipped }) => skipped === null).length;
  const skipped = report.cases.length - run;
  const done = [
    counted(report.requests, "request"),
    counted(report.deliveries, "delivery", "deliveries"),
    `${counted(run, "case")}${skipped === 0 ? "" : ` and ${skipped} skipped`}`,
  ].join(", ");
  const findings = report.findings.length === 0 ? "no finding" : counted(report.findings.length, "finding");
  const ledger = `ledger ${seen} of ${cells} seen, ${excused} excused, ${counted(holes, "hole")}`;
  const stale = report.staleExcuses.length === 0 ? [] : [counted(report.staleExcuses.length, "stale excuse")];
  const ran = report.checks.reduce((sum, row) => sum + row.ran.length, 0);
  const all = report.checks.reduce((sum, row) => sum + row.ran.length + row.notRun.length, 0);
  const checks = all === 0 ? [] : [`${ran} of ${counted(all, "check")} ran`];
  return `${done}: ${[findings, ...checks, ledger, ...stale, `${(report.milliseconds / 1000).toFixed(1)} s`].join("; ")}`;
}

/** What to add to the command to see the finding again: `--seed 7 --only 'createOrder/valid/1'`. */
export function repeatOf({ caseId }: Pick<Finding, "caseId">, seed: number): string {
  if (caseId === null) return `--seed ${seed}`;
  return `--seed ${seed} --only ${/^[\w@%+=:,./-]+$/.test(caseId) ? caseId : singleQuoted(caseId)}`;
}

/** Why a run fails although the service has no finding; empty when it passes. */
export function otherFailures(report: Pick<RunReport, "cells" | "complete" | "staleExcuses">): string[] {
  const { holes } = totalsOf(report.cells);
  return [
    ...(report.complete && holes > 0 ? [`${counted(holes, "hole")} in the ledger: cover them, or excuse them`] : []),
    ...report.staleExcuses.map((stale) => `stale excuse ${stale}`),
  ];
}

export function counted(number: number, one: string, several = `${one}s`): string {
  return `${number} ${number === 1 ? one : several}`;
}
