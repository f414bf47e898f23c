// What the toolkit reports -> diagnostics of an editor: the same codes, messages and hints.
import path from "node:path";
import { type DiagnosticRelatedInformation, DiagnosticSeverity, type Diagnostic as Shown } from "vscode-languageserver";
import type { Diagnostic, Place } from "waybill/language";
import { underlined, uriOfPath } from "../places.ts";

/** What quick fixes need of a diagnostic. */
export interface ShownData {
  readonly hint: string;
  readonly tolerable: boolean;
}

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  tolerated: DiagnosticSeverity.Information,
} as const;

/** Descriptions that were read, and their problems. */
export interface Found {
  readonly diagnostics: readonly Diagnostic[];
  readonly documents: readonly { readonly path: string }[];
  /** Absolute paths of the documents that the description starts from. */
  readonly entries: readonly string[];
  /** Paths in messages are relative to it. */
  readonly folder: string;
}

/** Where a place is shown; `null` for what is at no place. */
export type Placed = (place: Place) => { readonly path: string; readonly range: Shown["range"] } | null;

/** By the absolute path of the file: every file that was read has an entry. */
export function shownDiagnostics(analysis: Found, placed: Placed = underlined): Map<string, Shown[]> {
  const { diagnostics, documents, entries, folder } = analysis;
  const diagnosticsByFile = new Map<string, Shown[]>(documents.map((document) => [document.path, []]));
  for (const entry of entries) if (!diagnosticsByFile.has(entry)) diagnosticsByFile.set(entry, []);
  const inFolder: Placed = (place) => {
    const at = placed(place);
    return at === null ? null : { path: path.resolve(folder, at.path).replaceAll("\\", "/"), range: at.range };
  };
  for (const diagnostic of diagnostics) {
    const at = inFolder(diagnostic.place);
    // What is about no file is about the description as a whole.
    const file = at === null ? entries[0] : at.path;
    if (file === undefined) continue;
    const list = diagnosticsByFile.get(file) ?? [];
    list.push(shownOf(diagnostic, at?.range ?? start, inFolder));
    diagnosticsByFile.set(file, list);
  }
  return diagnosticsByFile;
}

const start = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

function shownOf(diagnostic: Diagnostic, range: Shown["range"], placed: Placed): Shown {
  const { code, severity, message, hint, assumed, tolerable } = diagnostic;
  const more = assumed === null ? hint : `tolerated: ${assumed}`;
  const data: ShownData = { hint, tolerable: tolerable !== null && assumed === null };
  const related = diagnostic.related.flatMap((other): DiagnosticRelatedInformation[] => {
    const at = placed(other.place);
    return at === null ? [] : [{ message: other.message, location: { uri: uriOfPath(at.path), range: at.range } }];
  });
  return {
    range,
    severity: severities[severity],
    code,
    source: "waybill",
    message: `${message}\n${more}`,
    data,
    ...(related.length === 0 ? {} : { relatedInformation: related }),
  };
}
