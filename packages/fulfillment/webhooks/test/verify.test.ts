import { describe, expect, test } from "vitest";
import {
  type AnyVerificationError,
  eventSchemas,
  messages,
  type VerifyOptions,
  verifyWebhook,
  WebhookVerificationError,
} from "../src/index.ts";
import { deliveryOf, now, secret, shipped, type TestDelivery, time, viewed } from "./deliveries.ts";

describe("what verifies", () => {
  test("is the event as it was sent, unknown members included", async () => {
    const event = { ...shipped, data: { ...shipped.data, later: [1] }, more: true };
    const { rawBody, headers } = await deliveryOf(event);
    expect(await verifyWebhook(rawBody, headers, secret, { now })).toEqual(event);
  });

  test("comes as bytes, text, a buffer, or a view of a larger one", async () => {
    const { rawBody, headers } = await deliveryOf(shipped);
    const larger = Buffer.concat([Buffer.from("before"), rawBody, Buffer.from("after")]);
    const bodies = [
      Buffer.from(rawBody).toString(),
      rawBody.buffer,
      Buffer.from(rawBody),
      new Uint8Array(larger.buffer, larger.byteOffset + 6, rawBody.length),
    ];
    for (const body of bodies) expect(await verifyWebhook(body, headers, secret, { now })).toEqual(shipped);
  });

  test("has headers in any form and any case", async () => {
    const { rawBody, headers } = await deliveryOf(shipped);
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value]]));
    const forms = [
      new Headers(headers),
      new Map(Object.entries(headers)),
      Object.entries(headers),
      upper,
      { ...lists, other: undefined },
    ];
    for (const form of forms) expect(await verifyWebhook(rawBody, form, secret, { now })).toEqual(shipped);
  });

  test("may come without a content type, or with a parameter to it", async () => {
    const { rawBody, headers } = await deliveryOf(shipped);
    const { "Content-Type": _, ...without } = headers;
    expect(await verifyWebhook(rawBody, without, secret, { now })).toEqual(shipped);
    const utf8 = { ...headers, "Content-Type": "Application/JSON; charset=utf-8" };
    expect(await verifyWebhook(rawBody, utf8, secret, { now })).toEqual(shipped);
  });

  test("cannot be changed while it is being verified", async () => {
    const { rawBody, headers } = await deliveryOf(shipped);
    const event = verifyWebhook(rawBody, headers, secret, { now });
    rawBody.fill(0);
    expect(await event).toEqual(shipped);
  });

  test("is every event there is", async () => {
    expect(Object.keys(eventSchemas)).toEqual(messages.map(({ eventName }) => eventName));
    const { rawBody, headers } = await deliveryOf(viewed);
    expect(await verifyWebhook(rawBody, headers, secret, { now })).toEqual(viewed);
  });
});

describe("headers", () => {
  test.each(["X-Webhook-Signature", "X-Webhook-Timestamp", "X-Webhook-Event"])("are required: %s", async (header) => {
    const { rawBody, headers } = await deliveryOf(shipped);
    delete headers[header];
    expect(await failure({ rawBody, headers })).toMatchObject({ code: "missing_header", header });
    expect((await failure({ rawBody, headers })).message).toContain(header);
  });

  test("that are no headers are missing", async () => {
    const { rawBody } = await deliveryOf(shipped);
    for (const headers of [undefined, null, 1, "x", [], {}, [["a"]]]) {
      const call = Reflect.apply(verifyWebhook, undefined, [rawBody, headers, secret]);
      await expect(call).rejects.toMatchObject({ code: "missing_header" });
    }
  });

  test.each([
    ["X-Webhook-Signature", (value: string) => value.toUpperCase()],
    ["X-Webhook-Signature", (value: string) => value.replace("sha256=", "")],
    ["X-Webhook-Signature", (value: string) => value.replace("sha256=", "sha1=")],
    ["X-Webhook-Signature", (value: string) => value.replace("sha256=", "SHA256=")],
    ["X-Webhook-Signature", (value: string) => value.slice(0, -1)],
    ["X-Webhook-Signature", (value: string) => `${value}0`],
    ["X-Webhook-Signature", (value: string) => `${value}\n`],
    ["X-Webhook-Signature", (value: string) => ` ${value}`],
    ["X-Webhook-Signature", (value: string) => `${value}, ${value}`],
    ["X-Webhook-Signature", () => ""],
    ["X-Webhook-Timestamp", (value: string) => `${value}.0`],
    ["X-Webhook-Timestamp", (value: string) => `+${value}`],
    ["X-Webhook-Timestamp", (value: string) => `${value}\n`],
    ["X-Webhook-Timestamp", () => "1e9"],
    ["X-Webhook-Timestamp", () => ""],
    ["X-Webhook-Timestamp", () => "٣"],
    ["X-Webhook-Event", () => "order.delivered"],
    ["X-Webhook-Event", (value: string) => value.toUpperCase()],
    ["Content-Type", () => "text/plain"],
    ["Content-Type", () => "application/jsonp"],
    ["Content-Type", () => ""],
  ])("are compared as they are: %s, %s", async (header, change) => {
    const { rawBody, headers } = await deliveryOf(shipped);
    headers[header] = change(headers[header] ?? "");
    expect(await failure({ rawBody, headers })).toMatchObject({ code: "invalid_header", header });
  });

  test("may not come twice, in whichever form", async () => {
    const { rawBody, headers } = await deliveryOf(shipped);
    for (const [header, value] of Object.entries(headers)) {
      const twice = [
        { ...headers, [header]: [value, value] },
        { ...headers, [header.toLowerCase()]: value },
        [...Object.entries(headers), [header, value] as const],
      ];
      for (const form of twice) {
        const failed = verifyWebhook(rawBody, form, secret, { now });
        await expect(failed).rejects.toMatchObject({ code: "invalid_header", header });
      }
    }
  });
});

