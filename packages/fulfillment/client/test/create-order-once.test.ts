// An order placed once, also when responses are lost: a model of a service that loses them, and each promise by itself.
import type { Order } from "@fulfillment/types";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NetworkError, type PlacedOrder } from "../src/index.ts";
import { newOrder } from "./every-operation.ts";
import { allFates, type Fate, minutesAgo, others, pageOf, placed, shop } from "./lossy-shop.ts";
import { type Asked, clientOf, failureOf, json, text } from "./responding.ts";

/** Pauses between attempts are as short as can be. */
beforeEach(() => {
  vi.spyOn(Math, "random").mockReturnValue(0);
});

afterEach(() => {
  vi.useRealTimers();
});

const anyFate = fc.constantFrom(...allFates);
const scripts = fc.tuple(anyFate, anyFate, anyFate, anyFate);

describe("when responses are lost", () => {
  it("the order is placed once or not at all, and never sent again without a look", async () => {
    const property = fc.asyncProperty(
      scripts,
      fc.integer({ min: 1, max: 4 }),
      fc.subarray([...others]),
      async (script, attempts, before) => {
        const { client, orders, methods } = shop({ fates: script, orders: before });
        const outcome = await client.orders.createOnce(newOrder, { attempts }).catch((error: unknown) => error);
        const mine = orders.slice(before.length);
        const sent = methods();
        expect(sent.join(" ")).not.toContain("POST POST");
        expect(mine.length).toBeLessThanOrEqual(1);
        if (outcome instanceof Error) {
          expect(mine).toEqual([]);
          expect(sent.filter((method) => method === "POST")).toHaveLength(attempts);
          expect(["network", "server"]).toContain(Object(outcome).code);
        } else {
          expect(mine).toHaveLength(1);
          expect(outcome).toMatchObject({ orderId: mine[0]?.id, status: "AWAITING_SHIPMENT" });
        }
      },
    );
    await fc.assert(property, { numRuns: 200 });
  });
});

describe("an order with a response", () => {
  it("costs one request, and says that it was not found but placed", async () => {
    const { client, asked } = shop({ orders: others });
    expect(await client.orders.createOnce(newOrder)).toEqual<PlacedOrder>({
      orderId: "ord_new_1",
      status: "AWAITING_SHIPMENT",
      found: null,
    });
    expect(asked.map(({ method, url, body }) => [method, url.pathname, body])).toEqual([
      ["POST", "/v1/orders/create", newOrder],
    ]);
  });
});

describe("an order whose response is lost", () => {
  it("is looked for in its campaign and returned as it is", async () => {
    const { client, asked, orders } = shop({ fates: ["lost on the way back"], orders: others });
    const outcome = await client.orders.createOnce(newOrder);
    expect(outcome).toEqual({ orderId: "ord_new_1", status: "AWAITING_SHIPMENT", found: orders.at(-1) });
    expect(asked.map(({ method, url }) => method + url.search)).toEqual([
      "POST",
      "GET?limit=1000&offset=0&campaignId=cmp_1",
      "GET?limit=1000&offset=3&campaignId=cmp_1",
    ]);
  });

  it.each<Fate>(["500 with effect", "502 of a proxy", "cut off"])("is found after: %s", async (fate) => {
    const { client, methods } = shop({ fates: [fate] });
    expect(await client.orders.createOnce(newOrder)).toMatchObject({
      orderId: "ord_new_1",
      found: { id: "ord_new_1" },
    });
    expect(methods()).toEqual(["POST", "GET", "GET"]);
  });

  it("is found after a timeout", async () => {
    vi.useFakeTimers();
    const orders: Order[] = [];
    const { client } = clientOf(({ method, url }) => {
      if (method === "GET") return json(200, pageOf(orders, url));
      orders.push(placed("ord_late", newOrder));
      return new Promise(() => {});
    });
    const placing = client.orders.createOnce(newOrder, { timeout: 4000 });
    await vi.advanceTimersByTimeAsync(4001);
    expect(await placing).toMatchObject({ orderId: "ord_late", found: { id: "ord_late" } });
  });

  it("is sent again when it is not there", async () => {
    const { client, methods } = shop({ fates: ["lost on the way there", "arrived"], orders: others });
    expect(await client.orders.createOnce(newOrder)).toMatchObject({ orderId: "ord_new_2", found: null });
    expect(methods()).toEqual(["POST", "GET", "GET", "POST"]);
  });

  it("is looked for on all pages", async () => {
    const crowd = Array.from({ length: 1200 }, (_, index) => placed(`ord_${index}`, newOrder, { products: [] }));
    const { client, asked } = shop({ fates: ["500 with effect"], orders: crowd });
    expect(await client.orders.createOnce(newOrder)).toMatchObject({ orderId: "ord_new_1" });
    expect(asked.map(({ url }) => url.searchParams.get("offset"))).toEqual([null, "0", "999", "1200"]);
  });
});

