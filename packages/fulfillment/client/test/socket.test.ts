// The client over a real socket, against servers that respond, are slow, or hang up.
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { FulfillmentClient, type FulfillmentOptions, version } from "../src/index.ts";
import { newOrder } from "./every-operation.ts";
import { apiKey, budget, failureOf, order } from "./responding.ts";

const servers = new Set<Server>();

afterEach(async () => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  }
  servers.clear();
});

async function clientOf(
  listener: RequestListener,
  options: Partial<FulfillmentOptions> = {},
): Promise<FulfillmentClient> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  servers.add(server);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server listens on no port");
  return new FulfillmentClient({ apiKey, baseUrl: `http://127.0.0.1:${address.port}`, retries: 0, ...options });
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

const jsonHead = { ...budget, "Content-Type": "application/json" };

describe("over a socket", () => {
  it("a create arrives as it was given, letter by letter", async () => {
    const arrived: Record<string, unknown>[] = [];
    const client = await clientOf(async (request, response) => {
      const { method, url, headers } = request;
      arrived.push({ method, url, headers, body: JSON.parse(await textOf(request)) });
      response.writeHead(201, jsonHead).end('{"orderId":"ord_1","status":"AWAITING_SHIPMENT"}');
    });
    const given = { ...newOrder, shipTo: { ...newOrder.shipTo, firstName: "Zoë 🎁", city: "São Paulo" } };
    expect(await client.orders.create(given)).toEqual({ orderId: "ord_1", status: "AWAITING_SHIPMENT" });
    expect(arrived).toEqual([
      {
        method: "POST",
        url: "/v1/orders/create",
        headers: expect.objectContaining({
          authorization: `Bearer ${apiKey}`,
          "content-type": "application/json",
          "user-agent": `fulfillment-client/${version}`,
        }),
        body: given,
      },
    ]);
  });

  it("a response in several chunks is assembled", async () => {
    const whole = JSON.stringify([order({ notes: "für Zoë 🎁" })]);
    const client = await clientOf((_, response) => {
      const bytes = Buffer.from(whole);
      response.writeHead(200, jsonHead);
      for (const byte of bytes) response.write(Buffer.of(byte));
      response.end();
    });
    expect(await client.orders.list()).toEqual([order({ notes: "für Zoë 🎁" })]);
  });

  it("a server that hangs up is a network error, before the response and within it", async () => {
    const before = await clientOf((request) => request.socket.destroy());
    expect(await failureOf(before.orders.list())).toMatchObject({ code: "network", status: null, response: null });
    const within = await clientOf((_, response) => {
      response.writeHead(200, { ...jsonHead, "Content-Length": "100" });
      response.write("[", () => response.destroy());
    });
    const error = await failureOf(within.orders.list());
    expect(error).toMatchObject({ code: "network", status: 200, rateLimit: { remaining: 990 } });
    expect(Object(error).cause).toBeInstanceOf(Error);
  });

  it("a server that does not run is a network error", async () => {
    const client = await clientOf(() => {});
    for (const server of servers) server.close();
    expect(await failureOf(client.orders.list())).toMatchObject({ code: "network" });
    servers.clear();
  });

  it("a read is sent again on a new connection", async () => {
    let count = 0;
    const client = await clientOf(
      (request, response) => {
        count += 1;
        if (count === 1) request.socket.destroy();
        else response.writeHead(200, jsonHead).end("[]");
      },
      { retries: 1 },
    );
    expect(await client.orders.warehouses()).toEqual([]);
    expect(count).toBe(2);
  });

  it("a server that never responds, or never finishes, is a timeout, and its connection ends", async () => {
    const closed: Promise<unknown>[] = [];
    const client = await clientOf(
      (request, response) => {
        closed.push(once(request.socket, "close"));
        if (request.url === "/v1/orders/list") response.writeHead(200, jsonHead).write("[");
      },
      { timeout: 1000 },
    );
    expect(await failureOf(client.orders.warehouses())).toMatchObject({ code: "timeout", status: null });
    expect(await failureOf(client.orders.list())).toMatchObject({ code: "timeout" });
    await Promise.all(closed);
    expect(closed).toHaveLength(2);
  });

  it("an aborted call ends at once with the reason, and its connection with it", async () => {
    const reason = new Error("enough");
    const controller = new AbortController();
    const closed = Promise.withResolvers<void>();
    const client = await clientOf((request) => {
      request.socket.on("close", () => closed.resolve());
      controller.abort(reason);
    });
    expect(await failureOf(client.orders.list({}, { signal: controller.signal }))).toBe(reason);
    await closed.promise;
  });
});
