// Credentials that run out: renewed once, however many calls are refused, over a real connection.
import { expect, it, vi } from "vitest";
import { createSend } from "../../../src/targets/client/runtime/create-send.ts";
import { withRefresh } from "../../../src/targets/client/runtime/refresh.ts";
import { withRetries } from "../../../src/targets/client/runtime/retries.ts";
import { type LocalServer, startServer } from "../../local-server.ts";
import { blue, createPaint, getPaint } from "./exchanges.ts";

/** Accepts one token; counts requests. */
async function guarded(
  valid: () => string,
  body = '{"message":"Expired"}',
): Promise<LocalServer & { readonly seen: string[] }> {
  const seen: string[] = [];
  const server = await startServer(({ headers }, response) => {
    const token = headers.authorization ?? "";
    seen.push(token);
    const status = token === valid() ? 200 : 401;
    response.writeHead(status, { "content-type": "application/json" }).end(status === 200 ? "{}" : body);
  });
  return Object.assign(server, { seen });
}

const described = { ...getPaint, responses: { ...getPaint.responses, 401: getPaint.responses[404] ?? {} } };

it.each([
  ["described", described],
  ["not described", getPaint],
])("a 401 that is %s is sent again after a renewal, which knows why", async (_, operation) => {
  await using server = await guarded(() => "new");
  let token = "old";
  const renew = vi.fn(async () => {
    token = "new";
  });
  const send = withRefresh(createSend({ baseUrl: server.url, authorize: () => ({ authorization: token }) }), renew);
  expect(await send(operation, blue)).toMatchObject({ status: 200 });
  expect(server.seen).toEqual(["old", "new"]);
  expect(renew.mock.calls).toEqual([[expect.objectContaining({ status: 401, body: expect.anything() }), operation]]);
  await send(operation, blue);
  expect([server.seen.length, renew.mock.calls.length]).toEqual([3, 1]);
});

it("calls that are refused at the same time wait for one renewal", async () => {
  await using server = await guarded(() => "new");
  let token = "old";
  const renew = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    token = "new";
  });
  const send = withRefresh(createSend({ baseUrl: server.url, authorize: () => ({ authorization: token }) }), renew);
  const responses = await Promise.all([1, 2, 3, 4].map(() => send(described, blue)));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(renew).toHaveBeenCalledTimes(1);
  expect(server.seen).toHaveLength(8);
});

it("a second 401 is the outcome", async () => {
  await using server = await guarded(() => "none");
  const renew = vi.fn();
  const send = createSend({ baseUrl: server.url, authorize: () => ({ authorization: "old" }) });
  expect(await withRefresh(send, renew)(described, blue)).toMatchObject({ status: 401 });
  await expect(withRefresh(send, renew)(getPaint, blue)).rejects.toMatchObject({
    code: "unexpected_response",
    status: 401,
  });
  expect([server.seen.length, renew.mock.calls.length]).toEqual([4, 2]);
});

it("a renewal that fails is the failure of the calls that wait for it, and the next call renews again", async () => {
  await using server = await guarded(() => "none");
  const reason = new Error("signed out");
  const renew = vi.fn(() => Promise.reject(reason));
  const send = withRefresh(createSend({ baseUrl: server.url }), renew);
  await expect(send(described, blue)).rejects.toBe(reason);
  await expect(send(described, blue)).rejects.toBe(reason);
  expect(renew).toHaveBeenCalledTimes(2);
});

it("a renewal that throws at once is no different", async () => {
  await using server = await guarded(() => "none");
  const renew = vi.fn((): void => {
    throw new Error("signed out");
  });
  const send = withRefresh(createSend({ baseUrl: server.url }), renew);
  await expect(send(described, blue)).rejects.toThrow("signed out");
  await expect(send(described, blue)).rejects.toThrow("signed out");
  expect(renew).toHaveBeenCalledTimes(2);
});

it("a renewal that aborts its only call and fails is no unhandled rejection", async () => {
  await using server = await guarded(() => "none");
  const caller = new AbortController();
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  const send = withRefresh(createSend({ baseUrl: server.url }), async () => {
    caller.abort();
    throw new Error("signed out");
  });
  await expect(send(described, blue, { signal: caller.signal })).rejects.toThrow("aborted");
  await new Promise((resolve) => setTimeout(resolve));
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

it("the signal of a call ends its wait for a renewal, and no other's", async () => {
  await using server = await guarded(() => "new");
  let token = "old";
  const caller = new AbortController();
  const reason = new Error("enough");
  const renew = async (): Promise<void> => {
    caller.abort(reason);
    await new Promise((resolve) => setTimeout(resolve, 20));
    token = "new";
  };
  const send = withRefresh(createSend({ baseUrl: server.url, authorize: () => ({ authorization: token }) }), renew);
  const calls = [send(described, blue, { signal: caller.signal }), send(described, blue)];
  expect(await Promise.allSettled(calls)).toMatchObject([
    { status: "rejected", reason },
    { status: "fulfilled", value: { status: 200 } },
  ]);
});

it("a body that is a stream is sent once, by renewals and by retries", async () => {
  await using server = await startServer((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(429, { "content-type": "application/json", "retry-after": "0" }).end("{}");
    });
  });
  const renew = vi.fn();
  const fetch = vi.fn(globalThis.fetch);
  const operation = {
    ...createPaint,
    requestBody: { content: {}, put: () => ({ body: new Blob(["x"]).stream(), duplex: "half" as const }) },
  };
  const send = withRetries(withRefresh(createSend({ baseUrl: server.url, fetch }), renew), { maxRateLimitWait: 5000 });
  expect(await send(operation, { body: new Blob(["x"]).stream() })).toMatchObject({ status: 429 });
  expect(await send(operation, { body: (async function* () {})() })).toMatchObject({ status: 429 });
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(renew).not.toHaveBeenCalled();
});
