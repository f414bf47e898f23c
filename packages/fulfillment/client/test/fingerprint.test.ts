// What makes two orders the same: the fingerprint that `createOrderOnce` looks for, and one's own.
import type { NewOrder } from "@fulfillment/types";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type OrderIdentity, orderFingerprint } from "../src/index.ts";
import { newOrder } from "./every-operation.ts";
import { minutesAgo, others, placed, shop } from "./lossy-shop.ts";
import { failureOf } from "./responding.ts";

describe("the fingerprint", () => {
  const { shipTo } = newOrder;

  it.each<[string, Partial<NewOrder>, boolean]>([
    ["the e-mail in capitals", { shipTo: { ...shipTo, email: "MARA@Example.com" } }, true],
    ["a corrected address", { shipTo: { ...shipTo, street1: "418 Juniper Ln", zip: "97205-1234" } }, true],
    ["another quantity", { products: [{ sku: "MUG", quantity: 2 }] }, false],
    ["another product", { products: [{ sku: "TEE", quantity: 1 }] }, false],
    ["one product more", { products: [...newOrder.products, { sku: "TEE", quantity: 1 }] }, false],
    ["another e-mail", { shipTo: { ...shipTo, email: "jonas@example.com" } }, false],
    ["another campaign", { campaignId: "cmp_2" }, false],
  ])("takes an order for the same with %s: %s", async (_, changes, isSame) => {
    const { client } = shop({ orders: [placed("ord_first", { ...newOrder, ...changes })] });
    const { found } = await client.orders.createOnce(newOrder, { since: minutesAgo(30) });
    expect(found?.id).toBe(isSame ? "ord_first" : undefined);
  });

  it("does not depend on the order or the splitting of lines", () => {
    const line = fc.record({ sku: fc.constantFrom("A", "B", "C"), quantity: fc.integer({ min: 1, max: 5 }) });
    const of = (products: readonly { sku: string; quantity: number }[]): string =>
      orderFingerprint({ ...shipTo, postalCode: shipTo.zip, campaignId: "cmp_1", products });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), (lines) => {
        const split = lines.flatMap(({ sku, quantity }) =>
          Array.from({ length: quantity }, () => ({ sku, quantity: 1 })),
        );
        expect(of(split.reverse())).toBe(of(lines));
        expect(of([...lines, { sku: "A", quantity: 1 }])).not.toBe(of(lines));
      }),
    );
  });

  it("can be one's own, of all that both orders have", async () => {
    const seen: unknown[] = [];
    const { client } = shop({ orders: [placed("ord_first", newOrder)] });
    await client.orders.createOnce(newOrder, {
      since: minutesAgo(30),
      fingerprint: (identity) => {
        seen.push(identity);
        return `${identity.lastName} ${identity.postalCode}`;
      },
    });
    const { campaignId, products } = newOrder;
    const { street2, zip: postalCode, ...rest } = shipTo;
    const title = { title: "MUG" };
    expect(seen).toEqual([
      { ...rest, campaignId, postalCode, products },
      { ...rest, campaignId, postalCode, products: products.map((line) => ({ ...line, ...title })) },
    ]);
  });

  it("sees e-mail addresses in lower case, as the service may store them so", async () => {
    const shouting = { ...newOrder, shipTo: { ...shipTo, email: shipTo.email.toUpperCase() } };
    const { client } = shop({ orders: [placed("ord_first", newOrder)] });
    const fingerprint = ({ email }: OrderIdentity): string => email;
    const outcome = await client.orders.createOnce(shouting, { since: minutesAgo(30), fingerprint });
    expect(outcome.found?.id).toBe("ord_first");
  });

  it("shows its faults before anything is sent", async () => {
    const { client, asked } = shop();
    const fingerprint = (): string => {
      throw new TypeError("no such member");
    };
    expect(await failureOf(client.orders.createOnce(newOrder, { fingerprint }))).toEqual(
      new TypeError("no such member"),
    );
    expect(asked).toEqual([]);
  });

  it("never treats an order to another recipient as the same", async () => {
    const { client } = shop({ orders: others });
    const outcome = await client.orders.createOnce(newOrder, { since: minutesAgo(30), fingerprint: () => "all alike" });
    expect(outcome.found?.id).toBe("ord_products");
  });
});
