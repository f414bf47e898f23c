import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, expectTypeOf, test } from "vitest";
import { type AnyVerificationError, verifyWebhook, type WebhookEvent, WebhookVerificationError } from "../src/index.ts";
import { deliveryOf, now, secret, shipped } from "./deliveries.ts";

describe("types", () => {
  test("make the promise unusable as the event", async () => {
    const { rawBody, headers } = await deliveryOf(shipped);
    const take = (event: WebhookEvent): string => event.event;
    // Never called: this is about what compiles.
    const misuse = (): void => {
      const promise = verifyWebhook(rawBody, headers, secret);
      // @ts-expect-error: a promise has no event
      promise.event;
      // @ts-expect-error: nor data
      promise.data;
      // @ts-expect-error: nor is it one
      take(promise);
      // @ts-expect-error: nor has it members to take apart
      const { event } = promise;
      // @ts-expect-error: it is always there, so asking whether it is there is a mistake
      if (verifyWebhook(rawBody, headers, secret)) take(event);
      // What compiles, as the README says, and is for lint rules to find.
      if (!verifyWebhook(rawBody, headers, secret)) take(event);
      verifyWebhook(rawBody, headers, secret);
      const isValid = Boolean(verifyWebhook(rawBody, headers, secret));
      if (isValid) take(event);
      // @ts-expect-error: a secret that may be undefined is not one
      verifyWebhook(rawBody, headers, process.env["WEBHOOK_SECRET"]);
      // @ts-expect-error: nor is a parsed body a raw one
      verifyWebhook(JSON.parse("{}") as object, headers, secret);
    };
    expect(misuse).toBeTypeOf("function");
    expectTypeOf(verifyWebhook).returns.toEqualTypeOf<Promise<WebhookEvent>>();
  });

  test("narrow an error by its code, and an event by its name", () => {
    const wordsOf = (error: unknown): unknown => {
      if (!(error instanceof WebhookVerificationError)) return null;
      expectTypeOf(error).toEqualTypeOf<AnyVerificationError>();
      // @ts-expect-error: only a missing or invalid header has a name
      error.header;
      switch (error.code) {
        case "missing_header":
          return expectTypeOf(error.header).toBeString();
        case "stale_timestamp":
          return expectTypeOf(error.secondsOff).toBeNumber();
        case "unknown_event":
          return expectTypeOf(error.payload.event).toBeString();
        case "invalid_payload":
          return expectTypeOf(error.issues[0]?.path).toEqualTypeOf<readonly (string | number)[] | undefined>();
        default:
          return expectTypeOf(error.code).toEqualTypeOf<
            "invalid_header" | "body_parsed" | "missing_secret" | "bad_signature" | "not_awaited"
          >();
      }
    };
    expect(wordsOf(null)).toBeNull();
    const shipDateOf = (event: WebhookEvent): void => {
      if (event.event === "order.created") expectTypeOf(event.data.shipDate).toBeNull();
      if (event.event === "order.shipped") expectTypeOf(event.data.shipDate).toEqualTypeOf<string | null>();
    };
    shipDateOf(shipped);
  });
});

describe("a promise that was not awaited", () => {
  test.each([
    ["event", (promise: object) => Reflect.get(promise, "event")],
    ["data", (promise: object) => Reflect.get(promise, "data")],
    ["taking apart", (promise: object) => (({ data }: { readonly data?: unknown }): unknown => data)(promise)],
    ["spreading", (promise: object) => ({ ...promise })],
    ["assigning", (promise: object) => Object.assign({}, promise)],
    ["entries", (promise: object) => Object.entries(promise)],
    ["JSON", (promise: object) => JSON.stringify(promise)],
    ["JSON around it", (promise: object) => JSON.stringify({ promise })],
    ["a JSON response", (promise: object) => Response.json(promise)],
  ])("throws on %s", async (_, use) => {
    const { rawBody, headers } = await deliveryOf(shipped);
    const promise = verifyWebhook(rawBody, headers, secret, { now });
    expect(() => use(promise)).toThrow(expect.objectContaining({ code: "not_awaited" }));
    expect(await promise).toEqual(shipped);
  });

  test("throws on what is derived from it, too", async () => {
    const { rawBody, headers } = await deliveryOf(shipped);
    const promise = verifyWebhook(rawBody, headers, secret, { now }).catch(() => null);
    expect(() => Reflect.get(promise, "event")).toThrow("await verifyWebhook");
    expect(await promise).toEqual(shipped);
  });

  test("cannot be given an event", async () => {
    const { rawBody, headers } = await deliveryOf(shipped);
    const promise = verifyWebhook(rawBody, headers, secret, { now });
    expect(Reflect.set(promise, "event", "order.shipped")).toBe(false);
    expect(Reflect.defineProperty(promise, "data", { value: {} })).toBe(false);
    await promise;
  });

  test("works wherever promises do", async () => {
    const { rawBody, headers } = await deliveryOf(shipped);
    const verify = (): Promise<WebhookEvent> => verifyWebhook(rawBody, headers, secret, { now });
    const returned = async (): Promise<WebhookEvent> => verify();
    const all = await Promise.all([verify(), verify().finally(() => {}), returned(), Promise.resolve(verify())]);
    expect(all).toEqual([shipped, shipped, shipped, shipped]);
    expect(await Promise.race([verify()])).toEqual(shipped);
    expect(await Promise.allSettled([verify()])).toEqual([{ status: "fulfilled", value: shipped }]);
    expect(await verify().then((event) => event.event)).toBe("order.shipped");
    const promise = verify();
    expect(promise).toBeInstanceOf(Promise);
    await promise;
    await expect(verifyWebhook("x", headers, secret, { now })).rejects.toMatchObject({ code: "bad_signature" });
  });
});

describe("a call that is not awaited", () => {
  test.each([
    ["with a right signature", "right", "not_awaited"],
    ["with a wrong one", "wrong", "bad_signature"],
    ["asked only whether there is something", "truthy", "not_awaited"],
  ])("ends the process %s", async (_, which, code) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, "forgetful-child.ts"), which]);
    let text = "";
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    const [exitCode] = await once(child, "close");
    expect(text).toContain(`code: '${code}'`);
    expect(exitCode).toBe(1);
  });

  test("unless there is someone to wait", async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, "forgetful-child.ts"), "awaited"]);
    const [exitCode] = await once(child, "close");
    expect(exitCode).toBe(0);
  });
});
