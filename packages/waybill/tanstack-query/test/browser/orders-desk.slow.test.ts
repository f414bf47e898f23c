// The example application in Chromium, by generated options alone: against the service, and with mocks in the browser.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { chromiumTimeout, describeWithChromium } from "../../../../../scripts/testing/chromium.ts";
import { launchChromium } from "../../../../../scripts/testing/chromium-program.ts";
import { newOrder } from "../../../../fulfillment/service/test/contract/accounts.ts";
import { openLocal } from "../../../../fulfillment/service/test/contract/backends.ts";
import { type RunningService, runService } from "../../../../fulfillment/service/test/contract/running-service.ts";
import { type Desk, openDesk, orderCount, placeOrder, serveDesk } from "./orders-desk.ts";

/** Kept, so that one can look at them. */
const pictures = join(import.meta.dirname, "../../../../../.reports/orders-desk");
const folder = mkdtempSync(join(tmpdir(), "orders-desk-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeWithChromium("the example application with the service", () => {
  let service: RunningService;
  let desk: Desk;
  let browser: Browser;
  let page: Page;
  let complaints: readonly string[];

  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true });
    service = await runService(await openLocal());
    for (let count = 0; count < 7; count += 1)
      await service.call("POST", "/v1/orders/create", { body: newOrder(service.account) });
    desk = await serveDesk("production", join(folder, "service"), {
      FULFILLMENT_URL: service.url,
      FULFILLMENT_API_KEY: service.account.key,
      VITE_CAMPAIGN: service.account.campaignId,
    });
    browser = await launchChromium();
    ({ page, complaints } = await openDesk(browser, desk.url));
  }, chromiumTimeout);

  afterAll(async () => {
    await browser.close();
    await desk.close();
    await service.stop();
    await service.storage.drop();
  }, chromiumTimeout);

  it("lists the first page of orders, and the next one on demand", async () => {
    await page.locator(".orders li").nth(4).waitFor();
    expect(await orderCount(page)).toBe(5);
    await page.getByRole("button", { name: "More orders" }).click();
    await page.locator(".orders li").nth(6).waitFor();
    expect(await orderCount(page)).toBe(7);
    await page.screenshot({ path: join(pictures, "list.png"), fullPage: true });
  });

  it("shows what the API says about each field", async () => {
    await placeOrder(page, { "E-mail": "mara", "ZIP code": "" });
    const errorOf = (label: string) => page.locator(".field", { has: page.getByLabel(label) }).locator(".error");
    await page.getByText("Invalid request body").waitFor();
    expect(await errorOf("E-mail").textContent()).toMatch(/e-?mail/i);
    expect(await errorOf("ZIP code").textContent()).not.toBe("");
    expect(await errorOf("City").textContent()).toBe("");
    expect(await page.getByLabel("E-mail").getAttribute("aria-invalid")).toBe("true");
    await page.screenshot({ path: join(pictures, "errors.png"), fullPage: true });
  });

  it("places an order, shows it, and lists it", async () => {
    await placeOrder(page);
    await page.getByText("Order placed.").waitFor();
    await page.getByRole("heading", { name: /^(?!Order$|Orders|New order)/ }).waitFor();
    await expect.poll(() => page.locator("dl").textContent()).toContain("Mara Lindqvist");
    const { body } = await service.call("GET", "/v1/orders/list?limit=100");
    expect(body).toHaveLength(8);
    await page.screenshot({ path: join(pictures, "placed.png"), fullPage: true });
  });

  it("leaves no uncaught exception, and asks nothing of another host", () => {
    expect(complaints).toEqual([]);
  });
});

describeWithChromium("the example application with mocks in the browser", () => {
  let desk: Desk;
  let browser: Browser;
  let page: Page;
  let complaints: readonly string[];

  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true });
    // Nothing listens there: what reached it would fail.
    desk = await serveDesk("mocks", join(folder, "mocks"), {
      FULFILLMENT_URL: "http://127.0.0.1:9",
      VITE_CAMPAIGN: "",
    });
    browser = await launchChromium();
    ({ page, complaints } = await openDesk(browser, desk.url));
  }, chromiumTimeout);

  afterAll(async () => {
    await browser.close();
    await desk.close();
  }, chromiumTimeout);

  it("lists, pages, shows a typed error, and creates", async () => {
    await page.locator(".orders li").nth(4).waitFor();
    await page.getByRole("button", { name: "More orders" }).click();
    await expect.poll(() => orderCount(page)).toBe(7);
    await placeOrder(page, { Campaign: "cmp_other" });
    await page
      .locator(".field", { has: page.getByLabel("Campaign") })
      .getByText("Unknown campaign")
      .waitFor();
    await page.screenshot({ path: join(pictures, "mocks.png"), fullPage: true });
    await placeOrder(page, { Campaign: "cmp_demo" });
    await page.getByText("Order placed.").waitFor();
    await page.getByRole("heading", { name: "M-1008" }).waitFor();
    await expect.poll(() => orderCount(page)).toBe(8);
    expect(complaints).toEqual([]);
  });
});
