// A contender and a description -> the costs of its runs, and its output.
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Contender, contenders, type Run } from "./contenders.ts";
import { type Cost, costOf } from "./cost.ts";
import { installedIn } from "./installed.ts";

export interface Entrant {
  readonly contender: Contender;
  readonly home: string;
  readonly run: Run;
  readonly costs: Cost[];
}

/** Installs it, when that has not been done. */
export async function entrantOf(contender: Contender, given: Omit<Run, "out">): Promise<Entrant> {
  const home = await installedIn(contender.home, contender.packages, contender.overrides);
  const out = join(home, `out-${contenders.indexOf(contender)}`);
  return { contender, home, run: { ...given, out }, costs: [] };
}

/** Writes its configuration, and runs it on an empty folder. */
export async function runOnce({ contender, home, run, costs }: Entrant): Promise<void> {
  rmSync(run.out, { recursive: true, force: true });
  mkdirSync(run.out, { recursive: true });
  for (const [name, text] of Object.entries(contender.files?.(run) ?? {})) writeFileSync(join(home, name), text);
  costs.push(await costOf(contender.command(run), { folder: home, environment: contender.environment ?? {} }));
}

/** The bytes of its last output; `null` where a run failed. */
export function bytesWritten({ contender, run, costs }: Entrant): number | null {
  if (costs.some(({ exit }) => exit !== 0) && !contender.reports) return null;
  return readdirSync(run.out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
