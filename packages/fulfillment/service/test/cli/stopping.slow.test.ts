// How `fulfillment serve` ends: requests under way get their responses first, unless someone insists.
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { recipient } from "../lifecycle/order-facts.ts";
import { directoryForTest, inProcess, printed, type Serving, serve } from "./command-line.ts";

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
    expect(service.text.err).toContain("stopped immediately");
  });

  test("takes the signals of two senders at once as one", async () => {
    const { service, finish } = await slowRequest();
    // The kernel would deliver two of one kind as one.
    service.signal("SIGINT");
    service.signal("SIGTERM");
    await service.logged("stopping");
    expect(await finish()).toMatch(/^HTTP\/1\.1 201 Created/);
    expect(await service.ended).toBe(0);
  });

  test("does not depend on anyone who reads the log", async () => {
    const service = await serve(["--data", directoryForTest()]);
    await service.logged("listening");
    service.abandon();
    expect(await service.end()).toBe(0);
  });

  test("logs a defect and ends with 1", async () => {
    const defect = 'process.on("SIGUSR2", () => { throw new Error("a test broke it"); })';
    const service = await serve(["--data", directoryForTest()], {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(defect)}`,
    });
    expect(await service.end("SIGUSR2")).toBe(1);
    const lines: unknown[] = service.text.err
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 60, err: expect.objectContaining({ message: "a test broke it" }) }),
    );
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
  const seeded = printed(await inProcess(["seed", "--account", "demo", "--json", "--data", directory]));
  const service = await serve(["--data", directory]);
  const body = JSON.stringify({
    campaignId: seeded["campaignId"],
    shipTo: recipient,
    products: [{ sku: "MUG-OAT-350", quantity: 1 }],
  });
  const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  const response = text(socket);
  response.catch(() => {});
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
      return response;
    },
  };
}
