import { describe, expect, test } from "vitest";
import { maxWindowMs, SlidingLog } from "../../src/rate-limit/sliding-log.ts";

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
