// Options of `fulfillment serve` -> the service as a process of its own, which can be killed, and whose clock can jump.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

const commandLine = join(import.meta.dirname, "../../../packages/fulfillment/service/src/cli/main.ts");
const jumpingClock = join(import.meta.dirname, "jumping-clock.ts");

export interface Service {
  readonly url: string;
  /** Milliseconds from the start of the process to its ready line. */
  readonly startedInMs: number;
  /** `false` from the moment when a signal is sent. */
  readonly running: boolean;
  /** Lines of level warn and above. */
  readonly complaints: readonly string[];
  /** kill -9; resolves when the process is gone. */
  kill(): Promise<void>;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Moves its clock by the next of the steps that it was started with. */
  jump(): void;
}

export interface ServiceOptions {
  /** Milliseconds by which its clock is ahead, in turn, after each `jump()`. */
  readonly clock?: readonly number[];
}

export async function startService(parameters: readonly string[], { clock }: ServiceOptions = {}): Promise<Service> {
  const before = performance.now();
  const preload = clock === undefined ? [] : ["--import", jumpingClock];
  const env = { ...process.env, WAYBILL_CLOCK: JSON.stringify(clock ?? []) };
  const words = [...preload, commandLine, "serve", ...defaults, ...parameters];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"], env });
  const killAtExit = (): void => void child.kill("SIGKILL");
  process.once("exit", killAtExit);
  const ended = once(child, "exit").then(([code]) => (typeof code === "number" ? code : null));
  void ended.then(() => process.off("exit", killAtExit));
  const complaints: string[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => {
    if (!line.includes("--allow-private-webhook-targets")) complaints.push(line);
  });
  const url = await Promise.race([readyUrl(child), ended.then(() => null)]);
  if (url === null) throw new Error(`the service did not start:\n${complaints.join("\n")}`);
  const startedInMs = performance.now() - before;
  let running = true;
  const end = (signal: NodeJS.Signals): Promise<number | null> => {
    running = false;
    child.kill(signal);
    return ended;
  };
  return {
    url,
    startedInMs,
    get running() {
      return running;
    },
    complaints,
    kill: async () => void (await end("SIGKILL")),
    stop: () => end("SIGTERM"),
    jump: () => void child.kill("SIGUSR2"),
  };
}

const defaults: readonly string[] = [
  ...["--port", "0", "--metrics-port", "off", "--log-level", "warn", "--allow-private-webhook-targets"],
];

async function readyUrl({ stdout }: ChildProcess): Promise<string | null> {
  if (stdout === null) return null;
  for await (const line of createInterface({ input: stdout })) {
    const [, url = null] = /^\{"listening":"([^"]+)"/.exec(line) ?? [];
    if (url !== null) return url;
  }
  return null;
}
