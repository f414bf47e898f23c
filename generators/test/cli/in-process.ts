// The command line without a process of its own: what it prints, and how it ends.
import { run } from "../../src/cli/run.ts";
import type { Terminal } from "../../src/cli/terminal.ts";

export async function ran(folder: string, ...words: readonly string[]): Promise<{ code: number; text: string }> {
  let text = "";
  const write = (part: string): void => {
    text += part;
  };
  const terminal: Terminal = {
    cwd: folder,
    onGitHub: false,
    repository: null,
    variable: () => null,
    readInput: async () => "",
    colours: false,
    isWatched: false,
    out: write,
    err: write,
    peakMemory: () => 0,
    stopped: () => {},
  };
  return { code: await run(words, terminal), text };
}
