// Ids of faults -> the result of each, by a few processes that each take the next ones.
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { atOnce } from "../at-once.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import type { Found } from "./find.ts";

/** A process starts in about a second, and one that dies takes few along. */
const perProcess = 12;

export async function runWorkers(ids: readonly string[], processes: number): Promise<ReadonlyMap<string, Found>> {
  const groups = Array.from({ length: Math.ceil(ids.length / perProcess) }, (_, index) =>
    ids.slice(index * perProcess, (index + 1) * perProcess),
  );
  const found = new Map<string, Found>();
  await atOnce(processes, groups, async (group) => {
    for (const one of await runWorker(group)) found.set(one.id ?? "healthy", one);
  });
  return found;
}

async function runWorker(ids: readonly string[]): Promise<Found[]> {
  const program = path.join(import.meta.dirname, "worker.ts");
  const child = spawn(process.execPath, [program, ...ids], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, TMPDIR: temporaryFolder() },
  });
  const exit = once(child, "exit");
  const found: Found[] = [];
  for await (const line of createInterface({ input: child.stdout })) found.push(JSON.parse(line));
  await exit;
  return found;
}
