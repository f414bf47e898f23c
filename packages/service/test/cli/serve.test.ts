// `fulfillment serve`: what it prints, how it ends, and how it says that it cannot start.
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { directoryForTest, fulfillment, printed, type Serving, serve } from "./command-line.ts";

describe("serving", () => {
  test("prints one line on stdout, logs JSON on stderr, and ends with 0", async () => {
    const service = await serve(["--data", directoryForTest()]);
    expect(service.text.out).toBe(`{"listening":"${service.url}"}\n`);
    expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    expect(await service.end("SIGINT")).toBe(0);
    expect(service.text.out).toBe(`{"listening":"${service.url}"}\n`);
    const log = service.text.err.trimEnd().split("\n");
    expect(log.map((line) => JSON.parse(line).msg)).toEqual(["listening", "stopping", "stopped"]);
  });

  test("takes every option from the environment, and the command line wins", async () => {
    const directory = directoryForTest();
    const { apiKey } = printed(
      await fulfillment(["seed", "--account", "demo", "--json"], { FULFILLMENT_DATA: directory }),
    );
    const variables = {
      FULFILLMENT_DATA: directory,
      FULFILLMENT_RATE_LIMIT: "2",
      FULFILLMENT_RATE_WINDOW: "60",
      FULFILLMENT_TRUST_PROXY: "true",
      FULFILLMENT_METRICS_PORT: "0",
      FULFILLMENT_DATABASE_URL: "",
      FULFILLMENT_ALLOW_PRIVATE_WEBHOOK_TARGETS: "false",
      NODE_ENV: "production",
    };
    const service = await serve(["--rate-limit", "3"], variables);
    onTestFinished(async () => void (await service.end()));
    const headers = { Authorization: `Bearer ${apiKey}`, "X-Forwarded-For": "192.0.2.7" };
    const response = await fetch(`${service.url}/v1/auth`, { headers });
    expect(response.status).toBe(200);
    expect(response.headers.get("RateLimit-Limit")).toBe("3");
    expect(response.headers.get("RateLimit-Reset")).toBe("60");
    expect(service.text.err).toContain('"client":"192.0.2.7"');
    const { metrics } = JSON.parse(service.text.err.split("\n")[0] ?? "");
    expect(await (await fetch(`${metrics}/metrics`)).text()).toContain("fulfillment_request_duration_seconds");
  });

  test("warns loudly when webhooks may go to this machine", async () => {
    const service = await serve(["--data", directoryForTest(), "--allow-private-webhook-targets"]);
    expect(await service.end()).toBe(0);
    expect(service.text.err).toMatch(/^\s+!! --allow-private-webhook-targets: /);
    expect(service.text.err).toContain('"level":40');
  });
});

