// The portal and the pages of recipients, built, in Chromium: forms, secrets, stored scripts, sessions, carts. The generated mocks respond.
import type { Browser, Locator, Page, Route } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { openTab, type Tab } from "../../../../docs/checks/tab.ts";
import { chromiumTimeout, describeWithChromium } from "../../../../scripts/testing/chromium.ts";
import { launchChromium } from "../../../../scripts/testing/chromium-program.ts";
import { oneIn } from "../../../../scripts/testing/long.ts";
import {
  mockAddCartItem,
  mockCreateApiKey,
  mockCreateStandaloneOrder,
  mockGetLandingPage,
  mockGetRedemption,
  mockGetSession,
  mockListApiKeys,
  mockListOrders,
  mockPreviewImport,
  mockRedeemInvite,
  mockRemoveCartItem,
  mockSignIn,
  mockUpdateCartItem,
} from "../src/generated/mocks/index.gen.ts";
import { attack, attackedAccount, attackedPages } from "./attack.ts";
import { type PortalServer, servePortal } from "./portal-server.ts";
import { fullAccount, orderOf, products, redemption, session } from "./records.ts";
import { fillAddress, fillOrder, returnToTab } from "./steps.ts";

const key = `ful_${"k3yThatNoOneMaySee".repeat(6)}`.slice(0, 96);

