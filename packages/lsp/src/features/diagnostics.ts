// What the toolkit reports -> diagnostics of an editor: the same codes, messages and hints.
import path from "node:path";
import { type DiagnosticRelatedInformation, DiagnosticSeverity, type Diagnostic as Shown } from "vscode-languageserver";
import type { Diagnostic } from "waybill/language";
import { underlined, uriOfPath } from "../places.ts";
import type { Project } from "../workspace/project.ts";

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

/** By the absolute path of the file: every file that was read has an entry. */
export function shownDiagnostics(project: Project): Map<string, Shown[]> {
  const shown = new Map<string, Shown[]>(project.checked?.documents.map((document) => [document.path, []]));
  for (const entry of project.entries) if (!shown.has(entry)) shown.set(entry, []);
  for (const diagnostic of project.checked?.diagnostics ?? []) {
    const at = underlined(diagnostic.place);
    // What is about no file is about the description as a whole.
    const file = at === null ? project.entries[0] : path.resolve(project.folder, at.path).replaceAll("\\", "/");
    if (file === undefined) continue;
    const list = shown.get(file) ?? [];
    list.push(shownOf(diagnostic, at?.range ?? start, project));
    shown.set(file, list);
  }
  return shown;
}

const start = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

function shownOf(diagnostic: Diagnostic, range: Shown["range"], { folder }: Project): Shown {
  const { code, severity, message, hint, assumed, tolerable } = diagnostic;
  const more = assumed === null ? hint : `tolerated: ${assumed}`;
  const data: ShownData = { hint, tolerable: tolerable !== null && assumed === null };
  const related = diagnostic.related.flatMap((other): DiagnosticRelatedInformation[] => {
    const at = underlined(other.place);
    if (at === null) return [];
    return [{ message: other.message, location: { uri: uriOfPath(path.resolve(folder, at.path)), range: at.range } }];
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
