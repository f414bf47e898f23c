// What onError, the console and the sender learn about an unhandled delivery: everything, what matters, and little.
import { describe, expect, expectTypeOf, onTestFinished, test, vi } from "vitest";
import {
  createWebhookHandler,
  type ErrorContext,
  memorySeenStore,
  type UnknownWebhookEvent,
  type WebhookEvent,
} from "../src/index.ts";
import { deliveryOf, now, secret, shipped, time } from "./deliveries.ts";
import { sender, told } from "./sending.ts";

const handled = { "order.shipped": () => {} };
const invalid = { ...shipped, data: { ...shipped.data, orderNumber: 7 } };

describe("of what is authentic and refused", () => {
  test.each([
    ["invalid_payload", [JSON.stringify(invalid)]],
    ["invalid_payload", ["not json", { event: "order.shipped" }]],
    ["stale_timestamp", [shipped, { timestamp: time / 1000 - 301 }]],
    ["invalid_header", [shipped, { event: "order.delivered" }]],
  ] as const)("onError has the delivery: %s", async (code, [event, changes]) => {
    const { send, errors } = told({ on: handled });
    expect(await send(event, changes)).toMatchObject({ status: 400, body: { code } });
    const { rawBody, headers } = await deliveryOf(event, changes);
    const timestamp = new Date(Number(headers["X-Webhook-Timestamp"]) * 1000);
    const delivery = { eventName: headers["X-Webhook-Event"], timestamp, rawBody, key: null };
    expect(errors).toEqual([[expect.objectContaining({ code }), { event: null, unknownEvent: null, delivery }]]);
  });

  test("the error has the payload, where there is one", async () => {
    const { send, errors } = told({ on: handled });
    await send(JSON.stringify(invalid));
    await send("not json", { event: "order.shipped" });
    expect(errors.map(([error]) => error)).toMatchObject([{ payload: invalid }, { payload: null }]);
  });

  test("the console hears without onError, but not what was in it", async () => {
    const written = vi.spyOn(console, "error").mockImplementation(() => {});
    onTestFinished(() => written.mockRestore());
    const send = sender({ on: handled });
    await send(JSON.stringify(invalid));
    await send(shipped, { timestamp: 1 });
    const lines = written.mock.calls.map((words) => words.join(" "));
    expect(lines).toEqual([
      expect.stringMatching(/^An authentic webhook, "order\.shipped", was refused.*give onError.*data\.orderNumber: /),
      expect.stringMatching(/^An authentic webhook, "order\.shipped", was refused.*behind this machine's clock/),
    ]);
    expect(lines.join()).not.toContain(shipped.data.trackingNumber);
    await send(shipped, { secret: "another" });
    expect(written).toHaveBeenCalledTimes(2);
  });
});

describe("of an event that cannot be handled", () => {
  test.each([
    ["throws", () => Promise.reject(new Error("no key"))],
    ["gives nothing", () => undefined],
    ["gives an empty text", () => ""],
    ["gives a number", () => 7],
  ])("onError has it when `seen.key` %s", async (_, key) => {
    const options = { on: handled, seen: { store: memorySeenStore({ now }), key: key as () => string } };
    const { send, errors } = told(options);
    expect(await send(shipped)).toMatchObject({ status: 500, body: { code: "internal_error" } });
    const delivery = { eventName: "order.shipped", timestamp: new Date(time), key: null };
    expect(errors).toMatchObject([[expect.any(Error), { event: shipped, unknownEvent: null, delivery }]]);
  });

  test("onError has it where it is of an unknown kind", async () => {
    const exchanged = { event: "order.exchanged", data: { orderId: "ord_1" } };
    const { send, errors } = told({ on: {}, onUnknown: () => Promise.reject(new Error("full")) });
    expect((await send(exchanged)).status).toBe(500);
    expect(errors).toMatchObject([[{ message: "full" }, { event: null, unknownEvent: exchanged }]]);
  });

  test("the two are distinguished, so that the name of a known one narrows it", () => {
    const numberOf = ({ event, unknownEvent }: ErrorContext): string | null => {
      expectTypeOf(event).toEqualTypeOf<WebhookEvent | null>();
      expectTypeOf(unknownEvent).toEqualTypeOf<UnknownWebhookEvent | null>();
      return event?.event === "order.shipped" ? event.data.trackingNumber : null;
    };
    expect(numberOf({ event: shipped, unknownEvent: null, delivery: null })).toBe(shipped.data.trackingNumber);
  });
});

describe("of anything that may be thrown", () => {
  const thrown: readonly unknown[] = [Object.create(null), undefined, Symbol("x"), { toString: () => nothing() }];

  test.each(thrown)("the response is 500, and onError has just that: %#", async (error) => {
    const { send, errors } = told({
      on: {
        "order.shipped": () => {
          throw error;
        },
      },
    });
    expect(await send(shipped)).toMatchObject({ status: 500, body: { code: "handler_failed" } });
    expect(errors).toEqual([[error, expect.objectContaining({ event: shipped })]]);
  });

  test("while the body is read, nothing of it is shown", async () => {
    const errors: unknown[] = [];
    const handler = createWebhookHandler({ secret, now, on: {}, onError: (error) => void errors.push(error) });
    const error: unknown = Object.create(null);
    const body = new ReadableStream({ pull: (controller) => controller.error(error) });
    const response = await handler(new Request("http://127.0.0.1/", { method: "POST", body, duplex: "half" }));
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      code: "unreadable_body",
      message: "The body could not be read to its end.",
    });
    expect(errors).toEqual([error]);
  });
});

describe("of the rest", () => {
  test("onError hears of what is too long, and not of other methods", async () => {
    const { send, errors } = told({ on: {}, maxBodyBytes: 10 });
    expect((await send(shipped)).status).toBe(413);
    expect(errors).toMatchObject([[{ message: expect.stringContaining("longer than 10 bytes") }, { delivery: null }]]);
    const onError = vi.fn();
    const handler = createWebhookHandler({ secret, on: {}, onError });
    expect((await handler(new Request("http://127.0.0.1/"))).status).toBe(405);
    expect(onError).not.toHaveBeenCalled();
  });

  test("the sender learns nothing about secrets, the operator does", async () => {
    const both = told({ secret: ["one", "two"], on: {} });
    const padded = told({ secret: `${secret}\n`, on: {} });
    const responses = [await both.send(shipped), await padded.send(shipped)];
    expect(responses[0]).toEqual(responses[1]);
    expect(JSON.stringify(responses)).not.toMatch(/secrets|one of|two|white/);
    expect(String(both.errors[0]?.[0])).toContain("one of these 2 secrets");
    expect(String(both.errors[0]?.[0])).not.toContain("white space");
    expect(String(padded.errors[0]?.[0])).toContain("begins or ends with white space: is that part of it?");
  });

  test("a request that is not a delivery causes no lookup of a secret", async () => {
    const lookUp = vi.fn(() => secret);
    const handler = createWebhookHandler({ secret: lookUp, on: {}, onError: () => {} });
    const { rawBody, headers } = await deliveryOf(shipped);
    for (const name of ["X-Webhook-Signature", "X-Webhook-Timestamp", "X-Webhook-Event"]) {
      const { [name]: _, ...without } = headers;
      const request = new Request("http://127.0.0.1/", { method: "POST", headers: without, body: rawBody });
      expect((await handler(request)).status).toBe(400);
    }
    expect(lookUp).not.toHaveBeenCalled();
  });
});

function nothing(): never {
  throw new Error("there is no text of this");
}
