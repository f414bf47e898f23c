// Words of the command line -> the processor time that the command takes in this process, and how it ends.
import { runCommand } from "../../../generators/src/cli/run.ts";
import { plainTerminal } from "../../../generators/test/cli/in-process.ts";

export interface Cost {
  /** Milliseconds of processor time. */
  readonly milliseconds: number;
  readonly code: number;
  /** The first line of what it prints for people. */
  readonly message: string;
}

export async function costOf(cwd: string, words: readonly string[]): Promise<Cost> {
  let printed = "";
  const write = (text: string): void => {
    if (printed.length < 400) printed += text.slice(0, 400);
  };
  const start = process.cpuUsage();
  const code = await runCommand(words, plainTerminal(cwd, { out: write, err: write }));
  const { user, system } = process.cpuUsage(start);
  return {
    milliseconds: (user + system) / 1000,
    code,
    message: printed.trimStart().split("\n")[0]?.slice(0, 160) ?? "",
  };
}
