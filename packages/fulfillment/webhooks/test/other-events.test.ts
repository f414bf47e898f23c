// Events that `on` does not list: acknowledged without validation, or passed to the catch-all.
import { describe, expect, expectTypeOf, test, vi } from "vitest";
import { eventKey, type UnknownWebhookEvent, type WebhookEvent } from "../src/index.ts";
import { shipped, viewed } from "./deliveries.ts";
import { sender, told } from "./sending.ts";

const exchanged = { event: "order.exchanged", data: { orderId: "ord_1" } };
const invalid = { event: "order.shipped", data: null };

describe("an event without a handler", () => {
  test("is acknowledged with any payload", async () => {
    const { send, errors } = told({ on: { "invite.viewed": () => {} } });
    expect(await send(invalid)).toEqual({ status: 200, body: { received: true } });
    expect(errors).toEqual([]);
  });

  test("has to be authentic all the same, and named the same in header and payload", async () => {
    const { send } = told({ on: {} });
    expect((await send(invalid, { secret: "another" })).status).toBe(401);
    expect((await send(invalid, { timestamp: 1 })).body).toMatchObject({ code: "stale_timestamp" });
    expect((await send(invalid, { event: "order.delivered" })).body).toMatchObject({ code: "invalid_header" });
    expect((await send(exchanged, { event: "order.shipped" })).body).toMatchObject({ code: "invalid_header" });
  });
});

describe("onOther", () => {
  test("gets known events that are not listed, and unknown ones", async () => {
    const [other, listed] = [vi.fn(), vi.fn()];
    const send = sender({
      on: { "order.shipped": listed, "invite.redeemed": undefined },
      onOther: (event, delivery) => {
        expectTypeOf(event).toEqualTypeOf<WebhookEvent | UnknownWebhookEvent>();
        other(event, delivery.eventName, delivery.key);
      },
    });
    for (const event of [shipped, viewed, exchanged]) expect((await send(event)).status).toBe(200);
    expect(listed.mock.calls).toMatchObject([[shipped, {}]]);
    expect(other.mock.calls).toEqual([
      [viewed, "invite.viewed", await eventKey(viewed)],
      [exchanged, "order.exchanged", await eventKey(exchanged)],
    ]);
  });

  test("leaves unknown ones to onUnknown, where that is there", async () => {
    const [onOther, onUnknown] = [vi.fn(), vi.fn()];
    const send = sender({ on: {}, onOther, onUnknown });
    await send(viewed);
    await send(exchanged);
    expect(onOther.mock.calls).toMatchObject([[viewed, { eventName: "invite.viewed" }]]);
    expect(onUnknown.mock.calls).toMatchObject([[exchanged, { eventName: "order.exchanged" }]]);
  });

  test("gets valid events only, and is waited for", async () => {
    const onOther = vi.fn().mockRejectedValue(new Error("full"));
    const { send, errors } = told({ on: {}, onOther });
    expect(await send(invalid)).toMatchObject({ status: 400, body: { code: "invalid_payload" } });
    expect(onOther).not.toHaveBeenCalled();
    expect(await send(viewed)).toMatchObject({ status: 500, body: { code: "handler_failed" } });
    expect(errors).toMatchObject([
      [{ code: "invalid_payload" }, { event: null }],
      [{ message: "full" }, { event: viewed }],
    ]);
  });
});

describe("what is nested without end", () => {
  const nested = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;

  test.each([
    ["order.exchanged", `"data":`],
    ["order.shipped", `"data":${JSON.stringify(shipped.data)},"more":`],
  ])("is no payload, in an event known or not: %s", async (event, rest) => {
    const { send, errors } = told({ on: { "order.shipped": () => {} }, onUnknown: () => {} });
    // The object around it is one level.
    expect((await send(`{"event":"${event}",${rest}${nested(999)}}`)).status).toBe(200);
    for (const levels of [1000, 100_000]) {
      const response = await send(`{"event":"${event}",${rest}${nested(levels)}}`);
      expect(response).toMatchObject({ status: 400, body: { code: "invalid_payload" } });
    }
    const issues = [{ path: [], message: "The payload is nested deeper than 1000 levels" }];
    expect(errors.map(([error]) => error)).toMatchObject([{ issues }, { issues }]);
  });
});
