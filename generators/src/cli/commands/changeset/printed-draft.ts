// What `waybill changeset` did -> lines for a person, or JSON.

import { printable } from "../../../diagnostics/index.ts";
import type { ChangeJson } from "../../../diff/format/json.ts";
import type { Bump } from "../../../diff/index.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { Format } from "../../terminal/usage.ts";

export interface Result {
  /** Relative to the working directory. */
  readonly file: string;
  readonly action: "written" | "updated" | "unchanged" | "removed";
  /** Nothing was written, only printed. */
  readonly isDry: boolean;
  /** Of the file; `null` when it is not needed. */
  readonly text: string | null;
  /** What the description was compared with, as it was named. */
  readonly since: string;
  readonly bump: Bump | null;
  readonly changes: readonly ChangeJson[];
}

export function printDrafted(
  result: Result,
  format: Format,
  { terminal, diagnostics }: { readonly terminal: Terminal; readonly diagnostics: readonly object[] },
): void {
  const { isDry: dryRun, ...rest } = result;
  if (format === "json") {
    terminal.out(`${JSON.stringify({ ok: true, command: "changeset", dryRun, ...rest, diagnostics }, null, 2)}\n`);
    return;
  }
  terminal.out(`${linesOf(result).join("\n")}\n`);
}

function linesOf({ file, action, isDry, text, since, bump, changes }: Result): string[] {
  const listed = changes.map(({ bump: each, message, revision }) => {
    return `  ${each.padEnd(6)} ${revision.file}:${revision.line}:${revision.column}  ${printable(message)}`;
  });
  if (bump === null) {
    const left = text === null ? "" : `; ${file} has what you wrote`;
    return [`no changes since ${since}${action === "removed" ? `: ${said(action, isDry)} ${file}` : left}`];
  }
  const count = `${changes.length} change${changes.length === 1 ? "" : "s"}`;
  const shown = isDry && text !== null ? ["", ...text.trimEnd().split("\n")] : [];
  const advice = isDry ? [] : ["Add a summary for your users above the list. Later runs keep it."];
  return [`${said(action, isDry)} ${file}: ${bump}, ${count} since ${since}`, ...listed, ...advice, ...shown];
}

function said(action: Result["action"], isDry: boolean): string {
  if (action === "unchanged") return "unchanged";
  return isDry ? { written: "would write", updated: "would update", removed: "would remove" }[action] : action;
}
