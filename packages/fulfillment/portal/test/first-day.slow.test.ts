// What a newcomer does in the portal, built, in Chromium: half-filled forms, long names, the keyboard, files twice.
import type { ImportPreview } from "@fulfillment/portal-api/types";
import type { HttpHandler } from "msw";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { openTab, type Tab } from "../../../../docs/checks/tab.ts";
import { chromiumTimeout, describeWithChromium } from "../../../../scripts/testing/chromium.ts";
import { launchChromium } from "../../../../scripts/testing/chromium-program.ts";
import {
  mockCreateApiKey,
  mockCreateStandaloneOrder,
  mockGetOrder,
  mockGetSession,
  mockListApiKeys,
  mockListImports,
  mockListOrders,
  mockListProducts,
  mockPreviewImport,
  mockRevokeApiKey,
  mockTestWebhook,
} from "../src/generated/mocks/index.gen.ts";
import { type PortalServer, servePortal } from "./portal-server.ts";
import { fullAccount, orderOf } from "./records.ts";
import { fillOrder, returnToTab } from "./steps.ts";

const longName = "Wolfeschlegelsteinhausenbergerdorff".repeat(3).slice(0, 100);

describeWithChromium("a first day in the portal", () => {
  let server: PortalServer;
  let browser: Browser;
  let tab: Tab;
  let page: Page;

  beforeAll(async () => {
    server = await servePortal();
    browser = await launchChromium();
  }, chromiumTimeout);

  afterAll(async () => {
    await browser.close();
    await server.close();
  }, chromiumTimeout);

  beforeEach(async () => {
    if (tab !== undefined) await tab.close();
    tab = await openTab(browser, server.origin, { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
    page = tab.page;
    page.setDefaultTimeout(45_000);
    server.use(...fullAccount());
    server.sent();
  });

  const open = async (path: string): Promise<void> => void (await page.goto(`${server.origin}${path}`));
  const typedIn = (label: string): Promise<string> => page.getByLabel(label, { exact: true }).inputValue();
  const focused = async (): Promise<string> =>
    String(
      await page.evaluate(
        "document.activeElement.innerText || document.activeElement.name || document.activeElement.tagName",
      ),
    );
  const signIn = async (): Promise<void> => {
    const form = page.getByRole("form", { name: "Sign in" });
    await form.getByLabel("E-mail address").fill("ada@northwind.example");
    await form.getByLabel("Password").fill("a pass phrase");
    await form.getByRole("button", { name: "Sign in" }).click();
  };

  it("keeps a filled form while the member signs in again, and sends it then", async () => {
    await open("/orders/new?kind=standalone");
    await fillOrder(page);
    await page.getByRole("button", { name: "Add a product" }).click();
    await page.getByLabel("Product", { exact: true }).nth(1).selectOption("BOOK-A5");
    server.use(mockCreateStandaloneOrder(401), mockGetSession(401), ...fullAccount());
    await page.getByRole("button", { name: "Place order" }).click();
    await page.getByText("Your session has ended.").waitFor();
    expect(await page.title()).toBe("Sign in · Fulfillment portal");
    expect(await focused()).toBe("email");
    expect(await page.getByRole("heading", { name: "New order" }).isVisible()).toBe(false);
    server.use(...fullAccount());
    await signIn();
    await page.getByRole("heading", { name: "New order" }).waitFor();
    expect(await page.title()).toBe("New order · Fulfillment portal");
    expect(await typedIn("Street and house number")).toBe("18 Harbour Row");
    expect(await page.getByLabel("Product", { exact: true }).nth(1).inputValue()).toBe("BOOK-A5");
    expect(await page.getByRole("alert").textContent()).toBe("Your session had ended. Try again.");
    server.sent();
    await page.getByRole("button", { name: "Place order" }).click();
    await page.getByText("was placed.").waitFor();
    expect(server.sent()).toEqual(["POST /portal/v1/standalone-orders"]);
  });

  it("hides an open dialog while the member signs in again", async () => {
    await open("/settings/keys");
    await page.getByRole("button", { name: "Rename Shop integration" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Shop, 2026");
    server.use(mockGetSession(401), ...fullAccount());
    await returnToTab(page);
    await page.getByText("Your session has ended.").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    server.use(...fullAccount());
    await signIn();
    await page.getByRole("dialog").waitFor();
    expect(await typedIn("Name")).toBe("Shop, 2026");
    await page.keyboard.press("Escape");
    await expect.poll(focused).toContain("Rename");
  });

  it("has what was typed when the form is opened again, until it is sent, started over or left by signing out", async () => {
    await open("/orders/new");
    await page.getByLabel("Campaign", { exact: true }).selectOption({ index: 1 });
    await fillOrder(page);
    await page.getByLabel("Quantity").fill("7");
    for (const sku of ["TEE-M", "BOOK-A5"]) {
      await page.getByRole("button", { name: "Add a product" }).click();
      await page.getByLabel("Product", { exact: true }).last().selectOption(sku);
    }
    await page.getByRole("button", { name: "Remove product 2" }).click();
    expect(await focused()).toBe("Add a product");
    await page.getByRole("link", { name: "Webhooks" }).click();
    await page.getByRole("heading", { name: "Webhooks" }).waitFor();
    await open("/orders/new");
    await page.getByText("What you typed before is still here.").waitFor();
    // They are listed a moment later.
    const chosen = () => page.locator("select").evaluateAll((all) => all.map((one) => Reflect.get(one, "value")));
    await expect.poll(chosen).toEqual([expect.stringMatching(/^cmp_/), "MUG-WHT", "BOOK-A5", ""]);
    expect(await page.getByLabel("Quantity").first().inputValue()).toBe("7");
    // What both kinds have stays when the kind changes.
    await page.getByText("Standalone", { exact: true }).click();
    expect(await typedIn("City")).toBe("Portland");
    await page.getByRole("button", { name: "Place order" }).click();
    await page.getByText("was placed.").waitFor();
    await open("/orders/new");
    expect(await typedIn("City")).toBe("");
    await page.getByLabel("City").fill("Dayton");
    await open("/orders/new");
    await page.getByRole("button", { name: "Start over" }).click();
    expect(await typedIn("City")).toBe("");
    expect(await focused()).toBe("New order");
    await page.getByLabel("City").fill("Dayton");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(`${server.origin}/orders`);
    expect(await page.evaluate("Object.keys(sessionStorage)")).toEqual([]);
  });

  it("wraps long names in dialogs, whose buttons stay inside", async () => {
    const [apiKey] = mockListApiKeys.sample(200).body;
    if (apiKey === undefined) throw new Error("the example has no key");
    const long = { ...apiKey, name: longName, revokedAt: null };
    const order = orderOf(0);
    server.use(
      mockListApiKeys(200, [long]),
      mockCreateApiKey(201, { apiKey: long, key: "k".repeat(96) }),
      mockGetOrder(200, { ...order, recipient: { ...order.recipient, lastName: longName } }),
      ...fullAccount(),
    );
    const overhang = () => page.locator(".modal").evaluate((modal) => modal.scrollWidth - modal.clientWidth);
    await open("/settings/keys");
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByLabel("Name", { exact: true }).fill(longName);
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    await page.getByRole("button", { name: "Done" }).waitFor();
    expect(await overhang()).toBe(0);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("alertdialog").waitFor();
    expect(await overhang()).toBe(0);
    await open(`/orders/${order.id}`);
    await page.getByRole("button", { name: "Cancel order" }).click();
    await page.getByRole("alertdialog").waitFor();
    expect(await overhang()).toBe(0);
  });

  it("leads the focus to the title after an action, and back to the button after its dialogs", async () => {
    const order = orderOf(0);
    await open(`/orders/${order.id}`);
    await page.getByRole("button", { name: "Cancel order" }).click();
    const cancelled = { ...order, status: "CANCELLED" as const };
    server.use(mockGetOrder(200, cancelled), ...fullAccount());
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel order" }).click();
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    await expect.poll(focused).toMatch(/^Order .+ Cancelled$/s);

    await open("/settings/keys");
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Shop");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Done" }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(focused).toBe("Create key");

    const [apiKey] = mockListApiKeys.sample(200).body;
    if (apiKey === undefined) throw new Error("the example has no key");
    await page.getByRole("button", { name: "Revoke Shop integration" }).click();
    const revoked = { ...apiKey, revokedAt: "2025-11-20T08:00:00.000Z" };
    server.use(mockRevokeApiKey(200, revoked), mockListApiKeys(200, [revoked]), ...fullAccount());
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke key" }).click();
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    await expect.poll(focused).toBe("API keys");

    await open("/orders?search=no+one");
    await page.getByRole("button", { name: "Remove all filters" }).click();
    await page.getByText("of 45 orders").waitFor();
    expect(await focused()).toBe("Orders");
  });

  it("shows a field that gets the focus above the actions at the edge of the window", async () => {
    for (const height of [560, 700, 900]) {
      await page.setViewportSize({ width: 1440, height });
      await open("/orders/new");
      await page.getByLabel("Campaign", { exact: true }).focus();
      const bar = (await page.locator(".sticky").boundingBox())?.y ?? 0;
      for (let at = 0; at < 14; at += 1) {
        await page.keyboard.press("Tab");
        const name = String(await page.evaluate("document.activeElement.name ?? ''"));
        if (name === "") continue;
        const box = await page.locator(`[name="${name}"]`).boundingBox();
        expect((box?.y ?? 0) + (box?.height ?? 0), `${name} in ${height}`).toBeLessThanOrEqual(bar);
      }
    }
  });

  const choose = async (preview: Partial<ImportPreview>, ...more: readonly HttpHandler[]) => {
    const whole = { fileName: "orders.csv", orders: 2, items: 2, sample: [], problems: [], ...preview };
    server.use(...more, mockPreviewImport(200, whole), ...fullAccount());
    await open("/imports/new");
    await page.locator("#import-campaign option").nth(1).waitFor({ state: "attached" });
    await page.getByLabel("Campaign", { exact: true }).selectOption({ index: 1 });
    const file = { name: "orders.csv", mimeType: "text/csv", buffer: Buffer.from("firstName\nAda\n") };
    await page.locator("input[type='file']").setInputFiles(file);
  };

  it("warns of a file whose orders exist, by their numbers or by its name", async () => {
    const [row] = mockPreviewImport.sample(200).body.sample;
    if (row === undefined) throw new Error("the example has no order");
    const sample = [{ ...row, sourceOrderNumber: "A-1" }];
    const found = (sourceOrderNumber: string) =>
      mockListOrders(200, { items: [orderOf(1, { sourceOrderNumber })], total: 1 });
    await choose({ sample }, found("A-1"));
    await page.getByText("Orders with numbers of this file exist already").waitFor();
    expect(await page.getByRole("link", { name: "A-1" }).getAttribute("href")).toBe("/orders?search=A-1");
    // A number that contains this one is another.
    await choose({ sample }, found("A-12"), mockListImports(200, []));
    await page.getByText("2 orders with 2 line items").waitFor();
    await page.locator(".button.primary[aria-disabled='false']").waitFor();
    expect(await page.locator(".note").count()).toBe(0);
    const [before] = mockListImports.sample(200).body;
    if (before === undefined) throw new Error("the example has no import");
    await choose({}, mockListImports(200, [{ ...before, fileName: "orders.csv", orders: 2 }]));
    await page.getByText("A file with this name and as many orders").waitFor();
  });

  it("offers a template with a product of the account", async () => {
    server.use(mockListProducts(200, [{ sku: "CAP-RED", title: "Red cap", image: null }]), ...fullAccount());
    await open("/imports/new");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download a template" }).click(),
    ]);
    const text = (await (await download.createReadStream()).toArray()).join("");
    expect(text).toContain(",CAP-RED,2\r\n");
  });

  it("shows names of columns and ids of orders on one line", async () => {
    const problems = ["sourceOrderNumber", "firstName", "x".repeat(200)].map((column) => ({
      line: 1,
      column,
      message: `Unknown column; available: ${"firstName, ".repeat(20)}`,
    }));
    await choose({ problems });
    await page.getByText("3 problems to fix in the file").waitFor();
    const linesOf = (text: string) =>
      page.locator("code", { hasText: text }).evaluate((one) => {
        const range = one.ownerDocument.createRange();
        range.selectNodeContents(one);
        return range.getClientRects().length;
      });
    expect(await linesOf("sourceOrderNumber")).toBe(1);
    expect(await linesOf("firstName")).toBe(1);
    expect(await page.locator(".scrolling").evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    const id = "ord_01M8FCKHR9V1ZP7BW3KJS7GF7D";
    server.use(mockGetOrder(200, orderOf(1, { id, carrierCode: "ups", warehouse: "west" })), ...fullAccount());
    await open(`/orders/${id}`);
    await page.getByRole("heading", { name: "Details" }).waitFor();
    expect(await linesOf(id)).toBe(1);
    await page.getByText("UPS", { exact: true }).waitFor();
    await page.getByText("West Coast", { exact: true }).waitFor();
  });

  it("says one thing once", async () => {
    server.use(
      mockListOrders(200, { items: [orderOf(1)], total: 1 }),
      mockGetOrder(404),
      mockTestWebhook(200, { success: false, statusCode: 401, error: "Endpoint answered 401" }),
      ...fullAccount(),
    );
    await open("/orders");
    await page.getByText("1 order", { exact: true }).waitFor();
    await open("/orders/ord_404");
    await page.getByText("Check the address of this page").waitFor();
    await open("/webhooks/whk_01K8Z4Q2E9MB");
    await page.getByRole("button", { name: "Send a test event" }).click();
    await page.getByText("Not accepted").waitFor();
    expect(await page.locator(".result").textContent()).toBe("Not acceptedStatus 401");
  });
});
