// Judges and values -> how many values a second each judges, all in one process that takes turns.
import { medianOf } from "../figures.ts";

export type Judge = (value: unknown) => boolean;

export interface Contest {
  readonly judges: ReadonlyMap<string, Judge>;
  readonly rounds: number;
}

const millisecondsOfRound = 120;

/**
 * Judgements a second of processor time, by judge: the median of the rounds, after one that warms up. In every round each judge has
 * its turn, so that what else runs on the machine meets them all. Throws when one says something else than `expected`.
 */
export function ratesOf({ judges, rounds }: Contest, value: object, expected: boolean): ReadonlyMap<string, number> {
  const values = copiesOf(value);
  for (const [name, judge] of judges) {
    if (values.some((each) => judge(each) !== expected)) throw new Error(`${name} errs`);
  }
  const found = new Map<string, number[]>([...judges.keys()].map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, judge] of judges) {
      const perSecond = rateOf(judge, values, expected);
      if (round > 0) found.get(name)?.push(perSecond);
    }
  }
  return new Map([...found].map(([name, rates]) => [name, medianOf(rates)]));
}

/** As they come from the network: each parsed anew, so that no two share their texts. */
function copiesOf(value: object): readonly unknown[] {
  return Array.from({ length: 64 }, (): unknown => JSON.parse(JSON.stringify(value)));
}

function rateOf(judge: Judge, values: readonly unknown[], expected: boolean): number {
  const began = processorMilliseconds();
  let count = 0;
  for (;;) {
    for (let again = 0; again < 16; again += 1) {
      for (const value of values) if (judge(value) !== expected) throw new Error("a verdict has changed");
    }
    count += 16 * values.length;
    const elapsed = processorMilliseconds() - began;
    if (elapsed >= millisecondsOfRound) return (count / elapsed) * 1000;
  }
}

/** The time this thread had a processor: what else runs on the machine does not count. */
function processorMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
