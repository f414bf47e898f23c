// A customer signs in, creates a key, subscribes a receiver, imports a file and invites someone, who redeems on a telephone; then what an
// attacker would try in a browser. Throws at the first step that ends otherwise.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createServer } from "node:http";
import path from "node:path";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { z } from "zod";
import { openTab, type Tab } from "../../../docs/checks/tab.ts";
import { listenLocally } from "../../testing/programs.ts";
import { call } from "../harness/account.ts";
import type { Seen } from "./pages.ts";
import type { World } from "./world.ts";

const attack = `"'><img src=x onerror="window.attacked=1"><script>window.attacked=1</script>`;
const ordersOfFile = 500;
/** Of a request in a page, which has no limit of its own: a hang ends, and fails. */
const bounded = "signal: AbortSignal.timeout(30_000)";

export async function playStory(browser: Browser, world: World, pictures: string): Promise<Seen> {
  const tab = await openTab(browser, world.portal, { viewport: { width: 1280, height: 900 } });
  const { page } = tab;
  page.setDefaultTimeout(30_000);
  const picture = (name: string) => page.screenshot({ path: path.join(pictures, `story-${name}.png`) });

  await signIn(tab, world);
  const key = await createKey(page);
  assert.equal(await curl(world, key), 200, "curl with the new key");
  assert.deepEqual(await reachable(page, key), [], "the key after its page was left");

  assert.deepEqual(await tab.complaints(), [], "errors of the pages until here");
  world.receiver.secret = await subscribe(page, world);
  // Chromium reports the refused URL, and it is meant.
  await tab.complaints();
  await testDelivery(page);
  const seenCounts = await importFile(page, picture);
  console.log(`  progress seen: ${seenCounts.join(", ")} of ${ordersOfFile}`);

  const link = await invite(page);
  const landing = await openLanding(page, world);
  await redeem(browser, world, link, pictures);
  await orderOnLanding(browser, world, landing);
  await checkDeliveries(world);

  const attacked = await showStoredScripts(tab, world);
  await refuseForeignRequests(tab, world, attacked);

  await revokeKey(page);
  assert.equal(await curl(world, key), 401, "curl with the revoked key");
  const token = new URL(link).pathname.split("/").at(-1) ?? "";
  const secrets = { key, token, secret: world.receiver.secret, password: world.user.password };
  for (const [what, secret] of Object.entries(secrets))
    assert.ok(!world.log().includes(secret), `the log has the ${what}`);
  assert.deepEqual(await tab.complaints(), [], "errors of the pages");

  const cookies = await page.context().cookies();
  const [invitePath, importPath] = [new URL(link).pathname, await firstLink(page, "/imports")];
  const pages = [
    ...[
      "/orders",
      `/orders/${attacked}`,
      "/orders?search=nothing-like-it",
      "/orders/new",
      "/orders/new?kind=standalone",
    ],
    ...[
      "/imports",
      importPath,
      "/imports/new",
      "/campaigns",
      "/invites",
      "/webhooks",
      await firstLink(page, "/webhooks"),
    ],
    ...["/webhooks/new", "/settings/keys", "/settings/account", "/settings/members", "/no-such-page"],
    ...[invitePath, landing],
  ].map((one) => ({ path: one }));
  const others = [
    { path: "/redeem/unknown", isMissing: true },
    { path: "/settings/keys", opens: "Create key" },
    { path: "/campaigns", opens: "New campaign" },
    { path: "/invites", opens: "New invite" },
    { path: "/settings/account", opens: "Sign out everywhere" },
  ];
  return { origin: world.portal, cookies, pages: [...pages, ...others] };
}

