// What a call comes to: every described response, or an error that knows what is known.
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { createSend } from "../../../src/targets/client/runtime/create-send.ts";
import {
  ApiError,
  NetworkError,
  TimeoutError,
  UnexpectedResponseError,
} from "../../../src/targets/client/runtime/errors.ts";
import type { Received } from "../../../src/targets/client/runtime/send.ts";
import { baseUrl, blue, createPaint, getPaint, jsonResponse, responding, textResponse } from "./exchanges.ts";

const budget = { "RateLimit-Limit": "1000", "RateLimit-Remaining": "999", "RateLimit-Reset": "60" };

describe("a response", () => {
  it("is what is described, with what it came with", async () => {
    const response = Response.json({ id: 1 }, { headers: { ...budget, Age: "7" } });
    const send = createSend({ baseUrl, fetch: () => Promise.resolve(response) });
    const received = await send(getPaint, blue);
    const { request, ...rest } = received;
    expect(rest).toEqual({
      status: 200,
      contentType: "application/json",
      headers: { Age: 7 },
      body: { id: 1 },
      response,
      rateLimit: { limit: 1000, remaining: 999, reset: 60 },
    });
    expect(received.response).toBe(response);
    const { headers, ...sent } = request;
    expect(sent).toEqual({ operation: "getPaint", method: "GET", url: "https://api.example/base/paint/blue" });
    expect(headers).toBeInstanceOf(Headers);
  });

  it.each([404, 500])("is one with any status: %i", async (status) => {
    const { fetch } = responding(status === 404 ? jsonResponse({ message: "None" }, 404) : textResponse("Failed", 500));
    expect(await createSend({ baseUrl, fetch })(getPaint, blue)).toMatchObject({ status });
  });

  it("need not have a body", async () => {
    const { fetch } = responding(() => new Response(null, { status: 204 }));
    const { request, response, ...rest } = await createSend({ baseUrl, fetch })(getPaint, blue);
    expect(rest).toEqual({ status: 204, rateLimit: null });
  });
});

describe("the rate limit", () => {
  it.each([
    [{}, null],
    [{ "RateLimit-Limit": "5", "RateLimit-Remaining": "0" }, null],
    [{ ...budget, "RateLimit-Reset": "soon" }, null],
    [{ ...budget, "RateLimit-Limit": "1000, 1000" }, null],
    [{ ...budget, "RateLimit-Remaining": "1000;w=60" }, null],
    [older("1762247094"), { limit: 5, remaining: 0, reset: 0 }],
    [older("4102444800"), { limit: 5, remaining: 0, reset: expect.closeTo(4_102_444_800 - Date.now() / 1000, -2) }],
    [older("30"), { limit: 5, remaining: 0, reset: 30 }],
    [older("soon"), null],
    [
      { ...older("30"), "ratelimit-limit": "6", "ratelimit-remaining": "0", "ratelimit-reset": "0" },
      { limit: 6, remaining: 0, reset: 0 },
    ],
    [
      {
        RateLimit: '"day";r=900;t=3000, "burst";r=9;t=5',
        "RateLimit-Policy": '"burst";q=10;w=60, "day";q=1000;w=86400',
      },
      { limit: 10, remaining: 9, reset: 5 },
    ],
    [{ RateLimit: "limit=100, remaining=50, reset=7" }, { limit: 100, remaining: 50, reset: 7 }],
    [{ RateLimit: '"burst";r=9;t=5' }, null],
  ])("of %j is %j", async (headers, rateLimit) => {
    const { fetch } = responding(jsonResponse({}, 200, headers));
    expect((await createSend({ baseUrl, fetch })(getPaint, blue)).rateLimit).toEqual(rateLimit);
  });
});

