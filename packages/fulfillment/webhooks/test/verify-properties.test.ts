// What never verifies, and what always does.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "../../../../scripts/testing/any-character.ts";
import { signWebhook, verifyWebhook, WebhookVerificationError } from "../src/index.ts";
import { deliveryOf, now, secret, shipped, time } from "./deliveries.ts";

const seconds = time / 1000;

const events = fc
  .record({ orderId: fc.string({ unit: anyCharacter }), orderNumber: fc.string({ unit: "grapheme" }) })
  .map((ids) => ({ event: "order.shipped", data: { ...shipped.data, ...ids } }));

const secrets = fc.string({ minLength: 1, unit: "grapheme" });

describe("what was signed", () => {
  test("verifies", async () => {
    await holds(
      fc.asyncProperty(events, secrets, async (event, key) => {
        const body = Buffer.from(JSON.stringify(event));
        const headers = await signWebhook(body, { secret: key, now });
        expect(await verifyWebhook(body, headers, key, { now })).toEqual(JSON.parse(body.toString()));
      }),
    );
  });

  test("verifies with no other secret", async () => {
    await holds(
      fc.asyncProperty(events, secrets, fc.array(secrets, { minLength: 1 }), async (event, key, others) => {
        fc.pre(!others.some((other) => sameKey(other, key)));
        const { rawBody, headers } = await deliveryOf(JSON.stringify(event), { secret: key });
        expect(await outcome(rawBody, headers, others)).toBe("bad_signature");
      }),
    );
  });

  test("is what is parsed, where text that differs has the same bytes", async () => {
    const body = JSON.stringify({ event: "x", data: "\ufffd" });
    const { headers } = await deliveryOf(body);
    const lone = body.replace("\ufffd", "\ud800");
    const error = await verifyWebhook(lone, headers, secret, { now }).catch((reason: unknown) => reason);
    // The bytes of a lone surrogate are those of U+FFFD: what is parsed is what was signed, not what was passed.
    expect(error).toMatchObject({ code: "unknown_event", payload: { data: "\ufffd" } });
  });
});

describe("what was altered does not verify", () => {
  test("in any byte of the body", async () => {
    const { rawBody, headers } = await deliveryOf(shipped);
    await holds(
      fc.asyncProperty(fc.nat(rawBody.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const altered = Uint8Array.from(rawBody, (byte, index) => (index === at ? byte ^ change : byte));
        expect(await outcome(altered, headers)).toBe("bad_signature");
      }),
    );
  });

  test("by bytes put in or left out", async () => {
    const { rawBody, headers } = await deliveryOf(shipped);
    const cut = fc.record({
      start: fc.nat(rawBody.length),
      length: fc.nat(8),
      instead: fc.uint8Array({ maxLength: 8 }),
    });
    await holds(
      fc.asyncProperty(cut, async ({ start, length, instead }) => {
        const altered = Buffer.concat([rawBody.subarray(0, start), instead, rawBody.subarray(start + length)]);
        fc.pre(!altered.equals(rawBody));
        expect(await outcome(altered, headers)).toBe("bad_signature");
      }),
    );
  });

  test("in any character of the signature, its case and its prefix included", async () => {
    const { rawBody, headers } = await deliveryOf(shipped);
    const signature = headers["X-Webhook-Signature"] ?? "";
    const change = fc.record({
      start: fc.nat(signature.length),
      length: fc.nat(3),
      instead: fc.string({ maxLength: 3 }),
    });
    await holds(
      fc.asyncProperty(change, async ({ start, length, instead }) => {
        const altered = signature.slice(0, start) + instead + signature.slice(start + length);
        fc.pre(altered !== signature);
        const result = await outcome(rawBody, { ...headers, "X-Webhook-Signature": altered });
        expect(["invalid_header", "bad_signature"]).toContain(result);
      }),
    );
    for (const [index, character] of [...signature].entries()) {
      const other = character === character.toUpperCase() ? character.toLowerCase() : character.toUpperCase();
      if (other === character) continue;
      const altered = signature.slice(0, index) + other + signature.slice(index + 1);
      expect(await outcome(rawBody, { ...headers, "X-Webhook-Signature": altered })).toBe("invalid_header");
    }
  });

  test("in the timestamp, though it is within the tolerance, or the same number written otherwise", async () => {
    const { rawBody, headers } = await deliveryOf(shipped);
    const near = fc.integer({ min: seconds - 300, max: seconds + 300 }).map(String);
    const zeros = fc.integer({ min: 1, max: 9 }).map((count) => `${"0".repeat(count)}${seconds}`);
    const spaced = fc.constantFrom(` ${seconds}`, `${seconds} `, `${seconds}.`, `${seconds}\n`, `+${seconds}`);
    await holds(
      fc.asyncProperty(fc.oneof(near, zeros, spaced, fc.string()), async (timestamp) => {
        fc.pre(timestamp !== String(seconds));
        const result = await outcome(rawBody, { ...headers, "X-Webhook-Timestamp": timestamp });
        expect(["invalid_header", "bad_signature"]).toContain(result);
      }),
    );
  });

  test("in the event's name, which the signature does not cover", async () => {
    const { rawBody, headers } = await deliveryOf(shipped);
    const names = fc.oneof(
      fc.string(),
      fc.constantFrom("order.created", "order.shipped ", "Order.shipped", "__proto__"),
    );
    await holds(
      fc.asyncProperty(names, async (name) => {
        fc.pre(name !== "order.shipped");
        expect(await outcome(rawBody, { ...headers, "X-Webhook-Event": name })).toBe("invalid_header");
      }),
    );
  });
});

async function holds<Inputs>(property: fc.IAsyncProperty<Inputs>): Promise<void> {
  await fc.assert(property, { numRuns: 200 });
}

/** HMAC fills a key up with zero bytes, and hashes one that is longer than a block: such secrets are one key. */
function sameKey(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)].map((key) =>
    Buffer.concat([key, Buffer.alloc(64)]).subarray(0, 64),
  );
  return a !== undefined && b !== undefined && a.equals(b);
}

async function outcome(
  rawBody: Uint8Array,
  headers: Readonly<Record<string, string>>,
  keys: string | readonly string[] = secret,
): Promise<string> {
  return await verifyWebhook(rawBody, headers, keys, { now }).then(
    () => "verified",
    (error: unknown) => (error instanceof WebhookVerificationError ? error.code : String(error)),
  );
}