async function signIn(tab: Tab, { portal, user }: World): Promise<void> {
  const { page } = tab;
  await page.goto(`${portal}/orders`);
  await page.getByLabel("E-mail address").fill(user.email);
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").waitFor();
  const before = await page.context().cookies();
  await page.getByLabel("Password").fill(user.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Orders", exact: true }).waitFor();
  const [cookie, ...others] = await page.context().cookies();
  assert.deepEqual(others, []);
  assert.ok(cookie?.httpOnly && cookie.sameSite === "Strict", "the session is a cookie that scripts cannot read");
  assert.ok(!before.some(({ value }) => value === cookie.value), "signing in gives a session of its own");
  // Chromium reports each 401, and these two are meant.
  await tab.complaints();
}

async function createKey(page: Page): Promise<string> {
  await page.getByRole("link", { name: "API keys" }).click();
  await page.getByRole("button", { name: "Create key" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await dialog.getByText("Required").waitFor();
  await dialog.getByLabel("Name").fill(`Shop ${attack}`);
  await dialog.getByRole("button", { name: "Create key" }).click();
  const key = await page.getByRole("textbox", { name: "Key" }).inputValue();
  assert.equal(key.length, 96);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("link", { name: "Orders", exact: true }).click();
  await page.getByRole("heading", { name: "Orders", exact: true }).waitFor();
  return key;
}

async function curl({ url }: World, key: string): Promise<number> {
  const parameters = [
    "-s",
    "-o",
    "/dev/null",
    "-w",
    "%{http_code}",
    "-H",
    `Authorization: Bearer ${key}`,
    `${url}/v1/auth`,
  ];
  const { stdout } = await promisify(execFile)("curl", parameters);
  return Number(stdout);
}

/** Where a page keeps a text: what it shows, its address, history and storage, and all that its scripts can still reach. */
async function reachable(page: Page, text: string): Promise<string[]> {
  const kept: unknown = await page.evaluate(`(async () => {
    const places = {
      page: document.documentElement.outerHTML + [...document.querySelectorAll("input, textarea")].map((one) => one.value),
      address: location.href,
      history: JSON.stringify(history.state),
      storage: JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + document.cookie,
      databases: JSON.stringify(await indexedDB.databases()),
      caches: JSON.stringify(await caches.keys()),
    };
    return Object.keys(places).filter((place) => String(places[place]).includes(${JSON.stringify(text)}));
  })()`);
  const found = Array.isArray(kept) ? kept.map(String) : ["unknown"];
  return (await heapOf(page)).includes(text) ? [...found, "memory"] : found;
}

/** With what is garbage collected first: this includes the cache of queries, and the states of components. */
async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  let text = "";
  session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => {
    text += chunk;
  });
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  await session.detach();
  return text;
}

async function subscribe(page: Page, { receiver }: World): Promise<string> {
  await page.getByRole("link", { name: "Webhooks", exact: true }).click();
  await page.getByRole("link", { name: "New subscription" }).first().click();
  await page.getByLabel("URL").fill("http://example.com/hooks");
  await page.getByRole("checkbox").first().waitFor();
  for (const box of await page.getByRole("checkbox").all()) await box.check();
  await page.getByRole("button", { name: "Create subscription" }).click();
  await page.locator("[data-field='url'] .problem").waitFor();
  await page.getByLabel("URL").fill(receiver.url);
  await page.getByRole("button", { name: "Create subscription" }).click();
  const secret = await page.getByRole("textbox", { name: "Secret" }).inputValue();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("heading", { name: "Failed deliveries" }).waitFor();
  return secret;
}

async function testDelivery(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Send a test event" }).click();
  await page.getByText("Accepted").waitFor();
  await page.getByText("Status 204").waitFor();
  const toggle = page.locator(".switch");
  await toggle.click();
  await page.getByText("Paused", { exact: true }).waitFor();
  await toggle.click();
  await page.getByText("Active", { exact: true }).waitFor();
}

async function importFile(page: Page, picture: (name: string) => Promise<unknown>): Promise<number[]> {
  await page.getByRole("link", { name: "CSV imports" }).click();
  await page.getByRole("link", { name: "New import" }).first().click();
  await page.locator("#import-campaign option").nth(1).waitFor({ state: "attached" });
  await page.locator("#import-campaign").selectOption({ index: 1 });
  const choose = async (name: string, text: string): Promise<void> => {
    await page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  };
  const [header = "", row = ""] = await template(page);
  await choose("broken.csv", `${header}\n${row.replace("97209", "")}\n`);
  await page.getByText("1 problem to fix in the file").waitFor();
  await picture("import-problems");
  const rows = Array.from({ length: ordersOfFile }, (_, at) =>
    row.replace("A-1", `A-${at + 1}`).replace("Ada", `Ada ${at + 1}`),
  );
  await choose("orders.csv", [header, ...rows, ""].join("\n"));
  await page.getByText(`${ordersOfFile} orders with ${ordersOfFile} line items`).waitFor();
  await picture("import-preview");
  await page.getByRole("button", { name: `Import ${ordersOfFile} orders` }).click();
  const counts = await countsOf(page, ordersOfFile);
  await page.getByText("All orders are placed").waitFor();
  await page.getByText(`1–50 of ${ordersOfFile} orders`).waitFor();
  await picture("import-report");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download report" }).click(),
  ]);
  const stream = await download.createReadStream();
  const report = (await stream.toArray()).join("").trim().split("\r\n");
  assert.equal(report.length, ordersOfFile + 1, "the report has a line for each order");
  await page.goto(new URL("/imports/new", page.url()).href);
  await page.locator("#import-campaign option").nth(1).waitFor({ state: "attached" });
  await page.locator("#import-campaign").selectOption({ index: 1 });
  await choose("renamed.csv", [header, ...rows, ""].join("\n"));
  await page.getByText("Orders with numbers of this file exist already").waitFor();
  await picture("import-again");
  return counts;
}

