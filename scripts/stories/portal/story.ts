// A customer signs in, creates a key, subscribes a receiver, imports a file and invites someone, who redeems on a telephone. Throws at the
// first step that ends otherwise.
import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { openTab, type Tab } from "../../../docs/checks/tab.ts";
import { type Account, call } from "../harness/account.ts";
import type { Receiver } from "../harness/receiver.ts";

const ordersOfFile = 20;

export interface World {
  /** Where the API for integrations is, and where the portal is. */
  readonly url: string;
  readonly portal: string;
  readonly account: Account;
  readonly user: { readonly email: string; readonly password: string };
  readonly receiver: Receiver;
}

/** What the story left behind. */
export interface Seen {
  /** Of the signed-in owner, to open other windows with. */
  readonly cookies: readonly { readonly name: string; readonly value: string }[];
  /** Of pages that there are only now. */
  readonly paths: readonly string[];
}

export async function playStory(browser: Browser, world: World): Promise<Seen> {
  const tab = await openTab(browser, world.portal, { viewport: { width: 1280, height: 900 } });
  const { page } = tab;
  page.setDefaultTimeout(30_000);
  await signIn(tab, world);
  const account = { ...world.account, apiKey: await createKey(page) };
  await call(`${world.url}/v1/auth`, account);
  assert.deepEqual(await tab.complaints(), [], "errors of the pages until here");
  world.receiver.secret = await subscribe(page, world);
  // Chromium reports the refused URL, and it is meant.
  await tab.complaints();
  await testDelivery(page);
  await importFile(page);
  const link = await invite(page);
  const landing = await openLanding(page, world);
  await redeem(browser, world, link);
  await orderOnLanding(browser, world, landing);
  await checkDeliveries(world);
  await revokeKey(page);
  await assert.rejects(call(`${world.url}/v1/auth`, account), /returned 401/);
  assert.deepEqual(await tab.complaints(), [], "errors of the pages");
  const records = [
    await firstLink(page, "/orders"),
    await firstLink(page, "/imports"),
    await firstLink(page, "/webhooks"),
  ];
  return { cookies: await page.context().cookies(), paths: [...records, new URL(link).pathname, landing] };
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
  await dialog.getByLabel("Name").fill("Shop");
  await dialog.getByRole("button", { name: "Create key" }).click();
  const key = await page.getByRole("textbox", { name: "Key" }).inputValue();
  assert.equal(key.length, 96);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("link", { name: "Orders", exact: true }).click();
  await page.getByRole("heading", { name: "Orders", exact: true }).waitFor();
  return key;
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

/** The template has a product of the account. */
async function importFile(page: Page): Promise<void> {
  await page.getByRole("link", { name: "CSV imports" }).click();
  await page.getByRole("link", { name: "New import" }).first().click();
  await page.locator("#import-campaign option").nth(1).waitFor({ state: "attached" });
  await page.locator("#import-campaign").selectOption({ index: 1 });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download a template" }).click(),
  ]);
  const text = (await (await download.createReadStream()).toArray()).join("");
  const [header = "", row = ""] = text.trim().split("\r\n");
  const rows = Array.from({ length: ordersOfFile }, (_, at) => row.replace("A-1", `A-${at + 1}`));
  const buffer = Buffer.from([header, ...rows, ""].join("\n"));
  await page.locator("input[type=file]").setInputFiles({ name: "orders.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: `Import ${ordersOfFile} orders` }).click();
  await page.getByText("All orders are placed").waitFor();
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

async function redeem(browser: Browser, { portal }: World, link: string): Promise<void> {
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
  await page.getByRole("button", { name: "Continue" }).tap();
  await page.getByRole("button", { name: "Place order" }).tap();
  await page.getByText("Required").first().waitFor();
  assert.equal(await page.getByLabel("First name").inputValue(), "Mara");
  await fillAddress(page);
  await page.getByRole("button", { name: "Place order" }).tap();
  await page.getByText("Thank you, your order is placed").waitFor();
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

/** Of the file, of the invite and of the landing page, each verified: `next` rejects when one does not verify. */
async function checkDeliveries({ receiver }: World): Promise<void> {
  for (let count = 0; count < ordersOfFile + 2; count += 1) await receiver.next("order.created");
  await receiver.next("invite.viewed");
  for (let count = 0; count < 4; count += 1) await receiver.next("invite.cart_updated");
  await receiver.next("invite.redeemed");
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
