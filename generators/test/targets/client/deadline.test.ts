// How long a call may take, and how its caller ends it.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSend, type SendOptions } from "../../../src/targets/client/runtime/create-send.ts";
import { TimeoutError } from "../../../src/targets/client/runtime/errors.ts";
import type { CallOptions } from "../../../src/targets/client/runtime/send.ts";
import { countedSignal } from "./counted-signal.ts";
import { baseUrl, blue, endless, getPaint, jsonResponse, never, responding } from "./exchanges.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe("the timeout of a call", () => {
  it.each<[string, SendOptions["timeout"], CallOptions, number]>([
    ["the default", undefined, {}, 30_000],
    ["the setting", 500, {}, 500],
    ["the option of the call", 500, { timeout: 2000 }, 2000],
    ["the setting, when the option is not defined", 500, { timeout: undefined }, 500],
  ])("is %s", async (_, timeout, options, milliseconds) => {
    const outcome = observed(createSend({ baseUrl, timeout, fetch: never })(getPaint, blue, options));
    await vi.advanceTimersByTimeAsync(milliseconds - 1);
    expect(outcome.state).toBe("pending");
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome.value).toBeInstanceOf(TimeoutError);
    expect(outcome.value).toMatchObject({
      code: "timeout",
      message: `getPaint: no response within ${milliseconds} ms`,
      status: null,
      response: null,
      request: { operation: "getPaint" },
    });
  });

  it("covers the body, and then knows the response", async () => {
    const caller = countedSignal();
    const response = endless();
    const send = createSend({ baseUrl, timeout: 500, fetch: () => Promise.resolve(response) });
    const outcome = observed(send(getPaint, blue, { signal: caller.signal }));
    await vi.advanceTimersByTimeAsync(500);
    expect(outcome.value).toBeInstanceOf(TimeoutError);
    expect(outcome.value).toMatchObject({ status: 200, response });
    expect([caller.added(), caller.left()]).toEqual([1, 0]);
  });

  it.each(["authorize", "onRequest", "onResponse", "validate"] as const)("covers %s", async (name) => {
    const { fetch, attempts } = responding(jsonResponse({}));
    const outcome = observed(createSend({ baseUrl, fetch, timeout: 500, [name]: never })(getPaint, blue));
    await vi.advanceTimersByTimeAsync(500);
    expect(outcome.value).toBeInstanceOf(TimeoutError);
    expect(attempts).toHaveLength(name === "authorize" || name === "onRequest" ? 0 : 1);
  });

  it("shows who waited for it", async () => {
    const send = createSend({ baseUrl, fetch: never, timeout: 500 });
    const whoWaits = async (): Promise<unknown> => await send(getPaint, blue);
    const outcome = observed(whoWaits());
    await vi.advanceTimersByTimeAsync(500);
    expect(Object(outcome.value).stack).toContain("whoWaits");
  });

  it("may be none", async () => {
    const response = Promise.withResolvers<Response>();
    const outcome = observed(createSend({ baseUrl, timeout: Infinity, fetch: () => response.promise })(getPaint, blue));
    await vi.advanceTimersByTimeAsync(20 * 24 * 3_600_000);
    expect(outcome.state).toBe("pending");
    response.resolve(Response.json({}));
    await vi.advanceTimersByTimeAsync(0);
    expect(outcome.state).toBe("resolved");
  });

  it("aborts what is on its way", async () => {
    const fetch = vi.fn((_: string, { signal }: RequestInit) => abortable(signal));
    const outcome = observed(createSend({ baseUrl, timeout: 500, fetch })(getPaint, blue));
    await vi.advanceTimersByTimeAsync(500);
    expect(fetch.mock.calls.map(([, init]) => init.signal?.aborted)).toEqual([true]);
    expect(outcome.value).toBeInstanceOf(TimeoutError);
  });
});

