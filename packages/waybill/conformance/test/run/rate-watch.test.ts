// Headers of a rate limit from response to response -> the objections to them; the clock is a number.
import { describe, expect, it } from "vitest";
import type { Exchange } from "../../src/exchange/exchange.ts";
import { RateWatch, rateRuleOf } from "../../src/run/rules/rate-watch.ts";
import { openText } from "../description/opened.ts";

interface RateHeaders {
  readonly limit?: number | string;
  readonly remaining?: number | string;
  readonly reset?: number | string;
  readonly stamp?: number | string;
  readonly old?: number;
  readonly status?: number;
}

/** A watch, and a function that gives it a response `seconds` after the first. */
function watching(): {
  readonly observe: (seconds: number, observed: RateHeaders) => string[];
  readonly watch: RateWatch;
} {
  const { http } = openText({
    openapi: "3.1.0",
    info: {
      title: "Test",
      version: "1",
      "x-waybill-rate-limit": {
        windowSeconds: 100,
        headers: {
          limit: ["Limit", "X-Limit"],
          remaining: "Remaining",
          secondsUntilReset: "Reset",
          resetTimestamp: "Stamp",
        },
      },
    },
    paths: { "/a": { get: { responses: { 204: { description: "" } } } } },
  });
  const rule = rateRuleOf({ http });
  if (rule === null) throw new Error("no rule");
  let seconds = 0;
  const watch = new RateWatch(rule, () => (start + seconds) * 1000);
  const observe = (
    at: number,
    { limit = 10, remaining, reset = 100, stamp, old, status = 200 }: RateHeaders,
  ): string[] => {
    seconds = at;
    const named = { Limit: limit, "X-Limit": old, Remaining: remaining, Reset: reset, Stamp: stamp };
    const headers = Object.entries(named).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    );
    const request = { method: "GET", server: "", target: "/a", headers: [], body: null };
    const exchange: Exchange = { request, response: { status, headers, body: new Uint8Array() } };
    return watch.check(exchange, (start + at) * 1000).map(({ check, message }) => `${check}: ${message}`);
  };
  return { observe, watch };
}

const start = 1_800_000_000;

describe("the first response of a run", () => {
  it("takes one of the budget, where no older request is tracked", () => {
    const { observe } = watching();
    expect(observe(0, { remaining: 8 })).toEqual([]);
    // Nearly a second later the reset is still the whole window: nothing older is in it.
    expect(observe(0.95, { remaining: 7, reset: 100 })).toEqual([
      "rate-limit-count: Remaining is 8 of 10 after the first request of a window",
    ]);
    expect(observe(0.99, { remaining: 6, reset: 100 })).toEqual([]);
  });

  it("shows nothing where older requests may be tracked", () => {
    const { observe } = watching();
    expect(observe(0, { remaining: 8 })).toEqual([]);
    expect(observe(0.5, { remaining: 7, reset: 100 })).toEqual([]);
    expect(observe(0.95, { remaining: 6, reset: 99 })).toEqual([]);
  });

  it("begins the window, where it is the only one in it", () => {
    const { observe } = watching();
    expect(observe(0, { remaining: 9, reset: 40 })).toEqual([
      "rate-limit-headers: Reset is 40 although the only request of the window of 100 seconds was just made",
    ]);
    expect(watching().observe(0, { remaining: 6, reset: 40 })).toEqual([]);
  });

  it("is the first that is counted: one without a key is not", () => {
    const { observe } = watching();
    expect(observe(0, { remaining: 10, reset: 40, status: 401 })).toEqual([]);
    expect(observe(0, { remaining: 10, reset: 40, status: 401 })).toEqual([]);
    expect(observe(0, { remaining: 9, reset: 40 })).toEqual([
      "rate-limit-headers: Reset is 40 although the only request of the window of 100 seconds was just made",
    ]);
    const { observe: another } = watching();
    expect(another(0, { remaining: 9, reset: 40, status: 401 })).toEqual([]);
    expect(another(0, { remaining: 8, reset: 40 })).toEqual([]);
  });
});

describe("good headers", () => {
  it("count down by one", () => {
    const { observe } = watching();
    expect([9, 8, 7].flatMap((remaining, index) => observe(index, { remaining, stamp: start + index + 100 }))).toEqual(
      [],
    );
  });

  it("go up when the oldest request leaves the window, and the first request over budget is rejected", () => {
    const { observe } = watching();
    const observed = [
      observe(0, { remaining: 1 }),
      observe(1, { remaining: 0, reset: 99 }),
      observe(2, { remaining: 0, reset: 98, status: 429 }),
      observe(99.5, { remaining: 0, reset: 1 }),
      observe(101.5, { remaining: 9, reset: 100 }),
    ];
    expect(observed.flat()).toEqual([]);
  });

  it("do not count rejected keys or failures, and start again after simultaneous requests", () => {
    const { observe, watch } = watching();
    expect(
      [
        observe(0, { remaining: 5 }),
        observe(1, { remaining: 5, reset: 99, status: 401 }),
        observe(1, { remaining: 4, reset: 99 }),
      ].flat(),
    ).toEqual([]);
    expect(observe(2, { remaining: 4, reset: 98, status: 500 })).toEqual([]);
    watch.interrupt();
    expect(observe(3, { remaining: 1, reset: 97 })).toEqual([]);
  });

  it("may be missing or not be numbers, which their schema checks", () => {
    const { observe } = watching();
    expect(
      [observe(0, {}), observe(1, { remaining: "many" }), observe(2, { limit: "-1", remaining: 3 })].flat(),
    ).toEqual([]);
  });
});

describe("wrong headers", () => {
  const notThatTime = "Stamp is not the time that Reset counts down to, in Unix seconds";
  const uses = (count: number): string =>
    `one request uses up ${count} of the budget (Remaining from one response to the next)`;
  it.each<readonly [string, RateHeaders, string]>([
    ["two limits", { remaining: 9, old: 11 }, "Limit and X-Limit differ"],
    ["more than there is", { remaining: 11 }, "Remaining is more than Limit"],
    ["too long a wait", { remaining: 9, reset: 101 }, "Reset is more than the window of 100 seconds"],
    ["another time", { remaining: 9, stamp: start + 150 }, notThatTime],
    ["milliseconds", { remaining: 9, stamp: (start + 100) * 1000 }, notThatTime],
  ])("are reported: %s", (_, observed, objection) => {
    expect(watching().observe(0, observed)).toEqual([`rate-limit-headers: ${objection}`]);
  });

  it.each<readonly [string, RateHeaders, RateHeaders, string]>([
    ["two at once", { remaining: 9 }, { remaining: 7 }, uses(2)],
    ["none", { remaining: 9 }, { remaining: 9 }, uses(0)],
    [
      "beyond the end",
      { remaining: 0 },
      { remaining: 0, reset: 99 },
      "a request gets 200 although Remaining was 0 before it",
    ],
    [
      "too early",
      { remaining: 5 },
      { remaining: 0, reset: 99, status: 429 },
      "0 requests were accepted after Remaining was 5",
    ],
  ])("are reported from one to the next: %s", (_, first, second, message) => {
    const { observe } = watching();
    expect(observe(0, first)).toEqual([]);
    expect(observe(1, second)).toEqual([`rate-limit-count: ${message}`]);
  });
});
