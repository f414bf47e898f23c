// What the reports have in common: the summary in one line, the command that reproduces a finding, the table of the ledger, and text from
// services without control characters.

import { singleQuoted } from "../exchange/curl.ts";
import { causesOf, type Finding } from "../finding.ts";
import type { Cell } from "../ledger/ledger.ts";
import { namesOf } from "../run/check-rows.ts";
import type { CheckRow, RunReport } from "../run/run-report.ts";

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
  const causes = causesOf(report.findings).length;
  const places = report.findings.length === causes ? "" : ` in ${report.findings.length} places`;
  const findings = causes === 0 ? "no finding" : `${counted(causes, "finding")}${places}`;
  const ledger = `ledger ${seen} of ${cells} seen, ${excused} excused, ${counted(holes, "hole")}`;
  const stale = report.staleExcuses.length === 0 ? [] : [counted(report.staleExcuses.length, "stale excuse")];
  const ran = report.checks.reduce((sum, row) => sum + row.ran.length, 0);
  const all = report.checks.reduce((sum, row) => sum + row.ran.length + row.notRun.length, 0);
  const checks = all === 0 ? [] : [`${ran} of ${counted(all, "check")} ran`];
  const unmet = report.unmet.length === 0 ? [] : [`${counted(report.unmet.length, "required check")} did not run`];
  return `${done}: ${[findings, ...checks, ...unmet, ledger, ...stale, `${(report.milliseconds / 1000).toFixed(1)} s`].join("; ")}`;
}

/** What to add to the command to see the finding again: `--seed 7 --only 'createOrder/valid/1'`. */
export function repeatOf({ caseId }: Pick<Finding, "caseId">, seed: number): string {
  if (caseId === null) return `--seed ${seed}`;
  return `--seed ${seed} --only ${/^[\w@%+=:,./-]+$/.test(caseId) ? caseId : singleQuoted(caseId)}`;
}

/** Why a run fails although the service has no finding; empty when it passes. */
export function otherFailures(report: Pick<RunReport, "cells" | "complete" | "staleExcuses" | "unmet">): string[] {
  const { holes } = totalsOf(report.cells);
  return [
    ...(report.complete && holes > 0 ? [`${counted(holes, "hole")} in the ledger: cover them, or excuse them`] : []),
    ...report.staleExcuses.map((stale) => `stale excuse ${stale}`),
    ...report.unmet.map((line) => `required: ${line}`),
  ];
}

/** `12 of 19 checks ran for updateBook; not: lost-write, because nothing leads to it`; operations that lack the same are on one line. */
export function checkLines(rows: readonly CheckRow[]): string[] {
  const groups = Map.groupBy(
    rows.filter(({ notRun }) => notRun.length > 0),
    ({ ran, notRun }) => {
      const reasons = [...Map.groupBy(notRun, ({ reason }) => reason)].map(
        ([reason, some]) => `${some.map(({ check }) => check).join(", ")}, because ${reason}`,
      );
      return `${ran.length} of ${ran.length + notRun.length} checks ran for {}; not: ${reasons.join("; ")}`;
    },
  );
  return [...groups].map(([text, some]) => text.replace("{}", () => namesOf(some.map(({ subject }) => subject))));
}

export function counted(number: number, one: string, several = `${one}s`): string {
  return `${number} ${number === 1 ? one : several}`;
}

/** Keeps line ends and tabs. */
export function visible(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(controls, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 256 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}

/** As `visible`, on one line. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}

/** Control characters but for tab and line feed, Unicode's line ends, and the marks that turn the direction of text around. */
const controls: RegExp = /(?![\t\n])\p{Cc}|[\u2028\u2029]|\p{Bidi_Control}/gu;

export interface LedgerTotals {
  /** How many cells are declared. */
  readonly cells: number;
  readonly seen: number;
  /** Not seen, with a reason. */
  readonly excused: number;
  /** Neither seen nor excused. */
  readonly holes: number;
}

/** An operation or an event, with what is declared of it. */
export interface LedgerRow {
  readonly subject: string;
  /** `POST /v1/orders/create`; empty for an event. */
  readonly route: string;
  readonly groups: readonly LedgerGroup[];
}

/** A status of an operation, or an event, with the media types and headers that belong to it. */
export interface LedgerGroup {
  /** `null` for an event. */
  readonly status: string | null;
  readonly cell: Cell;
  readonly parts: readonly Cell[];
}

export interface LedgerTable {
  /** Every status that some operation declares, in the order of their numbers. */
  readonly statuses: readonly string[];
  readonly operations: readonly LedgerRow[];
  readonly messages: readonly LedgerRow[];
}

/** `hole`: neither seen nor excused. */
export type CellState = "seen" | "excused" | "hole";

export function stateOf({ seen, excuse }: Pick<Cell, "seen" | "excuse">): CellState {
  if (seen > 0) return "seen";
  return excuse === null ? "hole" : "excused";
}

export function totalsOf(cells: readonly Cell[]): LedgerTotals {
  const count = (state: CellState): number => cells.filter((cell) => stateOf(cell) === state).length;
  return { cells: cells.length, seen: count("seen"), excused: count("excused"), holes: count("hole") };
}

/** Rows and groups are in the order of the description, as the cells are. */
export function ledgerTable(cells: readonly Cell[]): LedgerTable {
  const subjects = Map.groupBy(cells, ({ route, subject }) => `${route}\n${subject}`);
  const rows = [...subjects.values()].flatMap(rowOf);
  const statuses = new Set(cells.flatMap(({ status }) => (status === null ? [] : [status])));
  return {
    statuses: [...statuses].sort(byStatus),
    operations: rows.filter(({ route }) => route !== ""),
    messages: rows.filter(({ route }) => route === ""),
  };
}

function rowOf(cells: readonly Cell[]): LedgerRow[] {
  const [first] = cells;
  if (first === undefined) return [];
  const groups = cells
    .filter(({ part }) => part === null)
    .map((cell) => ({
      status: cell.status,
      cell,
      parts: cells.filter(({ part, status }) => part !== null && status === cell.status),
    }));
  return [{ subject: first.subject, route: first.route, groups }];
}

/** `404`, `4XX`, `500`, `default`. */
function byStatus(a: string, b: string): number {
  const rank = (status: string): string => (status === "default" ? "~" : status.replaceAll("X", "~"));
  return rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0;
}
