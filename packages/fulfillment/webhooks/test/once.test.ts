// How a handler uses a store of seen events: its calls, what counts as a failure, and which options it rejects.
import { describe, expect, test, vi } from "vitest";
import { createWebhookHandler, memorySeenStore, type SeenStore, type WebhookHandlerOptions } from "../src/index.ts";
import { deliveryOf, now, secret, shipped } from "./deliveries.ts";
import { sender, told } from "./sending.ts";

const delivered = { ...shipped, event: "order.delivered" };

describe("handlers that share a store", () => {
  test("handle the same event each, with namespaces, and each of them once", async () => {
    const store = memorySeenStore({ now });
    const ran: string[] = [];
    const sends = ["billing", "mail"].map((namespace) =>
      sender({ on: { "order.shipped": () => void ran.push(namespace) }, seen: { store, namespace } }),
    );
    for (const send of [...sends, ...sends]) expect((await send(shipped)).status).toBe(200);
    expect(ran).toEqual(["billing", "mail"]);
  });

  test("have the namespace in the store, and not in the key that they know", async () => {
    const claim = vi.fn(async () => null);
    const keys: string[] = [];
    const store = memorySeenStore({ now });
    const seen = { store: { claim }, namespace: "mail", key: () => "1" };
    await sender({ on: { "order.shipped": () => {} }, seen })(shipped);
    expect(claim.mock.calls).toEqual([["mail:order.shipped:1", { leaseSeconds: 60 }]]);
    const handle = (_: unknown, { key }: { readonly key: string }): void => void keys.push(key);
    await sender({ on: { "order.shipped": handle }, seen: { ...seen, store } })(shipped);
    expect(keys).toEqual(["order.shipped:1"]);
  });
});

describe("a key of the caller's", () => {
  test("is that of one kind of event only", async () => {
    const ran: string[] = [];
    const send = sender({
      on: {
        "order.shipped": ({ event }) => void ran.push(event),
        "order.delivered": ({ event }) => void ran.push(event),
      },
      seen: { store: memorySeenStore({ now }), key: ({ data }) => ("orderId" in data ? data.orderId : "-") },
    });
    for (const event of [shipped, delivered, shipped, delivered]) await send(event);
    expect(ran).toEqual(["order.shipped", "order.delivered"]);
  });
});

describe("a store", () => {
  test("may be of a class that has a member of its own called `store`", async () => {
    class Own implements SeenStore {
      readonly store = new Set<string>();
      async claim(key: string): ReturnType<SeenStore["claim"]> {
        if (this.store.has(key)) return null;
        this.store.add(key);
        return { complete: async () => {}, release: async () => {} };
      }
    }
    const handle = vi.fn();
    const { send, errors } = told({ on: { "order.shipped": handle }, seen: new Own() });
    await send(shipped);
    await send(shipped);
    expect(errors).toEqual([]);
    expect(handle).toHaveBeenCalledTimes(1);
  });

  test.each([[{}], [new Map()], [null], ["memory"], [{ claim: "x" }], [{ store: {} }], [{ store: memorySeenStore }]])(
    "has to be one when the handler is made: %#",
    (seen) => {
      const options = { secret, on: {}, seen: seen as unknown } as WebhookHandlerOptions;
      expect(() => createWebhookHandler(options)).toThrow(/`seen` has to be a store.*claim/);
    },
  );

  test.each([
    ["namespace", "", "`seen.namespace` has to be a text"],
    ["namespace", 1, "`seen.namespace` has to be a text"],
    ["key", "order", "`seen.key` has to be a function"],
  ])("has a %s that can be one: %j", (name, value, message) => {
    const seen: object = { store: memorySeenStore(), [name]: value };
    const options = { secret, on: {}, seen } as WebhookHandlerOptions;
    expect(() => createWebhookHandler(options)).toThrow(message);
  });
});

