// Responses of the service, and of proxies in front of it -> the error that each becomes.
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { ApiError, FulfillmentError } from "../src/index.ts";
import { newOrder } from "./every-operation.ts";
import { codes, ofAQuery, ofAStranger, ofTheService } from "./refusals.ts";
import { apiKey, baseUrl, clientOf, failureOf, json } from "./responding.ts";

describe.each([
  ["the service objects to", ofTheService],
  ["the service objects to a query:", ofAQuery],
  ["somebody else objects to", ofAStranger],
])("an error where %s", (_, cases) => {
  it.each(cases)("has its class and fields: %s", async (_, call, response, is, has) => {
    const { client } = clientOf(response);
    const error = await failureOf(call(client));
    expect(Object(error).constructor.name).toBe(is);
    expect(error).toMatchObject({ code: codes[is], status: response().status, ...has });
  });
});

describe("the texts of `errors`", () => {
  it.each([
    ["products.0.sku: Unknown SKU", ["products", 0, "sku"], "Unknown SKU"],
    ["a[0].b: Expected string", ["a", 0, "b"], "Expected string"],
    ["a[0][12]: Required", ["a", 0, 12], "Required"],
    ["campaignId: Unknown campaign", ["campaignId"], "Unknown campaign"],
    ["shipTo.email: must be: an address", ["shipTo", "email"], "must be: an address"],
    ["shipTo.zip: two\nlines", ["shipTo", "zip"], "two\nlines"],
    ["events.1: ", ["events", 1], ""],
    ["Something is missing", [], "Something is missing"],
    ["at least one of: a, b", [], "at least one of: a, b"],
    ["https://x.test", [], "https://x.test"],
    [": odd", [], ": odd"],
    ["", [], ""],
  ])("are split into path and message: %j", async (sent, path, message) => {
    const { client } = clientOf(() => json(400, { message: "Invalid request body", errors: [sent] }));
    expect(await failureOf(client.orders.create(newOrder))).toMatchObject({ fields: [{ path, message }] });
  });

  it("that are no texts do not break the error", async () => {
    const { client } = clientOf(() => json(400, { message: "Invalid request body", errors: [null, 7, { a: 1 }] }));
    expect(await failureOf(client.orders.create(newOrder))).toMatchObject({
      code: "validation",
      fields: [{ path: [] }, { path: [] }, { path: [] }],
    });
  });
});

const all: readonly (readonly [string, () => Response | Promise<Response>])[] = [
  ...[...ofTheService, ...ofAQuery, ...ofAStranger].map(([name, , response]) => [name, response] as const),
  ["a failed connection", () => Promise.reject(new TypeError("fetch failed"))],
];

describe("every error", () => {
  it.each(all)("is a FulfillmentError with request, response and budget: %s", async (_, response) => {
    const { client } = clientOf(response);
    const error = await failureOf(client.orders.list({ limit: 1 }));
    expect(error).toBeInstanceOf(FulfillmentError);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toBeInstanceOf(Error);
    if (!(error instanceof FulfillmentError)) return;
    expect(error.request).toMatchObject({
      operation: "listOrders",
      method: "GET",
      url: `${baseUrl}/v1/orders/list?limit=1`,
    });
    expect(error.response?.status ?? null).toBe(error.status);
    expect(error.name).toBe(error.constructor.name);
    expect(error.message).not.toBe("");
  });

  it.each(all)("never shows the key: %s", async (_, response) => {
    const { client } = clientOf(response);
    const error = await failureOf(client.orders.create(newOrder));
    const shown = [
      JSON.stringify(error),
      JSON.stringify(Object.getOwnPropertyDescriptors(error)),
      inspect(error, { depth: 20, showHidden: true }),
      error instanceof FulfillmentError ? JSON.stringify([...error.request.headers]) : "",
    ];
    expect(shown.join("\n")).not.toContain(apiKey);
    expect(shown.join("\n").toLowerCase()).not.toContain("bearer");
  });

  it("is no FulfillmentError when the call did not fail", () => {
    for (const value of [new Error("x"), { code: "server" }, null, undefined]) {
      expect(value instanceof FulfillmentError).toBe(false);
    }
  });
});
