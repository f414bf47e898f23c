// Written by waybill sdk. Do not edit: run `waybill sdk update`.
// What the package adds to calls: the environment, the user agent, logs without secrets, request ids.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createFulfillmentApi, requestIdOf, userAgent } from "../src/index.ts";

const secret = "secret-of-a-test";

test("credentials and the address come from the environment, and logs have no secret", async () => {
  const before = { ...process.env };
  const lines: string[] = [];
  const requests: Request[] = [];
  Object.assign(process.env, { FULFILLMENT_BASE_URL: "http://127.0.0.1:9", FULFILLMENT_LOG: "debug", FULFILLMENT_BEARER: secret });
  try {
    const client = createFulfillmentApi({
      retries: 0,
      logger: (line) => lines.push(line),
      fetch: async (url, init) => {
        requests.push(new Request(url, init));
        return new Response("teapot", { status: 418, headers: { "x-request-id": "request-7" } });
      },
    });
    const error = await client.checkAuth().then(
      () => null,
      (thrown: unknown) => thrown,
    );
    const [request] = requests;
    assert.ok(request !== undefined, String(error));
    assert.ok(request.url.startsWith("http://127.0.0.1:9/"), request.url);
    if (userAgent !== null) assert.equal(request.headers.get("user-agent"), userAgent);
    assert.equal(lines.length, 2);
    assert.ok(!lines.join("\n").includes(secret), lines.join("\n"));
    assert.equal(requestIdOf(error), "request-7");
  } finally {
    process.env = before;
  }
});
