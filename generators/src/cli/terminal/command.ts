// A command of `waybill`: what its help prints, and the function that runs it. Packages provide commands in this form.
import type { Accepted, Arguments } from "../../run/flags/arguments.ts";
import type { ExitCode, Terminal } from "./terminal.ts";

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
