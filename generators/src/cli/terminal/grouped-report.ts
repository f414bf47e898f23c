// Diagnostics -> at most so many lines: errors whole while there is room, what else occurs often as one group per code.
import {
  codes,
  coordinatesOf,
  type Diagnostic,
  type DiagnosticSeverity,
  fileOf,
  firstOfEach,
  labelOf,
  printable,
  textOf,
} from "../../diagnostics/index.ts";

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
  let left = room - others.length - 2 * errors.length;
  const take = (lines: number): boolean => {
    const fits = lines <= left;
    if (fits) left -= lines;
    return fits;
  };
  // The first error of every code comes before the second of any.
  for (let round = 0; round < wholeErrors; round += 1) {
    for (const group of errors) {
      const next = group.diagnostics[round];
      if (next === undefined || group.whole !== round) continue;
      const isLast = round === group.diagnostics.length - 1;
      if (take(wholeLines(next).length - (isLast ? 2 : 0))) group.whole += 1;
    }
  }
  for (const group of others) group.isPlaced = !isOneLine(group) && take(1);
  for (const group of others) {
    if (!group.isPlaced || group.diagnostics.length > wholeWarnings) continue;
    const lines = group.diagnostics.flatMap(wholeLines).length;
    if (take(lines - 2)) group.whole = group.diagnostics.length;
  }
  const isWhole = ({ whole, diagnostics: all }: Group): boolean => whole === all.length;
  const short = others.filter((group) => !isWhole(group)).flatMap(shortLines);
  return {
    lines: [
      ...short,
      ...others.filter(isWhole).flatMap((group) => group.diagnostics.flatMap(wholeLines)),
      ...errors.flatMap((group) => [
        ...group.diagnostics.slice(0, group.whole).flatMap(wholeLines),
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
    const groups = new Map<string, Diagnostic[]>();
    for (const diagnostic of diagnostics) {
      if (diagnostic.severity !== severity) continue;
      const key = `${diagnostic.code} ${isForeign(fileOf(diagnostic.place))}`;
      const known = groups.get(key);
      if (known === undefined) groups.set(key, [diagnostic]);
      else known.push(diagnostic);
    }
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
function wholeLines(diagnostic: Diagnostic): string[] {
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
  const shown = values.slice(0, shownPlaces).map(({ place }) => {
    const { file: own, line, column } = coordinatesOf(place);
    if (own === null) return "the command line";
    const text = own === file ? `${line}:${column}` : labelOf(place);
    file = own;
    return text;
  });
  const more = values.length - shown.length;
  return printable(more === 0 ? shown.join(", ") : `${shown.join(", ")} and ${more} more`);
}
