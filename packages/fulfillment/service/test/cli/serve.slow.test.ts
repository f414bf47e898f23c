// `fulfillment serve`: what it prints, and how it says that it cannot start.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { directoryForTest, fulfillment, inProcess, printed, serve } from "./command-line.ts";

describe("serving", () => {
  test("prints one line on stdout, logs JSON on stderr, and ends with 0", async () => {
    const service = await serve(["--data", directoryForTest()], {}, []);
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
    const { apiKey } = printed(await inProcess(["seed", "--account", "demo", "--json", "--data", directory]));
    const variables = {
      FULFILLMENT_DATA: directory,
      FULFILLMENT_RATE_LIMIT: "2",
      FULFILLMENT_RATE_WINDOW: "60",
      FULFILLMENT_TRUST_PROXY: "192.0.2.0/24",
      FULFILLMENT_METRICS_PORT: "0",
      FULFILLMENT_DATABASE_URL: "",
      FULFILLMENT_ALLOW_PRIVATE_WEBHOOK_TARGETS: "false",
      NODE_ENV: "production",
    };
    const service = await serve(["--rate-limit", "3", "--trust-proxy"], variables);
    for (const client of ["192.0.2.7", "192.0.2.8"]) {
      const headers = { Authorization: `Bearer ${apiKey}`, "X-Forwarded-For": client };
      const response = await fetch(`${service.url}/v1/auth`, { headers });
      expect(response.status).toBe(200);
      expect(response.headers.get("RateLimit-Limit")).toBe("3");
      expect(response.headers.get("RateLimit-Remaining")).toBe("2");
      expect(response.headers.get("RateLimit-Reset")).toBe("60");
    }
    await service.logged("listening");
    const { metrics } = JSON.parse(service.text.err.split("\n")[0] ?? "");
    expect(await (await fetch(`${metrics}/metrics`)).text()).toContain("fulfillment_request_duration_seconds");
  });

  test("warns loudly when webhooks may go to this machine", async () => {
    const service = await serve(["--data", directoryForTest(), "--allow-private-webhook-targets"]);
    expect(await service.end()).toBe(0);
    const lines = service.text.err
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 40, msg: expect.stringMatching(/^--allow-private-webhook-targets: /) }),
    );
  });
});

describe("a failed start", () => {
  test("because another service has the directory", async () => {
    const directory = directoryForTest();
    const service = await serve(["--data", directory]);
    const second = await fulfillment(["serve", "--port", "0", "--metrics-port", "off", "--data", directory]);
    expect(second).toMatchObject({ code: 1, out: "" });
    expect(second.err).toMatch(/^fulfillment: another service is running on [^\n]+\n$/);
    expect(await service.end()).toBe(0);
    const other = { FULFILLMENT_SECRET_KEY: "0".repeat(64) };
    const wrongKey = await inProcess(["serve", "--port", "0", "--metrics-port", "off", "--data", directory], other);
    expect(wrongKey).toMatchObject({ code: 1, out: "" });
    expect(wrongKey.err).toMatch(
      /^fulfillment: the signing secrets in the database were sealed with another key[^\n]+\n$/,
    );
  });

  test("because a port is in use", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void taken.close());
    const port = String(await portOf(taken));
    const refused = `fulfillment: 127.0.0.1:${port} is in use by another program; choose another port with --port, --portal-port or --metrics-port\n`;
    const common = ["serve", "--log-level", "error"];
    const results = await Promise.all([
      inProcess([...common, "--data", directoryForTest(), "--port", port, "--metrics-port", "off"]),
      fulfillment([...common, "--data", directoryForTest(), "--port", "0", "--metrics-port", port]),
    ]);
    for (const result of results) expect(result).toEqual({ code: 1, out: "", err: refused });
  });

  test("is no consequence of the usual port of metrics being in use", async () => {
    // If other code has it, that is just as good.
    const taken = createServer()
      .on("error", () => {})
      .listen(9464, "127.0.0.1");
    onTestFinished(() => void taken.close());
    const service = await serve(["--data", directoryForTest()], { FULFILLMENT_METRICS_PORT: "" });
    expect(await service.end()).toBe(0);
    expect(service.text.err).toContain("metrics are off: the port is in use; choose another one with --metrics-port");
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
  ])("names the cause: %s", async (name, url, reason) => {
    const result = await inProcess([
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

async function portOf(server: ReturnType<typeof createServer>): Promise<number> {
  if (!server.listening) await new Promise((resolve) => server.once("listening", resolve));
  const address: string | AddressInfo | null = server.address();
  if (address === null || typeof address === "string") throw new Error("the server listens on no port");
  return address.port;
}
