// The same deliveries to the handler in every framework, over sockets.
import { once } from "node:events";
import { request } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createWebhookHandler,
  type Delivery,
  type ErrorContext,
  eventKey,
  type WebhookEvent,
} from "../../src/index.ts";
import { deliveryOf, now, secret, shipped, type TestDelivery, time, viewed } from "../deliveries.ts";
import { frameworks, post, type Served } from "./frameworks.ts";

const maxBodyBytes = 4096;

describe.each(Object.entries(frameworks))("the adapter for %s", (framework, serve) => {
  const handled: { event: WebhookEvent; delivery: Delivery }[] = [];
  const errors: { error: unknown; context: ErrorContext }[] = [];
  let served: Served;

  beforeAll(async () => {
    const handler = createWebhookHandler({
      secret,
      now,
      maxBodyBytes,
      on: {
        "order.shipped": async (event, delivery) => void handled.push({ event, delivery }),
        "invite.viewed": () => {
          throw new Error("the database is called hunter2");
        },
      },
      onError: (error, context) => void errors.push({ error, context }),
    });
    served = await serve(handler);
  });
  beforeEach(() => {
    handled.length = 0;
    errors.length = 0;
  });
  afterAll(async () => await served.close());

  test("hands an event over, with what is known of its delivery", async () => {
    const { rawBody, headers } = await deliveryOf(shipped);
    expect(await post(served.url, { rawBody, headers })).toEqual({ status: 200, body: { received: true } });
    const key = await eventKey(shipped);
    expect(handled).toMatchObject([
      { event: shipped, delivery: { eventName: "order.shipped", timestamp: new Date(time), key } },
    ]);
    expect(Buffer.from(handled[0]?.delivery.rawBody ?? [])).toEqual(Buffer.from(rawBody));
    expect(errors).toEqual([]);
  });

  test("loses no byte of a body that comes in pieces", async () => {
    const { rawBody, headers } = await deliveryOf(shipped);
    const outgoing = request(served.url, { method: "POST", headers });
    for (const byte of rawBody) outgoing.write(Uint8Array.of(byte));
    outgoing.end();
    const [response] = await once(outgoing, "response");
    response.resume();
    expect(response.statusCode).toBe(200);
    expect(handled).toHaveLength(1);
  });

  test("takes bytes that are no UTF-8 as they are: authentic, and no payload", async () => {
    const body = Buffer.concat([
      Buffer.from(`{"event":"order.shipped","data":"`),
      Buffer.from([0xff]),
      Buffer.from(`"}`),
    ]);
    const delivery = await deliveryOf(body, { event: "order.shipped" });
    expect(await post(served.url, delivery)).toMatchObject({ status: 400, body: { code: "invalid_payload" } });
  });

  test("rejects an altered delivery with a JSON error", async () => {
    const { rawBody, headers } = await deliveryOf(shipped);
    const altered = { headers, rawBody: Uint8Array.from(rawBody, (byte) => (byte === 0x31 ? 0x32 : byte)) };
    const response = await fetch(served.url, { method: "POST", headers, body: altered.rawBody });
    expect(response.status).toBe(401);
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
    expect(await response.json()).toEqual({ code: "bad_signature", message: expect.stringContaining("signature") });
    expect(handled).toEqual([]);
    expect(errors).toMatchObject([{ error: { code: "bad_signature" }, context: { event: null, delivery: null } }]);
  });

  test("refuses other methods", async () => {
    // Fastify's plugin takes POST only: for other methods the application may have routes of its own.
    const isRouted = framework !== "Fastify";
    for (const method of ["GET", "PUT", "DELETE", "PATCH"]) {
      const response = await fetch(served.url, { method });
      expect(response.status).toBe(isRouted ? 405 : 404);
      expect(response.headers.get("allow")).toBe(isRouted ? "POST" : null);
      if (isRouted) expect(await response.json()).toMatchObject({ code: "method_not_allowed" });
    }
    expect((await fetch(served.url, { method: "HEAD" })).status).toBe(isRouted ? 405 : 404);
  });

  test("refuses what is too long, to the byte, and continues serving", async () => {
    const padded = async (length: number): Promise<TestDelivery> => {
      const text = JSON.stringify({ ...shipped, padding: "" });
      return await deliveryOf(JSON.stringify({ ...shipped, padding: "x".repeat(length - Buffer.byteLength(text)) }));
    };
    expect(await post(served.url, await padded(maxBodyBytes))).toMatchObject({ status: 200 });
    const expected = { status: 413, body: { code: "payload_too_large" } };
    expect(await post(served.url, await padded(maxBodyBytes + 1))).toMatchObject(expected);
    expect(await post(served.url, await padded(400 * maxBodyBytes))).toMatchObject(expected);
    expect(await post(served.url, await deliveryOf(shipped))).toMatchObject({ status: 200 });
    expect(handled).toHaveLength(2);
  });

  test("refuses a body that is not there, and headers that are not", async () => {
    const { rawBody, headers } = await deliveryOf(shipped);
    expect(await post(served.url, { rawBody: new Uint8Array(), headers })).toMatchObject({ status: 401 });
    const none = { "Content-Type": "application/json" };
    expect(await post(served.url, { rawBody, headers: none })).toMatchObject({
      status: 400,
      body: { code: "missing_header" },
    });
  });

  test("refuses a header that came twice", async () => {
    const { rawBody, headers } = await deliveryOf(shipped);
    const signature = headers["X-Webhook-Signature"] ?? "";
    const outgoing = request(served.url, {
      method: "POST",
      headers: { ...headers, "X-Webhook-Signature": [signature, signature] },
    });
    outgoing.end(rawBody);
    const [response] = await once(outgoing, "response");
    response.resume();
    expect(response.statusCode).toBe(400);
    expect(errors).toMatchObject([{ error: { code: "invalid_header" } }]);
  });

  test("says nothing of what failed here to anyone but onError", async () => {
    const { status, body } = await post(served.url, await deliveryOf(viewed));
    expect({ status, body }).toMatchObject({ status: 500, body: { code: "handler_failed" } });
    expect(JSON.stringify(body)).not.toContain("hunter2");
    expect(errors).toMatchObject([
      {
        error: { message: "the database is called hunter2" },
        context: { event: viewed, delivery: { timestamp: new Date(time) } },
      },
    ]);
  });

  test("acknowledges events without a handler, and future events", async () => {
    expect(await post(served.url, await deliveryOf({ ...shipped, event: "order.delivered" }))).toMatchObject({
      status: 200,
    });
    expect(await post(served.url, await deliveryOf({ event: "order.exchanged" }))).toMatchObject({ status: 200 });
    expect([...handled, ...errors]).toEqual([]);
  });

  test("outlives a client that leaves within the body", async () => {
    const { headers } = await deliveryOf(shipped);
    const outgoing = request(served.url, { method: "POST", headers: { ...headers, "Content-Length": "500" } });
    outgoing.on("error", () => {});
    outgoing.write("{");
    await once(outgoing, "socket");
    await new Promise<void>((resolve) => outgoing.write("}", () => resolve()));
    outgoing.destroy();
    expect(await post(served.url, await deliveryOf(shipped))).toMatchObject({ status: 200 });
    expect(handled).toHaveLength(1);
  });
});
