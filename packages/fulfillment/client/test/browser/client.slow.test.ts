// The client in a page of a real Chromium, against the running service.
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  chromiumTimeout,
  describeWithChromium,
  type Page,
  startChromium,
  type TestBrowser,
} from "../../../../../scripts/testing/chromium.ts";
import { newOrder } from "../../../service/test/contract/accounts.ts";
import { openLocal } from "../../../service/test/contract/backends.ts";
import { type RunningService, runService } from "../../../service/test/contract/running-service.ts";
import { type SilentServer, startSilentServer } from "./silent-server.ts";

describeWithChromium("the client in Chromium", () => {
  let service: RunningService;
  let browser: TestBrowser;
  let page: Page;
  let silent: SilentServer;

  beforeAll(async () => {
    silent = await startSilentServer();
    service = await runService(await openLocal());
    browser = await startChromium();
    page = await openPage(service.url);
  }, chromiumTimeout);

  afterAll(async () => {
    await browser.close();
    await silent.close();
    await service.end();
  }, chromiumTimeout);

  it("creates an order that the service then has, reads it and cancels it once", async () => {
    const orderId = await create();
    const stored = await service.call("GET", `/v1/orders/${orderId}`);
    expect(stored.status).toBe(200);
    expect(await page.call("get", orderId)).toEqual({ body: stored.body });
    expect(await page.call("cancel", orderId)).toEqual({ body: { message: "Order cancelled successfully" } });
    expect(await page.call("cancel", orderId)).toMatchObject({ code: "conflict_state", status: 400 });
  });

  it("fails with not_found for an unknown order, and knows the rate limit", async () => {
    const outcome = await page.call("get", "ord_none");
    expect(outcome).toEqual({ code: "not_found", status: 404, remaining: expect.any(Number) });
    expect(await page.call("rateLimit")).toEqual({
      limit: 100_000,
      remaining: expect.any(Number),
      reset: expect.any(Number),
    });
  });

  it("fails with unauthorized for an unknown key, whose response is plain text", async () => {
    const stranger = await openPage(service.url, "k".repeat(96));
    expect(await stranger.call("check", {})).toMatchObject({ code: "unauthorized", status: 401 });
  });

  it("ends a call that gets no response within its timeout", async () => {
    const waiting = await openPage(silent.url);
    const outcome = await waiting.call("check", { timeout: 300 });
    expect(outcome).toEqual({ code: "timeout", status: null, remaining: null });
    expect(waiting.uncaught).toEqual([]);
  });

  it("ends a call that the caller aborts, with the caller's reason", async () => {
    const waiting = await openPage(silent.url);
    const outcome = waiting.call("warehousesUntilAborted");
    await silent.arrival("/v1/orders/warehouses");
    await waiting.call("abort");
    expect(await outcome).toEqual({ thrown: "Error: the user went away" });
    expect(waiting.uncaught).toEqual([]);
  });

  it("fails with network when the server is gone", async () => {
    const gone = await startSilentServer();
    const left = await openPage(gone.url);
    await gone.close();
    expect(await left.call("check", { retries: 0 })).toEqual({ code: "network", status: null, remaining: null });
    expect(left.uncaught).toEqual([]);
  });

  it("leaves no uncaught exception", () => {
    expect(page.uncaught).toEqual([]);
  });

  async function openPage(baseUrl: string, apiKey: string = service.account.key): Promise<Page> {
    const opened = await browser.open(join(import.meta.dirname, "page.ts"), baseUrl);
    await opened.call("use", { apiKey, baseUrl });
    return opened;
  }

  async function create(changes: Record<string, unknown> = {}): Promise<string> {
    const outcome = await page.call("create", newOrder(service.account, changes));
    expect(outcome).toEqual({ body: { orderId: expect.any(String), status: "AWAITING_SHIPMENT" } });
    return orderIdOf(outcome);
  }
});

function orderIdOf(outcome: unknown): string {
  const found = /"orderId":"([^"]+)"/.exec(JSON.stringify(outcome))?.[1];
  if (found === undefined) throw new Error(`no orderId in ${JSON.stringify(outcome)}`);
  return found;
}