describe("the time", () => {
  test.each([
    [300_000, null, ""],
    [300_001, 301, "301 seconds behind"],
    [-300_000, null, ""],
    [-300_001, 301, "301 seconds ahead"],
    [86_400_000, 86_400, "86400 seconds behind"],
  ])("is checked %i ms after it was signed", async (later, secondsOff, words) => {
    const delivery = await deliveryOf(shipped);
    const options = { now: () => time + later };
    if (secondsOff === null) {
      expect(await codeOf(delivery, secret, options)).toBeNull();
    } else {
      expect(await failure(delivery, secret, options)).toMatchObject({
        code: "stale_timestamp",
        secondsOff,
        toleranceSeconds: 300,
        timestamp: new Date(time),
        message: expect.stringContaining(words),
      });
    }
  });

  test("is reported only for authentic deliveries", async () => {
    const delivery = await deliveryOf(shipped, { secret: "another", timestamp: 1 });
    expect(await codeOf(delivery)).toBe("bad_signature");
  });

  test("has a tolerance of the caller's, which cannot be lost", async () => {
    const delivery = await deliveryOf(shipped, { timestamp: time / 1000 - 60 });
    expect(await codeOf(delivery, secret, { now, toleranceSeconds: 60 })).toBeNull();
    expect(await codeOf(delivery, secret, { now, toleranceSeconds: 59 })).toBe("stale_timestamp");
    expect(await codeOf(delivery, secret, { now, toleranceSeconds: Number.POSITIVE_INFINITY })).toBeNull();
    for (const toleranceSeconds of [Number.NaN, -1]) {
      const { rawBody, headers } = delivery;
      const failed = verifyWebhook(rawBody, headers, secret, { now, toleranceSeconds });
      await expect(failed).rejects.toThrow("toleranceSeconds has to be");
    }
  });

  test("is the machine's when no clock is given", async () => {
    const { rawBody, headers } = await deliveryOf(shipped, { timestamp: Math.floor(Date.now() / 1000) });
    expect(await verifyWebhook(rawBody, headers, secret)).toEqual(shipped);
  });
});

