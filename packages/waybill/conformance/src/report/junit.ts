// A report -> JUnit XML: a suite for each phase and a test case for each case, which CI systems show as tests.
import { type Finding, identityOfFinding, sentenceOf } from "../finding.ts";
import type { Cell } from "../ledger/ledger.ts";
import { type CaseResult, phases, type RunReport } from "../run/run-report.ts";
import { stateOf } from "./ledger-table.ts";
import { repeatOf } from "./summary.ts";

interface Suite {
  readonly name: string;
  readonly cases: readonly TestCase[];
}

interface TestCase {
  /** What it is about: an operation or an event. */
  readonly classname: string;
  readonly name: string;
  readonly milliseconds: number;
  readonly failures: readonly Failure[];
  /** Why it was not run; `null` when it was. */
  readonly skipped: string | null;
}

interface Failure {
  readonly type: string;
  readonly message: string;
  readonly text: string;
}

/** Holes in the ledger are failures of a suite `ledger` when they make the run fail; stale excuses always do. */
export function junitReport(report: RunReport): string {
  const suites = [...phaseSuites(report), ...otherFindings(report), ...ledgerSuite(report), ...excuseSuite(report)];
  const totals = countsOf(suites.flatMap(({ cases }) => cases));
  const attributes = attributesOf({ name: "waybill conform", ...totals, time: seconds(report.milliseconds) });
  return `${['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites${attributes}>`, ...suites.map(suiteXml), "</testsuites>"].join("\n")}\n`;
}

function phaseSuites(report: RunReport): Suite[] {
  const shown = new Map(report.findings.map((finding) => [identityOfFinding(finding), finding]));
  return phases.flatMap((phase): Suite[] => {
    const cases = report.cases.filter((one) => one.phase === phase);
    return cases.length === 0 ? [] : [{ name: phase, cases: cases.map((one) => testCaseOf(one, shown, report.seed)) }];
  });
}

/** `shown`: the findings of the report, whose requests are the shortest that show them. */
function testCaseOf(result: CaseResult, shown: ReadonlyMap<string, Finding>, seed: number): TestCase {
  const { subject, id, milliseconds, findings, skipped } = result;
  const failures = findings.map((finding) => failureOf(shown.get(identityOfFinding(finding)) ?? finding, seed));
  return { classname: subject, name: id, milliseconds, failures, skipped };
}

/** Findings outside of a case, by deliveries that arrived late. */
function otherFindings({ findings, cases, seed }: RunReport): Suite[] {
  const inCases = new Set(cases.flatMap((one) => one.findings.map(identityOfFinding)));
  const others = findings.filter((finding) => !inCases.has(identityOfFinding(finding)));
  if (others.length === 0) return [];
  const testCases = others.map((finding) =>
    untimed(finding.subject ?? "not described", finding.message, { failures: [failureOf(finding, seed)] }),
  );
  return [{ name: "other findings", cases: testCases }];
}

function ledgerSuite({ complete, cells }: RunReport): Suite[] {
  return complete ? [{ name: "ledger", cases: cells.map(cellCase) }] : [];
}

function cellCase(cell: Cell): TestCase {
  const { subject, id, excuse, where } = cell;
  const message = `${id} is declared but was not seen`;
  switch (stateOf(cell)) {
    case "seen":
      return untimed(subject, id);
    case "excused":
      return untimed(subject, id, { skipped: excuse });
    case "hole":
      return untimed(subject, id, { failures: [{ type: "hole", message, text: `${where}\n${message}` }] });
  }
}

function untimed(classname: string, name: string, result: Partial<TestCase> = {}): TestCase {
  return { classname, name, milliseconds: 0, failures: [], skipped: null, ...result };
}

function excuseSuite({ staleExcuses }: RunReport): Suite[] {
  if (staleExcuses.length === 0) return [];
  const testCases = staleExcuses.map((stale) => {
    const failure = { type: "stale-excuse", message: stale, text: `Remove it from the file of excuses: ${stale}` };
    return untimed("excuses", stale, { failures: [failure] });
  });
  return [{ name: "excuses", cases: testCases }];
}

function failureOf(finding: Finding, seed: number): Failure {
  const { check, where, evidence } = finding;
  const message = sentenceOf(finding);
  const lines = [where, evidence.curl, evidence.shown, `again: ${repeatOf(finding, seed)}`];
  return { type: check, message, text: [message, ...lines.filter((line) => line !== null)].join("\n") };
}

function countsOf(cases: readonly TestCase[]): Record<string, number> {
  const failures = cases.filter((one) => one.failures.length > 0).length;
  const skipped = cases.filter((one) => one.failures.length === 0 && one.skipped !== null).length;
  return { tests: cases.length, failures, errors: 0, skipped };
}

function suiteXml({ name, cases }: Suite): string {
  const time = seconds(cases.reduce((sum, { milliseconds }) => sum + milliseconds, 0));
  const start = `  <testsuite${attributesOf({ name, ...countsOf(cases), time })}>`;
  return [start, ...cases.map(testCaseXml), "  </testsuite>"].join("\n");
}

function testCaseXml({ classname, name, milliseconds, failures, skipped }: TestCase): string {
  const start = `    <testcase${attributesOf({ classname, name, time: seconds(milliseconds) })}`;
  const inside = [
    ...failures.map(
      ({ type, message, text }) => `      <failure${attributesOf({ type, message })}>${textXml(text)}</failure>`,
    ),
    ...(failures.length === 0 && skipped !== null ? [`      <skipped${attributesOf({ message: skipped })}/>`] : []),
  ];
  return inside.length === 0 ? `${start}/>` : [`${start}>`, ...inside, "    </testcase>"].join("\n");
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

function attributesOf(attributes: Readonly<Record<string, string | number>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${attributeXml(String(value))}"`)
    .join("");
}

function textXml(text: string): string {
  return allowed(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\r", "&#13;");
}

/** A parser makes a space of a line end or tab in an attribute, unless it is written as a reference. */
function attributeXml(text: string): string {
  return textXml(text).replaceAll('"', "&quot;").replaceAll("\t", "&#9;").replaceAll("\n", "&#10;");
}

/** XML 1.0 has no way to write these characters, not even as references: half a surrogate pair is one as well. */
function allowed(text: string): string {
  return text.toWellFormed().replace(/(?![\t\n\r\u007f-\u009f])\p{Cc}|[\ufffe\uffff]/gu, "\ufffd");
}
