// The report of a run to stdout in the requested format, to annotations, and to files.
import { accessSync, constants, mkdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Annotation, annotationOf, repositoryOf, type Terminal, type UsageProblem } from "waybill/command";
import { type Finding, sentenceOf } from "../finding.ts";
import { holesIn } from "../ledger/ledger.ts";
import { harReport } from "../report/har.ts";
import { htmlReport } from "../report/html.ts";
import { jsonReport } from "../report/json.ts";
import { junitReport } from "../report/junit.ts";
import { sarifReport } from "../report/sarif.ts";
import { repeatOf, summaryOf } from "../report/summary.ts";
import { textReport } from "../report/text.ts";
import type { RunReport } from "../run/run-report.ts";
import type { Invocation } from "./conform.ts";
import type { ReportFile, ReportFormat } from "./run-flags.ts";

export function printRun(report: RunReport, { flags, format, terminal }: Invocation): void {
  if (format === "text") terminal.out(textReport(report, { colour: terminal.colours, isWhole: flags.verbose }));
  if (format === "json") terminal.out(jsonReport(report));
  if (format === "github" || terminal.onGitHub) {
    // With --json stdout is one JSON text; GitHub reads annotations from stderr just as well.
    const print = format === "json" ? terminal.err : terminal.out;
    for (const line of annotations(report, terminal)) print(`${line}\n`);
  }
  if (format === "github") terminal.out(`conform: ${summaryOf(report)}\n`);
}

function annotations(report: RunReport, terminal: Terminal): string[] {
  const annotation = (where: Finding["where"], title: string, text: string): string =>
    annotationOf({ severity: "error", ...placeOf(where, terminal), title, text });
  const findings = report.findings.map((finding) => {
    const { curl, shown } = finding.evidence;
    const again = `again: ${repeatOf(finding, report.seed)}`;
    const text = [sentenceOf(finding), ...(curl === null ? [] : [curl]), shown, again].join("\n");
    return annotation(finding.where, finding.check, text);
  });
  const holes = report.complete ? holesIn(report.cells) : [];
  return [
    ...findings,
    ...holes.map(({ id, where }) =>
      annotation(where, "hole", `${id} is declared but was not seen: cover it, or excuse it`),
    ),
    ...report.staleExcuses.map((text) => annotation(null, "stale-excuse", text)),
    ...report.unmet.map((text) => annotation(null, "required-check", text)),
  ];
}

/** `spec/openapi.yaml:7:3`, relative to the working directory -> its parts, relative to the checkout. */
function placeOf(where: Finding["where"], terminal: Terminal): Pick<Annotation, "file" | "line" | "column"> {
  const [, name, line, column] = /^(.*):(\d+):(\d+)$/s.exec(where ?? "") ?? [];
  if (name === undefined) return { file: null, line: null, column: null };
  const file = path.relative(repositoryOf(terminal), path.resolve(terminal.cwd, name)).replaceAll("\\", "/");
  return { file, line: Number(line), column: Number(column) };
}

/** Before the run, so that no run is wasted: creates the folders, and reports files that cannot be written. */
export function prepareReports(reports: readonly ReportFile[], { cwd }: Terminal): UsageProblem[] {
  return reports.flatMap((report) => {
    const message = failureOf(report, cwd, ({ file }) => {
      mkdirSync(path.dirname(file), { recursive: true });
      accessSync(path.dirname(file), constants.W_OK);
      if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) throw new Error("it is a folder");
    });
    return message === null ? [] : [{ message, hint: "use a file in a folder that you can write to" }];
  });
}

/** The number of reports that could not be written. */
export function writeReports(report: RunReport, { flags, terminal }: Invocation): number {
  const failures = flags.reports.flatMap((one) => {
    return (
      failureOf(one, terminal.cwd, ({ file, format }) => writeFileSync(file, writers[format](report, flags))) ?? []
    );
  });
  for (const message of failures) terminal.err(`waybill: ${message}\n`);
  return failures.length;
}

/** Why a report cannot be written; `null` when `work` succeeds. */
function failureOf(report: ReportFile, cwd: string, work: (report: ReportFile) => void): string | null {
  try {
    work(report);
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll(`${cwd}${path.sep}`, "") : String(error);
    return `--report ${report.format}=${report.shown} cannot be written: ${reason}`;
  }
}

const writers: Readonly<Record<ReportFormat, (report: RunReport, flags: Invocation["flags"]) => string>> = {
  text: (report, { verbose }) => textReport(report, { isWhole: verbose }),
  json: jsonReport,
  junit: junitReport,
  html: htmlReport,
  sarif: sarifReport,
  har: ({ exchanges }) => harReport(exchanges),
};
