// Runs `fulfillment` for tests: as a process of its own, or, where many words are tried, inside this one.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { testedService } from "../../../../../scripts/testing/bundled-programs.ts";
import { sparingNode } from "../../../../../scripts/testing/sparing-node.ts";
import { run } from "../../src/cli/run.ts";

// Each process takes half a second to start, and several times that on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

export interface Result {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A private directory that is removed afterwards. */
export function newDirectory(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "fulfillment-cli-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export function directoryForTest(): string {
  const { path, remove } = newDirectory();
  onTestFinished(remove);
  return path;
}

type Variables = Readonly<Record<string, string>>;

/** The real command line, until it ends. */
export async function fulfillment(words: readonly string[], variables: Variables = {}): Promise<Result> {
  const { child, text } = start(words, variables);
  const [code] = await once(child, "close");
  return { code: typeof code === "number" ? code : null, ...text };
}

/** The same commands without a process for each. */
export async function inProcess(words: readonly string[], variables: Variables = {}): Promise<Result> {
  let [out, err] = ["", ""];
  // Commander reads those of the process itself.
  const before = { ...process.env };
  Object.assign(process.env, variables);
  try {
    const code = await run(words, {
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
      environment: process.env,
      now: Date.now,
    });
    return { code, out, err };
  } finally {
    for (const name of Object.keys(variables)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}

/** What a command that prints one JSON object printed, or why it did not. */
export function printed({ code, out, err }: Result): Record<string, unknown> {
  if (code !== 0) throw new Error(`exit code ${code}: ${err}`);
  const value: unknown = JSON.parse(out);
  if (typeof value !== "object" || value === null) throw new Error(`no object: ${out}`);
  return Object.fromEntries(Object.entries(value));
}

export interface Serving {
  readonly url: string;
  /** What came on stdout and stderr until now. */
  readonly text: { readonly out: string; readonly err: string };
  /** Sends the signal and resolves with the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
  signal(signal: NodeJS.Signals): void;
  /** Stops reading its log, as when the process that started the service is gone. */
  abandon(): void;
  readonly ended: Promise<number | null>;
  /** Resolves once the log has a line with this message. */
  logged(message: string): Promise<void>;
}

/** A service that ends with the test, if the test has not ended it. Without `flags` of Node it starts itself again with its own. */
export async function serve(
  words: readonly string[],
  variables: Variables = {},
  flags: readonly string[] = sparingNode,
): Promise<Serving> {
  const service = await startServing(words, variables, flags);
  onTestFinished(() => service.signal("SIGKILL"));
  return service;
}

/** `fulfillment serve` on a free port, without metrics unless `words` ask for them. The caller ends it. */
export async function startServing(
  words: readonly string[],
  variables: Variables = {},
  flags: readonly string[] = sparingNode,
): Promise<Serving> {
  const served = ["serve", "--port", "0", ...words];
  const { child, text } = start(served, { FULFILLMENT_METRICS_PORT: "off", ...variables }, flags);
  const ended = once(child, "close").then(([code]) => (typeof code === "number" ? code : null));
  const early = ended.then((code) => {
    throw new Error(`serve ended with ${code}: ${text.err}`);
  });
  early.catch(() => {});
  await Promise.race([early, heard(child, () => text.out.includes("\n"))]);
  const line: unknown = JSON.parse(text.out);
  const url = typeof line === "object" && line !== null && "listening" in line ? String(line.listening) : "";
  return {
    url,
    text,
    ended,
    signal: (signal) => void child.kill(signal),
    abandon: () => void child.stderr.destroy(),
    end: (signal = "SIGTERM") => {
      child.kill(signal);
      return ended;
    },
    logged: (message) => heard(child, () => text.err.includes(`"msg":"${message}"`)),
  };
}

function start(
  words: readonly string[],
  variables: Variables,
  flags: readonly string[] = sparingNode,
): { readonly child: ChildProcessWithoutNullStreams; readonly text: { out: string; err: string } } {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:FULFILLMENT_|NODE_ENV$|VITEST)/.test(name));
  const env = { ...Object.fromEntries(inherited), ...variables };
  // What should have ended and has not is ended before the test is given up.
  const child = spawn(process.execPath, [...flags, testedService(), ...words], {
    cwd: tmpdir(),
    env,
    timeout: 50_000,
    killSignal: "SIGKILL",
  });
  const text = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text.out += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    text.err += chunk;
  });
  return { child, text };
}

/** Resolves when something has been written after which `isThere` holds. */
function heard(child: ChildProcessWithoutNullStreams, isThere: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (!isThere()) return;
      child.stdout.off("data", check);
      child.stderr.off("data", check);
      resolve();
    };
    child.stdout.on("data", check);
    child.stderr.on("data", check);
    check();
  });
}