describeWithChromium("the portal", () => {
  let server: PortalServer;
  let browser: Browser;
  let tab: Tab;
  let page: Page;

  beforeAll(async () => {
    server = await servePortal();
    browser = await launchChromium();
    tab = await openTab(browser, server.origin, { viewport: { width: 1280, height: 900 } });
    page = tab.page;
    page.setDefaultTimeout(45_000);
  }, chromiumTimeout);

  afterAll(async () => {
    await browser.close();
    await server.close();
  }, chromiumTimeout);

  beforeEach(async () => {
    if (page.url().startsWith(server.origin)) await page.evaluate("sessionStorage.clear()");
    server.use(...fullAccount());
    server.sent();
  });

  const open = async (path: string): Promise<void> => void (await page.goto(`${server.origin}${path}`));
  const problemOf = (label: string) =>
    page.locator(".field", { has: page.getByLabel(label, { exact: true }) }).locator(".problem");

  it("shows problems of the validators at their fields and sends nothing", async () => {
    await open("/orders/new?kind=standalone");
    await page.getByLabel("Product", { exact: true }).waitFor();
    await page.getByLabel("E-mail address").fill("ada");
    await page.getByRole("button", { name: "Place order" }).click();
    await problemOf("First name").waitFor();
    expect(await problemOf("First name").textContent()).toBe("Required");
    expect(await problemOf("E-mail address").textContent()).toContain("name@example.com");
    expect(await problemOf("Phone (optional)").count()).toBe(0);
    // The first one has the focus, so that a screen reader reads it with its problem.
    expect(await page.evaluate("document.activeElement.outerHTML")).toContain('name="products.0.sku"');
    expect(server.sent()).toEqual([]);
  });

  it("shows problems that the service finds at their fields, and the rest above the form", async () => {
    const fields = [
      { path: "shipTo.zip", message: "Unknown postal code" },
      { path: "campaignId", message: "No campaign is open" },
    ];
    server.use(
      mockCreateStandaloneOrder(400, { code: "invalid_request", message: "Some fields are invalid.", fields }),
      ...fullAccount(),
    );
    await open("/orders/new?kind=standalone");
    await fillOrder(page);
    await page.getByRole("button", { name: "Place order" }).click();
    await problemOf("ZIP code").waitFor();
    expect(await problemOf("ZIP code").textContent()).toBe("Unknown postal code");
    expect(await page.getByRole("alert").textContent()).toContain("campaignId: No campaign is open");
    // Solving a problem takes it away.
    await page.getByLabel("ZIP code").fill("97205");
    await expect.poll(() => problemOf("ZIP code").count()).toBe(0);
    expect(server.sent()).toEqual(["POST /portal/v1/standalone-orders"]);
    tab.complaints();
  });

  it("keeps filters, search, order, size and page of the list in the address, and exports all that they find", async () => {
    await open("/orders");
    await page.getByText("1–20 of 45 orders").waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText("21–40 of 45 orders").waitFor();
    expect(page.url()).toBe(`${server.origin}/orders?offset=20`);
    await page.getByLabel("Page", { exact: true }).fill("3");
    await page.keyboard.press("Enter");
    await page.getByText("41–45 of 45 orders").waitFor();
    await page.getByLabel("Per page").selectOption("50");
    await page.getByText("1–45 of 45 orders").waitFor();
    const sorted = page.waitForRequest(/placedFrom=2025-11-0\d.*placedBefore=2025-11-0\d.*sort=OLDEST/);
    await page.getByLabel("Placed from").fill("2025-11-07");
    await page.getByLabel("Placed until").fill("2025-11-07");
    await page.getByLabel("Order of the list").selectOption("OLDEST");
    await sorted;
    expect(page.url()).toBe(`${server.origin}/orders?per=50&from=2025-11-07&to=2025-11-07&sort=OLDEST`);
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    expect((await (await (await saved).createReadStream()).toArray()).join("").split("\r\n")).toHaveLength(47);
    await open("/orders");
    await page.getByLabel("Search orders").fill("lindqvist");
    await page.getByText("1–7 of 7 orders").waitFor();
    expect(page.url()).toBe(`${server.origin}/orders?search=lindqvist`);
    await page.reload();
    await page.getByText("1–7 of 7 orders").waitFor();
    await page.getByLabel("Search orders").fill("no one");
    await page.getByText("No order matches").waitFor();
    await page.getByRole("button", { name: "Remove all filters" }).click();
    await page.getByText("1–20 of 45 orders").waitFor();
  });

  it("shows a new key once, and keeps it nowhere", async () => {
    const [apiKey] = mockListApiKeys.sample(200).body;
    if (apiKey === undefined) throw new Error("the example has no key");
    server.use(mockCreateApiKey(201, { apiKey, key }), ...fullAccount());
    await open("/settings/keys");
    await page.getByRole("button", { name: "Create key" }).first().click();
    await page.getByLabel("Name").fill("Shop integration");
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    expect(await page.getByRole("textbox", { name: "Key" }).inputValue()).toBe(key);
    const command = `curl -w '\\n' -H 'Authorization: Bearer ${key}' https://api.waybill.example/v1/auth`;
    expect(await page.getByRole("textbox", { name: "Command" }).inputValue()).toBe(command);
    // A click beside it does not lose it.
    await page.mouse.click(5, 5);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("link", { name: "Orders", exact: true }).click();
    await page.getByText("1–20 of 45 orders").waitFor();
    expect(await placesOf(page, key)).toEqual([]);
    await page.goBack();
    await page.getByRole("rowheader", { name: "Reporting" }).waitFor();
    expect(await placesOf(page, key)).toEqual([]);
  });

  it("shows stored scripts as text on every page", async () => {
    await tab.complaints();
    server.use(...attackedAccount());
    for (const path of oneIn(3, attackedPages)) {
      await open(path);
      await page.locator("h1").waitFor();
      await page.locator(".skeleton").first().waitFor({ state: "detached" });
      const text = String(
        await page.evaluate("document.body.innerText + [...document.querySelectorAll('option')].map((o) => o.text)"),
      );
      expect(text, path).toContain(path.startsWith("/webhooks") ? "attacked" : attack);
      expect(
        await page.evaluate("window.attacked ?? document.querySelectorAll('#root script, #root img[src=x]').length"),
        path,
      ).toBe(0);
    }
    expect(await tab.complaints()).toEqual([]);
  });

  it("asks to sign in when the session has ended, and shows the same page afterwards", async () => {
    server.use(mockListOrders(401), mockGetSession([200, 401]), ...fullAccount());
    await open("/orders?status=SHIPPED");
    await page.getByLabel("E-mail address").waitFor();
    server.use(
      mockSignIn(401, { code: "wrong_credentials", message: "Wrong e-mail address or password.", fields: [] }),
    );
    await page.getByLabel("E-mail address").fill("ada@northwind.example");
    await page.getByLabel("Password").fill(" a pass phrase ");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Wrong e-mail address or password.").waitFor();
    server.use(...fullAccount());
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("of 9 orders").waitFor();
    expect(page.url()).toBe(`${server.origin}/orders?status=SHIPPED`);
    await tab.complaints();
  });

  it("says that a session has ended, and that an order whose response was lost may be placed", async () => {
    await open("/orders/new?kind=standalone");
    await fillOrder(page);
    await page.route("**/portal/v1/standalone-orders", (route) => route.abort());
    await page.getByRole("button", { name: "Place order" }).click();
    await page.getByRole("alert").getByText("The order may be placed").waitFor();
    await page.unroute("**/portal/v1/standalone-orders");
    server.use(mockCreateStandaloneOrder(401), mockGetSession(401), ...fullAccount());
    await page.getByRole("button", { name: "Place order" }).click();
    await page.getByRole("status").getByText("Your session has ended.").waitFor();
    await tab.complaints();
  });

  it("keeps what was typed when the session cannot be asked about, and nothing of one member for the next", async () => {
    await open("/orders/new?kind=standalone");
    await page.getByLabel("First name").fill("Mara");
    await page.route("**/portal/v1/session", (route) => route.abort());
    const asked = page.waitForEvent("requestfailed");
    await returnToTab(page);
    await asked;
    // Two more attempts, and then it has failed.
    await page.waitForEvent("requestfailed");
    await page.waitForEvent("requestfailed");
    await page.unroute("**/portal/v1/session");
    expect(await page.getByLabel("First name").inputValue()).toBe("Mara");
    const other = { ...session, member: { ...session.member, id: "usr_9", name: "Zoe Marsh" } };
    server.use(mockGetSession(200, other), ...fullAccount());
    await returnToTab(page);
    await page.getByText("Zoe Marsh").waitFor();
    expect(await page.getByLabel("First name").inputValue()).toBe("");
    await tab.complaints();
  });

  it("says that there is no network or that it is slow, and goes on when there is one", async () => {
    await open("/orders");
    await page.getByText("1–20 of 45 orders").waitFor();
    await page.context().setOffline(true);
    await page.getByText("You are offline.").waitFor();
    // Its code is not loaded yet.
    await page.getByRole("link", { name: "Members" }).click();
    await page.context().setOffline(false);
    await page.getByRole("heading", { name: "Members" }).waitFor();
    expect(await page.getByText("You are offline.").count()).toBe(0);
    await held(page, "**/portal/v1/invites?*");
    await page.getByRole("link", { name: "Invites" }).click();
    await page.getByText("This is taking longer than usual.").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("3 invites").waitFor();
    await tab.complaints();
  });

  it("paints a skeleton before any code is loaded", async () => {
    await page.route("**/*.js", (route) => route.abort());
    for (const path of ["/orders", "/redeem/t0ken"]) {
      await open(path);
      expect(await page.locator(".skeleton i").first().boundingBox(), path).toMatchObject({ height: 44 });
    }
    await page.unroute("**/*.js");
    await tab.complaints();
  });

  it("adds a search to the filter that was chosen while it was typed", async () => {
    await open("/orders");
    await page.getByLabel("Search orders").fill("lindqvist");
    await page.getByLabel("Status").selectOption("SHIPPED");
    const both = expect.arrayContaining(["status=SHIPPED", "search=lindqvist"]);
    await expect.poll(() => page.url().split(/[?&]/)).toEqual(both);
  });

  it("leads from a page that a list no longer has to its last one", async () => {
    await open("/orders?offset=600");
    await page.getByText("This page is past the last of 45 orders").waitFor();
    expect(await page.getByRole("table").count()).toBe(0);
    await page.getByRole("button", { name: "Previous" }).click();
    await page.getByText("41–45 of 45 orders").waitFor();
  });

  it("shows the actions of a row beside each other, and fields of addresses in full on a telephone", async () => {
    await open("/settings/keys");
    const topOf = async (name: string) => (await page.getByRole("button", { name }).boundingBox())?.y;
    await page.getByRole("button", { name: "Rename Shop integration" }).waitFor();
    expect(await topOf("Rename Shop integration")).toBe(await topOf("Revoke Shop integration"));
    await page.setViewportSize({ width: 360, height: 740 });
    await open("/orders/new?kind=standalone");
    const box = await page.getByLabel("E-mail address").boundingBox();
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(box?.width).toBeGreaterThan(240);
  });

  it("leaves out of the menu what members may not do", async () => {
    server.use(mockGetSession(200, { ...session, member: { ...session.member, role: "MEMBER" } }), ...fullAccount());
    await open("/orders");
    await page.getByRole("link", { name: "Account" }).waitFor();
    expect(await page.getByRole("link", { name: "API keys" }).count()).toBe(0);
    expect(await page.getByRole("link", { name: "Members" }).count()).toBe(0);
  });

  it("offers to cancel only an order that awaits shipment", async () => {
    await open(`/orders/${orderOf(1).id}`);
    await page.getByRole("heading", { name: "Life cycle" }).waitFor();
    expect(await page.getByRole("button", { name: "Cancel order" }).count()).toBe(0);
    await open(`/orders/${orderOf(0).id}`);
    await page.getByRole("button", { name: "Cancel order" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Keep order" }).click();
    expect(server.sent()).toEqual([]);
    await page.getByRole("button", { name: "Cancel order" }).click();
    await clickTwice(page.getByRole("alertdialog").getByRole("button", { name: "Cancel order" }));
    await page.getByText("was cancelled.").waitFor();
    expect(server.sent()).toEqual([`POST /portal/v1/orders/${orderOf(0).id}/cancel`]);
  });

  it("starts an import once, however often the button is clicked", async () => {
    await open("/imports/new");
    await page.locator("#import-campaign option").nth(1).waitFor({ state: "attached" });
    await page.getByLabel("Campaign").selectOption({ index: 1 });
    const file = { name: "orders.csv", mimeType: "text/csv", buffer: Buffer.from("firstName\nAda\n") };
    server.use(
      mockPreviewImport(200, { fileName: "orders.csv", orders: 1, items: 1, sample: [], problems: [] }),
      ...fullAccount(),
    );
    await page.locator("input[type='file']").setInputFiles(file);
    await clickTwice(page.getByRole("button", { name: "Import 1 order" }));
    await page.getByRole("heading", { name: "Report" }).waitFor();
    expect(server.sent()).toEqual(["POST /portal/v1/import-previews", "POST /portal/v1/imports"]);
  });

  it("reports one visit of a recipient, and each change of the cart", async () => {
    const [mug, tee] = products;
    if (mug === undefined || tee === undefined) throw new Error("there are two products");
    const inCart = (items: readonly { sku: string; title: string; quantity: number }[]) => ({ items: [...items] });
    server.use(
      mockGetRedemption(200, { ...redemption, products, cart: inCart([]) }),
      mockAddCartItem(200, inCart([{ ...mug, quantity: 1 }])),
      mockUpdateCartItem(200, inCart([{ ...mug, quantity: 2 }])),
      mockRemoveCartItem(200, inCart([])),
    );
    await open("/redeem/t0ken");
    // The same visit in another language.
    await page.getByRole("link", { name: "Deutsch" }).click();
    await page.getByText("Der Warenkorb ist leer").waitFor();
    await page.getByRole("link", { name: "English" }).click();
    await page.getByRole("button", { name: "One more of White mug" }).click();
    await page.getByText("1 item").waitFor();
    await page.getByRole("button", { name: "One more of White mug" }).click();
    await page.getByText("2 items").waitFor();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByLabel("First name").waitFor();
    expect(await page.getByLabel("First name").inputValue()).toBe("Ada");
    expect(server.sent()).toEqual([
      "POST /redeem/v1/t0ken/views",
      "POST /redeem/v1/t0ken/cart",
      "PUT /redeem/v1/t0ken/cart/MUG-WHT",
    ]);
  });

  it("sends what a recipient taps meanwhile as one change, when the one before is stored", async () => {
    const [mug] = products;
    if (mug === undefined) throw new Error("there is a product");
    server.use(
      mockGetRedemption(200, { ...redemption, products, cart: { items: [] } }),
      mockAddCartItem(200, { items: [{ ...mug, quantity: 1 }] }),
      mockUpdateCartItem(200, { items: [{ ...mug, quantity: 4 }] }),
      ...fullAccount(),
    );
    const release = await held(page, "**/redeem/v1/*/cart");
    await open("/redeem/t0ken-0");
    const more = page.getByRole("button", { name: "One more of White mug" });
    for (let taps = 0; taps < 4; taps += 1) await more.click();
    await page.getByText("4 items").waitFor();
    expect(await page.getByRole("button", { name: "Continue" }).getAttribute("aria-disabled")).toBe("true");
    const changed = page.waitForRequest((request) => request.method() === "PUT");
    release();
    expect((await changed).postDataJSON()).toEqual({ quantity: 4 });
    await page.locator(".products[aria-busy='false']").waitFor();
    await page.getByText("4 items").waitFor();
    expect(server.sent()).toEqual([
      "POST /redeem/v1/t0ken-0/views",
      "POST /redeem/v1/t0ken-0/cart",
      "PUT /redeem/v1/t0ken-0/cart/MUG-WHT",
    ]);
  });

  it("shows the cart of the service again when a change is not stored", async () => {
    server.use(
      mockGetRedemption(200, { ...redemption, products, cart: { items: [] } }),
      mockAddCartItem(400, { code: "not_allowed", message: "A cart has at most 100 products.", fields: [] }),
      ...fullAccount(),
    );
    await open("/redeem/t0ken-1");
    await page.getByRole("button", { name: "One more of White mug" }).click();
    await page.getByRole("alert").getByText("A cart has at most 100 products.").waitFor();
    await page.getByText("The cart is empty").waitFor();
    await tab.complaints();
  });

  it("leads a recipient back to the step before, and keeps what was typed", async () => {
    const [mug] = products;
    if (mug === undefined) throw new Error("there is a product");
    server.use(
      mockGetRedemption(200, { ...redemption, products, cart: { items: [{ ...mug, quantity: 2 }] } }),
      ...fullAccount(),
    );
    await open("/redeem/t0ken-2");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByLabel("Apartment, floor or similar").fill("Floor 4");
    await page.goBack();
    await page.getByRole("heading", { name: "Choose what you would like" }).waitFor();
    await page.getByText("2 items").waitFor();
    await page.goForward();
    expect(await page.getByLabel("Apartment, floor or similar").inputValue()).toBe("Floor 4");
    await page.getByRole("button", { name: "Change" }).click();
    await page.getByRole("heading", { name: "Choose what you would like" }).waitFor();
    await page.goForward();
    await page.reload();
    await page.getByRole("heading", { name: "Where should it go?" }).waitFor();
    // Emptied elsewhere meanwhile: it starts from scratch, and the first product does not lead on by itself.
    server.use(
      mockGetRedemption(200, { ...redemption, products, cart: { items: [] } }),
      mockAddCartItem(200, { items: [{ ...mug, quantity: 1 }] }),
      ...fullAccount(),
    );
    await page.reload();
    await page.getByRole("button", { name: "One more of White mug" }).click();
    await page.locator(".products[aria-busy='false']").waitFor();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Choose what you would like");
  });

  it("keeps the cart of a landing page when it is reloaded, until the order is placed", async () => {
    server.use(
      mockGetLandingPage(200, { ...mockGetLandingPage.sample(200).body, campaignTitle: "Autumn gifts", products }),
      ...fullAccount(),
    );
    await open("/landing/t0ken");
    await page.getByRole("button", { name: "One more of White mug" }).click();
    await page.getByRole("button", { name: "One more of Notebook A5" }).click();
    await page.reload();
    await page.getByText("2 items").waitFor();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.reload();
    await page.getByText("Notebook A5").waitFor();
    await fillAddress(page);
    await page.getByRole("button", { name: "Place order" }).click();
    await page.getByText("Thank you, your order is placed").waitFor();
    await page.reload();
    await page.getByText("The cart is empty").waitFor();
  });

  it("shows a recipient whose order was placed before that it is", async () => {
    const [mug] = products;
    if (mug === undefined) throw new Error("there is a product");
    const full = { ...redemption, products, cart: { items: [{ ...mug, quantity: 1 }] } };
    server.use(
      mockGetRedemption(200, full),
      mockRedeemInvite(400, { code: "redeemed", message: "This invite is redeemed already.", fields: [] }),
      ...fullAccount(),
    );
    await open("/redeem/t0ken-3");
    await page.getByRole("button", { name: "Continue" }).click();
    await fillAddress(page);
    server.use(
      mockGetRedemption(200, { ...full, status: "REDEEMED", orderNumber: "W-10007", shipment: orderOf(1) }),
      mockRedeemInvite(400, { code: "redeemed", message: "This invite is redeemed already.", fields: [] }),
      ...fullAccount(),
    );
    await page.getByRole("button", { name: "Place order" }).click();
    await page.getByText("W-10007").waitFor();
    await page.getByRole("link", { name: "Deutsch" }).click();
    await page.getByText("Unterwegs", { exact: true }).waitFor();
    expect(await page.locator(".tracking").textContent()).toMatch(/Versandt am 21\.11\.2025.*UPS 1Z999AA10123456784/);
    expect(await page.locator("html").getAttribute("lang")).toBe("de");
    await tab.complaints();
  });

  it("tells a recipient whose link was replaced what to do", async () => {
    server.use(mockGetRedemption(404));
    await open("/redeem/old");
    await page.getByText("This link is not valid").waitFor();
    expect(server.sent()).toEqual([]);
  });
});

/** Holds the next request to such an address back until the function is called that it returns. */
async function held(page: Page, addresses: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const hold = async (route: Route): Promise<void> => {
    await promise;
    await route.continue();
  };
  await page.route(addresses, hold, { times: 1 });
  return resolve;
}

/** The second click comes before the page is rendered again. */
async function clickTwice(button: Locator): Promise<void> {
  await button.focus();
  await button.page().evaluate("document.activeElement.click(), document.activeElement.click()");
}

/** Where a page could keep a text: what it shows, its address, its history, its storage; and any string that a script still reaches. */
async function placesOf(page: Page, text: string): Promise<string[]> {
  const kept: unknown = await page.evaluate(`(async () => {
    const places = {
      page: document.documentElement.outerHTML + [...document.querySelectorAll("input, textarea")].map((one) => one.value),
      address: location.href,
      history: JSON.stringify(history.state),
      "local storage": JSON.stringify(localStorage),
      "session storage": JSON.stringify(sessionStorage),
      cookies: document.cookie,
      databases: JSON.stringify(await indexedDB.databases()),
    };
    return Object.keys(places).filter((place) => String(places[place]).includes(${JSON.stringify(text)}));
  })()`);
  return Array.isArray(kept) ? kept.map(String) : ["unknown"];
}
