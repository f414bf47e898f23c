// The report of a run to stdout in the format that was asked for, to annotations, and to files.
import { accessSync, constants, mkdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Finding, RunReport } from "@waybill/conformance";
import { annotationOf } from "../diagnostics/index.ts";
import type { Door } from "./conform.ts";
import type { ReportFile, ReportFormat } from "./conform-flags.ts";
import type { Kit } from "./conformance-kit.ts";
import { repositoryOf } from "./report-output.ts";
import type { Terminal } from "./terminal.ts";
import type { UsageProblem } from "./usage.ts";

export function printRun(report: RunReport, { kit, format, terminal }: Door): void {
  if (format === "text") terminal.out(kit.textReport(report, { colour: terminal.colours }));
  if (format === "json") terminal.out(kit.jsonReport(report));
  if (format === "github" || terminal.onGitHub) {
    // With --json stdout is one JSON text; GitHub reads annotations from stderr just as well.
    const print = format === "json" ? terminal.err : terminal.out;
    for (const line of annotations(report, kit, terminal)) print(`${line}\n`);
  }
  if (format === "github") terminal.out(`conform: ${kit.summaryOf(report)}\n`);
}

function annotations(report: RunReport, kit: Kit, terminal: Terminal): string[] {
  const findings = report.findings.map((finding) => {
    const { curl, shown } = finding.evidence;
    const again = `again: ${kit.repeatOf(finding, report.seed)}`;
    const text = [kit.sentenceOf(finding), ...(curl === null ? [] : [curl]), shown, again].join("\n");
    return annotationOf({ severity: "error", ...placeOf(finding.where, terminal), title: finding.check, text });
  });
  const holes = report.complete ? kit.holesIn(report.cells) : [];
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
function placeOf(
  where: Finding["where"],
  terminal: Terminal,
): { file: string | null; line: number | null; column: number | null } {
  const [, name, line, column] = /^(.*):(\d+):(\d+)$/s.exec(where ?? "") ?? [];
  if (name === undefined) return { file: null, line: null, column: null };
  const file = path.relative(repositoryOf(terminal), path.resolve(terminal.cwd, name)).replaceAll("\\", "/");
  return { file, line: Number(line), column: Number(column) };
}

/** Before the run, so that it is not made in vain: makes the folders, and says which files cannot be written. */
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

/** How many could not be written. */
export function writeReports(report: RunReport, { kit, flags, terminal }: Door): number {
  const failed = flags.reports.filter(({ format, file, shown }) => {
    try {
      writeFileSync(file, textFor(format, report, kit));
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

function textFor(format: ReportFormat, report: RunReport, kit: Kit): string {
  switch (format) {
    case "text":
      return kit.textReport(report);
    case "json":
      return kit.jsonReport(report);
    case "junit":
      return kit.junitReport(report);
    case "html":
      return kit.htmlReport(report);
  }
}
