// What a handler does with a delivery, whichever framework it came in by: here, by Fetch and without a socket.
import { describe, expect, expectTypeOf, onTestFinished, test, vi } from "vitest";
import {
  createWebhookHandler,
  type Delivery,
  type EventMap,
  eventKey,
  memorySeenStore,
  type SeenStore,
  type WebhookHandlerOptions,
  WebhookVerificationError,
} from "../src/index.ts";
import { now, secret, shipped, time, viewed } from "./deliveries.ts";
import { type Sent, sender, told } from "./sending.ts";

describe("the function for an event", () => {
  test("gets that event only, typed by its name", async () => {
    const handled: string[] = [];
    const send = sender({
      on: {
        "order.shipped": (event, delivery) => {
          expectTypeOf(event).toEqualTypeOf<EventMap["order.shipped"]>();
          expectTypeOf(delivery).toEqualTypeOf<Delivery<"order.shipped">>();
          handled.push(event.data.orderId);
        },
        "invite.viewed": async (event) => void handled.push(event.data.inviteId),
      },
    });
    expect((await send(shipped)).status).toBe(200);
    expect((await send(viewed)).status).toBe(200);
    expect(handled).toEqual(["ord_1", "inv_1"]);
  });

  test("is waited for", async () => {
    const steps: string[] = [];
    const send = sender({
      on: {
        "order.shipped": async () => {
          await new Promise((resolve) => setImmediate(resolve));
          steps.push("handled");
        },
      },
    });
    await send(shipped);
    steps.push("responded");
    expect(steps).toEqual(["handled", "responded"]);
  });

  test("has to be one, for an event that there is", () => {
    // @ts-expect-error: there is no such event
    const options: WebhookHandlerOptions = { secret, on: { "order.exchanged": () => {} } };
    expect(() => createWebhookHandler(options)).toThrow('There is no event "order.exchanged" to handle');
    // @ts-expect-error: text is no function
    const other: WebhookHandlerOptions = { secret, on: { "order.shipped": "handle" } };
    expect(() => createWebhookHandler(other)).toThrow("What is to handle order.shipped is no function");
    expect(() => createWebhookHandler({ secret, on: { "order.shipped": undefined } })).not.toThrow();
  });

  test("may fail with an error of this package without counting as an altered delivery", async () => {
    const failure = WebhookVerificationError.of("bad_signature", "another webhook", {});
    const { send, errors } = told({
      on: {
        "order.shipped": () => {
          throw failure;
        },
      },
    });
    expect(await send(shipped)).toMatchObject({ status: 500, body: { code: "handler_failed" } });
    expect(errors).toMatchObject([[failure, { event: shipped }]]);
  });
});

describe("events to come", () => {
  const exchanged = { event: "order.exchanged", data: { orderId: "ord_1" } };

  test("go to onUnknown, and are acknowledged", async () => {
    const unknown: unknown[] = [];
    const send = sender({ on: {}, onUnknown: (event, delivery) => void unknown.push(event, delivery.key) });
    expect(await send(exchanged)).toEqual({ status: 200, body: { received: true } });
    expect(unknown).toEqual([exchanged, await eventKey(exchanged)]);
    expect((await send(exchanged, { secret: "another" })).status).toBe(401);
    expect(unknown).toHaveLength(2);
  });

  test("are handled once, by the usual key, and onUnknown may fail", async () => {
    const onUnknown = vi.fn().mockRejectedValueOnce(new Error("not yet")).mockResolvedValue(undefined);
    const { send } = told({ on: {}, onUnknown, seen: { store: memorySeenStore({ now }), key: () => "one for all" } });
    expect((await send(exchanged)).status).toBe(500);
    for (const event of [exchanged, exchanged, { event: "order.lost" }]) expect((await send(event)).status).toBe(200);
    expect(onUnknown).toHaveBeenCalledTimes(3);
  });
});

describe("an event that comes again", () => {
  test("is handled once, whenever and however it was signed and written", async () => {
    const handle = vi.fn();
    const send = sender({ on: { "order.shipped": handle }, seen: memorySeenStore({ now }) });
    const { data, event } = shipped;
    const again: Sent[] = [
      [shipped],
      [shipped],
      [shipped, { timestamp: time / 1000 - 100 }],
      [JSON.stringify({ data: Object.fromEntries(Object.entries(data).toReversed()), event }, null, 2)],
    ];
    for (const one of again) expect(await send(...one)).toEqual({ status: 200, body: { received: true } });
    expect(handle).toHaveBeenCalledTimes(1);
    await send({ event, data: { ...data, trackingNumber: null } });
    expect(handle).toHaveBeenCalledTimes(2);
  });

  test("while it is being handled, is acknowledged without waiting", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const handle = vi.fn(() => promise);
    const send = sender({ on: { "order.shipped": handle }, seen: memorySeenStore({ now }) });
    const first = send(shipped);
    await vi.waitFor(() => expect(handle).toHaveBeenCalled());
    expect((await send(shipped)).status).toBe(200);
    resolve();
    expect((await first).status).toBe(200);
    expect(handle).toHaveBeenCalledTimes(1);
  });

  test("is handled again when the retention is over", async () => {
    let later = 0;
    const store = memorySeenStore({ now: () => time + later });
    const handle = vi.fn();
    const send = sender({ on: { "order.shipped": handle }, seen: store });
    await send(shipped);
    later = 3 * 86_400_000 - 1;
    await send(shipped);
    expect(handle).toHaveBeenCalledTimes(1);
    later += 1;
    await send(shipped);
    expect(handle).toHaveBeenCalledTimes(2);
  });

  test("is what a key of the caller's says, for as long as the caller says", async () => {
    const seen: unknown[] = [];
    const store: SeenStore = {
      claim: async (key, { leaseSeconds }) => {
        seen.push([key, leaseSeconds]);
        return { complete: async (ttlSeconds) => void seen.push(ttlSeconds), release: async () => {} };
      },
    };
    const keys: string[] = [];
    const send = sender({
      on: { "order.shipped": (_, { key }) => void keys.push(key) },
      seen: { store, key: async ({ event }) => `${event}:once`, retentionSeconds: 10, leaseSeconds: 5 },
    });
    await send(shipped);
    expect(seen).toEqual([["order.shipped:once", 5], 10]);
    expect(keys).toEqual(["order.shipped:once"]);
  });

  test("without a handler does not touch the store", async () => {
    const claim = vi.fn();
    const send = sender({ on: {}, seen: { claim } });
    expect((await send(shipped)).status).toBe(200);
    expect(claim).not.toHaveBeenCalled();
  });
});