/** The header and the row of the template, which has a product of the account. */
async function template(page: Page): Promise<string[]> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download a template" }).click(),
  ]);
  const text = (await (await download.createReadStream()).toArray()).join("");
  return text.trim().split("\r\n");
}

/** The values that the progress bar showed, until it is full or gone. */
async function countsOf(page: Page, all: number): Promise<number[]> {
  await page.locator("progress").waitFor();
  const counts: unknown = await page.evaluate(`new Promise((resolve) => {
    const counts = [];
    const look = () => {
      const value = document.querySelector("progress")?.value;
      if (value !== undefined && value !== counts.at(-1)) counts.push(value);
      // A slow machine may never see it full: the report has replaced it by then.
      if (value === ${all} || (value === undefined && counts.length > 0)) resolve(counts);
      else setTimeout(look, 50);
    };
    look();
  })`);
  return Array.isArray(counts) ? counts.map(Number) : [];
}

async function invite(page: Page): Promise<string> {
  await page.getByRole("link", { name: "Invites", exact: true }).click();
  await page.getByRole("button", { name: "New invite" }).first().click();
  const dialog = page.getByRole("dialog");
  const campaign = dialog.getByLabel("Campaign");
  await campaign.locator("option").nth(1).waitFor({ state: "attached" });
  await campaign.selectOption({ index: 1 });
  await dialog.getByLabel("First name").fill("Mara");
  await dialog.getByLabel("E-mail address").fill("mara.lindqvist@example.com");
  await dialog.getByRole("button", { name: "Create invite" }).click();
  const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("mara.lindqvist@example.com").first().waitFor();
  return link;
}

async function openLanding(page: Page, { portal }: World): Promise<string> {
  await page.getByRole("link", { name: "Campaigns", exact: true }).click();
  await page.getByRole("button", { name: "New campaign" }).first().click();
  await page.getByRole("dialog").getByLabel("Title").fill("Autumn gifts");
  await page.getByRole("checkbox", { name: "Open a landing page at once" }).check();
  await page.getByRole("button", { name: "Create campaign" }).click();
  const card = page.locator(".card", { hasText: "Autumn gifts" });
  const target = await card.locator("a[href^='/landing/']").getAttribute("href");
  return new URL(target ?? "", portal).pathname;
}

