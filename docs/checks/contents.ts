// What readers once looked for on pages and did not find, or found twice with different numbers: the base URL, the way from the reference to
// guides, the order of what an event page says, and figures that have to agree.
import type { Page } from "playwright-core";
import { z } from "zod";
import type { Check, Finding } from "./check.ts";
import { openTab } from "./tab.ts";

type Look = (page: Page) => Promise<string | null>;

const looks: readonly (readonly [path: string, look: Look])[] = [
  ["/reference/http/", hasBaseUrl],
  ["/reference/authentication/", hasBaseUrl],
  ["/reference/http/orders/create-order/", leadsToGuides],
  ["/reference/http/orders/create-order/", requiredInRequestsOnly],
  ["/reference/http/orders/create-order/", notesFolded],
  ["/reference/http/orders/create-order/", repeatedHeaders],
  ["/reference/events/order-shipped/", eventInOrder],
  ["/reference/events/webhook-test/", saysWhoGetsIt],
  ["/guides/pagination/", pagesEveryList],
  ["/guides/quick-start/", sourceAtTitle],
];

export const checkContents: Check = async ({ browser, url }) => {
  const findings: Finding[] = [];
  const { page, close } = await openTab(browser, url, { viewport: { width: 1440, height: 900 } });
  for (const [path, look] of looks) {
    await page.goto(url + path, { waitUntil: "load" });
    const problem = await look(page);
    if (problem !== null) findings.push({ where: path, what: problem });
  }
  const counts = await operationCounts(page, url);
  if (new Set(counts.values()).size !== 1)
    findings.push({
      where: "/",
      what: `operations are counted as ${[...counts].map((one) => one.join(": ")).join(", ")}`,
    });
  await close();
  return { findings, notes: [`${looks.length + 1} things that readers look for`] };
};

async function hasBaseUrl(page: Page): Promise<string | null> {
  const text = await textOf(page, "main");
  return /https:\/\/[\w.-]+/.test(text) ? null : "does not say the base URL";
}

/** From a status to what to do about it. */
async function leadsToGuides(page: Page): Promise<string | null> {
  const links = z
    .array(z.string())
    .parse(
      await page.evaluate(
        `[...document.querySelectorAll(".rd-response")].filter((one) => /^[45]/.test(one.textContent.trim())).map((one) => one.querySelector("a[href^='/guides/']")?.getAttribute("href") ?? one.querySelector("h3").textContent)`,
      ),
    );
  const without = links.filter((href) => !href.startsWith("/guides/"));
  if (links.length === 0) return "has no errors";
  return without.length === 0 ? null : `responses lead to no guide: ${without.join(", ")}`;
}

async function requiredInRequestsOnly(page: Page): Promise<string | null> {
  if ((await page.locator(".rd-main .rd-required").count()) === 0) return "says of no field that it is required";
  return (await page.locator(".rd-response .rd-required").count()) === 0
    ? null
    : "says of fields of responses that they are required";
}

async function notesFolded(page: Page): Promise<string | null> {
  const notes = page.locator("#implementation-notes + details");
  return (await notes.count()) === 1 && !(await notes.evaluate((one) => one.hasAttribute("open")))
    ? null
    : "what is left open is not folded below Implementation notes";
}

/** The budget of requests is a guide, which each response leads to in one line. */
async function repeatedHeaders(page: Page): Promise<string | null> {
  const first = page.locator(".rd-response").first();
  return (await first.locator("a[href='/guides/rate-limits/#see-what-is-left']").count()) === 1
    ? null
    : "the headers of the budget are not one linked line";
}

async function eventInOrder(page: Page): Promise<string | null> {
  const ids = z
    .array(z.string())
    .parse(await page.evaluate(`[...document.querySelectorAll("h2[id]")].map((one) => one.id)`));
  if (ids.indexOf("payload") === -1 || ids.indexOf("payload") > ids.indexOf("headers"))
    return `headers come before the payload: ${ids.join(", ")}`;
  const titles = z
    .array(z.string())
    .parse(
      await page.evaluate(`[...document.querySelectorAll(".rd-side [data-title]")].map((one) => one.dataset.title)`),
    );
  const expected = ["Delivery", "Send it to your receiver", "Handler"];
  return titles.join() === expected.join()
    ? null
    : `beside the text are ${titles.join(", ")}, and not ${expected.join(", ")}`;
}

async function saysWhoGetsIt(page: Page): Promise<string | null> {
  return /You cannot subscribe to it/.test(await textOf(page, "main"))
    ? null
    : "does not say that no one can subscribe to it";
}

/** Every list of the API, and the contacts that this service has no list of. */
async function pagesEveryList(page: Page): Promise<string | null> {
  const text = await textOf(page, "main");
  const missing = ["orders", "products", "inventory", "contacts"].filter((name) => !text.includes(name));
  return missing.length === 0 ? null : `has nothing about ${missing.join(", ")}`;
}

async function sourceAtTitle(page: Page): Promise<string | null> {
  const there =
    (await page.locator(".page-source code").count()) +
    (await page.locator(".page-action", { hasText: "Edit this page" }).count());
  return there === 1 ? null : "does not say where it is edited";
}

async function operationCounts(page: Page, url: string): Promise<Map<string, string>> {
  const counts = new Map<string, string>();
  await page.goto(`${url}/`, { waitUntil: "load" });
  for (const [at, [, count = ""]] of [...(await textOf(page, "main")).matchAll(/(\d+) operations/g)].entries())
    counts.set(`/ (${at + 1})`, count);
  await page.goto(`${url}/changelog/`, { waitUntil: "load" });
  counts.set("/changelog/", /It has (\d+) operations/.exec(await textOf(page, "main"))?.[1] ?? "none");
  await page.goto(`${url}/reference/http/`, { waitUntil: "load" });
  const listed = await page.locator(".sidebar-content a .sl-badge").count();
  counts.set("the menu", String(listed));
  return counts;
}

async function textOf(page: Page, selector: string): Promise<string> {
  return (await page.locator(selector).first().textContent()) ?? "";
}
