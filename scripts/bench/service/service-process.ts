// Options of `fulfillment serve` -> the service as a process of its own, which can be killed without warning.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

const commandLine = path.join(import.meta.dirname, "../../../packages/service/src/cli/main.ts");

export interface ServiceProcess {
  readonly url: string;
  /** Milliseconds from the start of the process to its ready line. */
  readonly startedInMs: number;
  /** `false` from the moment the kill is sent. */
  readonly running: boolean;
  /** kill -9; resolves when the process is gone. */
  kill(): Promise<void>;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
}

/**
 * Every line of its log goes to `onLog`. For development, with no metrics and no rate limit to speak of, unless
 * `parameters` say otherwise.
 */
export async function startService(
  parameters: readonly string[],
  onLog: (line: string) => void,
): Promise<ServiceProcess> {
  const started = performance.now();
  const child = spawn(process.execPath, [commandLine, "serve", ...defaults, ...parameters], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const killAtExit = (): void => void child.kill("SIGKILL");
  process.once("exit", killAtExit);
  const ended = once(child, "exit").then(([code]) => (typeof code === "number" ? code : null));
  void ended.then(() => process.off("exit", killAtExit));
  const log: string[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => {
    log.push(line);
    onLog(line);
  });
  const url = await Promise.race([readyUrl(child), ended.then(() => null)]);
  if (url === null) throw new Error(`the service did not start:\n${log.join("\n")}`);
  return new RunningProcess(child, { url, startedInMs: performance.now() - started, ended });
}

/** A signal that ends the benchmark ends what it has started too. */
export function endOnSignals(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
}

const defaults: readonly string[] = [
  ...["--port", "0", "--metrics-port", "off", "--log-level", "warn"],
  ...["--allow-private-webhook-targets"],
];

interface Started {
  readonly url: string;
  readonly startedInMs: number;
  readonly ended: Promise<number | null>;
}

class RunningProcess implements ServiceProcess {
  readonly url: string;
  readonly startedInMs: number;
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;
  #running = true;

  constructor(child: ChildProcess, { url, startedInMs, ended }: Started) {
    this.#child = child;
    this.#ended = ended;
    this.url = url;
    this.startedInMs = startedInMs;
  }

  get running(): boolean {
    return this.#running;
  }

  async kill(): Promise<void> {
    this.#running = false;
    this.#child.kill("SIGKILL");
    await this.#ended;
  }

  async stop(): Promise<number | null> {
    this.#running = false;
    this.#child.kill("SIGTERM");
    return await this.#ended;
  }
}

async function readyUrl(child: ChildProcess): Promise<string | null> {
  if (child.stdout === null) return null;
  for await (const line of createInterface({ input: child.stdout })) {
    const ready: unknown = JSON.parse(line);
    if (typeof ready === "object" && ready !== null) return String(Reflect.get(ready, "listening"));
  }
  return null;
}
