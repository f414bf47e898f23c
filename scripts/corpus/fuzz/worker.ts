// Reads one text after the other, in a thread that can be ended when one hangs: fast-check creates them, and shortens the changes of one
// that fails.
import { parentPort, workerData } from "node:worker_threads";
import fc from "fast-check";
import { type Input, judgeReading } from "../../../generators/test/hostile/reading-oracle.ts";
import { changedInputs, fragmentsOf, seedsOf } from "./inputs.ts";

export interface Order {
  readonly seed: number;
  readonly runs: number;
}

/** The messages of the thread. Of several failures the last is the smallest. */
export type News =
  | { readonly kind: "trying"; readonly input: Input }
  | { readonly kind: "failed"; readonly input: Input; readonly failure: string }
  | { readonly kind: "parsed" };

/** One input in this many is read twice. */
const twice = 8;

const { seed, runs }: Order = workerData;
const seeds = seedsOf();
for (const each of seeds) await judge(each, 0);
const reading = fc.asyncProperty(changedInputs(seeds, fragmentsOf(seeds)), fc.nat(twice - 1), judge);
await fc.check(reading, { seed, numRuns: runs });

async function judge({ kind, format, text }: Input, turn: number): Promise<boolean> {
  const input = { kind, format, text };
  say({ kind: "trying", input });
  const { failure, isParsed } = await judgeReading(input, turn === 0);
  if (isParsed) say({ kind: "parsed" });
  if (failure !== null) say({ kind: "failed", input, failure });
  return failure === null;
}

function say(news: News): void {
  parentPort?.postMessage(news);
}
