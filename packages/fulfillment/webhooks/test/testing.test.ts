import { describe, expect, expectTypeOf, it } from "vitest";
import { eventExamples } from "../src/examples.gen.ts";
import { eventSchemas, headerSchemas, verifyWebhook, type WebhookEvent } from "../src/index.ts";
import { createDelivery, createEvent, exampleEventNames, exampleNamesOf } from "../src/testing.ts";

const names = exampleEventNames;
const secret = "whsec_example";

describe("createEvent", () => {
  it.each(names)("makes the first example of %s", (name) => {
    expect(createEvent(name)).toEqual(eventExamples[name][0].payload);
  });

  it("knows every event there is", () => {
    expect(names).toEqual(Object.keys(eventSchemas));
  });

  it("puts members in place of the example's, and leaves the others", () => {
    const shipped = createEvent("order.shipped", { orderId: "ord_1", products: [{ sku: "A", quantity: 3 }] });
    const { data } = eventExamples["order.shipped"][0].payload;
    expect(shipped).toEqual({
      event: "order.shipped",
      data: { ...data, orderId: "ord_1", products: [{ sku: "A", quantity: 3 }] },
    });
  });

  it("starts from another example when one is named", () => {
    expect(createEvent("invite.viewed").data.eventDetails).toBeNull();
    expect(createEvent("invite.viewed", { inviteId: "inv_1" }, { example: "invite-viewed" })).toMatchObject({
      data: { inviteId: "inv_1", eventDetails: { page: "redeem" } },
    });
  });

  it("shares nothing with the examples, with other events, or with what it was given", () => {
    const products = [{ sku: "A", quantity: 1 }];
    const [first, second] = [createEvent("order.shipped", { products }), createEvent("order.shipped")];
    first.data.products.push({ sku: "B", quantity: 1 });
    second.data.products.pop();
    second.data.orderId = "changed";
    expect(products).toEqual([{ sku: "A", quantity: 1 }]);
    expect(createEvent("order.shipped")).toEqual(eventExamples["order.shipped"][0].payload);
  });

  it("refuses what the service would not send, and names the field", () => {
    const quantity: unknown = "2";
    expect(() => createEvent("order.shipped", JSON.parse('{"orderId":1}'))).toThrow(
      /^The API sends no order\.shipped like this: data\.orderId: .*expected string/,
    );
    expect(() => createEvent("order.created", JSON.parse('{"trackingNumber":"1Z"}'))).toThrow("data.trackingNumber");
    expect(() =>
      createEvent("order.shipped", JSON.parse(`{"products":[{"sku":"A","quantity":"${quantity}"}]}`)),
    ).toThrow("data.products.0.quantity");
    expect(() => createEvent("invite.cart_updated", JSON.parse('{"eventDetails":null}'))).toThrow("data.eventDetails");
  });

  it("refuses names it does not know, also those that every object has", () => {
    for (const name of ["order.lost", "toString", "__proto__", ""]) {
      // @ts-expect-error: no event has this name
      expect(() => createEvent(name)).toThrow(`There is no event ${JSON.stringify(name)}. There are: order.created, `);
    }
    // @ts-expect-error: no example has this name
    expect(() => createEvent("invite.viewed", {}, { example: "viewed" })).toThrow(
      'There is no example "viewed" of invite.viewed. There are: invite-viewed-without-details, invite-viewed.',
    );
  });

  it("has names for its examples, the first of which is the one it starts from", () => {
    expectTypeOf(exampleNamesOf("order.shipped")).toEqualTypeOf<readonly "order-shipped"[]>();
    expect(exampleNamesOf("invite.viewed")).toEqual(["invite-viewed-without-details", "invite-viewed"]);
    for (const name of names) {
      const [first] = exampleNamesOf(name);
      expect(createEvent(name, {}, { example: first })).toEqual(createEvent(name));
    }
  });

  it("is typed by the name of the event", () => {
    expectTypeOf(createEvent("order.shipped")).toEqualTypeOf<Extract<WebhookEvent, { event: "order.shipped" }>>();
    expectTypeOf(createEvent("invite.viewed").data.eventDetails).not.toBeAny();
    const wrong = [
      // @ts-expect-error: an order's id is text
      () => createEvent("order.shipped", { orderId: 1 }),
      // @ts-expect-error: orders have no such member
      () => createEvent("order.shipped", { inviteId: "inv_1" }),
      // @ts-expect-error: nothing has been shipped yet
      () => createEvent("order.created", { trackingNumber: "1Z" }),
      // @ts-expect-error: members are replaced as a whole
      () => createEvent("order.shipped", { products: [{ sku: "A" }] }),
    ];
    expect(wrong).toHaveLength(4);
  });
});

describe("createDelivery", () => {
  it.each(names)("makes a delivery of %s that verifies", async (name) => {
    const { rawBody, headers, event } = await createDelivery(name, { secret });
    expect(JSON.parse(rawBody)).toEqual(event);
    expect(headerSchemas[name].safeParse(headers)).toMatchObject({ success: true });
    expect(await verifyWebhook(rawBody, headers, secret)).toEqual(event);
  });

  it("takes data, an example, a timestamp and a clock", async () => {
    const made = await createDelivery("invite.viewed", {
      secret,
      data: { inviteId: "inv_1" },
      example: "invite-viewed",
      timestamp: 1762161267,
    });
    expect(made.event.data).toMatchObject({ inviteId: "inv_1", eventDetails: { page: "redeem" } });
    expect(made.headers["X-Webhook-Timestamp"]).toBe("1762161267");
    await expect(verifyWebhook(made.rawBody, made.headers, secret)).rejects.toMatchObject({ code: "stale_timestamp" });
    const clocked = await createDelivery("webhook.test", { secret, now: () => 1762161267_999 });
    expect(clocked.headers["X-Webhook-Timestamp"]).toBe("1762161267");
  });

  it("becomes a request with the same bytes, as often as it is asked to", async () => {
    const { rawBody, event, toRequest } = await createDelivery("order.created", { secret });
    for (const request of [toRequest("https://example.com/hook"), toRequest(new URL("https://example.com/hook"))]) {
      expect([request.method, request.url]).toEqual(["POST", "https://example.com/hook"]);
      const bytes = await request.arrayBuffer();
      expect(new TextDecoder().decode(bytes)).toBe(rawBody);
      expect(await verifyWebhook(bytes, request.headers, secret)).toEqual(event);
    }
  });

  it("rejects wrong data and a missing secret", async () => {
    await expect(createDelivery("order.created", { secret, data: JSON.parse('{"orderId":1}') })).rejects.toThrow(
      "data.orderId",
    );
    await expect(createDelivery("order.created", { secret: "" })).rejects.toMatchObject({ code: "missing_secret" });
  });
});
