// A generator and a description -> its exit code and how long it took, in a process of its own.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runLimited } from "../../corpus/first-contact/contact.ts";
import { homeOf, type Job, type Tool } from "./tools.ts";

export interface Outcome {
  readonly code: number | null;
  readonly seconds: number;
  readonly output: string;
}

export async function run(tool: Tool, job: Job): Promise<Outcome> {
  const home = await homeOf(tool);
  mkdirSync(job.out, { recursive: true });
  for (const [name, text] of Object.entries(tool.files?.(job) ?? {})) writeFileSync(join(home, name), text);
  const began = performance.now();
  const { code, output } = await runLimited(tool.command(job), home);
  return { code, seconds: (performance.now() - began) / 1000, output };
}
