// How long a call waits when the rate limit rejects it.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, type Exchange } from "../../../src/targets/client/runtime/errors.ts";
import type { Patience, PatientCallOptions } from "../../../src/targets/client/runtime/retries.ts";
import { createPaint, getPaint, jsonResponse, limited, responding, textResponse } from "./exchanges.ts";
import { outcomeOf } from "./patient-call.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
});

afterEach(() => {
  vi.restoreAllMocks();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe.each([
  ["a read", getPaint],
  ["a create", createPaint],
] as const)("a call that is refused by the rate limit: %s", (_, operation) => {
  it("waits as long as the response states, then continues", async () => {
    const sent = responding(limited(3), limited(7), jsonResponse({ id: 1 }));
    expect(await outcomeOf(sent, { operation, patience: { maxRateLimitWait: 10_000 } })).toMatchObject({
      response: { status: 200 },
      waited: 10_000,
    });
    expect(sent.attempts).toHaveLength(3);
  });

  it.each([
    ["2", 2000],
    ["0", 1000],
    [new Date(Date.parse("2026-11-29T12:00:05Z")).toUTCString(), 5000],
    ["Wed, 21 Oct 2020 07:28:00 GMT", 1000],
    ["soon", 0],
  ])("waits for `Retry-After: %s` without budget headers", async (seconds, waited) => {
    vi.setSystemTime("2026-11-29T12:00:00Z");
    const refused = (): Response => new Response("no", { status: 429, headers: { "Retry-After": seconds } });
    const sent = responding(refused, jsonResponse({ id: 1 }));
    expect(await outcomeOf(sent, { operation, patience: { maxRateLimitWait: 10_000 } })).toMatchObject({ waited });
    expect(sent.attempts).toHaveLength(waited === 0 ? 1 : 2);
  });

  it("waits so long in total, and not at all when it would take longer", async () => {
    const sent = responding(limited(3), limited(7.001));
    const outcome = await outcomeOf(sent, { operation, patience: { maxRateLimitWait: 10_000 } });
    expect(outcome).toMatchObject({ response: { status: 429, rateLimit: { reset: 7.001 } }, waited: 3000 });
    expect(sent.attempts).toHaveLength(2);
  });

  it.each<[string, Patience | undefined, PatientCallOptions, number]>([
    ["does not by default", undefined, {}, 0],
    ["does not by default", { maxRateLimitWait: undefined }, { maxRateLimitWait: undefined }, 0],
    ["takes the setting of the call", { maxRateLimitWait: 5000 }, { maxRateLimitWait: 0 }, 0],
    ["takes the setting of the call", undefined, { maxRateLimitWait: 5000 }, 5000],
    ["keeps what is set", { maxRateLimitWait: 5000 }, { maxRateLimitWait: undefined }, 5000],
  ])("waits as its settings say: %s, %j and %j", async (__, patience, options, waited) => {
    const sent = responding(limited(5), jsonResponse({}));
    expect(await outcomeOf(sent, { operation, patience, options })).toMatchObject({ waited });
  });

  it("waits a second at least, so that it ends", async () => {
    const sent = responding(limited(0));
    expect(await outcomeOf(sent, { operation, patience: { maxRateLimitWait: 3500 } })).toMatchObject({ waited: 3000 });
    expect(sent.attempts).toHaveLength(4);
  });

  it.each([undefined, "soon", "Infinity"])("does not wait when the delay is unknown: %j", async (reset) => {
    const sent = responding(limited(reset));
    const patience = { maxRateLimitWait: Infinity };
    expect(await outcomeOf(sent, { operation, patience })).toMatchObject({ response: { status: 429 }, waited: 0 });
  });

  it("waits as long as it takes when nothing bounds it", async () => {
    const sent = responding(limited(80_000), limited(80_000), jsonResponse({}));
    const patience = { maxRateLimitWait: Infinity };
    expect(await outcomeOf(sent, { operation, patience })).toMatchObject({
      response: { status: 200 },
      waited: 160_000_000,
    });
  });

  it("waits also when the description has no such response", async () => {
    const sent = responding(limited(2), jsonResponse({}));
    const silent = { ...operation, responses: { 200: operation.responses[200] ?? {} } };
    const patience = { maxRateLimitWait: 2000 };
    expect(await outcomeOf(sent, { operation: silent, patience })).toMatchObject({
      response: { status: 200 },
      waited: 2000,
    });
  });
});

describe("waiting for the rate limit", () => {
  it("is no retry", async () => {
    const failed = textResponse("Failed", 500);
    const sent = responding(limited(1), limited(1), failed, limited(1), failed);
    const outcome = await outcomeOf(sent, { patience: { retries: 2, maxRateLimitWait: 60_000 } });
    expect(outcome).toMatchObject({ response: { status: 500 }, waited: 3000 + 251 + 501 });
    expect(sent.attempts).toHaveLength(6);
  });

  it("is the same for any API error with 429", async () => {
    class Limited extends ApiError {
      readonly code = "limited";
    }
    const sent = responding(limited(2), jsonResponse({}));
    const operation = { ...getPaint, responses: { 200: getPaint.responses[200] ?? {} } };
    const errorOf = (exchange: Exchange): ApiError => new Limited("Slow down", exchange);
    expect(await outcomeOf(sent, { operation, errorOf, patience: { maxRateLimitWait: 2000 } })).toMatchObject({
      response: { status: 200 },
    });
  });
});
