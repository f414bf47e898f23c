// A report -> JUnit XML: a suite for each phase and a test case for each case, which CI systems show as tests.
import { junitOf, type TestCase, type TestFailure, type TestSuite } from "waybill/command";
import { type Finding, identityOfFinding, sentenceOf } from "../finding.ts";
import type { Cell } from "../ledger/ledger.ts";
import { type CaseResult, phases, type RunReport } from "../run/run-report.ts";
import { repeatOf, stateOf } from "./summary.ts";

/** Holes in the ledger are failures of a suite `ledger` when they make the run fail; stale excuses always do. */
export function junitReport(report: RunReport): string {
  const suites = [
    ...phaseSuites(report),
    ...otherFindings(report),
    ...ledgerSuite(report),
    ...excuseSuite(report),
    ...unmetSuite(report),
  ];
  return junitOf({ name: "waybill conform", suites, milliseconds: report.milliseconds });
}

function phaseSuites(report: RunReport): TestSuite[] {
  const findingsByIdentity = new Map(report.findings.map((finding) => [identityOfFinding(finding), finding]));
  return phases.flatMap((phase): TestSuite[] => {
    const cases = report.cases.filter((one) => one.phase === phase);
    return cases.length === 0
      ? []
      : [{ name: phase, cases: cases.map((one) => testCaseOf(one, findingsByIdentity, report.seed)) }];
  });
}

/** `shown`: the findings of the report, whose requests are the shortest that show them. */
function testCaseOf(result: CaseResult, findingsByIdentity: ReadonlyMap<string, Finding>, seed: number): TestCase {
  const { subject, id, milliseconds, findings, skipped } = result;
  const failures = findings.map((finding) =>
    failureOf(findingsByIdentity.get(identityOfFinding(finding)) ?? finding, seed),
  );
  return { classname: subject, name: id, milliseconds, failures, skipped };
}

/** Findings outside of a case, by deliveries that arrived late. */
function otherFindings({ findings, cases, seed }: RunReport): TestSuite[] {
  const inCases = new Set(cases.flatMap((one) => one.findings.map(identityOfFinding)));
  const others = findings.filter((finding) => !inCases.has(identityOfFinding(finding)));
  if (others.length === 0) return [];
  const testCases = others.map((finding) =>
    untimed(finding.subject ?? "not described", finding.message, { failures: [failureOf(finding, seed)] }),
  );
  return [{ name: "other findings", cases: testCases }];
}

function ledgerSuite({ complete, cells }: RunReport): TestSuite[] {
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

function excuseSuite({ staleExcuses }: RunReport): TestSuite[] {
  if (staleExcuses.length === 0) return [];
  const testCases = staleExcuses.map((stale) => {
    const failure = { type: "stale-excuse", message: stale, text: `Remove it from the file of excuses: ${stale}` };
    return untimed("excuses", stale, { failures: [failure] });
  });
  return [{ name: "excuses", cases: testCases }];
}

function unmetSuite({ unmet }: RunReport): TestSuite[] {
  if (unmet.length === 0) return [];
  const testCases = unmet.map((text) =>
    untimed("required checks", text, { failures: [{ type: "required-check", message: text, text }] }),
  );
  return [{ name: "required checks", cases: testCases }];
}

function failureOf(finding: Finding, seed: number): TestFailure {
  const { check, where, evidence } = finding;
  const message = sentenceOf(finding);
  const lines = [where, evidence.curl, evidence.shown, `again: ${repeatOf(finding, seed)}`];
  return { type: check, message, text: [message, ...lines.filter((line) => line !== null)].join("\n") };
}
