// Processes of a benchmark, and a directory for their files -> both are removed when it ends, also after an error.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { z } from "zod";

/** A server in a process of its own. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  readonly child: ChildProcess;
  /** Resolves when the process has ended. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** A file that its standard error goes to; without one, it goes where that of the benchmark goes. */
  readonly log?: string;
  /** With a channel for messages, which also closes when the benchmark ends. */
  readonly channel?: boolean;
}

const readyLine = z.object({ listening: z.string() });

export class Workshop {
  readonly directory: string;
  readonly #children = new Set<ChildProcess>();

  constructor(name: string) {
    this.directory = mkdtempSync(join(tmpdir(), `fulfillment-bench-${name}-`));
    process.once("exit", () => this.#clear());
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.once(signal, () => process.exit(128 + constants.signals[signal]));
    }
  }

  path(name: string): string {
    return join(this.directory, name);
  }

  /** Runs a program to its end; resolves with its output. */
  async run(program: string, parameters: readonly string[]): Promise<string> {
    const running = promisify(execFile)(program, parameters, { maxBuffer: 2 ** 26 });
    this.#keep(running.child);
    const { stdout } = await running;
    return stdout;
  }

  /** Resolves when the module, run by Node, has printed its ready line: `{"listening":"http://127.0.0.1:8080"}`. */
  async serve(parameters: readonly string[], { log, channel = false }: ServerOptions = {}): Promise<Server> {
    const stderr = log === undefined ? "inherit" : openSync(log, "a");
    const child = spawn(process.execPath, parameters, {
      stdio: ["ignore", "pipe", stderr, ...(channel ? (["ipc"] as const) : [])],
    });
    if (stderr !== "inherit") closeSync(stderr);
    this.#keep(child);
    const ended = once(child, "exit");
    const line = await Promise.race([firstLine(child), ended.then(() => null)]);
    if (line === null || child.pid === undefined) {
      throw new Error(`${parameters.join(" ")} did not start\n${log === undefined ? "" : readFileSync(log, "utf8")}`);
    }
    const { listening: url } = readyLine.parse(JSON.parse(line));
    const stop = async (): Promise<void> => {
      child.kill("SIGTERM");
      await ended;
    };
    return { url, pid: child.pid, child, stop };
  }

  #keep(child: ChildProcess): void {
    this.#children.add(child);
    child.once("exit", () => this.#children.delete(child));
  }

  #clear(): void {
    for (const child of this.#children) child.kill("SIGKILL");
    rmSync(this.directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function firstLine(child: ChildProcess): Promise<string | null> {
  if (child.stdout === null) return null;
  for await (const line of createInterface(child.stdout)) return line;
  return null;
}
