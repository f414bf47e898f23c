// Ids of faults -> the result of each, by a few processes that each take the next ones.
import path from "node:path";
import { atOnce } from "../at-once.ts";
import { endOf } from "../programs.ts";
import type { Found } from "./worker.ts";

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
  const { stdout } = await endOf([process.execPath, program, ...ids], { stdio: ["ignore", "pipe", "inherit"] });
  // One that dies leaves the line of the fault out that it was at, and those after it.
  const lines = stdout.split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}
