import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eventKey } from "../src/index.ts";
import { shipped, viewed } from "./deliveries.ts";

describe("the key of an event", () => {
  test("is its name, whom it is about, and the hash of its sorted JSON", async () => {
    const payload = { event: "order.exchanged", data: { orderId: "ord_1", b: [1, { d: null, c: "x" }], a: true } };
    const sorted = `{"data":{"a":true,"b":[1,{"c":"x","d":null}],"orderId":"ord_1"},"event":"order.exchanged"}`;
    const hash = createHash("sha256").update(sorted).digest("hex");
    expect(await eventKey(payload)).toBe(`order.exchanged:ord_1:${hash}`);
    expect(await eventKey(viewed)).toMatch(/^invite\.viewed:inv_1:[0-9a-f]{64}$/);
    for (const data of [undefined, null, 1, [], { orderId: 1 }, { message: "x" }]) {
      expect(await eventKey({ event: "webhook.test", data })).toMatch(/^webhook\.test:-:[0-9a-f]{64}$/);
    }
  });

  test("does not depend on the order of members, or on white space", async () => {
    const shuffled = fc.json().chain((text) => {
      const value: unknown = JSON.parse(text);
      return fc.constant([value, reversed(value)]);
    });
    await fc.assert(
      fc.asyncProperty(shuffled, async ([one, other]) => {
        expect(await eventKey({ event: "x", data: one })).toBe(await eventKey({ event: "x", data: other }));
      }),
    );
  });

  test("differs as soon as anything differs", async () => {
    const { data } = shipped;
    const others = [
      { ...shipped, event: "order.delivered" },
      { ...shipped, data: { ...data, status: "DELIVERED" } },
      { ...shipped, data: { ...data, trackingNumber: null } },
      { ...shipped, data: { ...data, products: [...data.products, ...data.products] } },
      { ...shipped, data: { ...data, more: null } },
      { ...shipped, more: null },
    ];
    const keys = await Promise.all([shipped, ...others].map(eventKey));
    expect(new Set(keys).size).toBe(keys.length);
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).toReversed();
  return Object.fromEntries(members.map(([name, member]) => [name, reversed(member)]));
}
