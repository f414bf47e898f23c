// Each method of the client: what it sends, what it resolves to, and that no operation of the description lacks one.
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { endOf } from "../../../../scripts/testing/programs.ts";
import * as functions from "../src/index.ts";
import { FulfillmentClient, operations, ValidationError } from "../src/index.ts";
import { newOrder, offered } from "./every-operation.ts";
import { apiKey, baseUrl, clientOf, failureOf, json, recorder } from "./responding.ts";

/** Retries do not wait. */
beforeEach(() => {
  vi.spyOn(Math, "random").mockReturnValue(0);
});

/** What the client has beside its operations, and what these are made of. */
const composed = { "orders.each": "eachOrder", "orders.createOnce": "createOrderOnce" };

describe("the operations", () => {
  it("are all called by the generated tests, which pass", async () => {
    const folder = join(import.meta.dirname, "..");
    const { code, output } = await endOf([process.execPath, "--test", "--test-reporter=tap", "test/*.gen.test.ts"], {
      cwd: folder,
    });
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("# fail 0") });
    for (const { id } of Object.values(operations))
      expect(output).toMatch(new RegExp(`^ok \\d+ - ${id}( # SKIP.*)?$`, "m"));
  });

  it("are all that the client has, with what is composed of them", () => {
    const client = new FulfillmentClient({ apiKey });
    const methods = Object.entries(client).flatMap(([resource, api]) =>
      Object.keys(api).map((method) => `${resource}.${method}`),
    );
    expect(methods.sort()).toEqual([...offered.map(({ name }) => name), ...Object.keys(composed)].sort());
  });

  it("are functions of the package as well, under the ids of the description", () => {
    const names = new Set(Object.entries(functions).flatMap(([name, it]) => (typeof it === "function" ? [name] : [])));
    const wanted = [...offered.map(({ operation }) => operation), ...Object.values(composed)];
    expect(wanted.filter((name) => !names.has(name))).toEqual([]);
  });
});

describe.each(offered)("the method $name", ({ operation, call, sends, body }) => {
  const { responses, method } = operations[operation];
  const success =
    Object.keys(responses)
      .map(Number)
      .find((status) => status < 300) ?? 0;

  it("sends the request that the description has", async () => {
    const seen: string[] = [];
    const { client, asked } = clientOf(() => json(success, {}), { onRequest: (_, { id }) => seen.push(id) });
    await call(client);
    expect(seen).toEqual([operation]);
    expect(asked.map(({ method, url }) => `${method} ${url.pathname}${url.search}`)).toEqual([sends]);
    expect(asked[0]?.url.origin).toBe(baseUrl);
    expect(asked[0]?.body).toEqual(body);
    expect(Object.fromEntries(asked[0]?.headers ?? [])).toEqual({
      accept: "application/json, text/html",
      authorization: `Bearer ${apiKey}`,
      "user-agent": expect.stringMatching(/^fulfillment-client\/\d/),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    });
  });

  it("takes options of its own in the last place", async () => {
    const { client, asked } = clientOf(() => json(success, {}));
    await call(client, { headers: { "X-Trace": "t-1" } });
    expect(asked[0]?.headers.get("x-trace")).toBe("t-1");
    const reason = new Error("gone");
    expect(await failureOf(call(client, { signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(asked).toHaveLength(1);
  });

  it("resolves to the body as it came, keys and all", async () => {
    const sent = { snake_case: 1, camelCase: { "Kebab-Case": [null, { product_name: "x" }] } };
    const { client } = clientOf(() => json(success, sent));
    expect(await call(client)).toEqual(sent);
  });

  it("sends a read again after a 503, and nothing else", async () => {
    const { client, asked } = clientOf((_, index) => (index === 0 ? json(503, {}) : json(success, { late: true })), {
      retries: 1,
    });
    const outcome = await call(client).then(undefined, (error) => error.code);
    expect([outcome, asked.length]).toEqual(method === "GET" ? [{ late: true }, 2] : ["server", 1]);
  });
});

describe.each(offered.filter(({ operation }) => "400" in operations[operation].responses))(
  "a 400 of $name",
  ({ call }) => {
    it("is a validation error with the path of each field", async () => {
      const errors = ["products.0.sku: Unknown SKU", "shipTo.zip: Required"];
      const { client } = clientOf(() => json(400, { message: "Invalid request body", errors }));
      const error = await failureOf(call(client));
      expect(error).toBeInstanceOf(ValidationError);
      expect(error).toMatchObject({
        code: "validation",
        status: 400,
        message: "Invalid request body; products.0.sku: Unknown SKU; shipTo.zip: Required",
        fields: [
          { path: ["products", 0, "sku"], message: "Unknown SKU" },
          { path: ["shipTo", "zip"], message: "Required" },
        ],
      });
    });
  },
);

it("a standalone function sends with what `createSend` makes, once", async () => {
  const { fetch, asked } = recorder(() => json(500, { message: "Request failed" }));
  const send = functions.createSend({ apiKey, baseUrl, fetch });
  expect(await failureOf(functions.listOrders(send, { limit: 1 }))).toMatchObject({ code: "server" });
  expect(asked.map(({ url }) => url.search)).toEqual(["?limit=1"]);
});

describe("optional arguments", () => {
  it("are not sent", async () => {
    const { client, asked } = clientOf(() => json(200, []));
    await client.orders.list();
    await client.orders.list({ campaignId: undefined, limit: 3 });
    await client.products.list();
    await client.inventory.list();
    expect(asked.map(({ url }) => url.pathname + url.search)).toEqual([
      "/v1/orders/list",
      "/v1/orders/list?limit=3",
      "/v1/products/list",
      "/v1/inventory/list",
    ]);
  });

  it("leaves what it was given as it was", async () => {
    const given = structuredClone(newOrder);
    const { client } = clientOf(() => json(201, { orderId: "ord_1", status: "AWAITING_SHIPMENT" }));
    await client.orders.create(given);
    await client.orders.createOnce(given);
    expect(given).toEqual(newOrder);
  });
});