describe("the payload", () => {
  test("of a future event is reported with its payload", async () => {
    const event = { event: "order.exchanged", data: { orderId: "ord_1" } };
    expect(await failure(await deliveryOf(event))).toMatchObject({
      code: "unknown_event",
      eventName: "order.exchanged",
      payload: event,
    });
  });

  test.each(["constructor", "__proto__", "toString", ""])("names no event with %j", async (name) => {
    const body = `{"event":${JSON.stringify(name)}}`;
    expect(await failure(await deliveryOf(body))).toMatchObject({ code: "unknown_event", eventName: name });
  });

  test("that is not what the API describes says where", async () => {
    const data = { ...shipped.data, orderNumber: 7, products: [{ sku: 1, quantity: 1 }] };
    const error = await failure(await deliveryOf(JSON.stringify({ event: "order.shipped", data })));
    expect(error).toMatchObject({
      code: "invalid_payload",
      eventName: "order.shipped",
      issues: [{ path: ["data", "orderNumber"] }, { path: ["data", "products", 0, "sku"] }],
    });
    expect(error.message).toContain("data.products.0.sku: Invalid input: expected string, received number");
  });

  test.each([
    ["no JSON", Buffer.from("{"), "not JSON"],
    ["nothing", Buffer.from(""), "not JSON"],
    ["no UTF-8", Buffer.from([0x22, 0xff, 0x22]), "not UTF-8"],
    ["no object", Buffer.from("[]"), "names its event"],
    ["null", Buffer.from("null"), "names its event"],
    ["no name", Buffer.from("{}"), "names its event"],
    ["a number for a name", Buffer.from(`{"event":1}`), "names its event"],
  ])("may not be %s", async (_, body, message) => {
    const error = await failure(await deliveryOf(body, { event: "order.shipped" }));
    expect(error).toMatchObject({ code: "invalid_payload", eventName: null });
    expect(error.message).toContain(message);
  });
});

describe("a wrong call", () => {
  test.each([
    ["undefined", undefined],
    ["null", null],
    ["a parsed object", shipped],
    ["a number", 1],
    ["a promise that was not awaited", Promise.resolve("")],
  ])("is reported with %s for a body", async (found, body) => {
    const { headers } = await deliveryOf(shipped);
    const call = Reflect.apply(verifyWebhook, undefined, [body, headers, secret]);
    const error = await call.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "body_parsed" });
    expect(error.message).toContain(`The body is ${found}`);
    for (const part of ["express.json()", "handler.fastify", "request.arrayBuffer()", "bodyParser: false"]) {
      expect(error.message).toContain(part);
    }
  });

  test.each([
    ["", "There is no webhook secret:"],
    [undefined, "There is no webhook secret:"],
    [[], "list of webhook secrets is empty"],
    [["a", ""], "at index 1"],
    [[undefined], "at index 0"],
    [{}, "There is no webhook secret:"],
  ])("is reported with %j for a secret", async (wrong, message) => {
    const { rawBody, headers } = await deliveryOf(shipped);
    const call = Reflect.apply(verifyWebhook, undefined, [rawBody, headers, wrong]);
    await expect(call).rejects.toMatchObject({ code: "missing_secret", message: expect.stringContaining(message) });
  });
});

describe("errors", () => {
  test("hold neither the secret nor a signature that would have been right", async () => {
    const { rawBody, headers } = await deliveryOf(shipped);
    const [, digest = ""] = (headers["X-Webhook-Signature"] ?? "").split("=");
    const stale = { now: () => 0 };
    const wrong = { ...headers, "X-Webhook-Signature": `sha256=${"0".repeat(64)}` };
    const errors = [await failure({ rawBody, headers: wrong }), await failure({ rawBody, headers }, secret, stale)];
    for (const error of errors) {
      const all = `${error.message} ${error.stack} ${JSON.stringify(error)}`;
      expect(all).not.toContain(secret);
      expect(all).not.toContain(digest);
    }
  });

  test("are instances of one class, and nothing else is", async () => {
    const { rawBody } = await deliveryOf(shipped);
    expect(await failure({ rawBody, headers: {} })).toMatchObject({ name: "WebhookVerificationError" });
    for (const other of [new Error("x"), null, "bad_signature", { code: "bad_signature" }]) {
      expect(other instanceof WebhookVerificationError).toBe(false);
    }
  });
});

async function failure(
  { rawBody, headers }: TestDelivery,
  secrets: string | readonly string[] = secret,
  options: VerifyOptions = { now },
): Promise<AnyVerificationError> {
  try {
    await verifyWebhook(rawBody, headers, secrets, options);
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error;
    throw error;
  }
  throw new Error("the delivery verified");
}

/** `null`: it verified. */
async function codeOf(
  { rawBody, headers }: TestDelivery,
  secrets: string | readonly string[] = secret,
  options: VerifyOptions = { now },
): Promise<string | null> {
  return await verifyWebhook(rawBody, headers, secrets, options).then(
    () => null,
    (error: unknown) => (error instanceof WebhookVerificationError ? error.code : String(error)),
  );
}