describe("the signal of a call", () => {
  it("stops it before it is sent", async () => {
    const { fetch, attempts } = responding(jsonResponse({}));
    const caller = countedSignal();
    caller.abort();
    await expect(createSend({ baseUrl, fetch })(getPaint, blue, { signal: caller.signal })).rejects.toBe(
      caller.signal.reason,
    );
    expect([attempts.length, caller.left()]).toEqual([0, 0]);
  });

  it.each<[string, SendOptions["fetch"]]>([
    ["that does not look at signals", never],
    ["that does", (_, { signal }) => abortable(signal)],
    ["whose body never ends", () => Promise.resolve(endless())],
  ])("ends a fetch %s", async (_, fetch) => {
    const caller = countedSignal();
    const outcome = observed(createSend({ baseUrl, fetch })(getPaint, blue, { signal: caller.signal }));
    await vi.advanceTimersByTimeAsync(100);
    expect([outcome.state, caller.left()]).toEqual(["pending", 1]);
    const reason = new Error("enough");
    caller.abort(reason);
    await vi.advanceTimersByTimeAsync(0);
    expect(outcome.state).toBe("rejected");
    expect(outcome.value).toBe(reason);
    expect(caller.left()).toBe(0);
  });

  it.each(["onResponse", "validate"] as const)("ends a call that waits for %s", async (name) => {
    const { fetch } = responding(jsonResponse({}));
    const caller = countedSignal();
    const outcome = observed(createSend({ baseUrl, fetch, [name]: never })(getPaint, blue, { signal: caller.signal }));
    await vi.advanceTimersByTimeAsync(100);
    caller.abort("enough");
    await vi.advanceTimersByTimeAsync(0);
    expect([outcome.value, caller.left()]).toEqual(["enough", 0]);
  });

  it("goes before what a fetch that has it too fails with", async () => {
    const caller = countedSignal();
    const response = Promise.withResolvers<Response>();
    caller.signal.onabort = () => response.reject(new Error("aborted in its own words"));
    const outcome = observed(
      createSend({ baseUrl, fetch: () => response.promise })(getPaint, blue, { signal: caller.signal }),
    );
    await vi.advanceTimersByTimeAsync(0);
    caller.abort("enough");
    await vi.advanceTimersByTimeAsync(0);
    expect(outcome.value).toBe("enough");
  });

  it.each(["authorize", "onRequest"] as const)(
    "ends %s, and nothing is sent when that is done after all",
    async (name) => {
      const { fetch, attempts } = responding(jsonResponse({}));
      const caller = countedSignal();
      const done = Promise.withResolvers<Record<string, string>>();
      const send = createSend({ baseUrl, fetch, [name]: () => done.promise });
      const outcome = observed(send(getPaint, blue, { signal: caller.signal }));
      await vi.advanceTimersByTimeAsync(100);
      caller.abort("enough");
      await vi.advanceTimersByTimeAsync(0);
      expect(outcome.value).toBe("enough");
      done.resolve({});
      await vi.advanceTimersByTimeAsync(0);
      expect(attempts).toEqual([]);
    },
  );

  it("is left as it was by calls that end otherwise", async () => {
    const caller = countedSignal();
    const { fetch } = responding(jsonResponse({}), () => new Error("reset"), jsonResponse({}, 418));
    const send = createSend({ baseUrl, fetch });
    await send(getPaint, blue, { signal: caller.signal });
    await expect(send(getPaint, blue, { signal: caller.signal })).rejects.toThrow("reset");
    await expect(send(getPaint, blue, { signal: caller.signal })).rejects.toThrow("418");
    expect([caller.added(), caller.left()]).toEqual([3, 0]);
  });
});

/** Fails with an error of its own when the signal aborts, as the global `fetch` does. */
function abortable(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(new Error("aborted"))));
}

interface Outcome {
  state: "pending" | "resolved" | "rejected";
  value: unknown;
}

/** What has become of a promise by now. */
function observed(promise: Promise<unknown>): Outcome {
  const outcome: Outcome = { state: "pending", value: undefined };
  promise.then(
    (value) => Object.assign(outcome, { state: "resolved", value }),
    (value) => Object.assign(outcome, { state: "rejected", value }),
  );
  return outcome;
}
