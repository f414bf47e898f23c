// Requests that anyone may make of a program -> how long their responses take, all the time, seen from a process of its own.
import { fork } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

export interface Probe {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly body?: string;
}

/** Since it was last asked. */
export interface ProbeFigures {
  /** Milliseconds of the slowest response, without those in which the machine had no processor for the program or for the probe. */
  readonly slowest: number;
  /** Milliseconds of the longest time in which the machine did not let the prober run, although it was ready: of no program that is probed. */
  readonly stalled: number;
  readonly count: number;
  /** How many times its usual time a fixed piece of work takes beside it: a throttled machine is slow for everybody. At least 1. */
  readonly slowdown: number;
  /** Statuses of 400 or more, and connections that failed. */
  readonly failures: readonly string[];
}

export interface Probing {
  figures(): Promise<ProbeFigures>;
  stop(): void;
}

/** Each probe is repeated, with a pause of some milliseconds, until the end. */
export async function startProbing(processId: number, probes: readonly Probe[]): Promise<Probing> {
  const child = fork(import.meta.filename, ["probe"], { execArgv: [] });
  child.send({ processId, probes });
  await once(child, "message");
  return {
    figures: async () => {
      child.send("figures");
      const [figures] = (await once(child, "message")) as [ProbeFigures];
      return figures;
    },
    stop: () => void child.kill("SIGKILL"),
  };
}

const pauseMs = 20;
const none = () => ({ slowest: 0, stalled: 0, count: 0, failures: [] as string[] });

/** Some kilobytes of JSON, and the milliseconds that they take where the limits of tests were set: 2 processors of an EPYC, nothing else running. */
const work = Array.from({ length: 1000 }, (_, at) => ({
  id: `ord_${at}`,
  lines: [{ sku: `sku-${at}`, quantity: at % 7 }],
}));
const usualWorkMs = 1.2;
const workEveryMs = 100;

async function probe(): Promise<void> {
  const [{ processId, probes }] = (await once(process, "message")) as [{ processId: number; probes: readonly Probe[] }];
  let figures = none();
  process.on("message", () => {
    process.send?.({ ...figures, failures: figures.failures.slice(0, 5), slowdown: slowdownOf(works.splice(0)) });
    figures = none();
  });
  process.once("disconnect", () => process.exit());
  // A connection that is kept may be closed while the machine is busy with others.
  const agent = new Agent({ keepAlive: false });
  const [ofProgram, own] = [queuedTimeOf(processId), queuedTimeOf("self")];
  const now = (): number => performance.now() - ofProgram() - own();
  const repeat = async (one: Probe): Promise<never> => {
    for (;;) {
      const startedAt = now();
      const failures = await failuresOf(one, agent);
      figures.slowest = Math.max(figures.slowest, now() - startedAt);
      figures.count += 1;
      figures.failures.push(...failures);
      await delay(pauseMs);
    }
  };
  for (const one of probes) void repeat(one);
  let dueAt = performance.now() - own() + pauseMs;
  setInterval(() => {
    const at = performance.now() - own();
    figures.stalled = Math.max(figures.stalled, at - dueAt);
    dueAt = at + pauseMs;
  }, pauseMs);
  const works: number[] = [];
  setInterval(() => {
    const startedAt = performance.now() - own();
    JSON.parse(JSON.stringify(work));
    works.push(performance.now() - own() - startedAt);
  }, workEveryMs);
  process.send?.("started");
}

/** By the median: a single pause is not the speed of the machine. */
function slowdownOf(works: number[]): number {
  const usual = works.sort((one, other) => one - other)[works.length >> 1] ?? usualWorkMs;
  return Math.max(1, usual / usualWorkMs);
}

async function failuresOf({ url, headers, method, body }: Probe, agent: Agent): Promise<string[]> {
  try {
    const [response] = (await once(request(url, { agent, headers, method }).end(body), "response")) as [
      IncomingMessage,
    ];
    response.resume();
    await once(response, "end");
    return (response.statusCode ?? 500) < 400 ? [] : [`${url}: ${response.statusCode}`];
  } catch (error) {
    return [`${url}: ${error}`];
  }
}

if (process.argv[2] === "probe") await probe();

/**
 * How long the main thread of a process has been ready to run while others had the processors, in milliseconds: the part of a wait that is
 * the machine's. Linux counts it; elsewhere it is 0.
 */
function queuedTimeOf(processId: number | "self"): () => number {
  let file: number;
  try {
    file = openSync(`/proc/${processId}/schedstat`, "r");
  } catch {
    return () => 0;
  }
  const bytes = Buffer.alloc(64);
  return () => {
    try {
      const text = bytes.toString("latin1", 0, readSync(file, bytes, 0, bytes.length, 0));
      return Number(text.split(" ")[1] ?? 0) / 1e6;
    } catch {
      // The process has ended.
      closeSync(file);
      return 0;
    }
  };
}
