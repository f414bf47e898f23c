// The report of a run to stdout in the requested format, to annotations, and to files.
import { accessSync, constants, mkdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Annotation, annotationOf, repositoryOf, type Terminal, type UsageProblem } from "waybill/command";
import { type Finding, sentenceOf } from "../finding.ts";
import { holesIn } from "../ledger/ledger.ts";
import { htmlReport, jsonReport, junitReport, repeatOf, summaryOf, textReport } from "../report/index.ts";
import type { RunReport } from "../run/run-report.ts";
import type { Invocation } from "./conform.ts";
import type { ReportFile, ReportFormat } from "./run-flags.ts";

export function printRun(report: RunReport, { format, terminal }: Invocation): void {
  if (format === "text") terminal.out(textReport(report, { colour: terminal.colours }));
  if (format === "json") terminal.out(jsonReport(report));
  if (format === "github" || terminal.onGitHub) {
    // With --json stdout is one JSON text; GitHub reads annotations from stderr just as well.
    const print = format === "json" ? terminal.err : terminal.out;
    for (const line of annotations(report, terminal)) print(`${line}\n`);
  }
  if (format === "github") terminal.out(`conform: ${summaryOf(report)}\n`);
}

function annotations(report: RunReport, terminal: Terminal): string[] {
  const findings = report.findings.map((finding) => {
    const { curl, shown } = finding.evidence;
    const again = `again: ${repeatOf(finding, report.seed)}`;
    const text = [sentenceOf(finding), ...(curl === null ? [] : [curl]), shown, again].join("\n");
    return annotationOf({ severity: "error", ...placeOf(finding.where, terminal), title: finding.check, text });
  });
  const holes = report.complete ? holesIn(report.cells) : [];
  return [
    ...findings,
    ...holes.map(({ id, where }) => {
      const text = `${id} is declared and was not seen: see it, or excuse it`;
      return annotationOf({ severity: "error", ...placeOf(where, terminal), title: "hole", text });
    }),
    ...report.staleExcuses.map((text) =>
      annotationOf({ severity: "error", file: null, line: null, column: null, title: "stale-excuse", text }),
    ),
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
  return reports.flatMap(({ format, file, shown }) => {
    try {
      mkdirSync(path.dirname(file), { recursive: true });
      accessSync(path.dirname(file), constants.W_OK);
      if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) throw new Error("it is a folder");
      return [];
    } catch (error) {
      const reason = error instanceof Error ? error.message.replaceAll(`${cwd}${path.sep}`, "") : String(error);
      return [
        {
          message: `--report ${format}=${shown} cannot be written: ${reason}`,
          hint: "name a file in a folder of yours",
        },
      ];
    }
  });
}

/** The number of reports that could not be written. */
export function writeReports(report: RunReport, { flags, terminal }: Invocation): number {
  const failed = flags.reports.filter(({ format, file, shown }) => {
    try {
      writeFileSync(file, textFor(format, report));
      return false;
    } catch (error) {
      terminal.err(
        `waybill: --report ${format}=${shown} cannot be written: ${error instanceof Error ? error.message : String(error)}\n`,
      );
      return true;
    }
  });
  return failed.length;
}

function textFor(format: ReportFormat, report: RunReport): string {
  switch (format) {
    case "text":
      return textReport(report);
    case "json":
      return jsonReport(report);
    case "junit":
      return junitReport(report);
    case "html":
      return htmlReport(report);
  }
}
