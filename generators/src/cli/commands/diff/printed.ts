// Judged changes -> what `waybill diff` prints in each format, and what it says about accepted changes.

import { githubOfChanges } from "../../../diff/format/github.ts";
import { htmlOfChanges } from "../../../diff/format/html.ts";
import { jsonOfChange, jsonOfChanges } from "../../../diff/format/json.ts";
import { junitOfChanges } from "../../../diff/format/junit.ts";
import { markdownOfChanges, mostCharacters } from "../../../diff/format/markdown.ts";
import { sarifOfChanges } from "../../../diff/format/sarif.ts";
import type { Shown } from "../../../diff/format/shown-change.ts";
import { mostLines, textOfChanges } from "../../../diff/format/text.ts";
import type { Bump } from "../../../diff/index.ts";
import type { Acceptance, AcceptedChange } from "../../../diff/policy/policy.ts";
import { pathFrom } from "../../../run/config/paths.ts";
import { toolkitVersion } from "../../../run/toolkit.ts";
import { repositoryOf } from "../../terminal/report-output.ts";
import type { Terminal } from "../../terminal/terminal.ts";

export type DiffFormat = "text" | "json" | "markdown" | "github" | "html" | "sarif" | "junit";
export const diffFormats: readonly DiffFormat[] = ["text", "json", "markdown", "github", "html", "sarif", "junit"];

export interface Printed extends Shown {
  readonly accepted: readonly AcceptedChange[];
  readonly expired: readonly AcceptedChange[];
  readonly unused: readonly Acceptance[];
  /** The number of changes that `--only` leaves out. */
  readonly hidden: number;
  /** The largest bump of all changes, also of those that are left out. */
  readonly bump: Bump | null;
  readonly failOn: Bump | null;
  readonly ok: boolean;
  /** Whether every change is printed whole, however many there are. */
  readonly isWhole: boolean;
  /** How messages name the file of accepted changes. */
  readonly acceptedFile: string;
  readonly diagnostics: readonly object[];
}

export function printChanges(printed: Printed, format: DiffFormat, terminal: Terminal): void {
  const checkout = repositoryOf(terminal);
  const fileOf = (file: string): string => pathFrom(checkout, file);
  const annotations = (): string => githubOfChanges({ ...printed, fileOf });
  terminal.out(format === "github" ? annotations() : textIn(format, printed, fileOf));
  printNotes(printed, terminal);
  // In a workflow, annotations are printed too, if they do not mix with the result.
  if (terminal.onGitHub && format !== "github") terminal.err(annotations());
}

function textIn(format: Exclude<DiffFormat, "github">, printed: Printed, fileOf: (file: string) => string): string {
  switch (format) {
    case "text":
      return textOfChanges(printed, printed.isWhole ? null : mostLines);
    case "json":
      return `${JSON.stringify(resultOf(printed), null, 2)}\n`;
    case "markdown":
      return markdownOfChanges(printed, printed.isWhole ? null : mostCharacters);
    case "html":
      return htmlOfChanges(printed);
    case "sarif":
      return sarifOfChanges({ ...printed, version: toolkitVersion(), fileOf });
    case "junit":
      return junitOfChanges(printed);
  }
}

function resultOf({ ok, bump, diagnostics, accepted, expired, unused, ...shown }: Printed): object {
  const withReason = ({ change, acceptance: { reason, until } }: AcceptedChange): object => ({
    ...jsonOfChange(change, shown.prefixes),
    reason,
    until,
  });
  return {
    ok,
    command: "diff",
    bump,
    changes: jsonOfChanges(shown),
    accepted: accepted.map(withReason),
    expired: expired.map(withReason),
    unused,
    diagnostics,
  };
}

/** What the result is without, and what has to be done about accepted changes. */
function printNotes({ hidden, expired, unused, acceptedFile }: Printed, { err }: Terminal): void {
  if (hidden > 0) err(`${hidden} other change${hidden === 1 ? " is" : "s are"} not printed because of --only\n`);
  for (const { change, acceptance } of expired)
    err(`${acceptedFile}: the acceptance expired on ${acceptance.until}: ${change.message} (${acceptance.reason})\n`);
  if (unused.length > 0)
    err(
      `${acceptedFile}: ${unused.length} accepted change${unused.length === 1 ? " no longer occurs" : "s no longer occur"}; remove ${unused.length === 1 ? "its entry" : "their entries"}\n`,
    );
}
