// Diagnostics to the terminal: frames on stderr, JSON or annotations on stdout.
import path from "node:path";
import {
  type Code,
  codes,
  coordinatesOf,
  type Diagnostic,
  type DiagnosticSeverity,
  fileOf,
  firstOfEach,
  githubOf,
  labelOf,
  printable,
  relatedLines,
  textOf,
} from "../../diagnostics/index.ts";
import { type Located, locate, type Reported } from "../../run/reported.ts";
import type { Format, Terminal } from "./terminal.ts";

export interface Shown {
  /** How many lines the report may take; `null` for all there are. */
  readonly room: number | null;
  /** Printed below the counts of a run that failed. */
  readonly suggestion?: readonly string[];
  /** Of what warnings are one line for each code. Default: of no file. */
  readonly isForeign?: IsForeign;
}

const all: Shown = { room: null };

/** What is wrong with generated files is printed in full: only faults of a description come by the thousand. */
const ofFiles: ReadonlySet<Code> = new Set([
  "stale-file",
  "missing-file",
  "hand-edited-file",
  "foreign-file",
  "orphan-file",
  "unwritable-file",
  "version-skew",
  "invalid-manifest",
]);

/** Prints what is not JSON; in a GitHub workflow, annotations are printed with every format. */
export function printReport(reported: Reported, format: Format, terminal: Terminal, displayOptions: Shown = all): void {
  const located = locate(reported, terminal.cwd);
  if (format === "text" && located.length > 0) terminal.err(`${textReport(located, displayOptions).join("\n")}\n`);
  if (format !== "github" && !terminal.onGitHub) return;
  // With --json stdout is one JSON text; GitHub reads annotations from stderr just as well.
  const print = format === "json" ? terminal.err : terminal.out;
  for (const { diagnostic, hunks } of locate(reported, repositoryOf(terminal))) {
    print(`${githubOf(diagnostic, hunks.length > 0 ? hunks : relatedLines(diagnostic))}\n`);
  }
}

function textReport(located: readonly Located[], { room, suggestion = [], isForeign }: Shown): string[] {
  const summary = summaryOf(located.map(({ diagnostic }) => diagnostic));
  if (room === null) return [...located.flatMap(wholeLines), summary, ...suggestion];
  const inFull = located.filter(({ diagnostic }) => ofFiles.has(diagnostic.code));
  const others = located.filter((one) => !inFull.includes(one)).map(({ diagnostic }) => diagnostic);
  const { lines, isShortened } = groupedReport(others, room - suggestion.length - 1, isForeign);
  const how = isShortened ? ": --verbose prints each of them" : "";
  return [...lines, ...inFull.flatMap(wholeLines), `${summary}${how}`, ...suggestion];
}

/** What is tolerated is a line of its own, anything else a paragraph. */
function wholeLines({ diagnostic, excerpt }: Located): string[] {
  const end = diagnostic.assumed === null ? [""] : [];
  return [...textOf(diagnostic).split("\n"), ...excerpt.map((line) => `    ${line}`), ...end];
}

/** GitHub looks for the file of an annotation in the checkout, wherever the command ran. */
export function repositoryOf({ cwd, repository }: Terminal): string {
  if (repository === null) return cwd;
  const inside = path.relative(repository, cwd);
  return inside === ".." || inside.startsWith(`..${path.sep}`) || path.isAbsolute(inside) ? cwd : repository;
}

/** `2 errors, 1 warning, 3 tolerated`. */
function summaryOf(diagnostics: readonly Diagnostic[]): string {
  const count = (severity: string): string => {
    const number = firstOfEach(diagnostics.filter((diagnostic) => diagnostic.severity === severity)).length;
    return number === 0 ? "" : `${number} ${severity}${number === 1 || severity === "tolerated" ? "" : "s"}`;
  };
  return [count("error"), count("warning"), count("tolerated")].filter((part) => part !== "").join(", ");
}

// Diagnostics -> at most so many lines: errors whole while there is room, what else occurs often as one group per code.

/** A code that occurs more often is a group; fewer are printed whole, if there is room. */
const wholeWarnings = 3;
const wholeErrors = 10;
const shownPlaces = 3;

/** One code in one severity. */
interface Group {
  readonly code: Diagnostic["code"];
  readonly severity: DiagnosticSeverity;
  readonly diagnostics: readonly Diagnostic[];
  /** Of `diagnostics`, those that are printed whole. */
  whole: number;
  /** Whether the places of the others are printed. */
  isPlaced: boolean;
  /** Whether it is about files that the user cannot edit, so that nothing can be done about it: a warning is one line then. */
  readonly isForeign: boolean;
}

/** Whether the user cannot edit a file, by its absolute path; `null` for no file. */
export type IsForeign = (file: string | null) => boolean;

export interface GroupedReport {
  readonly lines: readonly string[];
  /** Whether something was printed only as part of a group. */
  readonly isShortened: boolean;
}

