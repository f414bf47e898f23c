// One round after the other, in a thread that can be ended when an input hangs: creates inputs, checks them, keeps those
// that reach new code.
import { parentPort, workerData } from "node:worker_threads";
import { type Input, judgeReading } from "../../generators/test/hostile/reading-oracle.ts";
import { Coverage } from "./coverage.ts";
import { minimised } from "./minimise.ts";
import { mutated, type Seed } from "./mutate.ts";
import { Random } from "./random.ts";
import { parsedValueOf, seedsOf, stockOf } from "./seeds.ts";

export interface Order {
  readonly seed: number;
  readonly runs: number;
}

/** The messages of the thread: its current input, its findings, its progress. */
export type News =
  | { readonly kind: "trying"; readonly input: Input }
  | { readonly kind: "failed"; readonly input: Input; readonly failure: string }
  | {
      readonly kind: "done";
      readonly runs: number;
      readonly parsed: number;
      readonly kept: number;
      readonly blocks: number;
    };

/** Inputs between two measurements of the coverage. */
const batch = 64;
/** One input in this many is read twice. */
const twice = 8;

async function work({ seed, runs }: Order): Promise<void> {
  const random = new Random(seed);
  const seeds = seedsOf();
  const stock = stockOf(seeds);
  const coverage = new Coverage();
  await coverage.start();
  for (const each of seeds) judge(each, true);
  await coverage.news();
  let [done, parsed, kept] = [0, 0, 0];
  while (done < runs) {
    const inputs = Array.from({ length: Math.min(batch, runs - done) }, () =>
      mutated(random.one(seeds), stock, random),
    );
    for (const [at, input] of inputs.entries()) {
      say({ kind: "trying", input });
      if (judge(input, (done + at) % twice === 0)) parsed += 1;
    }
    done += inputs.length;
    if ((await coverage.news()) > 0) {
      const chosen = chooseFrom(inputs, seeds);
      kept += chosen.length;
      seeds.push(...chosen);
    }
    if (done % (batch * 16) === 0 || done >= runs) {
      say({ kind: "done", runs: done, parsed, kept, blocks: coverage.size });
    }
  }
  coverage.stop();
}

/** Of a batch that reached something new, those whose problems no seed has had together. */
function chooseFrom(inputs: readonly Input[], seeds: readonly Seed[]): Seed[] {
  if (seeds.length > 5_000) return [];
  return inputs.flatMap((input) => {
    const value = parsedValueOf(input);
    return value === undefined || input.text.length > 6_000 || !isNew(input) ? [] : [{ ...input, value }];
  });
}

const known = new Set<string>();

function isNew(input: Input): boolean {
  const codes = judgeReading(input, false).codes.join();
  const isNewOne = !known.has(codes);
  known.add(codes);
  return isNewOne;
}

/** Whether it parses. */
function judge(input: Input, again: boolean): boolean {
  const { failure, isParsed } = judgeReading(input, again);
  if (failure !== null) say({ kind: "failed", input: minimised(input, failure), failure });
  return isParsed;
}

function say(news: News): void {
  parentPort?.postMessage(news);
}

await work(workerData);
