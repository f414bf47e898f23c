// The command line without a process of its own: what it prints, and how it ends.
import { runCommand } from "../../src/cli/run.ts";
import type { Terminal } from "../../src/cli/terminal/terminal.ts";

export async function ran(folder: string, ...words: readonly string[]): Promise<{ code: number; text: string }> {
  const { code, parts } = await run(folder, words);
  return { code, text: parts.map(({ text }) => text).join("") };
}

/** The same with what is for people apart from the result. */
export async function ranApart(
  folder: string,
  words: readonly string[],
  env: Environment = {},
  more: Partial<Terminal> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const { code, parts } = await run(folder, words, env, more);
  const of = (stream: "out" | "err"): string =>
    parts.flatMap((part) => (part.to === stream ? [part.text] : [])).join("");
  return { code, stdout: of("out"), stderr: of("err") };
}

interface Part {
  readonly to: "out" | "err";
  readonly text: string;
}

/** The variables that the command sees. */
type Environment = Readonly<Record<string, string>>;

async function run(
  folder: string,
  words: readonly string[],
  env: Environment = {},
  more: Partial<Terminal> = {},
): Promise<{ code: number; parts: readonly Part[] }> {
  const parts: Part[] = [];
  const write =
    (to: Part["to"]) =>
    (text: string): void => {
      parts.push({ to, text });
    };
  const terminal = { ...plainTerminal(folder, { out: write("out"), err: write("err") }, env), ...more };
  return { code: await runCommand(words, terminal), parts };
}

export function plainTerminal(folder: string, to: Pick<Terminal, "out" | "err">, env: Environment = {}): Terminal {
  return {
    cwd: folder,
    onGitHub: false,
    repository: null,
    variable: (name) => env[name] || null,
    readInput: async () => "",
    colours: false,
    isWatched: false,
    ...to,
    peakMemory: () => 0,
    stopped: () => {},
  };
}
