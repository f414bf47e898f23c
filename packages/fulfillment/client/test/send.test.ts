// Settings of the client -> the key, the address and the name of the program in each request.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createSend, FulfillmentClient, servers, version } from "../src/index.ts";
import { apiKey, clientOf, json, order } from "./responding.ts";

/** Retries do not wait. */
beforeEach(() => {
  vi.spyOn(Math, "random").mockReturnValue(0);
});

const settingsWithoutKey: readonly (readonly [string, unknown])[] = [
  ["no key", { apiKey: undefined }],
  ["an empty key", { apiKey: "" }],
  ["null for a key", { apiKey: null }],
];

describe("the key", () => {
  it.each(settingsWithoutKey)("has to be there: %s", (_, settings) => {
    // As a program without types passes it, from an environment variable that is not set.
    const make = (Client: (settings: never) => unknown) => (): unknown => Reflect.apply(Client, undefined, [settings]);
    expect(make(createSend)).toThrow(new TypeError("apiKey is not set"));
    expect(make((given) => new FulfillmentClient(given))).toThrow(new TypeError("apiKey is not set"));
  });

  it("is called before each attempt when it is a function, with or without a promise", async () => {
    const keys = ["first", "second", "third"];
    const { client, asked } = clientOf((_, index) => json(index === 0 ? 500 : 200, []), {
      retries: 1,
      apiKey: () => keys.shift() ?? "none",
    });
    await client.orders.warehouses();
    await client.orders.warehouses();
    const other = clientOf(() => json(200, []), { apiKey: async () => "promised" });
    await other.client.orders.warehouses();
    expect([...asked, ...other.asked].map(({ headers }) => headers.get("authorization"))).toEqual([
      "Bearer first",
      "Bearer second",
      "Bearer third",
      "Bearer promised",
    ]);
  });
});

it.each(["api.waybill.example", "ftp://api.waybill.example"])(
  "a base URL without http or https is refused: %s",
  (address) => {
    const make = (): unknown => new FulfillmentClient({ apiKey, baseUrl: address });
    expect(make).toThrow(new TypeError(`baseUrl is not a valid URL: ${address}`));
  },
);

describe("the address", () => {
  it.each([
    ["https://api.example.com", "https://api.example.com/v1/orders/ord_1"],
    ["https://api.example.com/", "https://api.example.com/v1/orders/ord_1"],
    ["https://api.example.com//", "https://api.example.com/v1/orders/ord_1"],
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080/v1/orders/ord_1"],
    ["https://gateway.example.com/fulfillment/", "https://gateway.example.com/fulfillment/v1/orders/ord_1"],
  ])("is below the base URL: %s", async (given, wanted) => {
    const { client, asked } = clientOf(() => json(200, order()), { baseUrl: given });
    await client.orders.get("ord_1");
    expect(asked.map(({ url }) => url.href)).toEqual([wanted]);
  });

  it("is the description's unless it is given", async () => {
    const described = servers[0]?.variables["base_url"]?.default ?? "";
    expect(described).toMatch(/^https:/);
    const { client, asked } = clientOf(() => json(200, []), { baseUrl: undefined });
    await client.orders.warehouses();
    expect(asked[0]?.url.origin).toBe(described);
  });
});

describe("the user agent", () => {
  const sent = async (userAgent: string | undefined): Promise<string | null | undefined> => {
    const { client, asked } = clientOf(() => json(200, []), { userAgent });
    await client.orders.warehouses();
    return asked[0]?.headers.get("user-agent");
  };

  it("names the package and its version", async () => {
    const manifest: unknown = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8"));
    expect(manifest).toMatchObject({ version });
    expect(await sent(undefined)).toBe(`fulfillment-client/${version}`);
  });

  it("can be one's own, and is left to the runtime when it is empty", async () => {
    expect(await sent("shop/2.1 (ops@example.com)")).toBe("shop/2.1 (ops@example.com)");
    expect(await sent("")).toBeNull();
  });
});
