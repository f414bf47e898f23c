// What every rate limiter promises, as tests: a table of cases, and any sequence of requests against a naive one.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { RateLimiter, RateState } from "../../src/rate-limit/limiter.ts";
import { mostInAWindow, Oracle } from "./oracle.ts";

export interface Subject {
  readonly limiter: RateLimiter;
  /** Ends the limiter and starts another one that has to know what the first one knew; none when it would know nothing. */
  readonly restart?: () => Promise<RateLimiter>;
}

export interface SubjectOptions {
  readonly windowMs: number;
  readonly now: () => number;
}

/** Starts a limiter that has counted nothing; what it needs ends with the test. */
export type Open = (options: SubjectOptions) => Promise<Subject>;

/** 2026-03-01T12:00:00.000Z */
const noon = 1_772_366_400_000;
const seconds = 1000;
const day = 86_400 * seconds;

/** What is asked at a moment after noon, and what it has to say: allowed, remaining, seconds until the reset. */
interface Step {
  readonly at: number;
  readonly ask?: "hit" | "peek";
  readonly client?: string;
  readonly budget: number;
  readonly says: readonly [allowed: boolean, remaining: number, resetSeconds: number];
}

interface Case {
  readonly name: string;
  readonly windowMs: number;
  readonly steps: readonly Step[];
}

const cases: readonly Case[] = [
  {
    name: "a budget is spent, and comes back request by request",
    windowMs: day,
    steps: [
      { at: 0, budget: 2, says: [true, 1, 86_400] },
      { at: 10 * seconds, budget: 2, says: [true, 0, 86_390] },
      { at: 20 * seconds, budget: 2, says: [false, 0, 86_380] },
      { at: day - 1, budget: 2, says: [false, 0, 1] },
      { at: day, budget: 2, says: [true, 0, 10] },
      { at: day + 1, budget: 2, says: [false, 0, 10] },
      { at: day + 10 * seconds, budget: 2, says: [true, 0, 86_390] },
    ],
  },
  {
    name: "refused requests are not counted",
    windowMs: 10 * seconds,
    steps: [
      { at: 0, budget: 1, says: [true, 0, 10] },
      ...[1, 2, 3, 9].map((at): Step => ({ at: at * seconds, budget: 1, says: [false, 0, 10 - at] })),
      { at: 10 * seconds, budget: 1, says: [true, 0, 10] },
    ],
  },
  {
    name: "clients have nothing to do with each other",
    windowMs: 10 * seconds,
    steps: [
      { at: 0, client: "192.0.2.1", budget: 1, says: [true, 0, 10] },
      { at: 1, client: "2001:db8::1", budget: 1, says: [true, 0, 10] },
      { at: 2, client: "192.0.2.1", budget: 1, says: [false, 0, 10] },
      { at: 3, client: "192.0.2.11", budget: 1, says: [true, 0, 10] },
    ],
  },
  {
    name: "looking is not counted",
    windowMs: 10 * seconds,
    steps: [
      { at: 0, ask: "peek", budget: 1, says: [true, 1, 0] },
      { at: 0, ask: "peek", budget: 1, says: [true, 1, 0] },
      { at: 500, budget: 1, says: [true, 0, 10] },
      { at: 1500, ask: "peek", budget: 1, says: [false, 0, 9] },
      { at: 10_500, ask: "peek", budget: 1, says: [true, 1, 0] },
    ],
  },
  {
    name: "the budget of the call is the one that counts",
    windowMs: 10 * seconds,
    steps: [
      { at: 0, budget: 3, says: [true, 2, 10] },
      { at: 0, budget: 3, says: [true, 1, 10] },
      { at: 0, budget: 1, says: [false, 0, 10] },
      { at: 0, ask: "peek", budget: 1, says: [false, 0, 10] },
      { at: 0, budget: 4, says: [true, 1, 10] },
      { at: 0, ask: "peek", budget: 3, says: [false, 0, 10] },
      { at: 0, budget: 0, says: [false, 0, 10] },
    ],
  },
  {
    name: "requests of one millisecond all count",
    windowMs: 1,
    steps: [
      { at: 0, budget: 2, says: [true, 1, 1] },
      { at: 0, budget: 2, says: [true, 0, 1] },
      { at: 0, budget: 2, says: [false, 0, 1] },
      { at: 1, budget: 2, says: [true, 1, 1] },
    ],
  },
  {
    name: "a clock that goes backwards takes what was counted with it",
    windowMs: 10 * seconds,
    steps: [
      { at: 18 * seconds, budget: 3, says: [true, 2, 10] },
      { at: 20 * seconds, budget: 3, says: [true, 1, 8] },
      { at: 5 * seconds, budget: 3, says: [true, 0, 8] },
      { at: 12_999, budget: 3, says: [false, 0, 1] },
      { at: 13 * seconds, budget: 3, says: [true, 0, 2] },
      { at: 15 * seconds, budget: 3, says: [true, 1, 8] },
    ],
  },
  {
    name: "a clock that jumps forward and back blocks a client for a window, not for the length of the jump",
    windowMs: 10 * seconds,
    steps: [
      { at: 30 * day, budget: 1, says: [true, 0, 10] },
      { at: 0, budget: 1, says: [false, 0, 10] },
      { at: 9999, budget: 1, says: [false, 0, 1] },
      { at: 10 * seconds, budget: 1, says: [true, 0, 10] },
    ],
  },
  {
    name: "looking does not move what was counted forward again",
    windowMs: 10 * seconds,
    steps: [
      { at: 20 * seconds, budget: 1, says: [true, 0, 10] },
      { at: 5 * seconds, ask: "peek", budget: 1, says: [false, 0, 10] },
      { at: 14 * seconds, ask: "peek", budget: 1, says: [false, 0, 1] },
      { at: 15 * seconds, budget: 1, says: [true, 0, 10] },
    ],
  },
  {
    name: "what has left the window does not come back with the clock",
    windowMs: 10 * seconds,
    steps: [
      { at: 20 * seconds, budget: 2, says: [true, 1, 10] },
      { at: 30 * seconds, ask: "peek", budget: 2, says: [true, 2, 0] },
      { at: 15 * seconds, budget: 2, says: [true, 1, 10] },
      { at: 25 * seconds, ask: "peek", budget: 2, says: [true, 2, 0] },
    ],
  },
];

