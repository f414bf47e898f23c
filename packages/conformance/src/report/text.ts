// A report -> text for a terminal: what was found, operation by operation, then the ledger, and one line that sums it up.
import { styleText } from "node:util";
import { type Finding, sentenceOf } from "../finding.ts";
import type { RunReport } from "../run/run-report.ts";
import { ledgerLines } from "./ledger-text.ts";
import { otherFailures, repeatOf, summaryOf } from "./summary.ts";
import { visible, visibleLine } from "./visible.ts";

export interface TextOptions {
  /** Whether to use colours: on a terminal, without `NO_COLOR`. Default: no. */
  readonly colour?: boolean;
}

/** Control characters from the service are escaped. */
export function textReport(report: RunReport, { colour = false }: TextOptions = {}): string {
  const paint = painter(colour);
  const failures = otherFailures(report);
  const sections = [
    ...findingSections(report, paint),
    ["ledger", ...ledgerLines(report.cells, paint)],
    ...(report.notes.length === 0 ? [] : [["notes", ...report.notes.map((note) => `  ${visibleLine(note)}`)]]),
    ...(failures.length === 0 ? [] : [failures.map((line) => paint("red", visibleLine(line)))]),
    [paint(report.ok ? "green" : "red", `conform: ${summaryOf(report)}`)],
  ];
  return `${sections.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** Findings alone, for the message of an assertion. */
export function textOfFindings(findings: readonly Finding[]): string {
  return findings.map((finding) => findingLines(finding, null, painter(false)).join("\n")).join("\n\n");
}

/** Text in a colour, or as it is. */
export type Paint = (style: "red" | "green" | "yellow" | "bold" | "dim" | "cyan", text: string) => string;

/** The caller has decided about colours: it knows the destination of the text. */
function painter(colour: boolean): Paint {
  return (style, text) => (colour ? styleText(style, text, { validateStream: false }) : text);
}

function findingSections({ findings, cells, seed }: RunReport, paint: Paint): string[][] {
  const routes = new Map(cells.map(({ subject, route }) => [subject, route]));
  const groups = Map.groupBy(findings, ({ subject }) => subject);
  return [...groups].map(([subject, group]) => {
    const route = subject === null ? "" : (routes.get(subject) ?? "");
    const title = subject === null ? "not described" : visibleLine(subject);
    const lines = group.flatMap((finding) => ["", ...findingLines(finding, seed, paint)]);
    return [`${paint("bold", title)}${route === "" ? "" : `  ${paint("dim", route)}`}`, ...lines];
  });
}

/** `seed`: `null` where no run can be repeated. */
function findingLines(finding: Finding, seed: number | null, paint: Paint): string[] {
  const { check, where, evidence } = finding;
  return [
    `  ${paint("red", check)}  ${visibleLine(sentenceOf(finding))}`,
    ...(where === null ? [] : [`    ${paint("cyan", visibleLine(where))}`]),
    ...(evidence.curl === null ? [] : [`    ${visible(evidence.curl)}`]),
    ...visible(evidence.shown)
      .split("\n")
      .map((line) => (line === "" ? "" : `      ${paint("dim", line)}`)),
    ...(seed === null ? [] : [`    again: ${repeatOf(finding, seed)}`]),
  ];
}
