// What a command is and knows of the process it runs in, how its flags are read, and the ways it can end.
import { type Usable, type UsageProblem, unusable, usable } from "../../run/config/usage.ts";
import type { Accepted, Arguments } from "../../run/flags/arguments.ts";

export interface Terminal {
  /** The working directory, absolute. */
  readonly cwd: string;
  /** Inside a GitHub workflow: problems are also printed as annotations. */
  readonly onGitHub: boolean;
  /** The checkout that annotations name files relative to; `null` outside a GitHub workflow. */
  readonly repository: string | null;
  /** A variable of the environment; `null` when it is not set, or empty. */
  readonly variable: (name: string) => string | null;
  /** All of standard input. */
  readonly readInput: () => Promise<string>;
  /** Asks one question and waits for the line that is typed; absent where no one can be asked. */
  readonly ask?: (question: string) => Promise<string>;
  /** Results are read in colours. */
  readonly colours: boolean;
  /** Problems and progress are read while they are printed. */
  readonly isWatched: boolean;
  /** Results. */
  readonly out: (text: string) => void;
  /** Problems, progress and wrong usage. */
  readonly err: (text: string) => void;
  /** The most memory the process has held so far, in bytes. */
  readonly peakMemory: () => number;
  /** Calls `stop` when the user or the system asks the process to end. */
  readonly stopped: (stop: () => void) => void;
}

/** 0: fine. 1: problems found. 2: wrong usage. */
export type ExitCode = 0 | 1 | 2;

// `--json` and `--format`, and wrong usage printed: what every command does with its flags before it runs.

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

// A command of `waybill`: what its help prints, and the function that runs it. Packages provide commands in this form.

/** What `--help` prints of a command. */
export interface CommandHelp extends Accepted {
  /** The word after `waybill`. */
  readonly name: string;
  /** One line, no full stop. */
  readonly summary: string;
  readonly usage: string;
  /** More to know, as lines. */
  readonly notes: readonly string[];
}

export interface Command extends CommandHelp {
  /** Loads what it needs itself, so that `--help` is quick. Results go to `terminal`; rejects only for a defect. */
  readonly run: (args: Arguments, terminal: Terminal) => Promise<ExitCode>;
}

/** What the toolkit knows of such a command while its package is not loaded. */
export interface ProvidedCommand {
  readonly name: string;
  readonly summary: string;
  /** Its entry `<package>/command` exports `command`, a `Command` of this name. */
  readonly package: string;
}