describe("a store that hangs", () => {
  const storeTimeoutSeconds = 0.01;
  const never = new Promise<never>(() => {});
  const soon = async (): Promise<void> => {};

  test("fails, and onError has the event", async () => {
    const handle = vi.fn();
    const seen = { store: { claim: () => never }, storeTimeoutSeconds };
    const { send, errors } = told({ on: { "order.shipped": handle }, seen });
    expect(await send(shipped)).toMatchObject({ status: 500, body: { code: "internal_error" } });
    expect(handle).not.toHaveBeenCalled();
    const message = "The store of seen events took more than 0.01 seconds to claim a key: is it there?";
    expect(errors).toMatchObject([[{ message }, { event: shipped, delivery: { eventName: "order.shipped" } }]]);
  });

  test("has its claim given back when it comes after all, so that a repeat is handled", async () => {
    const [store, late] = [memorySeenStore({ now }), Promise.withResolvers<void>()];
    const handle = vi.fn();
    const slow: SeenStore = {
      claim: async (key, options) => {
        const claim = await store.claim(key, options);
        await late.promise;
        return claim;
      },
    };
    const { send } = told({ on: { "order.shipped": handle }, seen: { store: slow, storeTimeoutSeconds } });
    expect((await send(shipped)).status).toBe(500);
    late.resolve();
    await vi.waitFor(async () => {
      await send(shipped);
      expect(handle).toHaveBeenCalledTimes(1);
    });
  });

  test("afterwards, delays no response: handled is handled, and failed is failed", async () => {
    for (const [part, fails] of [
      ["complete", false],
      ["release", true],
    ] as const) {
      const claim = { complete: soon, release: soon, [part]: () => never };
      const handle = (): void => {
        if (fails) throw new Error("not now");
      };
      const seen = { store: { claim: async () => claim }, storeTimeoutSeconds };
      const { send, errors } = told({ on: { "order.shipped": handle }, seen });
      expect((await send(shipped)).status).toBe(fails ? 500 : 200);
      expect(String(errors[0]?.[0])).toContain(`to ${part} a key`);
      expect(errors[0]?.[1]).toMatchObject({ event: shipped });
    }
  });

  test("has five seconds unless something else is said, and no timer is left behind", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const claimed = Promise.withResolvers<void>();
      const claim = (): Promise<never> => {
        claimed.resolve();
        return never;
      };
      const { send, errors } = told({ on: { "order.shipped": () => {} }, seen: { claim } });
      const response = send(shipped);
      await claimed.promise;
      expect(vi.getTimerCount()).toBe(1);
      await vi.advanceTimersByTimeAsync(4999);
      expect(errors).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect((await response).status).toBe(500);
      await sender({ on: { "order.shipped": () => {} }, seen: memorySeenStore({ now }) })(shipped);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("what a handler is made from", () => {
  const unusual: readonly (readonly [name: string, options: object, range: string])[] = [
    ["maxBodyBytes", { maxBodyBytes: 0 }, "1 or more"],
    ["maxBodyBytes", { maxBodyBytes: Number.NaN }, "1 or more"],
    ["toleranceSeconds", { toleranceSeconds: -1 }, "0 or more"],
    ["toleranceSeconds", { toleranceSeconds: Number.NaN }, "0 or more"],
    ...["retentionSeconds", "leaseSeconds", "storeTimeoutSeconds"].flatMap((name) =>
      [Number.NaN, -1, 0, Number.POSITIVE_INFINITY, "60"].map(
        (value) => [`seen.${name}`, { seen: { store: memorySeenStore(), [name]: value } }, "from 0.001 to "] as const,
      ),
    ),
  ];

  test.each(unusual)("has numbers in their ranges: %s is not %j", (name, options, range) => {
    const made = (): unknown => createWebhookHandler({ secret, on: {}, ...options });
    expect(made).toThrow(RangeError);
    expect(made).toThrow(`${name} has to be a number, ${range}`);
  });

  test.each([[undefined], [{}], [{ secret, on: null }], [{ secret, on: "order.shipped" }]])(
    "has an `on`: %j",
    (options) => {
      expect(() => Reflect.apply(createWebhookHandler, undefined, [options])).toThrow(
        /^There is no `on`: say what to do/,
      );
    },
  );

  test("leaves the bytes a buffer of their own", async () => {
    const texts: string[] = [];
    const { rawBody } = await deliveryOf(shipped);
    await sender({
      on: { "order.shipped": (_, delivery) => void texts.push(Buffer.from(delivery.rawBody.buffer).toString()) },
    })(shipped);
    expect(texts).toEqual([Buffer.from(rawBody).toString()]);
  });
});
