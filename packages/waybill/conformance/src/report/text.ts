// A report -> text for a terminal: what was found, operation by operation, then the ledger, and one line that sums it up.
import { styleText } from "node:util";
import { causesOf, type Finding, placeOfFinding, sentenceOf } from "../finding.ts";
import type { Cell } from "../ledger/ledger.ts";
import type { RunReport } from "../run/run-report.ts";
import {
  checkLines,
  counted,
  type LedgerGroup,
  type LedgerRow,
  ledgerTable,
  otherFailures,
  repeatOf,
  stateOf,
  summaryOf,
  visible,
  visibleLine,
} from "./summary.ts";

export interface TextOptions {
  /** Whether to use colours: on a terminal, without `NO_COLOR`. Default: no. */
  readonly colour?: boolean;
  /** Whether every finding is printed whole, even if many operations have the same fault. Default: no. */
  readonly isWhole?: boolean;
}

/** Control characters from the service are escaped. */
export function textReport(report: RunReport, { colour = false, isWhole = false }: TextOptions = {}): string {
  const paint = painter(colour);
  const failures = otherFailures(report);
  const sections = [
    ...findingSections(report, isWhole, paint),
    ["ledger", ...ledgerLines(report.cells, paint)],
    ...(report.checks.every(({ notRun }) => notRun.length === 0)
      ? []
      : [["checks", ...checkLines(report.checks).map((line) => `  ${visibleLine(line)}`)]]),
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

function findingSections({ findings, cells, seed }: RunReport, isWhole: boolean, paint: Paint): string[][] {
  const routes = new Map(cells.map(({ subject, route }) => [subject, route]));
  const findingGroups = isWhole ? findings.map((first) => ({ first, others: [] })) : causesOf(findings);
  const sections = Map.groupBy(findingGroups, ({ first }) => first.subject);
  return [...sections].map(([subject, groups]) => {
    const route = subject === null ? "" : (routes.get(subject) ?? "");
    const title = subject === null ? "not described" : visibleLine(subject);
    const lines = groups.flatMap(({ first, others }) => [
      "",
      ...findingLines(first, seed, paint),
      ...otherLines(others.map(placeOfFinding)),
    ]);
    return [`${paint("bold", title)}${route === "" ? "" : `  ${paint("dim", route)}`}`, ...lines];
  });
}

const mostOthers = 20;

/** `12 more, as --verbose shows: listOrders 401; getOrder 404` */
function otherLines(others: readonly string[]): string[] {
  if (others.length === 0) return [];
  const rest = others.length - mostOthers;
  const names = [...others.slice(0, mostOthers), ...(rest > 0 ? [`and ${counted(rest, "other")}`] : [])];
  return [`    ${others.length} more, as --verbose shows: ${names.map(visibleLine).join("; ")}`];
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

/** Columns of a terminal. */
const width = 100;
const longestName = 40;
const longestList = 40;

/** Tables no wider than a terminal, and the holes by name. */
function ledgerLines(cells: readonly Cell[], paint: Paint): string[] {
  if (cells.length === 0) return ["  nothing is declared"];
  const { statuses, operations, messages } = ledgerTable(cells);
  const events = messages.length === 0 ? [] : table("event", ["deliveries"], messages, paint);
  return [...operationTables(statuses, operations, paint), ...events, ...legend(cells), ...holeLines(cells, paint)];
}

/** As many tables as it takes to fit all statuses. */
function operationTables(statuses: readonly string[], rows: readonly LedgerRow[], paint: Paint): string[] {
  const room = width - 2 - nameWidth("operation", rows);
  const perTable = Math.max(1, Math.floor(room / columnWidth("429")));
  const chunks = statuses.flatMap((_, at) => (at % perTable === 0 ? [statuses.slice(at, at + perTable)] : []));
  return chunks.flatMap((chunk) => {
    const concerned = rows.filter(({ groups }) =>
      groups.some(({ status }) => status !== null && chunk.includes(status)),
    );
    return table("operation", chunk, concerned, paint);
  });
}

function table(title: string, columns: readonly string[], rows: readonly LedgerRow[], paint: Paint): string[] {
  const names = nameWidth(title, rows);
  const head = `  ${title.padEnd(names)}${columns.map((column) => column.padStart(columnWidth(column))).join("")}`;
  const lines = rows.map(({ subject, groups }) => {
    const entries = columns.map((column) => {
      const group = groups.find(({ status }) => status === null || status === column);
      return entryOf(group, columnWidth(column), paint);
    });
    return `  ${shortened(visibleLine(subject)).padEnd(names)}${entries.join("")}`.trimEnd();
  });
  return [paint("bold", head), ...lines, ""];
}

function nameWidth(title: string, rows: readonly LedgerRow[]): number {
  return Math.max(title.length, ...rows.map(({ subject }) => shortened(visibleLine(subject)).length));
}

/** `12k* ` and `hole` fit. */
function columnWidth(column: string): number {
  return Math.max(column.length, 5) + 2;
}

/** Padded before it is painted: colours have a length, but no width. */
function entryOf(group: LedgerGroup | undefined, columns: number, paint: Paint): string {
  if (group === undefined) return " ".repeat(columns);
  switch (stateOf(group.cell)) {
    case "hole":
      return paint("red", "hole".padStart(columns));
    case "excused":
      return paint("dim", "exc.".padStart(columns));
    case "seen": {
      const isPartly = group.parts.some((part) => stateOf(part) === "hole");
      const text = `${countOf(group.cell.seen)}${isPartly ? "*" : ""}`.padStart(columns);
      return isPartly ? paint("yellow", text) : text;
    }
  }
}

function countOf(seen: number): string {
  return seen < 10_000 ? String(seen) : `${Math.floor(seen / 1000)}k`;
}

function legend(cells: readonly Cell[]): string[] {
  const has = (state: string): boolean => cells.some((cell) => stateOf(cell) === state);
  const legendEntries = [
    "a number: times seen",
    ...(has("hole") ? ["*: some media types or headers not seen", "hole: never seen"] : []),
    ...(has("excused") ? ["exc.: excused"] : []),
  ];
  return [`  ${legendEntries.join("; ")}`];
}

/** An unseen status includes its media types and headers; one of many operations is listed once. */
function holeLines(cells: readonly Cell[], paint: Paint): string[] {
  const { operations, messages } = ledgerTable(cells);
  const groups = [...operations, ...messages].flatMap((row) => row.groups);
  const common = commonHoles(groups);
  const single = groups.filter((group) => !common.has(group)).flatMap(holesOf);
  const holes = [...new Set(common.values()), ...single];
  if (holes.length === 0) return [];
  const names = Math.min(60, Math.max(...holes.map(({ name }) => name.length)));
  const lines = holes.map(({ name, where }) => {
    return `    ${name.padEnd(names)}  ${paint("cyan", visibleLine(where))}`.trimEnd();
  });
  const more = lines.length - longestList;
  const rest = more > 0 ? [`    and ${more} more: --report html=conform.html shows all`] : [];
  return ["", `  ${paint("red", "holes")}`, ...lines.slice(0, longestList), ...rest];
}

type Hole = Readonly<Record<"name" | "where", string>>;

/** Statuses not seen of more than three operations, each as one hole, named as an excuse would name it. */
function commonHoles(groups: readonly LedgerGroup[]): Map<LedgerGroup, Hole> {
  const unseen = groups.filter(({ status, cell }) => status !== null && stateOf(cell) === "hole");
  const byStatus = [...Map.groupBy(unseen, ({ status }) => status)].filter(([, same]) => same.length > 3);
  return new Map(
    byStatus.flatMap(([status, same]) => {
      const hole = { name: `* ${status} and its parts, of ${same.length} operations`, where: "" };
      return same.map((group): [LedgerGroup, Hole] => [group, hole]);
    }),
  );
}

function holesOf({ cell, parts }: LedgerGroup): Hole[] {
  const missing = parts.filter((part) => stateOf(part) === "hole");
  const ofParts = missing.length === 0 ? "" : ` and ${counted(missing.length, "part")} of it`;
  if (stateOf(cell) === "hole") return [{ name: `${visibleLine(cell.id)}${ofParts}`, where: cell.where }];
  return missing.map(({ id, where }) => ({ name: visibleLine(id), where }));
}

function shortened(name: string): string {
  return name.length <= longestName ? name : `${name.slice(0, longestName - 1)}…`;
}
