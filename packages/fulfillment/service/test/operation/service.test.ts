import { once } from "node:events";
import { Agent, request as httpRequest } from "node:http";
import { connect } from "node:net";
import { WebhookSubscriptionWithSecretSchema } from "@fulfillment/validators";
import { pino } from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { startService } from "../../src/operation/service.ts";
import type { ServiceSettings } from "../../src/operation/settings.ts";
import { newOrder } from "../contract/accounts.ts";
import { describeOnEach, type OpenStorage, openLocal } from "../contract/backends.ts";
import { type RunningService, runService } from "../contract/running-service.ts";
import { subscriber } from "../contract/subscriber.ts";

async function running(open: OpenStorage, changes: Partial<ServiceSettings> = {}): Promise<RunningService> {
  const storage = await open();
  const service = await runService(storage, changes);
  let stopped: Promise<void> | null = null;
  const stop = (): Promise<void> => {
    stopped ??= service.stop();
    return stopped;
  };
  onTestFinished(async () => {
    await stop();
    await storage.drop();
  });
  return { ...service, stop };
}

describeOnEach("a running service", (open) => {
  test("serves health checks without a key and without counting them", async () => {
    const service = await running(open);
    for (const path of ["/healthz", "/readyz"]) {
      const response = await fetch(new URL(path, service.url));
      expect([response.status, await response.json()]).toEqual([200, { status: "ok" }]);
    }
    expect((await service.call("GET", "/v1/auth")).headers.get("RateLimit-Remaining")).toBe("99999");
  });

  test("logs each request with an id, and never a key", async () => {
    const service = await running(open);
    await service.call("GET", "/v1/orders/list?limit=1");
    await service.call("GET", "/v1/orders/list", { key: "x".repeat(96) });
    const lines = service.log.filter(({ msg }) => msg === "response");
    expect(lines).toEqual([
      expect.objectContaining({
        requestId: expect.stringMatching(/^[0-9a-f]+-1$/),
        method: "GET",
        url: "/v1/orders/list?limit=1",
        status: 200,
        accountId: service.account.id,
        operationId: "listOrders",
        durationMs: expect.any(Number),
      }),
      expect.objectContaining({ requestId: expect.stringMatching(/-2$/), status: 401, accountId: null }),
    ]);
    expect(JSON.stringify(service.log)).not.toMatch(/ful_|xxxx/);
  });

  test("has metrics on a port of their own", async () => {
    const storage = await open();
    const metrics = { host: "127.0.0.1", port: 0, required: true };
    const account = await runService(storage);
    await account.call("POST", "/v1/orders/create", { body: newOrder(account.account) });
    await account.stop();
    const service = await startService({ ...settings, ...storage, metrics }, pino({ level: "silent" }));
    onTestFinished(async () => {
      await service.close();
      await storage.drop();
    });
    await fetch(new URL("/v1/auth", service.url), { headers: { Authorization: `Bearer ${account.account.key}` } });
    await fetch(new URL("/v1/auth", service.url));
    const text = await (await fetch(`${service.metricsUrl}/metrics`)).text();
    expect(text).toContain('fulfillment_request_duration_seconds_count{operation="checkAuth",status="200"} 1');
    expect(text).toContain('fulfillment_request_duration_seconds_count{operation="none",status="401"} 1');
    expect(text).toContain("fulfillment_deliveries_in_flight 0");
    expect((await fetch(`${service.metricsUrl}/`)).status).toBe(404);
    expect((await fetch(new URL("/metrics", service.url))).status).toBe(401);
  });

  test("stops at once although connections are open on which nothing is under way", async () => {
    const service = await running(open);
    const { hostname, port } = new URL(service.url);
    const texts = ["", "GET /v1/auth HT", "POST /v1/orders/create HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"];
    for (const text of texts) {
      const socket = connect(Number(port), hostname);
      onTestFinished(() => void socket.destroy());
      await once(socket, "connect");
      socket.on("error", () => {}).write(text);
    }
    await service.call("GET", "/v1/auth");
    // Requests under way would get twelve seconds, longer than a test has.
    await service.stop();
    expect(service.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });

  test("finishes what is under way when it stops, and leaves no connection open", async () => {
    const service = await running(open);
    const responses: (() => void)[] = [];
    const slow = await subscriber((_, response) => responses.push(() => response.end()));
    onTestFinished(() => slow.close());
    const body = { url: slow.url("/slow"), events: ["order.created"] };
    const { id } = WebhookSubscriptionWithSecretSchema.parse(
      (await service.call("POST", "/v1/webhooks", { body })).body,
    );
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const options = { agent, method: "POST", headers: { Authorization: `Bearer ${service.account.key}` } };
    const pending = httpRequest(new URL(`/v1/webhooks/${id}/test`, service.url), options).end();
    await slow.wait("/slow", 1);
    const stopped = service.stop();
    await expect(fetch(new URL("/healthz", service.url))).rejects.toThrow();
    for (const respond of responses) respond();
    const [response] = await once(pending, "response");
    let text = "";
    for await (const chunk of response) text += chunk;
    expect([response.statusCode, JSON.parse(text)]).toEqual([200, { success: true, statusCode: 200, error: null }]);
    expect(response.headers.connection).toBe("close");
    await stopped;
  });
});

const settings: Omit<ServiceSettings, "dataDirectory" | "databaseUrl" | "redisUrl"> = {
  host: "127.0.0.1",
  port: 0,
  rateLimit: 100_000,
  rateWindowSeconds: 86_400,
  trustProxy: [],
  allowPrivateTargets: false,
  metrics: null,
  secretKey: undefined,
};

describe("starting", () => {
  test("closes everything when the port is taken", async () => {
    const [one, other] = [await openLocal(), await openLocal()];
    onTestFinished(async () => {
      await one.drop();
      await other.drop();
    });
    const first = await startService({ ...settings, ...one }, pino({ level: "silent" }));
    const port = Number(new URL(first.url).port);
    const start = () => startService({ ...settings, ...other, port }, pino({ level: "silent" }));
    await expect(start()).rejects.toMatchObject({ code: "EADDRINUSE" });
    await first.close();
    const second = await start();
    await second.close();
  });
});
