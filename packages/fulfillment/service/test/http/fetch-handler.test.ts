import { createFetchHandler, NotImplementedError, unimplemented } from "@fulfillment/server";
import { expect, test } from "vitest";
import { authHandlers } from "../../src/api/api.ts";
import type { Api } from "../../src/api/reply.ts";
import { createApiService } from "../../src/http/api-service.ts";
import { visitOfFetch } from "../../src/http/visit.ts";
import { openLocalLimiter } from "../../src/rate-limit/local-limiter.ts";
import { checkDocumented } from "../contract/running-service.ts";

/** The handlers for keys, and one that takes a body; the others throw. */
function handlers(): Api {
  return {
    ...unimplemented,
    ...authHandlers,
    cancelOrder: async ({ body }) => ({
      status: 400,
      contentType: "application/json",
      body: { message: `no order ${body.orderId}` },
    }),
  };
}

const errors: unknown[] = [];
const handle = createFetchHandler(
  createApiService({
    api: handlers(),
    authenticate: (authorization) => (authorization === "Bearer good" ? { id: "acc_1", budget: null } : null),
    limiter: openLocalLimiter({ file: null, windowMs: 1000, now: () => 5_000 }),
    budget: 3,
    onError: (error) => errors.push(error),
  }),
);

async function send(method: string, path: string, { key = "good", body }: { key?: string; body?: string } = {}) {
  const request = new Request(`https://api.example${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body }),
  });
  const response = await handle(request, visitOfFetch(request, `${method} ${path} ${body?.length ?? 0}`));
  const text = await response.text();
  const isJson = response.headers.get("content-type") === "application/json" && text !== "";
  const received = { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : text };
  checkDocumented(method, new URL(path, "https://api.example").pathname, received);
  return received;
}

test("a Fetch request gets the same response as one from a socket", async () => {
  expect(await send("GET", "/v1/auth")).toMatchObject({ status: 200, body: { account_id: "acc_1" } });
  expect(await send("HEAD", "/v1/auth")).toMatchObject({ status: 200, text: "" });
  expect(await send("GET", "/v1/auth?x=1", { key: "bad" })).toMatchObject({ status: 401, text: "Unauthorized" });
  expect(await send("GET", "/v1/none")).toMatchObject({ status: 404, body: { message: "Not found" } });
  expect(await send("PUT", "/v1/orders/cancel")).toMatchObject({
    status: 400,
    body: { message: "Method not allowed" },
  });
  const cancel = await send("POST", "/v1/orders/cancel", { body: '{"orderId":"o"}' });
  expect(cancel).toMatchObject({ status: 400, body: { message: "no order o" } });
  const large = await send("POST", "/v1/orders/cancel", { body: "x".repeat(262_145) });
  expect(large).toMatchObject({ status: 400, body: { message: "Request body is too large" } });
});

test("anything a handler throws is a 500 that does not reveal it", async () => {
  const response = await send("GET", "/v1/webhooks");
  expect(response).toMatchObject({ status: 500, body: { message: "Internal server error" } });
  expect(errors.at(-1)).toBeInstanceOf(NotImplementedError);
});

test("without a limiter nothing is served, and the headers are there all the same", async () => {
  const down = async (): Promise<never> => {
    throw new Error("Redis is down");
  };
  const service = createApiService({
    api: handlers(),
    authenticate: () => ({ id: "acc_1", budget: 7 }),
    limiter: { hit: down, peek: down, ready: down, close: async () => {} },
    budget: 3,
    onError: () => {},
  });
  const request = new Request("https://api.example/v1/auth");
  const response = await createFetchHandler(service)(request, visitOfFetch(request, "192.0.2.1"));
  expect([response.status, await response.json()]).toEqual([500, { message: "Internal server error" }]);
  expect(response.headers.get("RateLimit-Limit")).toBe("7");
  expect(response.headers.get("RateLimit-Remaining")).toBe("0");
});