describe("a store that fails", () => {
  const failing = (part: "claim" | "complete" | "release"): SeenStore => {
    const fail = async (): Promise<never> => {
      throw new Error(`${part} failed`);
    };
    const settle = async (): Promise<void> => {};
    const claim = { complete: settle, release: settle };
    return part === "claim" ? { claim: fail } : { claim: async () => ({ ...claim, [part]: fail }) };
  };

  test("before, keeps the event from being handled, and is reported with the event", async () => {
    const handle = vi.fn();
    const { send, errors } = told({ on: { "order.shipped": handle }, seen: failing("claim") });
    expect(await send(shipped)).toMatchObject({ status: 500, body: { code: "internal_error" } });
    expect(handle).not.toHaveBeenCalled();
    expect(errors).toMatchObject([
      [{ message: "claim failed" }, { event: shipped, delivery: { eventName: "order.shipped" } }],
    ]);
  });

  test("after, is reported, and the event is acknowledged", async () => {
    const { send, errors } = told({ on: { "order.shipped": () => {} }, seen: failing("complete") });
    expect((await send(shipped)).status).toBe(200);
    expect(errors).toMatchObject([[{ message: "complete failed" }, { event: shipped }]]);
  });

  test("after a failure, is reported too", async () => {
    const handle = vi.fn().mockRejectedValue(new Error("handler failed"));
    const { send, errors } = told({ on: { "order.shipped": handle }, seen: failing("release") });
    expect((await send(shipped)).body).toMatchObject({ code: "handler_failed" });
    expect(errors).toMatchObject([
      [{ message: "release failed" }, { event: shipped }],
      [{ message: "handler failed" }, { event: shipped }],
    ]);
  });
});

describe("the secret", () => {
  test("may be several, or come from a function, which is called for each delivery", async () => {
    const secrets = vi.fn().mockReturnValueOnce("old").mockResolvedValueOnce(["old", secret]);
    const { send } = told({ secret: secrets, on: {} });
    expect((await send(shipped)).status).toBe(401);
    expect((await send(shipped)).status).toBe(200);
    expect((await sender({ secret: ["new", secret], on: {} })(shipped)).status).toBe(200);
  });

  test.each([[""], [[]], [() => ""], [async () => []]])(
    "that is missing is reported to the operator: %j",
    async (missing) => {
      const { send, errors } = told({ secret: missing, on: {} });
      const { status, body } = await send(shipped);
      expect({ status, body }).toMatchObject({ status: 500, body: { code: "missing_secret" } });
      expect(JSON.stringify(body)).not.toContain("environment");
      expect(errors).toMatchObject([[{ code: "missing_secret" }, { event: null, delivery: null }]]);
    },
  );

  test("that cannot be looked up is a failure here", async () => {
    const { send, errors } = told({ secret: () => Promise.reject(new Error("the vault is shut")), on: {} });
    expect(await send(shipped)).toMatchObject({ status: 500, body: { code: "internal_error" } });
    expect(errors).toMatchObject([[{ message: "the vault is shut" }, { event: null }]]);
  });
});

describe("responses", () => {
  test("say what was wrong with a delivery", async () => {
    const { send } = told({ on: { "order.shipped": () => {} }, toleranceSeconds: 10 });
    const stale = await send(shipped, { timestamp: time / 1000 - 11 });
    expect(stale).toMatchObject({
      status: 400,
      body: { code: "stale_timestamp", message: expect.stringMatching(/11 seconds/) },
    });
    const invalid = await send({ event: "order.shipped" });
    expect(invalid).toMatchObject({
      status: 400,
      body: { code: "invalid_payload", message: expect.stringMatching(/data/) },
    });
    expect(await send(shipped, { event: "x" })).toMatchObject({ status: 400, body: { code: "invalid_header" } });
  });

  test("come even when onError fails, which is written to the console", async () => {
    const written = vi.spyOn(console, "error").mockImplementation(() => {});
    onTestFinished(() => written.mockRestore());
    const send = sender({ secret: "another", on: {}, onError: () => Promise.reject(new Error("no log")) });
    expect((await send(shipped)).status).toBe(401);
    expect(written).toHaveBeenCalledOnce();
    expect(written.mock.lastCall?.map(String).join(" ")).toMatch(/no log.*signature/);
  });
});
