// The service's own command line, from source: run to its end, or kept running as a server.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

const commandLine = join(import.meta.dirname, "../../packages/service/src/cli/main.ts");

/** The output of the command; rejects with its standard error. */
export async function fulfillment(...parameters: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [commandLine, ...parameters]);
  return stdout;
}

export interface RunningService {
  readonly url: string;
  /** Waits for requests and deliveries in progress. */
  stop(): Promise<void>;
}

/** Resolves when the service is ready; its log goes to `log`, or to this process's standard error. */
export async function serve(
  parameters: readonly string[],
  log: "inherit" | "ignore",
  program: string = commandLine,
): Promise<RunningService> {
  // In a group of its own: Ctrl-C reaches this process only, which then stops the service.
  const child = spawn(process.execPath, [program, "serve", ...parameters], {
    stdio: ["ignore", "pipe", log],
    detached: true,
  });
  const ended = once(child, "exit");
  const ready = await Promise.race([firstLine(child), ended.then(() => null)]);
  if (ready === null) throw new Error("the service did not start; its log above says why");
  const parsed: unknown = JSON.parse(ready);
  const url = typeof parsed === "object" && parsed !== null ? String(Reflect.get(parsed, "listening")) : "";
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
  };
  return { url, stop };
}

async function firstLine(child: ChildProcess): Promise<string | null> {
  if (child.stdout === null) return null;
  for await (const line of createInterface(child.stdout)) return line;
  return null;
}
