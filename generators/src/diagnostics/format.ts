// Diagnostics to text with code frames, to JSON, and to GitHub annotations.
import { lineColumnOf, pointerOf } from "../source/index.ts";
import { printable } from "./code.ts";
import { frameLines } from "./frame.ts";
import { type Diagnostic, type Place, startOf } from "./report.ts";

export type Format = "text" | "json" | "github";

/** One diagnostic as `--json` prints it. Lines and columns are one-based. */
export interface DiagnosticJson {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly hint: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly pointer: string | null;
  readonly related: readonly { message: string; file: string | null; line: number | null; column: number | null }[];
}

/** `file:line:column severity code: message`, the line with a caret below the column, related places, the hint. */
export function textOf(diagnostic: Diagnostic): string {
  const { severity, code, message, place, related, hint } = diagnostic;
  const head = `${severity} ${code}: ${message}`;
  const where = labelOf(place);
  return [
    where === "" ? head : `${where} ${head}`,
    ...frameOf(place),
    ...related.flatMap((other) => [`see ${labelOf(other.place)}: ${other.message}`, ...frameOf(other.place)]),
    `hint: ${hint}`,
  ].join("\n");
}

export function jsonOf(diagnostic: Diagnostic): DiagnosticJson {
  const { code, severity, message, hint, place } = diagnostic;
  const related = diagnostic.related.map((other) => ({ message: other.message, ...coordinatesOf(other.place) }));
  const pointer = place.kind === "value" || place.kind === "key" ? pointerOf(place.location) : null;
  return { code, severity, message, hint, ...coordinatesOf(place), pointer, related };
}

/** A workflow command: `::error file=…,line=…,col=…,title=code::message`. */
export function githubOf(diagnostic: Diagnostic): string {
  const { file, line, column } = coordinatesOf(diagnostic.place);
  const properties = [
    ...(file === null ? [] : [`file=${escapeProperty(file)}`]),
    ...(line === null ? [] : [`line=${line}`, `col=${column}`]),
    `title=${escapeProperty(diagnostic.code)}`,
  ];
  return `::${diagnostic.severity} ${properties.join(",")}::${escapeData(`${diagnostic.message}\nhint: ${diagnostic.hint}`)}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

interface Coordinates {
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
}

function coordinatesOf(place: Place): Coordinates {
  const start = startOf(place);
  if (start === null) return { file: null, line: null, column: null };
  const { name, offset, document } = start;
  // A problem with a whole file stands at its start: every tool that reads the output then finds a line.
  return document === null ? { file: name, line: 1, column: 1 } : { file: name, ...lineColumnOf(document, offset) };
}

function labelOf(place: Place): string {
  const { file, line, column } = coordinatesOf(place);
  return [file === null ? null : printable(file), line, column].filter((part) => part !== null).join(":");
}

function frameOf(place: Place): string[] {
  const start = startOf(place);
  if (start?.document == null) return [];
  const { line, column } = lineColumnOf(start.document, start.offset);
  return frameLines(start.document, line, column);
}