const telephone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

async function redeem(browser: Browser, { portal }: World, link: string, pictures: string): Promise<void> {
  const tab = await openTab(browser, portal, telephone);
  const { page } = tab;
  await page.goto(link);
  const products = page.locator(".product");
  const [first, second] = [products.nth(0), products.nth(1)];
  // Stored, too: taps that the service does not have yet become one change.
  const count = async (text: string): Promise<void> => {
    await page.locator(".bar").getByText(text, { exact: true }).waitFor();
    await page.locator(".products[aria-busy='false']").waitFor();
  };
  await first.getByRole("button", { name: /^One more/ }).tap();
  await count("1 item");
  await first.getByRole("button", { name: /^One more/ }).tap();
  await count("2 items");
  await second.getByRole("button", { name: /^One more/ }).tap();
  await count("3 items");
  await second.getByRole("button", { name: /^One less/ }).tap();
  await count("2 items");
  await page.screenshot({ path: path.join(pictures, "story-redeem-cart.png") });
  await page.getByRole("button", { name: "Continue" }).tap();
  await page.getByRole("button", { name: "Place order" }).tap();
  await page.getByText("Required").first().waitFor();
  assert.equal(await page.getByLabel("First name").inputValue(), "Mara");
  await fillAddress(page);
  await page.screenshot({ path: path.join(pictures, "story-redeem-address.png") });
  await page.getByRole("button", { name: "Place order" }).tap();
  await page.getByText("Thank you, your order is placed").waitFor();
  await page.screenshot({ path: path.join(pictures, "story-redeem-done.png") });
  await page.reload();
  await page.getByText("Thank you, your order is placed").waitFor();
  assert.deepEqual(await tab.complaints(), [], "errors of the redemption page");
  await tab.close();
}

async function fillAddress(page: Page): Promise<void> {
  const values = {
    "First name": "Mara",
    "Last name": "Lindqvist",
    "E-mail address": "mara.lindqvist@example.com",
    "Street and house number": "418 Juniper Lane",
    City: "Portland",
    State: "OR",
    "ZIP code": "97205",
  };
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
}

async function orderOnLanding(browser: Browser, { portal }: World, landing: string): Promise<void> {
  const tab = await openTab(browser, portal, telephone);
  const { page } = tab;
  await page.goto(`${portal}${landing}`);
  await page
    .getByRole("button", { name: /^One more/ })
    .first()
    .tap();
  await page.getByRole("button", { name: "Continue" }).tap();
  await fillAddress(page);
  await page.getByRole("button", { name: "Place order" }).tap();
  await page.getByText("Thank you, your order is placed").waitFor();
  assert.deepEqual(await tab.complaints(), [], "errors of the landing page");
  await tab.close();
}

/** All of the file, of the invite and of the landing page, each verified; nothing that does not verify. */
async function checkDeliveries({ url, account, receiver, deliveries }: World): Promise<void> {
  const orders = new Set<string>();
  while (orders.size < ordersOfFile + 2) {
    const event = await receiver.next("order.created");
    if (event.event === "order.created") orders.add(event.data.orderId);
  }
  const sources = new Map<string, number>();
  const list = z.array(z.object({ id: z.string(), orderSource: z.string() }));
  for (let offset = 0; sources.size === 0 || offset < ordersOfFile + 2; offset += 200) {
    const page = list.parse(await call(`${url}/v1/orders/list?limit=200&offset=${offset}`, account));
    for (const { id, orderSource } of page)
      if (orders.has(id)) sources.set(orderSource, (sources.get(orderSource) ?? 0) + 1);
  }
  assert.deepEqual(Object.fromEntries(sources), { CSV_IMPORT: ordersOfFile, REDEEM_PAGE: 1, LANDING_PAGE: 1 });
  await receiver.next("invite.viewed");
  const changes: string[] = [];
  for (let count = 0; count < 4; count += 1) changes.push(JSON.stringify(await receiver.next("invite.cart_updated")));
  const kinds = changes.map((text) => /CART_\w+/.exec(text)?.[0]);
  assert.deepEqual(kinds.toSorted(), ["CART_ADD", "CART_ADD", "CART_REMOVE", "CART_UPDATE"]);
  await receiver.next("invite.redeemed");
  assert.ok(
    deliveries.every((delivery) => "event" in delivery),
    "every delivery verifies",
  );
}

