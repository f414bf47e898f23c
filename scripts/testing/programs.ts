// Programs of other processes -> what they printed when they have ended, or the address of a server once it is ready.
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";

export interface Ended {
  /** `null` when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  /** Both streams, as a terminal shows them. */
  readonly output: string;
}

/** Rejects when the program cannot be started. */
export async function endOf(
  [program = "", ...parameters]: readonly string[],
  options: SpawnOptions = {},
): Promise<Ended> {
  return await outputOf(spawn(program, parameters, { stdio: ["ignore", "pipe", "pipe"], ...options }));
}

/** Of a process that was just started. */
export async function outputOf(child: ChildProcess): Promise<Ended> {
  let [stdout, output] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    output += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.on("error", reject).on("close", resolve);
  return { code: await promise, stdout, output };
}

export interface RunningServer {
  readonly url: string;
  readonly child: ChildProcess;
  /** Waits for what is in progress there. */
  stop(): Promise<void>;
}

/** Resolves when a module, run by this Node, has printed its ready line, {"listening":"http://127.0.0.1:8080"}; rejects when it ends. */
export async function startServer(
  parameters: readonly string[],
  options: SpawnOptions = { stdio: ["ignore", "pipe", "inherit"] },
  onError: (line: string) => void = () => {},
): Promise<RunningServer> {
  const child = spawn(process.execPath, parameters, options);
  if (child.stderr !== null) createInterface(child.stderr).on("line", onError);
  const ended = once(child, "exit");
  const url = await Promise.race([listening(child), ended.then(() => null)]);
  if (url === null) throw new Error(`${parameters.join(" ")} did not start; what it printed above says why`);
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
  };
  return { url, child, stop };
}

async function listening({ stdout }: ChildProcess): Promise<string | null> {
  if (stdout === null) return null;
  for await (const line of createInterface(stdout)) {
    const [, url] = /^\{"listening":"([^"]+)"/.exec(line) ?? [];
    if (url === undefined) continue;
    stdout.resume();
    return url;
  }
  return null;
}

/** The address of a server of this process, on a free port of this machine: `http://127.0.0.1:40123`. */
export async function listenLocally(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

/** A port of this machine that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const { port } = new URL(await listenLocally(server));
  server.close();
  await once(server, "close");
  return Number(port);
}

/** Resolves when a server of this machine responds. Rejects after a minute. */
export async function responding(port: number | string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const isThere = await fetch(`http://127.0.0.1:${port}/`, { method: "POST" }).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await setTimeout(100);
  }
  throw new Error(`nothing listens on port ${port}`);
}
