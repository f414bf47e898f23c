import type { Order } from "@fulfillment/types";
import { OrderSchema } from "@fulfillment/validators";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { newOrder, shipTo } from "./accounts.ts";
import { describeOnEach } from "./backends.ts";
import { type RunningService, runService } from "./running-service.ts";

describeOnEach("orders", (open) => {
  let service: RunningService;

  beforeAll(async () => {
    service = await runService(await open());
    return () => service.end();
  });

  async function place(changes: Record<string, unknown> = {}, key = service.account.key): Promise<string> {
    const account = key === service.other.key ? service.other : service.account;
    const response = await service.call("POST", "/v1/orders/create", { key, body: newOrder(account, changes) });
    expect(response, response.text).toMatchObject({ status: 201, body: { status: "AWAITING_SHIPMENT" } });
    return z.object({ orderId: z.string() }).parse(response.body).orderId;
  }

  async function get(id: string): Promise<Order> {
    return OrderSchema.parse((await service.call("GET", `/v1/orders/${id}`)).body);
  }

  async function list(query: string, key = service.account.key): Promise<Order[]> {
    return z.array(OrderSchema).parse((await service.call("GET", `/v1/orders/list${query}`, { key })).body);
  }

  test("what is created is read back, field by field", async () => {
    const { account } = service;
    const id = await place({
      shipTo: shipTo({ phone: "+1 503 555 0142", street2: "Apt 5" }),
      products: [
        { sku: "MUG", quantity: 2 },
        { sku: "TEE", quantity: 1 },
        { sku: "MUG", quantity: 1 },
      ],
      warehouseId: account.warehouses.west,
    });
    const order = await get(id);
    expect(order).toEqual({
      id,
      orderNumber: expect.stringMatching(/^W-\d+$/),
      sourceOrderNumber: null,
      status: "AWAITING_SHIPMENT",
      paymentStatus: null,
      allocationStatus: "ALLOCATED",
      orderSource: "EXTERNAL",
      orderDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      shipDate: null,
      deliveredAt: null,
      estimatedDelivery: null,
      lastTrackingUpdate: null,
      deliveryLocation: null,
      deliveryDescription: null,
      trackingNumber: null,
      carrierCode: null,
      campaignId: account.campaignId,
      warehouse: "west",
      recipient: {
        firstName: "Mara",
        lastName: "Lindqvist",
        email: "mara.lindqvist@example.com",
        phone: "+1 503 555 0142",
        street1: "418 Juniper Lane",
        city: "Portland",
        state: "OR",
        postalCode: "97205",
        country: "US",
      },
      companyName: null,
      notes: null,
      products: [
        { sku: "MUG", title: "Mug, oat", quantity: 2 },
        { sku: "TEE", title: "T-shirt, navy", quantity: 1 },
        { sku: "MUG", title: "Mug, oat", quantity: 1 },
      ],
      addressVerificationStatus: null,
    });
  });

  test("any text is returned as it was sent", async () => {
    const odd = "Zoë 🎁 \u0000 \u2028 \" \\ 'x'; DROP TABLE orders --";
    const order = await get(await place({ shipTo: shipTo({ firstName: odd, street2: odd }) }));
    expect(order.recipient.firstName).toBe(odd);
    expect(order.recipient.phone).toBeNull();
  });

  test("an order that the account does not have is 404, another account's too", async () => {
    const id = await place({}, service.other.key);
    for (const unknown of [id, "ord_none", "%00", "%ZZ", "%F0%9F%8E%81", "create", "a".repeat(2000)]) {
      const response = await service.call("GET", `/v1/orders/${unknown}`);
      expect(response, unknown).toMatchObject({ status: 404, body: { message: "Order not found" } });
    }
  });

  test("lists are oldest first, and paged, filtered and empty as asked", async () => {
    const { other } = service;
    const first = await place({}, other.key);
    const second = await place({ campaignId: other.secondCampaignId }, other.key);
    const cancelled = await place({}, other.key);
    await service.call("POST", "/v1/orders/cancel", { key: other.key, body: { orderId: cancelled } });
    const ids = async (query: string): Promise<string[]> => (await list(query, other.key)).map(({ id }) => id);
    const all = await ids("");
    const start = all.indexOf(first);
    expect(all.slice(start)).toEqual([first, second, cancelled]);
    expect(await ids(`?limit=2&offset=${start}`)).toEqual([first, second]);
    expect(await ids(`?limit=100&offset=${start + 2}`)).toEqual([cancelled]);
    expect(await ids(`?campaignId=${other.secondCampaignId}`)).toEqual([second]);
    expect(await ids("?orderStatus=CANCELLED")).toEqual([cancelled]);
    expect(await ids(`?orderStatus=CANCELLED&campaignId=${other.secondCampaignId}`)).toEqual([]);
    expect(await ids(`?campaignId=${other.campaignId}&orderStatus=CANCELLED`)).toEqual([cancelled]);
    expect(await ids("?limit=0")).toEqual([]);
    expect(await ids("?offset=100000000000000000000")).toEqual([]);
    expect(await ids(`?limit=02&offset=0${start}`)).toEqual([first, second]);
    expect(await ids(`?limit=100000000000000000000&offset=${start}`)).toEqual([first, second, cancelled]);
    expect(await ids("?campaignId=cmp_none")).toEqual([]);
    expect(await ids("?campaignId=%00")).toEqual([]);
    expect(await ids("?orderStatus=SHIPPED")).toEqual([]);
    expect(await ids(`?limit=1&limit=2&offset=${start}&unknown=1`)).toEqual([first, second]);
    expect((await ids("")).some((id) => id === "")).toBe(false);
  });

  test("20 orders by default, and never more than 1,000", async () => {
    const placed = await Promise.all(
      Array.from({ length: 21 }, () => place({ products: [{ sku: "TEE", quantity: 1 }] })),
    );
    expect(placed).toHaveLength(21);
    expect(await list("")).toHaveLength(20);
    expect((await list("?limit=21")).length).toBe(21);
    expect((await list("?limit=5000")).length).toBeGreaterThanOrEqual(21);
  });

  test.each([
    ["limit=x", "limit must be an integer"],
    ["limit=", "limit must be an integer"],
    ["limit=1.5", "limit must be an integer"],
    ["limit=1e1", "limit must be an integer"],
    ["limit=1.0", "limit must be an integer"],
    ["limit=%2B1", "limit must be an integer"],
    ["limit=0x1", "limit must be an integer"],
    ["offset=-99999999999999999999", "offset must be at least 0"],
    ["limit=-1", "limit must be at least 0"],
    ["offset=-1", "offset must be at least 0"],
    ["orderStatus=DELIVERED", "orderStatus must be one of AWAITING_SHIPMENT, SHIPPED, CANCELLED, RETURNED"],
    ["orderStatus=shipped", "orderStatus must be one of AWAITING_SHIPMENT, SHIPPED, CANCELLED, RETURNED"],
  ])("?%s is refused", async (query, message) => {
    const response = await service.call("GET", `/v1/orders/list?${query}`);
    expect(response.status).toBe(400);
    expect(response.body).toEqual({ message: `Invalid query parameters: ${message}` });
  });

  test("can go to the warehouses of the account, listed by alias", async () => {
    const { east, west } = service.account.warehouses;
    expect((await service.call("GET", "/v1/orders/warehouses")).body).toEqual([
      { id: east, name: "Warehouse east", alias: "east" },
      { id: west, name: "Warehouse west", alias: "west" },
    ]);
  });

  describe("create rejects", () => {
    const cases: readonly [string, () => unknown, string[]][] = [
      ["nothing", () => ({}), ["campaignId: Required", "shipTo: Required", "products: Required"]],
      ["an array", () => [], ["body: Expected object"]],
      ["null", () => null, ["body: Expected object"]],
      ["a string", () => '"text"', ["body: Expected object"]],
      [
        "wrong types",
        () => ({ campaignId: 1, shipTo: [], products: {}, warehouseId: null, createContactRecord: "yes" }),
        [
          "campaignId: Expected string",
          "shipTo: Expected object",
          "products: Expected array",
          "warehouseId: Expected string",
          "createContactRecord: Expected boolean",
        ],
      ],
      [
        "no products",
        () => newOrder(service.account, { products: [] }),
        ["products: At least one element is required"],
      ],
      [
        "bad lines",
        () => newOrder(service.account, { products: [{ sku: 1 }, { sku: "MUG", quantity: 1.5 }] }),
        ["products.0.sku: Expected string", "products.0.quantity: Required", "products.1.quantity: Expected integer"],
      ],
      [
        "unknown references, all at once",
        () =>
          newOrder(service.account, {
            campaignId: service.other.campaignId,
            products: [
              { sku: "NONE", quantity: 1 },
              { sku: "\u0000\ud800", quantity: 1 },
            ],
            warehouseId: service.other.warehouses.east,
          }),
        [
          "campaignId: Unknown campaign",
          "products.0.sku: Unknown SKU",
          "products.1.sku: Unknown SKU",
          "warehouseId: Unknown warehouse",
        ],
      ],
      [
        "invalid fields and unknown references, each once",
        () =>
          newOrder(service.account, {
            campaignId: "none",
            shipTo: shipTo({ firstName: "" }),
            products: [{ sku: "NONE", quantity: 0 }, { sku: "MUG", quantity: "1" }, 7],
          }),
        [
          "shipTo.firstName: Must have at least 1 character",
          "products.1.quantity: Expected number",
          "products.2: Expected object",
          "campaignId: Unknown campaign",
          "products.0.sku: Unknown SKU",
          "products.0.quantity: Must be at least 1",
        ],
      ],
      ["an empty warehouse", () => newOrder(service.account, { warehouseId: "" }), ["warehouseId: Unknown warehouse"]],
      [
        "quantities below 1, or too large to be kept",
        () => newOrder(service.account, { products: [0, -1, 2 ** 53].map((quantity) => ({ sku: "MUG", quantity })) }),
        [
          "products.0.quantity: Must be at least 1",
          "products.1.quantity: Must be at least 1",
          "products.2.quantity: Must be at most 9007199254740991",
        ],
      ],
    ];
    test.each(cases)("an order with %s", async (_, body, errors) => {
      const sent = body();
      const options = { body: JSON.stringify(sent), headers: { "Content-Type": "application/json" } };
      const text = typeof sent === "string" ? { ...options, body: sent } : options;
      const response = await service.call("POST", "/v1/orders/create", text);
      expect(response.status).toBe(400);
      expect(response.body).toEqual({ message: "Invalid request body", errors });
    });

    const lengths: readonly [string, number, boolean][] = [
      ["firstName", 100, true],
      ["lastName", 100, true],
      ["phone", 30, false],
      ["street1", 200, true],
      ["street2", 200, false],
      ["city", 100, true],
      ["state", 100, true],
      ["zip", 20, true],
    ];
    test.each(lengths)("shipTo.%s beyond %d characters, and takes that many", async (field, most, required) => {
      const send = (value: unknown) =>
        service.call("POST", "/v1/orders/create", {
          body: newOrder(service.account, { shipTo: shipTo({ [field]: value }) }),
        });
      expect((await send("é".repeat(most))).status).toBe(201);
      expect((await send("🎁".repeat(most))).status).toBe(201);
      const long = await send("x".repeat(most + 1));
      expect(long.body).toMatchObject({ errors: [`shipTo.${field}: Must have at most ${most} characters`] });
      const empty = await send("");
      expect(empty.status).toBe(required ? 400 : 201);
      if (required) expect(empty.body).toMatchObject({ errors: [`shipTo.${field}: Must have at least 1 character`] });
      const missing = await send(undefined);
      expect(missing.status).toBe(required ? 400 : 201);
      if (required) expect(missing.body).toMatchObject({ errors: [`shipTo.${field}: Required`] });
    });

    test("e-mail addresses that are none, or beyond 254 characters", async () => {
      const send = (email: unknown) =>
        service.call("POST", "/v1/orders/create", { body: newOrder(service.account, { shipTo: shipTo({ email }) }) });
      const label = "d".repeat(60);
      const longest = `${"a".repeat(64)}@${label}.${label}.${label}.${"d".repeat(6)}`;
      expect(longest).toHaveLength(254);
      expect((await send(longest)).status).toBe(201);
      expect((await send(`a${longest}`)).body).toMatchObject({
        errors: ["shipTo.email: Must have at most 254 characters"],
      });
      for (const email of ["", "x", "a@b", "a b@example.com", "@example.com"]) {
        expect((await send(email)).body).toMatchObject({ errors: ["shipTo.email: Invalid email address"] });
      }
    });
  });

  describe("routing and stock", () => {
    test("choose the first warehouse with enough of everything, else the first one, unallocated", async () => {
      const own = await runService(await open());
      const order = async (products: unknown, warehouseId?: string): Promise<Order> => {
        const body = newOrder(own.account, { products, ...(warehouseId === undefined ? {} : { warehouseId }) });
        const { orderId } = z
          .object({ orderId: z.string() })
          .parse((await own.call("POST", "/v1/orders/create", { body })).body);
        return OrderSchema.parse((await own.call("GET", `/v1/orders/${orderId}`)).body);
      };
      try {
        expect(await order([{ sku: "TEE", quantity: 1 }])).toMatchObject({
          warehouse: "west",
          allocationStatus: "ALLOCATED",
        });
        expect(await order([{ sku: "MUG", quantity: 9 }])).toMatchObject({
          warehouse: "east",
          allocationStatus: "ALLOCATED",
        });
        const lines = [
          { sku: "MUG", quantity: 1 },
          { sku: "MUG", quantity: 1 },
        ];
        expect(await order(lines)).toMatchObject({ warehouse: "west", allocationStatus: "ALLOCATED" });
        const none = await order([{ sku: "MUG", quantity: 1_000 }]);
        expect(none).toMatchObject({ warehouse: "east", allocationStatus: "UNALLOCATED" });
        const { west } = own.account.warehouses;
        const most = Number.MAX_SAFE_INTEGER;
        expect(await order([{ sku: "TEE", quantity: most }], west)).toMatchObject({
          warehouse: "west",
          allocationStatus: "UNALLOCATED",
          products: [{ sku: "TEE", quantity: most }],
        });
        const last = await order([{ sku: "TEE", quantity: 4 }]);
        expect(last.allocationStatus).toBe("ALLOCATED");
        expect((await order([{ sku: "TEE", quantity: 1 }])).allocationStatus).toBe("UNALLOCATED");
        await own.call("POST", "/v1/orders/cancel", { body: { orderId: last.id } });
        expect(await order([{ sku: "TEE", quantity: 4 }])).toMatchObject({ allocationStatus: "ALLOCATED" });
      } finally {
        await own.end();
      }
    });
  });

  describe("cancel", () => {
    const cancel = (body: unknown, key = service.account.key) =>
      service.call("POST", "/v1/orders/cancel", { key, body });

    test("returns 201, restocks, and fails a second time", async () => {
      const id = await place({ products: [{ sku: "MUG", quantity: 1 }] });
      const before = await get(id);
      const response = await cancel({ orderId: id });
      expect(response).toMatchObject({ status: 201, body: { message: "Order cancelled successfully" } });
      expect(await get(id)).toEqual({
        ...before,
        status: "CANCELLED",
        allocationStatus: before.allocationStatus === "ALLOCATED" ? "RESTOCKED" : "UNALLOCATED",
      });
      const again = await cancel({ orderId: id });
      expect(again.status).toBe(400);
      expect(again.body).toEqual({ message: "Order cannot be cancelled: its status is CANCELLED" });
    });

    test("another account's order is unknown", async () => {
      const id = await place({}, service.other.key);
      for (const orderId of [id, "ord_none", "\u0000", ""]) {
        const response = await cancel({ orderId });
        expect(response.status).toBe(400);
        expect(response.body).toEqual({ message: "Order not found" });
      }
      expect((await list("", service.other.key)).some((order) => order.id === id)).toBe(true);
    });

    test("needs an orderId", async () => {
      expect((await cancel({})).body).toEqual({ message: "Invalid request body", errors: ["orderId: Required"] });
      expect((await cancel({ orderId: 7 })).body).toMatchObject({ errors: ["orderId: Expected string"] });
    });
  });
});