describe("attempts", () => {
  it.each([
    [undefined, 3],
    [1, 1],
    [5, 5],
  ])("end with the failure, after a search for the order each time: %s sends %i times", async (attempts, count) => {
    const { client, methods } = shop({ fates: ["lost on the way there"] });
    const error = await failureOf(client.orders.createOnce(newOrder, { attempts }));
    expect(error).toBeInstanceOf(NetworkError);
    expect(methods()).toEqual(Array.from({ length: count }, () => ["POST", "GET"]).flat());
  });

  it("finds the order of the last one", async () => {
    const { client } = shop({ fates: ["lost on the way back"] });
    expect(await client.orders.createOnce(newOrder, { attempts: 1 })).toMatchObject({ orderId: "ord_new_1" });
  });

  it.each([0, -1, Number.NaN])("cannot be %d", async (attempts) => {
    const { client, asked } = shop();
    expect(await failureOf(client.orders.createOnce(newOrder, { attempts }))).toBeInstanceOf(RangeError);
    expect(asked).toEqual([]);
  });
});

describe("since", () => {
  it("looks before it sends, and sends what is not there", async () => {
    const { client, methods } = shop({ orders: others });
    const outcome = await client.orders.createOnce(newOrder, { since: minutesAgo(10) });
    expect(outcome).toMatchObject({ orderId: "ord_new_1", found: null });
    expect(methods()).toEqual(["GET", "GET", "POST"]);
  });

  it.each([
    [4, true],
    [6, false],
  ])("takes an order of %i minutes before for its own: %s", async (minutes, isFound) => {
    const since = minutesAgo(10);
    const orderDate = new Date(since.getTime() - minutes * 60_000).toISOString();
    const { client } = shop({ orders: [placed("ord_first", newOrder, { orderDate, status: "SHIPPED" })] });
    const outcome = await client.orders.createOnce(newOrder, { since });
    expect(outcome).toMatchObject(isFound ? { orderId: "ord_first", status: "SHIPPED" } : { orderId: "ord_new_1" });
  });

  it("continues where a call has failed", async () => {
    let isDown = true;
    const orders: Order[] = [];
    const { client, asked } = clientOf(({ method, url }) => {
      if (method === "GET") return isDown ? json(503, {}) : json(200, pageOf(orders, url));
      orders.push(placed("ord_first", newOrder));
      return json(500, { message: "Request failed" });
    });
    const since = new Date();
    expect(await failureOf(client.orders.createOnce(newOrder))).toMatchObject({
      code: "server",
      status: 500,
      request: { operation: "createOrder" },
      cause: { status: 503, request: { operation: "listOrders" } },
    });
    isDown = false;
    expect(await client.orders.createOnce(newOrder, { since })).toMatchObject({ orderId: "ord_first" });
    expect(asked.map(({ method }) => method)).toEqual(["POST", "GET", "GET", "GET"]);
  });

  it("has to be a time", async () => {
    const { client, asked } = shop();
    const since = new Date("nonsense");
    expect(await failureOf(client.orders.createOnce(newOrder, { since }))).toBeInstanceOf(RangeError);
    expect(asked).toEqual([]);
  });
});

describe("a search that fails", () => {
  it("ends the call: what is not known is not sent again", async () => {
    const { client, asked } = clientOf(({ method }) => {
      if (method === "GET") return json(429, { message: "Rate limit exceeded" });
      return json(500, { message: "Request failed" });
    });
    const error = await failureOf(client.orders.createOnce(newOrder));
    expect(error).toMatchObject({ code: "server", cause: { code: "rate_limited" } });
    expect(asked.map(({ method }) => method)).toEqual(["POST", "GET"]);
  });

  it("is itself tried again, as reads are", async () => {
    const orders: Order[] = [];
    let reads = 0;
    const respond = ({ method, url }: Asked): Response => {
      if (method === "GET") {
        reads += 1;
        return reads < 3 ? json(500, {}) : json(200, pageOf(orders, url));
      }
      orders.push(placed("ord_first", newOrder));
      return json(500, { message: "Request failed" });
    };
    const { client, asked } = clientOf(respond, { retries: 2 });
    expect(await client.orders.createOnce(newOrder)).toMatchObject({ orderId: "ord_first" });
    expect(asked.map(({ method }) => method)).toEqual(["POST", "GET", "GET", "GET", "GET"]);
  });

  it("loses no cause", async () => {
    const refused = new TypeError("refused");
    const { client } = clientOf(({ method }) => (method === "GET" ? json(500, {}) : Promise.reject(refused)));
    const error = await failureOf(client.orders.createOnce(newOrder));
    expect(error).toMatchObject({ code: "network", cause: { errors: [refused, { code: "server" }] } });
  });
});

