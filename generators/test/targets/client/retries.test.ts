// What is sent again, how often, and after how long.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SendOptions } from "../../../src/targets/client/runtime/create-send.ts";
import type { Patience, PatientCallOptions } from "../../../src/targets/client/runtime/retries.ts";
import { backoffOf, pause } from "../../../src/targets/client/runtime/waits.ts";
import { countedSignal } from "./counted-signal.ts";
import { createPaint, endless, getPaint, jsonResponse, limited, never, responding, textResponse } from "./exchanges.ts";
import { outcomeOf } from "./patient-call.ts";

const start = 1_700_000_000_000;

beforeEach(() => {
  vi.useFakeTimers({ now: start });
  vi.spyOn(Math, "random").mockReturnValue(0.5);
});

afterEach(() => {
  vi.restoreAllMocks();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const lost = (): Error => new TypeError("fetch failed");
const failed = textResponse("Failed", 500);
const undescribed = textResponse("Bad gateway", 502);

describe("a read", () => {
  it.each([
    ["a network error", lost],
    ["a 5xx that is described", failed],
    ["a 5xx that is not", undescribed],
  ])("is sent again after %s", async (_, outcome) => {
    const sent = responding(outcome, outcome, jsonResponse({ id: 1 }));
    expect(await outcomeOf(sent)).toMatchObject({ response: { status: 200 }, waited: 251 + 501 });
    expect(sent.attempts).toHaveLength(3);
  });

  it.each([
    ["4", {}, 4000],
    [new Date(start + 9000).toUTCString(), {}, 9000],
    ["0", {}, 251],
    ["31", {}, 0],
    ["31", { maxRateLimitWait: 40_000 }, 31_000],
  ])("waits after a 503 as long as `Retry-After: %s` states, with %j", async (stated, patience, waited) => {
    const busy = (): Response => new Response("busy", { status: 503, headers: { "Retry-After": stated } });
    const sent = responding(busy, jsonResponse({ id: 1 }));
    expect(await outcomeOf(sent, { patience })).toMatchObject({ waited });
    expect(sent.attempts).toHaveLength(waited === 0 ? 1 : 2);
  });

  it("has the outcome of its last attempt", async () => {
    const described = responding(failed);
    expect(await outcomeOf(described)).toMatchObject({ response: { status: 500, body: "Failed" } });
    const other = responding(undescribed);
    expect(await outcomeOf(other)).toMatchObject({ error: { code: "unexpected_response", status: 502 } });
    const none = responding(lost);
    expect(await outcomeOf(none)).toMatchObject({ error: { code: "network" } });
    expect([described, other, none].map(({ attempts }) => attempts.length)).toEqual([3, 3, 3]);
  });

  it.each<[number, Patience | undefined, PatientCallOptions]>([
    [3, undefined, {}],
    [3, { retries: undefined }, { retries: undefined }],
    [1, { retries: 0 }, {}],
    [6, { retries: 5 }, {}],
    [2, { retries: 5 }, { retries: 1 }],
    [6, { retries: 5 }, { retries: undefined }],
  ])("is sent %i times at most, with %j and %j", async (count, patience, options) => {
    const sent = responding(lost);
    await outcomeOf(sent, { patience, options });
    expect(sent.attempts).toHaveLength(count);
  });

  it.each([
    ["another status", jsonResponse({}, 404)],
    ["an undescribed one below 500", textResponse("Teapot", 418)],
    ["a body that is not what it claims to be", textResponse("{", 200, "application/json")],
  ])("is not sent again after %s", async (_, outcome) => {
    const sent = responding(outcome);
    expect(await outcomeOf(sent)).toMatchObject({ waited: 0 });
    expect(sent.attempts).toHaveLength(1);
  });

  it.each([
    ["without a response", never],
    ["while the body of a 500 arrives", () => endless(500)],
    ["while the body of a 429 arrives", () => endless(429)],
  ])("is not sent again after a timeout %s", async (_, outcome) => {
    const sent = responding(outcome);
    const settings = { timeout: 1000, patience: { maxRateLimitWait: Infinity } };
    const operation = { ...getPaint, responses: { default: getPaint.responses[200] ?? {} } };
    expect(await outcomeOf(sent, { operation, ...settings })).toMatchObject({
      error: { code: "timeout" },
      waited: 1000,
    });
    expect(sent.attempts).toHaveLength(1);
  });

  it.each(["onRequest", "onResponse", "validate", "authorize"] as const)(
    "is not sent again when %s throws",
    async (name) => {
      const sent = responding(jsonResponse({}));
      const reason = Object.assign(new Error("hook"), { status: 503 });
      const hook = vi.fn(() => Promise.reject(reason));
      expect(await outcomeOf(sent, { [name]: hook })).toEqual({ error: reason, waited: 0 });
      expect(hook).toHaveBeenCalledTimes(1);
    },
  );

  it("requests credentials and calls hooks before each attempt, on a new request", async () => {
    const sent = responding(failed, jsonResponse({}));
    const proofs = ["first", "second"];
    const authorize = (): Record<string, string> => ({ authorization: proofs.shift() ?? "none" });
    const onRequest: SendOptions["onRequest"] = ({ headers }) => headers.append("x-count", "1");
    await outcomeOf(sent, { authorize, onRequest });
    const headers = sent.attempts.map((attempt) => [
      attempt.headers.get("authorization"),
      attempt.headers.get("x-count"),
    ]);
    expect(headers).toEqual([
      ["first", "1"],
      ["second", "1"],
    ]);
  });
});

describe("anything else", () => {
  it.each([
    ["a network error", lost],
    ["a 5xx", failed],
    ["an undescribed 5xx", undescribed],
  ])("is never sent again after %s", async (_, outcome) => {
    const sent = responding(outcome);
    const patience = { retries: 9, maxRateLimitWait: Infinity };
    expect(await outcomeOf(sent, { operation: createPaint, patience })).toMatchObject({ waited: 0 });
    expect(sent.attempts).toHaveLength(1);
  });
});

describe("the signal of a call", () => {
  it.each([
    ["before a retry", lost],
    ["for the rate limit", limited(60)],
  ])("ends the wait %s", async (_, outcome) => {
    vi.mocked(Math.random).mockReturnValue(1);
    const sent = responding(outcome);
    const caller = countedSignal();
    const reason = new Error("enough");
    const options = { signal: caller.signal, maxRateLimitWait: 60_000 };
    const call = outcomeOf(sent, { options, until: () => caller.abort(reason), after: 100 });
    expect(await call).toEqual({ error: reason, waited: 100 });
    expect([sent.attempts.length, caller.left()]).toEqual([1, 0]);
  });
});

describe("a pause", () => {
  it("rejects with the reason of the signal, which may have aborted before", async () => {
    const reason = new Error("enough");
    await expect(pause(5000, AbortSignal.abort(reason))).rejects.toBe(reason);
    const caller = countedSignal();
    const pausing = expect(pause(5000, caller.signal)).rejects.toBe(reason);
    caller.abort(reason);
    await pausing;
    expect(caller.left()).toBe(0);
  });
});

describe("the time before a retry", () => {
  it.each([
    [1, 500],
    [2, 1000],
    [3, 2000],
    [4, 4000],
    [5, 8000],
    [6, 8000],
    [60, 8000],
  ])("is at random: attempt %i, up to %i ms", (attempt, most) => {
    const random = vi.mocked(Math.random);
    const times = [0, 0.25, 1 - Number.EPSILON].map((value) => {
      random.mockReturnValue(value);
      return backoffOf(attempt);
    });
    expect(times.map(Math.round)).toEqual([1, 1 + most / 4, 1 + most]);
  });
});
