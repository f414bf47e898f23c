// What an upgrade did, or would do -> lines, a unified diff, or JSON: first the changes, in the order of a changelog, then what is left.
import { pathFrom } from "../../config/path-from.ts";
import type { Project } from "../../config/project.ts";
import { printReport } from "../../terminal/report-output.ts";
import { lineLimit } from "../../terminal/result.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { Format } from "../../terminal/usage.ts";
import { diffOf, jsonOfUpgrade } from "../../upgrade/upgrade-json.ts";
import type { UpgradeResult } from "../../upgrade/upgrade-project.ts";

export interface Printing {
  readonly format: Format;
  readonly terminal: Terminal;
  readonly project: Project;
  readonly verbose: boolean;
  readonly isDry: boolean;
}

export function printUpgrade(result: UpgradeResult, printing: Printing): void {
  const { format, terminal, project, verbose, isDry } = printing;
  const reported = { diagnostics: result.run.diagnostics, excerpts: result.run.excerpts, base: project.base };
  printReport(reported, format, terminal, { room: verbose ? null : lineLimit });
  if (format === "json") {
    terminal.out(
      `${JSON.stringify({ command: "upgrade", ...jsonOfUpgrade(result, { cwd: terminal.cwd, isDry, base: project.base }) }, null, 2)}
`,
    );
    return;
  }
  for (const line of obstacles(result, terminal.cwd)) terminal.err(`${line}\n`);
  if (result.base === "same") terminal.out("nothing to upgrade: the code was generated from the current description\n");
  const { upgraded } = result;
  if (upgraded === null) return;
  if (isDry) for (const file of upgraded.files) terminal.out(diffOf(file, terminal.cwd));
  for (const line of linesOf(result, printing)) terminal.out(`${line}\n`);
}

/** What stopped it. */
function obstacles({ base, missing, unread, dirty, unused, plans }: UpgradeResult, cwd: string): string[] {
  const questions = plans.flatMap((plan) => plan.questions);
  return [
    ...(base === "no-manifest"
      ? [
          "waybill: the generated code has no manifest, so the description that it was generated from is unknown",
          "hint: pass it with --from: main:spec/openapi.yaml, a file, a URL or npm:package",
        ]
      : []),
    ...(base === "missing"
      ? [
          `waybill: the description that the code was generated from cannot be found: ${missing.slice(0, 3).join(", ")}${missing.length > 3 ? ` and ${missing.length - 3} more` : ""}`,
          "hint: neither git nor a published version has a file with the hash of the manifest; pass it with --from: COMMIT:PATH, a file, a URL or npm:package",
        ]
      : []),
    ...(unread.length > 0
      ? [
          `waybill: the old description of ${unread.join(", ")} cannot be read`,
          "hint: nothing was written; waybill lint prints its errors; or pass another one with --from",
        ]
      : []),
    ...(dirty.length > 0
      ? [
          `waybill: ${dirty.length === 1 ? "a file" : `${dirty.length} files`} to edit ${dirty.length === 1 ? "has" : "have"} uncommitted changes: ${dirty.map((file) => pathFrom(cwd, file)).join(", ")}`,
          "hint: nothing was written; commit or stash them, or use --force",
        ]
      : []),
    ...unused.flatMap((old) => [
      `waybill: --rename ${old}: nothing with this name was removed`,
      "hint: names are those of generated code: Order, Order.note, OrderStatus.SENT, listOrders, listOrders.limit, order.created",
    ]),
    ...questions.map(
      ({ old, candidates, message }) => `${message}; if it is a rename: --rename ${old}=${candidates[0]}`,
    ),
  ];
}

function linesOf({ upgraded, written, run }: UpgradeResult, { terminal, isDry }: Printing): string[] {
  if (upgraded === null) return [];
  const rows = upgraded.applied.map(({ change, edits, files }) => {
    const uses =
      edits === 0
        ? "not used here"
        : `${edits} ${edits === 1 ? "edit" : "edits"} in ${files} ${files === 1 ? "file" : "files"}`;
    return { message: change.message, uses };
  });
  const width = Math.min(72, Math.max(0, ...rows.map(({ message }) => message.length)));
  const left = upgraded.left.flatMap(({ file, line, column, message, hint }) => [
    `  ${pathFrom(terminal.cwd, file)}:${line}:${column} ${message}`,
    `    ${hint}`,
  ]);
  const generated = run.actions.length;
  const verb = isDry || !written ? "to write" : "written";
  return [
    ...rows.map(({ message, uses }) => `${message.padEnd(width)}  ${uses}`),
    ...(left.length === 0
      ? []
      : [
          "",
          `left to you, ${upgraded.left.length === 1 ? "1 place" : `${upgraded.left.length} places`}${isDry ? " (lines after the upgrade)" : ""}:`,
          ...left,
        ]),
    "",
    `${upgraded.files.length} of your files and ${generated} generated ${generated === 1 ? "file" : "files"} ${verb}${isDry ? "; waybill upgrade --write writes them" : ""}`,
  ];
}