function older(reset: string): Readonly<Record<string, string>> {
  return { "X-RateLimit-Limit": "5", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": reset };
}

/** Bytes, because a Response of text gets `text/plain`; without the header, because Hono's global Response gives bytes one as well. */
function untypedResponse(body: string): () => Response {
  return () => {
    const response = new Response(new TextEncoder().encode(body));
    response.headers.delete("content-type");
    return response;
  };
}

describe("a response that is not described", () => {
  it.each([
    [
      "a status",
      textResponse("I am a teapot", 418),
      418,
      "I am a teapot",
      "418 text/plain is not described: expected 404 application/json, 429 application/json, or 500 text/plain; the server's reason: I am a teapot",
    ],
    [
      "a media type",
      textResponse("<h1>Hi</h1>", 200, "text/html"),
      200,
      "<h1>Hi</h1>",
      "200 text/html is not described: expected 200 application/json",
    ],
    [
      "no media type",
      untypedResponse("x"),
      200,
      "x",
      "200 without a content type is not described: expected 200 application/json",
    ],
    [
      "broken JSON",
      textResponse("{", 200, "application/json"),
      200,
      "{",
      '200 application/json: malformed body: it is not JSON; unexpected: "lenient" accepts it',
    ],
    [
      "empty JSON",
      textResponse("", 404, "application/json"),
      404,
      "",
      '404 application/json: malformed body: it is empty; unexpected: "lenient" accepts it',
    ],
  ])("fails the call: %s", async (_, response, status, body, message) => {
    const error = await failureOf(responding(response));
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error).toMatchObject({ code: "unexpected_response", status, body });
    expect(error.message).toBe(`getPaint: ${message}`);
    expect(error.response?.status).toBe(status);
    expect(error.cause).toBeUndefined();
  });

  it("fails it with a better error where there is one", async () => {
    class TeapotError extends ApiError {
      readonly code = "teapot";
    }
    const given: Received[] = [];
    const errorOf = (received: Received): ApiError | null => {
      given.push(received);
      return received.status === 418 ? new TeapotError(String(received.body), received) : null;
    };
    const { fetch } = responding(
      () => new Response("Short and stout", { status: 418, headers: budget }),
      textResponse("Other", 402),
    );
    const send = createSend({ baseUrl, fetch, errorOf });
    const teapot = await send(getPaint, blue).catch((error: unknown) => error);
    expect(teapot).toBeInstanceOf(TeapotError);
    expect(teapot).toMatchObject({ message: "Short and stout", status: 418, rateLimit: { remaining: 999 } });
    await expect(send(getPaint, blue)).rejects.toBeInstanceOf(UnexpectedResponseError);
    expect(given.map(({ status, body, request }) => [status, body, request.operation])).toEqual([
      [418, "Short and stout", "getPaint"],
      [402, "Other", "getPaint"],
    ]);
  });

  it("is nothing to ask about when it is described", async () => {
    const { fetch } = responding(jsonResponse({}, 404));
    const errorOf = (): never => {
      throw new Error("asked");
    };
    expect(await createSend({ baseUrl, fetch, errorOf })(getPaint, blue)).toMatchObject({ status: 404 });
  });
});

describe("a connection that fails", () => {
  it("fails the call with what `fetch` threw as the cause", async () => {
    const cause = new TypeError("fetch failed");
    const error = await failureOf(responding(() => cause));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ code: "network", status: null, response: null, rateLimit: null });
    expect(error.cause).toBe(cause);
    expect(error.message).toBe("getPaint: the connection failed");
    expect("body" in error && error.body !== undefined).toBe(false);
  });

  it("does so too when `fetch` throws at once", async () => {
    const cause = new TypeError("Failed to fetch");
    const fetch = (): never => {
      throw cause;
    };
    const error = await failureOf({ fetch });
    expect([error.code, error.cause]).toEqual(["network", cause]);
  });

  it("knows the response whose body did not arrive", async () => {
    const cause = new Error("reset");
    const body = new ReadableStream({ start: (controller) => controller.error(cause) });
    const headers = { ...budget, "content-type": "application/json" };
    const error = await failureOf(responding(() => new Response(body, { status: 404, headers })));
    expect(error).toMatchObject({ code: "network", status: 404, rateLimit: { remaining: 999 }, cause });
    expect(error.response).toBeInstanceOf(Response);
  });
});

describe("what proves who sent a request", () => {
  it.each([
    ["an unexpected response", responding(textResponse("?", 418))],
    ["a failed connection", responding(() => new Error("reset"))],
  ])("is in no error: %s", async (_, { fetch, attempts }) => {
    const authorize = (): Record<string, string> => ({ authorization: "Bearer secret" });
    const send = createSend({ baseUrl, fetch, authorize, onRequest: ({ headers }) => headers.set("x-sign", "secret") });
    const error = await send(createPaint, { body: {} }, { headers: { "x-key": "secret" } }).catch((thrown) => thrown);
    expect([...(attempts[0]?.headers.values() ?? [])].filter((value) => value.includes("secret"))).toHaveLength(3);
    expect([...error.request.headers]).toEqual([["content-type", "application/json"]]);
    for (const text of [JSON.stringify(error), inspect(error, { depth: 9, showHidden: true }), String(error.stack)]) {
      expect(text).not.toContain("secret");
    }
  });

  it("is in no response", async () => {
    const { fetch } = responding(jsonResponse({}));
    const send = createSend({ baseUrl, fetch, authorize: () => ({ authorization: "Bearer secret" }) });
    const { request } = await send(getPaint, blue, { headers: { "x-key": "secret" } });
    expect([...request.headers]).toEqual([]);
  });
});

async function failureOf(
  sent: { readonly fetch: () => Promise<Response> } | ReturnType<typeof responding>,
): Promise<ApiError> {
  const error = await createSend({ baseUrl, fetch: sent.fetch })(getPaint, blue).then(
    () => new Error("no failure"),
    (thrown: unknown) => thrown,
  );
  if (error instanceof ApiError && !(error instanceof TimeoutError)) return error;
  throw error;
}
