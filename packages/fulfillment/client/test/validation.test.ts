// Responses validated against the schemas: valid ones, invalid ones and their issues, and no Zod without validation.
import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { UnexpectedResponseError } from "../src/index.ts";
import { InvalidResponseError, validateResponses } from "../src/validation.ts";
import { newOrder } from "./every-operation.ts";
import { type Asking, budget, clientOf, failureOf, json, order, type Responder, text } from "./responding.ts";

const validated = (response: Responder): Asking => clientOf(response, { validate: validateResponses });

describe("validation", () => {
  it("passes what is as described, errors included", async () => {
    const { client, asked } = validated(({ url }) => {
      switch (url.pathname) {
        case "/v1/orders/list":
          return json(200, [order(), order({ id: "ord_2", paymentStatus: "PAID", companyName: "Acme" })]);
        case "/v1/orders/create":
          return json(400, { message: "Invalid request body", errors: ["campaignId: Unknown campaign"] });
        case "/v1/orders/cancel":
          return json(400, { message: "Order not found" });
        case "/v1/webhooks":
          return text(401, "Unauthorized", { ...budget, "Content-Type": "text/html; charset=utf-8" });
        case "/v1/products/list":
          return json(429, { message: "Rate limit exceeded" });
        default:
          return json(404, { message: "Order not found" });
      }
    });
    expect(await client.orders.list()).toHaveLength(2);
    expect(await failureOf(client.orders.create(newOrder))).toMatchObject({ code: "validation" });
    expect(await failureOf(client.orders.cancel("ord_1"))).toMatchObject({ code: "not_found" });
    expect(await failureOf(client.webhooks.list())).toMatchObject({ code: "unauthorized" });
    expect(await failureOf(client.products.list())).toMatchObject({ code: "rate_limited" });
    expect(await failureOf(client.orders.get("ord_9"))).toMatchObject({ code: "not_found" });
    expect(asked).toHaveLength(6);
  });

  it("names the places of the body", async () => {
    const { recipient } = order();
    const odd = [order(), { ...order(), status: "LOST", recipient: { ...recipient, email: 7 } }];
    const { client } = validated(() => json(200, odd));
    const error = await failureOf(client.orders.list());
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error).toMatchObject({
      code: "unexpected_response",
      status: 200,
      body: odd,
      message: expect.stringMatching(/^listOrders: not as described: body\.1\.status: .+, and 1 more$/),
      issues: [
        { path: ["body", 1, "status"], message: expect.stringContaining("AWAITING_SHIPMENT") },
        { path: ["body", 1, "recipient", "email"], message: expect.stringContaining("string") },
      ],
    });
  });

  it("names the headers", async () => {
    const { "RateLimit-Remaining": _, ...rest } = budget;
    const headers = { ...rest, "RateLimit-Reset": "soon", "Content-Type": "application/json" };
    const { client } = validated(() => text(200, "[]", headers));
    expect(await failureOf(client.orders.list())).toMatchObject({
      message: expect.stringMatching(/^listOrders: not as described: headers\.RateLimit-Re/),
      issues: expect.arrayContaining([
        { path: ["headers", "RateLimit-Remaining"], message: expect.any(String) },
        { path: ["headers", "RateLimit-Reset"], message: expect.any(String) },
      ]),
    });
  });

  it("says it of one place in one sentence", async () => {
    const { client } = validated(() => json(201, { orderId: "ord_1", status: "SHIPPED" }));
    expect(await failureOf(client.orders.create(newOrder))).toMatchObject({
      message: expect.stringMatching(/^createOrder: not as described: body\.status: [^,]+$/),
      issues: [{ path: ["body", "status"] }],
    });
  });

  it("holds errors to their schemas as well", async () => {
    const { client } = validated(() => json(404, { message: "No such order" }));
    expect(await failureOf(client.orders.get("ord_1"))).toMatchObject({
      code: "unexpected_response",
      status: 404,
      issues: [{ path: ["body", "message"] }],
    });
  });

  it("leaves the body as it came: keys, additions and all", async () => {
    const sent = {
      pagination: { total_count: 1, page: 1, page_size: 20, has_more: false },
      inventory: [{ product_name: "Mug", on_hand: 3, inventory_events: [], "extra-Key": { Snake_Camel: 1 } }],
      somethingNew: true,
    };
    const { client } = validated(() => json(200, sent));
    expect(await client.inventory.list()).toEqual(sent);
  });
});

/** The modules of a bundle of this entry, as paths from here or from node_modules. */
async function modulesOf(entry: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [join(import.meta.dirname, "../src", entry)],
    bundle: true,
    format: "esm",
    write: false,
    metafile: true,
    treeShaking: false,
    logLevel: "silent",
  });
  return Object.keys(metafile.inputs);
}

describe("Zod", () => {
  const isForeign = (module: string): boolean => !/(^|\/)packages\/fulfillment\/client\/src\//.test(module);

  it("comes with the import for validation", async () => {
    const foreign = (await modulesOf("validation.ts")).filter(isForeign);
    expect(foreign.some((module) => module.includes("/zod/"))).toBe(true);
    expect(foreign.some((module) => module.includes("packages/fulfillment/validators/"))).toBe(true);
  });

  it("does not come with the client, and neither does anything else", async () => {
    const modules = await modulesOf("index.ts");
    expect(modules.length).toBeGreaterThan(15);
    expect(modules.filter(isForeign)).toEqual([]);
  });
});