/** An order in which every text is a script. Returns its id. */
async function showStoredScripts(tab: Tab, { portal, account }: World): Promise<string> {
  const { page } = tab;
  const [sku = ""] = account.skus;
  const shipTo = {
    firstName: attack,
    lastName: attack,
    email: "ada@example.com",
    street1: attack,
    city: attack,
    state: attack,
    zip: "97209",
  };
  const body = JSON.stringify({ shipTo, products: [{ sku, quantity: 1 }], notes: attack, companyName: attack });
  const headers = { "Content-Type": "application/json", "X-Portal-Request": "1" };
  const request = JSON.stringify({ method: "POST", headers, body });
  const created = await page.evaluate(
    `fetch("/portal/v1/standalone-orders", { ...${request}, ${bounded} }).then((response) => response.json())`,
  );
  await page.goto(`${portal}/orders`);
  await page.getByText(attack).first().waitFor();
  const orderId = z.object({ id: z.string() }).parse(created).id;
  await page.goto(`${portal}/orders/${orderId}`);
  await page.getByRole("heading", { name: "Notes" }).waitFor();
  assert.equal((await page.getByText(attack).count()) >= 2, true);
  for (const other of ["/settings/keys", "/campaigns", "/imports"]) {
    await page.goto(`${portal}${other}`);
    await page.locator("h1").waitFor();
  }
  assert.equal(await page.evaluate("window.attacked ?? null"), null, "no stored script has run");
  return orderId;
}

/** A page on another port is of the same site: the cookie goes along, and only the header and the origin tell. */
async function refuseForeignRequests(tab: Tab, { portal }: World, orderId: string): Promise<void> {
  const { page } = tab;
  const target = `${portal}/portal/v1/orders/${orderId}/cancel`;
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(
      `<!doctype html><title>foreign</title><form method="post" action="${target}"><button>Win</button></form>`,
    );
  });
  const foreign = await listenLocally(server);
  // In the same tab: Chromium did not always close a second one, and then nothing went on.
  await page.goto(foreign);
  await page.evaluate(
    `fetch(${JSON.stringify(target)}, { method: "POST", mode: "no-cors", credentials: "include", ${bounded} }).catch(() => 0)`,
  );
  await page.evaluate(
    `fetch(${JSON.stringify(target)}, { method: "POST", credentials: "include", headers: { "X-Portal-Request": "1" }, ${bounded} }).catch(() => 0)`,
  );
  const [response] = await Promise.all([page.waitForResponse(target), page.getByRole("button").click()]);
  assert.equal(response.status(), 403, "a form of another origin");
  server.close();
  // Chromium reports the refused ones, and they are meant.
  await tab.complaints();
  await page.goto(`${portal}/orders/${orderId}`);
  await page.getByText("Awaiting shipment").waitFor();
}

async function revokeKey(page: Page): Promise<void> {
  await page.getByRole("link", { name: "API keys" }).click();
  const row = page.getByRole("row", { name: /^Shop/ });
  await row.getByRole("button", { name: /^Revoke/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke key" }).click();
  await row.getByText("Revoked").waitFor();
}

/** The path of the first record of a list. */
async function firstLink(page: Page, list: string): Promise<string> {
  const [origin] = [new URL(page.url()).origin];
  await page.goto(`${origin}${list}`);
  return (await page.locator(".row-link").first().getAttribute("href")) ?? list;
}
