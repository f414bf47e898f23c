// Requests -> the figures of wrk when it sends them to a server as fast as that responds.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { endOf } from "../../testing/programs.ts";

/** Requests that differ in their path only. */
export interface Requests {
  readonly method: "GET" | "POST";
  readonly authorization: string;
  /** JSON text without line breaks. */
  readonly body: string | null;
  /** Asked for in turn. */
  readonly paths: readonly string[];
}

export interface Pressure {
  readonly connections: number;
  readonly seconds: number;
}

export interface Load {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

const measured = z.object({
  requests: z.int().positive(),
  seconds: z.number().positive(),
  p50: z.number(),
  p99: z.number(),
  failed: z.int(),
});

/** Throws, with advice, when wrk is missing. */
export function wrkVersion(): string {
  try {
    execFileSync("wrk", ["-v"], { encoding: "utf8" });
  } catch (error) {
    // It prints its version with the exit code of an error.
    const said = error instanceof Error && "stdout" in error ? String(error.stdout) : "";
    const version = /^wrk \S+/.exec(said)?.[0];
    if (version !== undefined) return version;
    throw new Error(
      "this benchmark needs wrk: `apt-get install wrk` on Debian and Ubuntu, `brew install wrk` on macOS",
    );
  }
  return "wrk";
}

/** A file with the requests, for any number of calls of `runWrk`. */
export function writeRequests(file: string, { method, authorization, body, paths }: Requests): void {
  writeFileSync(file, `${[method, authorization, body ?? "", ...paths].join("\n")}\n`, { mode: 0o600 });
}

/** Rejects when a response is missing, or not 2xx or 3xx. */
export async function runWrk({
  url,
  requests,
  connections,
  seconds,
}: Pressure & { readonly url: string; readonly requests: string }): Promise<Load> {
  const script = join(import.meta.dirname, "wrk.lua");
  const pressure = ["--threads", "1", "--connections", String(connections), "--duration", `${seconds}s`];
  const { stdout } = await endOf(["wrk", ...pressure, "--script", script, url, "--", requests]);
  const { failed, ...load } = measured.parse(JSON.parse(stdout.trim().split("\n").at(-1) ?? ""));
  if (failed > 0) throw new Error(`${failed} of ${load.requests} requests to ${url} failed:\n${stdout}`);
  return load;
}
