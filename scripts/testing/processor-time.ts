// Counts what each file of tests takes of a processor, as a runner of vitest: `WAYBILL_PROCESSOR_TIME=FILE pnpm test` appends a line for each
// to FILE: seconds in all, in the worker, in the programs that the worker started, and the name, between tabs. Linux only.
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { TestRunner } from "vitest";

interface Times {
  readonly worker: number;
  readonly programs: number;
}

export default class CountingRunner extends TestRunner {
  #before: Times = { worker: 0, programs: 0 };

  onBeforeCollect(): void {
    this.#before = times();
  }

  // What is counted for a file includes its modules, its hooks, and setup files.
  override onAfterRunFiles(files: Parameters<TestRunner["onAfterRunFiles"]>[0]): void {
    super.onAfterRunFiles(files);
    const after = times();
    const worker = after.worker - this.#before.worker;
    const programs = after.programs - this.#before.programs;
    const seconds = [worker + programs, worker, programs].map((time) => time.toFixed(2));
    const names = files.map(({ filepath }) => relative(this.config.root, filepath));
    appendFileSync(process.env["WAYBILL_PROCESSOR_TIME"] ?? "/dev/stdout", `${[...seconds, ...names].join("\t")}\n`);
  }
}

function times(): Times {
  const { user, system } = process.cpuUsage();
  const stats = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap(statOf);
  const ended = stats.find(({ id }) => id === process.pid)?.waitedFor ?? 0;
  return { worker: (user + system) / 1e6, programs: ended + runningBelow(process.pid, stats) };
}

interface Stat {
  readonly id: number;
  readonly parent: number;
  /** Seconds of the process itself, and of those that it started and that have ended. */
  readonly own: number;
  readonly waitedFor: number;
}

/** Servers, compilers and browsers that a worker keeps. */
function runningBelow(id: number, stats: readonly Stat[]): number {
  const started = stats.filter(({ parent }) => parent === id);
  return started.reduce((sum, one) => sum + one.own + one.waitedFor + runningBelow(one.id, stats), 0);
}

/** `/proc/ID/stat`, whose second field is the name in parentheses; 4 is the parent, 14 to 17 are times in hundredths of a second. */
function statOf(name: string): Stat[] {
  let text: string;
  try {
    text = readFileSync(`/proc/${name}/stat`, "latin1");
  } catch {
    return []; // it has ended
  }
  const fields = text
    .slice(text.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const [, parent = 0, , , , , , , , , , user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = fields;
  return [{ id: Number(name), parent, own: (user + system) / 100, waitedFor: (userOfEnded + systemOfEnded) / 100 }];
}
