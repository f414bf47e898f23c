// Processes of a benchmark, and a directory for their files -> both are removed when it ends, also after an error.
import { type ChildProcess, execFile } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type RunningServer, startServer } from "../../programs.ts";

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

  /** A module, run by Node. `log`: a file for its standard error. */
  async serve(parameters: readonly string[], log?: string): Promise<RunningServer> {
    const stderr = log === undefined ? "inherit" : openSync(log, "a");
    const server = await startServer(parameters, { stdio: ["ignore", "pipe", stderr] });
    if (stderr !== "inherit") closeSync(stderr);
    this.#keep(server.child);
    return server;
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
