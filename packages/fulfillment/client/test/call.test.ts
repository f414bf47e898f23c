// What a call gives: the body, or the full response; and that a failure is reported to someone, once.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { UnexpectedResponseError } from "../src/index.ts";
import { baseUrl, budget, clientOf, failureOf, json, order, text } from "./responding.ts";

const unauthorized = (): Response =>
  text(401, "Unauthorized", { ...budget, "Content-Type": "text/html; charset=utf-8" });

describe("a call", () => {
  it("is a promise in every way", async () => {
    const { client } = clientOf(() => json(200, order()));
    const called = client.orders.get("ord_1");
    expect(called).toBeInstanceOf(Promise);
    expect(await Promise.all([called, called.then(({ id }) => id)])).toEqual([order(), "ord_1"]);
    let finished = false;
    await called.finally(() => {
      finished = true;
    });
    expect(finished).toBe(true);
  });

  it("is sent once, without being awaited", async () => {
    const { client, asked } = clientOf(() => json(200, order()));
    const called = client.orders.get("ord_1");
    expect(await called).toEqual(await called);
    await called.result();
    await called.result();
    expect(asked).toHaveLength(1);
  });
});

describe("result()", () => {
  it("gives status, body, typed headers, rate limit, request and response", async () => {
    const { client } = clientOf(() => json(200, order()));
    const response = await client.orders.get("ord_1").result();
    expect(response).toMatchObject({
      status: 200,
      contentType: "application/json",
      body: order(),
      headers: { "RateLimit-Limit": 1000, "RateLimit-Remaining": 990, "X-RateLimit-Reset": 1_750_000_000 },
      rateLimit: { limit: 1000, remaining: 990, reset: 60 },
      request: { operation: "getOrder", method: "GET", url: `${baseUrl}/v1/orders/ord_1` },
    });
    expect(response.response).toBeInstanceOf(Response);
  });

  it.each([
    [401, unauthorized, "Unauthorized"],
    [404, () => json(404, { message: "Order not found" }), { message: "Order not found" }],
    [429, () => json(429, { message: "Rate limit exceeded" }), { message: "Rate limit exceeded" }],
    [500, () => json(500, { message: "Request failed" }), { message: "Request failed" }],
  ])("resolves to a %i instead of failing", async (status, response, body) => {
    const { client } = clientOf(response);
    expect(await client.orders.get("ord_1").result()).toMatchObject({ status, body });
  });

  it("rejects when the response is not defined by the API", async () => {
    const { client } = clientOf(() => json(418, {}));
    expect(await failureOf(client.orders.get("ord_1").result())).toBeInstanceOf(UnexpectedResponseError);
  });
});

/** In a process of its own, as an unhandled rejection ends one. */
async function processThat(does: string): Promise<{ readonly code: number; readonly output: string }> {
  const client = join(import.meta.dirname, "../src/index.ts");
  const program = `
    import { FulfillmentClient } from ${JSON.stringify(client)};
    const fetch = async () => new Response("Unauthorized", { status: 401, headers: { "Content-Type": "text/html" } });
    const { orders } = new FulfillmentClient({ apiKey: "k", baseUrl: "https://service.test", fetch });
    ${does}
    await new Promise((resolve) => setTimeout(resolve, 20));
    console.log("went on");
  `;
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module-typescript", "-e", program]);
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stderr } = Object(error);
    return { code, output: stderr };
  }
}

describe("a failure", () => {
  it.each([
    ["of a call that is not awaited", `orders.get("ord_1");`, "UnauthorizedError: Unauthorized"],
    [
      "of a full response that is not awaited",
      `orders.get("..").result();`,
      "TypeError: getOrder: cannot send orderId: it is empty or dots",
    ],
  ])("%s ends the process", async (_, does, message) => {
    expect(await processThat(does)).toEqual({ code: 1, output: expect.stringContaining(message) });
  });

  it("is caught once where only the full response is awaited, or both are looked at", async () => {
    const does = `
      console.log((await orders.get("ord_1").result()).status);
      const called = orders.get("ord_1");
      await Promise.allSettled([called, called.result()]).then((both) => console.log(both.map(({ status }) => status).join()));
    `;
    expect(await processThat(does)).toEqual({ code: 0, output: "401\nrejected,fulfilled\nwent on\n" });
  });
});
