// The changes since the last release that need a major version -> diagnostics where they were made.
import { DiagnosticSeverity, type Diagnostic as Shown } from "vscode-languageserver";
import type { ReadProject } from "../engine/read-project.ts";
import { underlined } from "../places.ts";

/** By the absolute path of the file. */
export async function breakingChanges(project: ReadProject, base: string | null): Promise<Map<string, Shown[]>> {
  const comparison = await project.changes(base);
  const diagnosticsByFile = new Map<string, Shown[]>();
  for (const change of comparison?.changes.filter(({ bump }) => bump === "major") ?? []) {
    const at = underlined({ kind: "value", location: change.revision });
    if (at === null) continue;
    const uses = change.uses.filter(({ bump }) => bump === "major").map(({ where }) => where);
    const list = diagnosticsByFile.get(at.path) ?? [];
    list.push({
      range: at.range,
      severity: DiagnosticSeverity.Warning,
      code: change.rule,
      source: "waybill diff",
      message:
        `${change.message}: needs a major version since ${comparison?.since}\n${change.means}\n${inShort(uses)}`.trimEnd(),
    });
    diagnosticsByFile.set(at.path, list);
  }
  return diagnosticsByFile;
}

function inShort(uses: readonly string[]): string {
  const named = [...new Set(uses)];
  return named.length <= 3 ? named.join("; ") : `${named.slice(0, 3).join("; ")}; ${named.length - 3} more`;
}
