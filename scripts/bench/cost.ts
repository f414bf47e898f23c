// A command -> its total cost, child processes included: wall and processor time, and memory at its peak.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { outputOf } from "../testing/programs.ts";

export interface Cost {
  readonly seconds: number;
  /** User and system. */
  readonly processorSeconds: number;
  /** Of all its processes together; `null` where there is no /proc to look it up in. */
  readonly peakMegabytes: number | null;
  readonly exit: number;
  /** Its whole output. */
  readonly output: string;
}

interface Place {
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** bash's `time` counts every process that was waited for. */
const timed = 'TIMEFORMAT="WAYBILL-TIMES %R %U %S"; time "$@"';
const times = /^WAYBILL-TIMES ([\d.]+) ([\d.]+) ([\d.]+)$/m;

/** `program` is a module for this Node, followed by its arguments. */
export async function costOf(program: readonly string[], { folder, environment = {} }: Place): Promise<Cost> {
  const child = spawn("bash", ["-c", timed, "bash", process.execPath, ...program], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: "1", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const memory = new AbortController();
  const peak = child.pid === undefined ? Promise.resolve(null) : peakBelow(child.pid, memory.signal);
  const { code, output } = await outputOf(child).finally(() => memory.abort());
  const [, seconds, user, system] = times.exec(output) ?? [];
  return {
    seconds: Number(seconds),
    processorSeconds: Number(user) + Number(system),
    peakMegabytes: await peak,
    exit: code ?? 1,
    output: output.replace(times, ""),
  };
}

const millisecondsBetweenLooks = 20;

/**
 * The peak memory of all processes started by `pid`. The kernel records the peak of each; the sum is sampled at
 * intervals only.
 */
async function peakBelow(pid: number, ended: AbortSignal): Promise<number | null> {
  let peak: number | null = null;
  while (!ended.aborted) {
    const held = startedBy(pid).map(memoryOf);
    const together = held.reduce((sum, { now }) => sum + now, 0);
    if (held.length > 0) peak = Math.max(peak ?? 0, together, ...held.map(({ most }) => most));
    await wait(millisecondsBetweenLooks);
  }
  return peak;
}

/** Children, and theirs. A process that ends meanwhile has none. */
function startedBy(pid: number): number[] {
  const children = tasksOf(pid).flatMap((task) => numbersIn(textOf(`/proc/${pid}/task/${task}/children`)));
  return children.flatMap((child) => [child, ...startedBy(child)]);
}

function tasksOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Megabytes. */
function memoryOf(pid: number): { readonly now: number; readonly most: number } {
  const status = textOf(`/proc/${pid}/status`);
  const kilobytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
  return { now: kilobytes("VmRSS") / 1024, most: kilobytes("VmHWM") / 1024 };
}

function numbersIn(text: string): number[] {
  return text.split(" ").filter(Boolean).map(Number);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
