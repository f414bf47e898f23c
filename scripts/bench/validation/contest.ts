// Validators and values -> how many values a second each validates, all in one process, in turns.
import { medianOf } from "../figures.ts";

export type Judge = (value: unknown) => boolean;

export interface Contest {
  readonly judges: ReadonlyMap<string, Judge>;
  readonly rounds: number;
}

const millisecondsOfRound = 120;

/**
 * Validations a second of processor time, by validator: the median of the rounds, after a warm-up. Every round runs each validator
 * once, so that other load on the machine affects them all. Throws when one differs from `expected`.
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

/** As they come from the network: each parsed separately, so that no two share their strings. */
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

/** The processor time of this thread: other load on the machine does not count. */
function processorMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
