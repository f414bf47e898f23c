// A program of Node -> the same program with its event loop and its memory measured while it runs.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { LoopFigures } from "./event-loop-monitor.ts";

export interface ProgramStart {
  /** Of Node. */
  readonly flags?: readonly string[];
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** What becomes of stdin, stdout and stderr: pipes unless given. */
  readonly stdio?: readonly ("pipe" | "ignore" | "inherit" | number)[];
}

export interface MonitoredProgram {
  readonly child: ChildProcess;
  /** Since the last call. Waits while the loop is held. */
  figures(): Promise<LoopFigures>;
}

const monitor = join(import.meta.dirname, "event-loop-monitor.ts");

/** The caller ends it. */
export function startMonitored(
  file: string,
  words: readonly string[],
  { flags = [], cwd, env, stdio = ["pipe", "pipe", "pipe"] }: ProgramStart = {},
): MonitoredProgram {
  const child = spawn(process.execPath, [...flags, "--expose-gc", "--import", monitor, file, ...words], {
    cwd,
    env,
    stdio: [...stdio, "ipc"],
  });
  return {
    child,
    figures: async () => {
      child.send("loop-figures");
      const [message] = await once(child, "message");
      return figuresOf(message);
    },
  };
}

function figuresOf(message: unknown): LoopFigures {
  if (typeof message === "object" && message !== null && "loopFigures" in message)
    return message.loopFigures as LoopFigures;
  throw new Error(`the monitored program sent ${JSON.stringify(message)}`);
}