describe("a failure whose outcome is known", () => {
  it.each([
    ["validation", () => json(400, { message: "Invalid request body", errors: ["campaignId: Unknown campaign"] })],
    ["unauthorized", () => text(401, "Unauthorized", { "Content-Type": "text/html" })],
    ["rate_limited", () => json(429, { message: "Rate limit exceeded" })],
    ["unexpected_response", () => text(403, "<h1>No</h1>", { "Content-Type": "text/html" })],
  ])("ends the call at once: %s", async (code, response) => {
    const { client, asked } = clientOf(response);
    expect(await failureOf(client.orders.createOnce(newOrder))).toMatchObject({ code });
    expect(asked).toHaveLength(1);
  });

  it("does so for a value that cannot be sent, too", async () => {
    const { client, asked } = clientOf(() => json(201, {}), { onRequest: () => Promise.reject(new Error("no")) });
    expect(await failureOf(client.orders.createOnce(newOrder))).toEqual(new Error("no"));
    expect(asked).toEqual([]);
  });
});

describe("of several that match", () => {
  const twin = (id: string, changes: Partial<Order>): Order => placed(id, newOrder, changes);

  it("the last one is taken", async () => {
    const { client } = shop({ fates: ["500 with effect"], orders: [twin("ord_twin", {})] });
    expect(await client.orders.createOnce(newOrder)).toMatchObject({ orderId: "ord_new_1" });
  });

  it("one that was cancelled before is another", async () => {
    const orders = [twin("ord_twin", { status: "CANCELLED", orderDate: minutesAgo(2).toISOString() })];
    const { client } = shop({ fates: ["lost on the way there", "arrived"], orders });
    expect(await client.orders.createOnce(newOrder)).toMatchObject({ orderId: "ord_new_2", found: null });
  });
});

describe("the clock of the service", () => {
  it.each([-6, 6])("may be %i minutes from this one", async (minutes) => {
    const time = (): Date => new Date(Date.now() + minutes * 60_000);
    const orders: Order[] = [
      placed("ord_before", newOrder, { orderDate: new Date(time().getTime() - 60_000).toISOString() }),
    ];
    const { client } = clientOf(({ method, url }) => {
      if (method === "GET") return json(200, pageOf(orders, url), { Date: time().toUTCString() });
      orders.push(placed("ord_first", newOrder, { orderDate: time().toISOString() }));
      return json(500, { message: "Request failed" });
    });
    expect(await client.orders.createOnce(newOrder)).toMatchObject({ orderId: "ord_first" });
  });

  it("distinguishes an order of a minute ago from this one", async () => {
    const orders = [placed("ord_before", newOrder, { orderDate: minutesAgo(1).toISOString() })];
    const { client, asked } = clientOf(({ method, url }) => {
      if (method === "GET") return json(200, pageOf(orders, url), { Date: new Date().toUTCString() });
      const posts = asked.filter((one) => one.method === "POST").length;
      return posts < 2 ? json(500, {}) : json(201, { orderId: "ord_2", status: "AWAITING_SHIPMENT" });
    });
    expect(await client.orders.createOnce(newOrder)).toMatchObject({ orderId: "ord_2", found: null });
  });
});

it("an order is sent as it was given, also when it is changed meanwhile", async () => {
  const changing = structuredClone(newOrder);
  const { client, asked } = shop({ fates: ["lost on the way there", "arrived"] });
  const placing = client.orders.createOnce(changing);
  changing.shipTo.email = "somebody@example.com";
  await placing;
  const sent = asked.filter(({ method }) => method === "POST").map(({ body }) => body);
  expect(sent).toEqual([newOrder, newOrder]);
});

describe("an aborted call", () => {
  const reason = new Error("the user went away");

  it("ends in the pause before the search", async () => {
    vi.spyOn(Math, "random").mockReturnValue(1);
    vi.useFakeTimers();
    const controller = new AbortController();
    const { client, methods } = shop({ fates: ["500 without effect"] });
    const placing = failureOf(client.orders.createOnce(newOrder, { signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(10);
    expect(methods()).toEqual(["POST"]);
    controller.abort(reason);
    expect(await placing).toBe(reason);
    expect(methods()).toEqual(["POST"]);
  });

  it("ends in the search, and sends nothing again", async () => {
    const controller = new AbortController();
    const { client, asked } = clientOf(({ method }) => {
      if (method === "POST") return json(500, {});
      controller.abort(reason);
      return new Promise(() => {});
    });
    expect(await failureOf(client.orders.createOnce(newOrder, { signal: controller.signal }))).toBe(reason);
    expect(asked.map(({ method }) => method)).toEqual(["POST", "GET"]);
  });
});
