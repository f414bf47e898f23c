// Diagnostics to text with code frames, to JSON, and to GitHub annotations.
import { lineColumnOf, pointerOf } from "../source/index.ts";
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

function coordinatesOf(place: Place): { file: string | null; line: number | null; column: number | null } {
  const start = startOf(place);
  const text = sourceOf(place);
  if (start === null) return { file: null, line: null, column: null };
  if (text === null) return { file: start.name, line: null, column: null };
  return { file: start.name, ...lineColumnOf(text, start.offset) };
}

function labelOf(place: Place): string {
  const { file, line, column } = coordinatesOf(place);
  return [file, line, column].filter((part) => part !== null).join(":");
}

function sourceOf(place: Place): string | null {
  switch (place.kind) {
    case "value":
    case "key":
      return place.location.document.text;
    case "offset":
      return place.document.text;
    case "file":
    case "none":
      return null;
  }
}

const frameWidth = 160;

function frameOf(place: Place): string[] {
  const { line, column } = coordinatesOf(place);
  const text = sourceOf(place);
  if (text === null || line === null || column === null) return [];
  const source = (text.split(/\r\n|\n/, line)[line - 1] ?? "").replaceAll("\t", " ");
  // A minified file has one line of megabytes: show the part around the column.
  const from = column > frameWidth - 40 ? column - 60 : 0;
  const shown = source.slice(from, from + frameWidth);
  const gutter = `${line} | `;
  return [`${gutter}${shown}`, `${" ".repeat(gutter.length + column - 1 - from)}^`];
}
