// A command -> its output and exit code.
import { spawn } from "node:child_process";
import type { Command } from "./programs.ts";

export interface Ended {
  readonly code: number | null;
  /** Of both streams. */
  readonly out: string;
}

/** `environment` is added to this process's own. */
export function outputOf(
  { command, args, cwd }: Command,
  environment: Readonly<Record<string, string>>,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out: Buffer.concat(chunks).toString() }));
  });
}