/** `runs` is how many sequences are made up for each property. */
export function testContract(open: Open, { runs }: { runs: number }): void {
  for (const { name, windowMs, steps } of cases) {
    test(name, async () => {
      let time = noon;
      const { limiter } = await open({ windowMs, now: () => time });
      for (const { at, ask = "hit", client = "192.0.2.1", budget, says } of steps) {
        time = noon + at;
        const [allowed, remaining, resetSeconds] = says;
        const state = await limiter[ask](client, budget);
        expect(state, `${ask} at ${at}`).toMatchObject({ allowed, limit: budget, remaining, resetSeconds });
      }
    });
  }
  test("both resets name the same moment, rounded up", async () => {
    let time = noon + 250;
    const { limiter } = await open({ windowMs: 10 * seconds, now: () => time });
    expect(await limiter.peek("192.0.2.1", 1)).toMatchObject({ resetSeconds: 0, resetAt: noon / 1000 + 1 });
    expect(await limiter.hit("192.0.2.1", 1)).toMatchObject({ resetSeconds: 10, resetAt: noon / 1000 + 11 });
    time += 1;
    expect(await limiter.hit("192.0.2.1", 1)).toMatchObject({ resetSeconds: 10, resetAt: noon / 1000 + 11 });
    time += 999;
    expect(await limiter.hit("192.0.2.1", 1)).toMatchObject({ resetSeconds: 9, resetAt: noon / 1000 + 11 });
  });
  test("ready resolves while it works", async () => {
    const { limiter } = await open({ windowMs: day, now: () => noon });
    await expect(limiter.ready()).resolves.toBeUndefined();
  });
  testProperties(open, runs);
}

/** One thing that happens, so many tenths of a window after the one before, and a little more or less. */
interface Happening {
  readonly what: "hit" | "peek" | "restart";
  readonly client: string;
  readonly budget: number;
  readonly tenths: number;
  readonly more: number;
}

const windows = fc.constantFrom(1, 10, 999, 60_000, day, 49 * day);
const more = fc.constantFrom(0, 0, 0, 1, -1);
/** Half of what happens, happens at once: windows have to fill up. */
const atOnceOr = (tenths: { min: number; max: number }): fc.Arbitrary<number> =>
  fc.oneof(fc.constant(0), fc.integer(tenths));

