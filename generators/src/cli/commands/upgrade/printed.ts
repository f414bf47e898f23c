// What an upgrade did, or would do -> lines, a unified diff, or JSON: first the changes, in the order of a changelog, then what is left.
import { pathFrom } from "../../../run/config/paths.ts";
import type { Project } from "../../../run/config/project.ts";
import type { AppliedChange } from "../../../upgrade/upgrade.ts";
import { diffOf, jsonOfUpgrade } from "../../../upgrade/upgrade-json.ts";
import type { UpgradeResult } from "../../../upgrade/upgrade-project.ts";
import { printReport } from "../../terminal/report-output.ts";
import { lineLimit } from "../../terminal/result.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { Format } from "../../terminal/usage.ts";

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
  if (isDry) for (const file of upgraded.files) terminal.out(diffOf(file, result.repository));
  for (const line of linesOf(result, printing)) terminal.out(`${line}\n`);
}

/** What stopped it. */
function obstacles({ base, missing, moved, unread, dirty, unused, plans }: UpgradeResult, cwd: string): string[] {
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
          `waybill: the description that the code was generated from cannot be found: ${shortList(missing)}`,
          "hint: neither git nor a published version has a file with the hash of the manifest; pass it with --from: COMMIT:PATH, a file, a URL or npm:package",
        ]
      : []),
    ...(base === "moved"
      ? [
          `waybill: the code was not generated from ${shortList(moved)}, but from ${shortList(missing)}`,
          "hint: pass the old description with --from",
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

function shortList(names: readonly string[]): string {
  return `${names.slice(0, 3).join(", ")}${names.length > 3 ? ` and ${names.length - 3} more` : ""}`;
}

function linesOf(result: UpgradeResult, { terminal, isDry }: Printing): string[] {
  const { upgraded } = result;
  if (upgraded === null) return [];
  const rows = upgraded.applied.map((applied) => ({ message: applied.change.message, uses: usesOf(applied) }));
  const width = Math.min(72, Math.max(0, ...rows.map(({ message }) => message.length)));
  const left = upgraded.left.flatMap(({ file, line, column, message, hint }) => [
    `  ${pathFrom(terminal.cwd, file)}:${line}:${column} ${message}`,
    `    ${hint}`,
  ]);
  const places = counted(upgraded.left.length, "place");
  return [
    ...rows.map(({ message, uses }) => `${message.padEnd(width)}  ${uses}`),
    ...(left.length === 0 ? [] : ["", `left to you, ${places}${isDry ? " (lines after the upgrade)" : ""}:`, ...left]),
    "",
    endOf(result, upgraded.files.length, isDry),
  ];
}

/** What was written, or would be. */
function endOf({ ok, written, run }: UpgradeResult, edited: number, isDry: boolean): string {
  const generated = run.actions.length;
  const files = `${edited} of your files and ${counted(generated, "generated file")}`;
  if (written) return `${files} written`;
  if (!isDry) return ok ? `${files} to write` : "nothing was written";
  return `${files} to write${edited + generated === 0 ? "" : "; waybill upgrade --write writes them"}`;
}

/** What became of a change in the callers' code. */
function usesOf({ edits, files, made, left }: AppliedChange): string {
  const parts = [
    ...(edits === 0 ? [] : [`${counted(edits, "edit")} in ${counted(files, "file")}`]),
    ...(made === 0 ? [] : [`${counted(made, "edit")} already made`]),
    ...(left === 0 ? [] : [`${counted(left, "place")} left to you`]),
  ];
  return parts.length === 0 ? "not used here" : parts.join(", ");
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
