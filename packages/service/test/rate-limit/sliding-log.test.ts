import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maxWindowMs, SlidingLog } from "../../src/rate-limit/sliding-log.ts";
import { TimeQueues } from "../../src/rate-limit/time-queues.ts";

const noon = 1_772_366_400_000;

describe("the sweep", () => {
  test("forgets clients that stay away, while others come", () => {
    const log = new SlidingLog(1000);
    for (let client = 0; client < 1000; client++) log.hit(`away ${client}`, 10, noon);
    expect(log.clients).toBe(1000);
    for (let hit = 0; hit < 501; hit++) log.hit("here", 1000, noon + 1000);
    expect(log.clients).toBe(1);
  });

  test("keeps clients that have a request in the window", () => {
    const log = new SlidingLog(1000);
    for (let client = 0; client < 100; client++) log.hit(`client ${client}`, 10, noon + client);
    for (let hit = 0; hit < 500; hit++) log.hit("here", 1000, noon + 1040);
    // Those of up to noon + 40 have left.
    expect(log.clients).toBe(59 + 1);
    expect(log.peek("client 40", 10, noon + 1040).remaining).toBe(10);
    expect(log.peek("client 41", 10, noon + 1040).remaining).toBe(9);
  });

  test("gives memory back to those who come next", () => {
    const log = new SlidingLog(1000);
    const fill = (now: number): number => {
      for (let client = 0; client < 2000; client++) {
        for (let hit = 0; hit < 20; hit++) log.hit(`${now} ${client}`, 100, now);
      }
      return log.bytes;
    };
    const once = fill(noon);
    let most = once;
    for (let round = 1; round < 10; round++) most = Math.max(most, fill(noon + round * 1000));
    expect(most).toBeLessThan(2 * once);
  });
});

test("looking at an unknown client keeps nothing", () => {
  const log = new SlidingLog(1000);
  expect(log.peek("192.0.2.1", 5, noon)).toMatchObject({ allowed: true, remaining: 5 });
  expect(log.hit("192.0.2.1", 0, noon)).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 0 });
  expect(log.clients).toBe(0);
});

test.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, maxWindowMs + 1])(
  "a window of %s ms is refused",
  (window) => {
    expect(() => new SlidingLog(window)).toThrow(
      /The rate window must be between 1 ms and 4233600 s \(49 days\); it is /,
    );
  },
);

test("a log that is loaded in any order of clients is the log that was written", () => {
  const [written, loaded] = [new SlidingLog(100), new SlidingLog(100)];
  for (let time = 0; time < 1000; time += 7) {
    written.hit(`client ${time % 5}`, 1000, noon + time, (client, counted) => loaded.add(client, counted));
  }
  for (let client = 0; client < 5; client++) {
    expect(loaded.peek(`client ${client}`, 1000, noon + 1000)).toEqual(
      written.peek(`client ${client}`, 1000, noon + 1000),
    );
  }
});

describe("queues of times", () => {
  const step = fc.record({
    queue: fc.nat(4),
    what: fc.constantFrom("push", "push", "push", "shift", "release"),
    ahead: fc.nat(2 ** 30),
  });

  test("behave as arrays do", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const queues = new TimeQueues();
        const model = new Map<number, number[]>();
        let time = noon;
        for (const { queue: wanted, what, ahead } of steps) {
          time += ahead % 1000 === 0 ? ahead : ahead % 1000;
          const queue = [...model.keys()][wanted] ?? addTo(model, queues);
          const times = model.get(queue) ?? [];
          if (what === "push") push(queues, queue, { times, time });
          if (what === "shift" && times.length > 0) shift(queues, queue, times);
          if (what === "release") release(queues, queue, model);
          for (const [each, expected] of model) expect(contentsOf(queues, each, expected)).toEqual(expected);
        }
      }),
    );
  });

  test("take 32 bytes for 7 times, and 20 for themselves", () => {
    const queues = new TimeQueues();
    const empty = queues.bytes;
    for (let count = 0; count < 65_536; count++) {
      const queue = queues.create();
      for (let time = 0; time < 7; time++) queues.push(queue, noon + time);
    }
    expect((queues.bytes - empty) / 65_536).toBeLessThanOrEqual(32 + 20);
  });
});

function addTo(model: Map<number, number[]>, queues: TimeQueues): number {
  const queue = queues.create();
  expect(model.has(queue)).toBe(false);
  model.set(queue, []);
  return queue;
}

/** Times of a queue span less than 2^32 ms: older ones go first, as they do in a window. */
function push(queues: TimeQueues, queue: number, { times, time }: { times: number[]; time: number }): void {
  while (times[0] !== undefined && times[0] <= time - 2 ** 32) shift(queues, queue, times);
  queues.push(queue, time);
  times.push(time);
  expect(queues.newest(queue)).toBe(time);
}

function shift(queues: TimeQueues, queue: number, times: number[]): void {
  expect(queues.oldest(queue)).toBe(times.shift());
  queues.shift(queue);
}

function release(queues: TimeQueues, queue: number, model: Map<number, number[]>): void {
  queues.release(queue);
  model.delete(queue);
}

/** Only the ends of a queue can be seen. */
function contentsOf(queues: TimeQueues, queue: number, expected: readonly number[]): readonly number[] {
  expect(queues.length(queue)).toBe(expected.length);
  if (expected.length > 0) expect(queues.oldest(queue)).toBe(expected[0]);
  return expected;
}
