// The content of an error about a call, and what stays out of its logs.
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import {
  ApiError,
  type Exchange,
  NetworkError,
  TimeoutError,
  UnexpectedResponseError,
} from "../../../src/targets/client/runtime/errors.ts";

class RateLimitedError extends ApiError {
  readonly code = "rate_limited";
}

const response = Response.json({ message: "Slow down" }, { status: 429 });
const exchange: Exchange = {
  request: { operation: "getPaint", method: "GET", url: "https://api.example/?q=private", headers: new Headers() },
  response,
  status: 429,
  rateLimit: { limit: 5, remaining: 0, reset: 60 },
  body: { message: "private" },
};

describe.each([
  [RateLimitedError, "rate_limited", "RateLimitedError"],
  [TimeoutError, "timeout", "TimeoutError"],
  [NetworkError, "network", "NetworkError"],
  [UnexpectedResponseError, "unexpected_response", "UnexpectedResponseError"],
] as const)("the error class %s", (Made, code, name) => {
  const error = new Made("What happened", exchange);

  it("differs from the others by class, code and name", () => {
    expect([error instanceof ApiError, error instanceof Error, error instanceof Made]).toEqual([true, true, true]);
    expect([error.code, error.name, error.message]).toEqual([code, name, "What happened"]);
    expect(String(error)).toBe(`${name}: What happened`);
    expect(error.stack?.split("\n")[0]).toBe(`${name}: What happened`);
  });

  it("has what is known of the call", () => {
    const { request, status, rateLimit, body } = error;
    expect({ request, response: error.response, status, rateLimit, body }).toEqual(exchange);
    expect([error.request, error.response]).toEqual([exchange.request, response]);
  });

  it("keeps that out of logs", () => {
    expect(JSON.stringify(error)).toBe(JSON.stringify({ code }));
    expect(Object.keys(error)).toEqual(["code"]);
    expect({ ...error }).toEqual({ code });
    expect(inspect(error)).not.toContain("private");
    expect(inspect(error)).toContain(`code: '${code}'`);
    expect(String(error.stack)).not.toContain("private");
  });

  it("may have a cause", () => {
    const cause = new Error("reset");
    expect(new Made("What happened", exchange, { cause }).cause).toBe(cause);
    expect("cause" in error).toBe(false);
  });
});

it("a timeout error has no body where there is none", () => {
  const { body, ...rest } = exchange;
  expect("body" in new TimeoutError("Late", { ...rest, response: null, status: null })).toBe(false);
});

it("an error has a name that does not depend on that of its class", () => {
  const error = new (class extends ApiError {
    readonly code = "not_found";
  })("None", exchange);
  expect(error.name).toBe("NotFoundError");
});
