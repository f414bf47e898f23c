// `--json` and `--format`, and wrong usage printed: what every command does with its flags before it runs.
import { type Usable, type UsageProblem, unusable, usable } from "../../run/config/usage.ts";
import type { Arguments } from "../../run/flags/arguments.ts";
import type { ExitCode, Terminal } from "./terminal.ts";

/** Prints the problems, as JSON if the command line requests it. */
export function rejectUsage(problems: readonly UsageProblem[], terminal: Terminal, asJson: boolean): ExitCode {
  if (asJson) terminal.out(`${JSON.stringify({ ok: false, usage: problems }, null, 2)}\n`);
  for (const { message, hint } of problems) {
    terminal.err(`waybill: ${message}\n${hint === null ? "" : `hint: ${hint}\n`}`);
  }
  return 2;
}

/** How a command prints its result. */
export type Format = "text" | "json" | "github";

export function formatOf(args: Arguments): Usable<Format> {
  const format = args.one("format");
  if (!args.has("json")) return usable(format === "json" || format === "github" ? format : "text");
  if (format === null || format === "json") return usable("json");
  return unusable(`--json and --format ${format} cannot be used together`, "keep one of the two");
}