describe("ending", () => {
  test("waits for a request that is under way", async () => {
    const { service, finish } = await slowRequest();
    const ended = service.end();
    await service.logged("stopping");
    expect(await finish()).toMatch(/^HTTP\/1\.1 201 Created/);
    expect(await ended).toBe(0);
  });

  test.each([
    ["SIGTERM", 143],
    ["SIGINT", 130],
  ] as const)("does not wait after a second signal: %s", async (second, code) => {
    const { service } = await slowRequest();
    service.signal("SIGTERM");
    await service.logged("stopping");
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await service.end(second)).toBe(code);
    expect(service.text.err).toContain("stopped at once");
  });

  test("takes the same signal from two senders as one", async () => {
    const { service, finish } = await slowRequest();
    service.signal("SIGINT");
    await service.logged("stopping");
    service.signal("SIGINT");
    expect(await finish()).toMatch(/^HTTP\/1\.1 201 Created/);
    expect(await service.ended).toBe(0);
  });

  test("logs a defect and ends with 1", async () => {
    const defect = 'process.on("SIGUSR2", () => { throw new Error("a test broke it"); })';
    const service = await serve(["--data", directoryForTest()], {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(defect)}`,
    });
    expect(await service.end("SIGUSR2")).toBe(1);
    const last = JSON.parse(service.text.err.trimEnd().split("\n").at(-1) ?? "");
    expect(last).toMatchObject({ level: 60, err: { message: "a test broke it" } });
  });
});

describe("not starting", () => {
  test("because another service has the directory", async () => {
    const directory = directoryForTest();
    const service = await serve(["--data", directory]);
    const second = await fulfillment(["serve", "--port", "0", "--metrics-port", "off", "--data", directory]);
    expect(second).toMatchObject({ code: 1, out: "" });
    expect(second.err).toMatch(/^fulfillment: another service is running on [^\n]+\n$/);
    expect(await service.end()).toBe(0);
    const other = { FULFILLMENT_SECRET_KEY: "0".repeat(64) };
    const wrongKey = await fulfillment(["serve", "--port", "0", "--metrics-port", "off", "--data", directory], other);
    expect(wrongKey).toMatchObject({ code: 1, out: "" });
    expect(wrongKey.err).toMatch(
      /^fulfillment: the signing secrets in the database were sealed with another key[^\n]+\n$/,
    );
  });

  test("because a port is in use, unless it is the usual one of metrics", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void taken.close());
    const port = String(await portOf(taken));
    const refused = `fulfillment: 127.0.0.1:${port} is in use: another program listens there; --port and --metrics-port choose others\n`;
    for (const words of [
      ["--port", port, "--metrics-port", "off"],
      ["--port", "0", "--metrics-port", port],
    ]) {
      const result = await fulfillment(["serve", "--data", directoryForTest(), "--log-level", "error", ...words]);
      expect(result).toEqual({ code: 1, out: "", err: refused });
    }
  });

  test.each([
    [
      "--database-url",
      "postgres://somebody:hunter2@127.0.0.1:1/orders",
      "cannot open the database at 127.0.0.1:1/orders: connect ECONNREFUSED 127.0.0.1:1",
    ],
    [
      "--redis-url",
      "redis://somebody:hunter2@127.0.0.1:1",
      "Cannot connect to Redis at 127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1",
    ],
  ])("because of %s", async (name, url, reason) => {
    const result = await fulfillment([
      "serve",
      "--port",
      "0",
      "--metrics-port",
      "off",
      "--data",
      directoryForTest(),
      name,
      url,
    ]);
    expect(result).toEqual({ code: 1, out: "", err: `fulfillment: ${reason}\n` });
  });
});

interface SlowRequest {
  readonly service: Serving;
  /** Sends the rest of the request and resolves with the response. */
  finish(): Promise<string>;
}

/** A service that has read half of a request that would create an order. */
async function slowRequest(): Promise<SlowRequest> {
  const directory = directoryForTest();
  const seeded = printed(await fulfillment(["seed", "--account", "demo", "--json", "--data", directory]));
  const service = await serve(["--data", directory]);
  const body = JSON.stringify({
    campaignId: seeded["campaignId"],
    shipTo,
    products: [{ sku: "MUG-OAT-350", quantity: 1 }],
  });
  const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  const answer = text(socket);
  answer.catch(() => {});
  socket.write(
    `POST /v1/orders/create HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${seeded["apiKey"]}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body.slice(0, 20)}`,
  );
  // What is sent over another connection afterwards has been read after it.
  await fetch(`${service.url}/healthz`);
  return {
    service,
    finish: () => {
      socket.write(body.slice(20));
      return answer;
    },
  };
}

const shipTo = {
  firstName: "Mara",
  lastName: "Lindqvist",
  email: "mara.lindqvist@example.com",
  street1: "418 Juniper Lane",
  city: "Portland",
  state: "OR",
  zip: "97205",
};

async function portOf(server: ReturnType<typeof createServer>): Promise<number> {
  if (!server.listening) await new Promise((resolve) => server.once("listening", resolve));
  const address: string | AddressInfo | null = server.address();
  if (address === null || typeof address === "string") throw new Error("the server listens on no port");
  return address.port;
}
