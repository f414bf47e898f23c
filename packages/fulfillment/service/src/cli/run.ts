// Arguments -> an exit code: 0 done, 1 it could not be done, 2 it was asked for wrongly.
import { CommanderError } from "commander";
import { failureText, UsageError } from "./failure.ts";
import { separateFlags, tidyEnvironment } from "./options.ts";
import { createProgram } from "./program.ts";
import { printable, type Terminal } from "./terminal.ts";

export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = createProgram(terminal);
  try {
    tidyEnvironment(program, terminal.environment);
    await program.parseAsync(separateFlags(program, args), { from: "user" });
    return 0;
  } catch (error) {
    // Commander has said it all.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    terminal.err(`fulfillment: ${printable(failureText(error))}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}