const onward: fc.Arbitrary<Happening[]> = fc.array(
  fc.record({
    what: fc.constantFrom("hit", "hit", "hit", "hit", "peek", "restart"),
    client: fc.constantFrom("192.0.2.1", "192.0.2.2", "2001:db8::1"),
    budget: fc.integer({ min: 0, max: 12 }),
    tenths: atOnceOr({ min: 0, max: 11 }),
    more,
  }),
  { maxLength: 60 },
);

/** One client and one budget: no other request sees where the clock went in between. */
const anywhere: fc.Arbitrary<Happening[]> = fc.integer({ min: 1, max: 12 }).chain((budget) => {
  const own = { client: fc.constant("192.0.2.1"), budget: fc.constant(budget) };
  const hit = fc.record({
    ...own,
    what: fc.constantFrom("hit", "hit", "peek"),
    tenths: atOnceOr({ min: -11, max: 11 }),
    more,
  });
  const restart = fc.record({ ...own, what: fc.constant("restart"), tenths: fc.constant(0), more: fc.constant(0) });
  return fc.array(fc.oneof({ weight: 4, arbitrary: hit }, { weight: 1, arbitrary: restart }), { maxLength: 60 });
});

function testProperties(open: Open, numRuns: number): void {
  test("any sequence of requests and restarts gets what the naive limiter says", async () => {
    const clock = (time: number, step: number): number => time + Math.max(0, step);
    const property = fc.asyncProperty(windows, onward, (windowMs, sequence) =>
      compareWithOracle(open, { windowMs, sequence, clock }),
    );
    await fc.assert(property, { numRuns });
  });
  test("no window holds more than the budget, wherever the clock goes", async () => {
    const clock = (time: number, step: number): number => time + step;
    const property = fc.asyncProperty(windows, anywhere, (windowMs, sequence) =>
      compareWithOracle(open, { windowMs, sequence, clock, mayCountLonger: true }),
    );
    await fc.assert(property, { numRuns });
  });
}

interface Run {
  readonly windowMs: number;
  readonly sequence: readonly Happening[];
  /** The next reading of the clock. */
  readonly clock: (time: number, step: number) => number;
  /** After a restart, requests may count for up to a window more: where the clock was when nothing was counted is stored nowhere. */
  readonly mayCountLonger?: boolean;
}

async function compareWithOracle(
  open: Open,
  { windowMs, sequence, clock, mayCountLonger = false }: Run,
): Promise<void> {
  let time = noon;
  let elapsed = 0;
  let isExact = true;
  const { limiter: first, restart } = await open({ windowMs, now: () => time });
  let limiter = first;
  const oracle = new Oracle(windowMs);
  const allowed: Counted[] = [];
  for (const { what, client, budget, tenths, more } of sequence) {
    const before = time;
    time = clock(time, Math.floor((windowMs * tenths) / 10) + more);
    elapsed += Math.max(0, time - before);
    if (what === "restart") {
      if (restart !== undefined) {
        limiter = await restart();
        isExact = !mayCountLonger;
      }
      continue;
    }
    const state: RateState = await limiter[what](client, budget);
    const expected = oracle[what](client, budget, time);
    if (isExact) expect(state).toEqual(expected);
    expect(state.resetSeconds).toBeLessThanOrEqual(Math.ceil(windowMs / 1000));
    if (what === "hit" && state.allowed) allowed.push({ elapsed, client, budget });
  }
  await limiter.close();
  checkWindows(allowed, windowMs);
}

interface Counted {
  readonly elapsed: number;
  readonly client: string;
  readonly budget: number;
}

/** The promise itself, said without a limiter: the naive one has to keep it too. Of the time that has passed, all that the clock went forward. */
function checkWindows(allowed: readonly Counted[], windowMs: number): void {
  for (const client of new Set(allowed.map((hit) => hit.client))) {
    const own = allowed.filter((hit) => hit.client === client);
    const times = own.map((hit) => hit.elapsed);
    expect(mostInAWindow(times, windowMs)).toBeLessThanOrEqual(Math.max(...own.map((hit) => hit.budget)));
  }
}