/** `room`: how many lines there may be. Each code that occurs is named, whether there is room or not. */
export function groupedReport(
  diagnostics: readonly Diagnostic[],
  room: number,
  isForeign: IsForeign = () => false,
): GroupedReport {
  const groups = groupsOf(diagnostics, isForeign);
  const errors = groups.filter(({ severity }) => severity === "error");
  const others = groups.filter(({ severity }) => severity !== "error");
  let remaining = room - others.length - 2 * errors.length;
  const take = (lines: number): boolean => {
    const fits = lines <= remaining;
    if (fits) remaining -= lines;
    return fits;
  };
  // The first error of every code comes before the second of any.
  for (let round = 0; round < wholeErrors; round += 1) {
    for (const group of errors) {
      const next = group.diagnostics[round];
      if (next === undefined || group.whole !== round) continue;
      const isLast = round === group.diagnostics.length - 1;
      if (take(paragraphOf(next).length - (isLast ? 2 : 0))) group.whole += 1;
    }
  }
  for (const group of others) group.isPlaced = !isOneLine(group) && take(1);
  for (const group of others) {
    if (!group.isPlaced || group.diagnostics.length > wholeWarnings) continue;
    const lines = group.diagnostics.flatMap(paragraphOf).length;
    if (take(lines - 2)) group.whole = group.diagnostics.length;
  }
  const isWhole = ({ whole, diagnostics: all }: Group): boolean => whole === all.length;
  const short = others.filter((group) => !isWhole(group)).flatMap(shortLines);
  return {
    lines: [
      ...short,
      ...others.filter(isWhole).flatMap((group) => group.diagnostics.flatMap(paragraphOf)),
      ...errors.flatMap((group) => [
        ...group.diagnostics.slice(0, group.whole).flatMap(paragraphOf),
        ...(isWhole(group) ? [] : shortLines(group)),
      ]),
    ],
    isShortened: !groups.every(isWhole),
  };
}

/** Warnings first, errors last; within a severity, in the order of the first diagnostic of each code. */
function groupsOf(diagnostics: readonly Diagnostic[], isForeign: IsForeign): Group[] {
  const order: readonly DiagnosticSeverity[] = ["warning", "tolerated", "error"];
  return order.flatMap((severity) => {
    const groups = Map.groupBy(
      diagnostics.filter((diagnostic) => diagnostic.severity === severity),
      ({ code, place }) => `${code} ${isForeign(fileOf(place))}`,
    );
    return [...groups.values()].flatMap((all): Group[] => {
      const [first] = all;
      return first === undefined
        ? []
        : [
            {
              code: first.code,
              severity,
              diagnostics: all,
              whole: 0,
              isPlaced: severity === "error",
              isForeign: isForeign(fileOf(first.place)),
            },
          ];
    });
  });
}

function isOneLine({ severity, isForeign }: Group): boolean {
  return severity === "warning" && isForeign;
}

/** `textOf` and, after all but a tolerated error, which is one line, an empty line. */
function paragraphOf(diagnostic: Diagnostic): string[] {
  const lines = textOf(diagnostic).split("\n");
  return diagnostic.severity === "tolerated" ? lines : [...lines, ""];
}

/** `warning invalid-example (467): what it means`, and where. */
function shortLines(group: Group): string[] {
  const { code, severity, diagnostics, whole, isPlaced } = group;
  const rest = diagnostics.slice(whole);
  const count = firstOfEach(rest).length;
  if (severity === "error" && whole > 0) return [`error ${code}: ${count} more, at ${placesOf(rest)}`, ""];
  const [only] = diagnostics;
  const isOne = diagnostics.length === 1 && only !== undefined;
  const head = isOne ? textOf(only).split("\n", 1).join("") : `${severity} ${code} (${count}): ${meaningOf(group)}`;
  if (severity === "error") return [head, ""];
  if (isOne) return [head];
  if (isOneLine(group)) return [`${head}; first at ${labelOf(only?.place ?? { kind: "none" })}`];
  return isPlaced ? [head, `  at ${placesOf(rest)}`] : [head];
}

/** Of a tolerated error, what is assumed; otherwise what the code says, or all of its messages. */
function meaningOf(group: Group): string {
  const { code, diagnostics } = group;
  const [message = "", ...others] = new Set(diagnostics.map((one) => one.message));
  if (isOneLine(group) && others.length === 0) return message;
  const assumed = [...new Set(diagnostics.flatMap((one) => (one.assumed === null ? [] : [one.assumed])))];
  if (assumed.length > shownPlaces)
    return `${assumed.slice(0, shownPlaces).join("; ")}; and ${assumed.length - shownPlaces} others`;
  return assumed.length > 0 ? assumed.join("; ") : meaningOfCode(code);
}

/** The first sentence of the code's page. */
function meaningOfCode(code: Diagnostic["code"]): string {
  const { cause } = codes[code];
  const end = /\.(?= [A-Z`(])/.exec(cause)?.index ?? cause.length - 1;
  return cause.slice(0, end);
}

/** `openapi.yaml:12:3, 40:7, paths.yaml:3:1 and 464 more`: one place for each value that is wrong. */
function placesOf(diagnostics: readonly Diagnostic[]): string {
  const byLabel = new Map(firstOfEach(diagnostics).map((diagnostic) => [labelOf(diagnostic.place), diagnostic]));
  const values = [...byLabel.values()];
  let file: string | null = null;
  const listedPlaces = values.slice(0, shownPlaces).map(({ place }) => {
    const { file: placeFile, line, column } = coordinatesOf(place);
    if (placeFile === null) return "the command line";
    const text = placeFile === file ? `${line}:${column}` : labelOf(place);
    file = placeFile;
    return text;
  });
  const more = values.length - listedPlaces.length;
  return printable(more === 0 ? listedPlaces.join(", ") : `${listedPlaces.join(", ")} and ${more} more`);
}
