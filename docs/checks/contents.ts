// What readers once looked for on pages and did not find, or found twice with different numbers: the base URL, the way from the reference to
// guides, the order of what an event page says, and figures that have to agree.
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import { z } from "zod";
import type { Check } from "./check.ts";
import { type Look, takeLooks } from "./looks.ts";
import { openTab } from "./tab.ts";

const root = path.join(import.meta.dirname, "../..");

const looks: readonly (readonly [path: string, look: Look])[] = [
  ["/reference/http/", hasBaseUrl],
  ["/reference/authentication/", hasBaseUrl],
  ["/reference/http/orders/create-order/", leadsToGuides],
  ["/reference/http/orders/create-order/", requiredInRequestsOnly],
  ["/reference/schemas/new-order/", requiredOfSenders],
  ["/reference/schemas/order/", requiredOfNoReader],
  ["/reference/events/order-shipped/", requiredOfNoReader],
  ["/reference/http/orders/create-order/", notesFolded],
  ["/reference/http/orders/create-order/", repeatedHeaders],
  ["/reference/events/order-shipped/", eventInOrder],
  ["/reference/events/webhook-test/", saysWhoGetsIt],
  ["/guides/pagination/", pagesEveryList],
  ["/guides/quick-start/", sourceAtTitle],
  ["/errors/ref-not-found/", sourceAtTitle],
];

export const checkContents: Check = async ({ browser, url }) => {
  const { page, close } = await openTab(browser, url, { viewport: { width: 1440, height: 900 } });
  const findings = await takeLooks(page, url, looks);
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

async function requiredOfSenders(page: Page): Promise<string | null> {
  return (await page.locator(".rd-required").count()) > 0 ? null : "says of no field that it is required";
}

/** What the API alone sends requires nothing of its reader. */
async function requiredOfNoReader(page: Page): Promise<string | null> {
  const marks = await page.locator(".rd-required").allTextContents();
  return marks.includes("required") ? "says of fields that only the API sends that they are required" : null;
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

/**
 * The table has each list that the reference has, with the parameters that its page has; and the contacts, which this service has no list
 * of, with those of the API and the reason.
 */
async function pagesEveryList(page: Page): Promise<string | null> {
  const rows = listRows.parse(
    await page.evaluate(`[...document.querySelectorAll("main tbody tr")].map((row) => ({
      lists: [...row.cells[0].querySelectorAll("a")].map((one) => one.getAttribute("href")),
      words: row.cells[0].textContent,
      parameters: [...row.cells[1].querySelectorAll("code")].map((one) => one.textContent),
      reasons: [...row.cells[2].querySelectorAll("a")].map((one) => one.getAttribute("href")),
    }))`),
  );
  const html = async (path: string): Promise<string> => (await fetch(new URL(path, page.url()))).text();
  const lists = new Set((await html("/reference/http/")).match(/\/reference\/http\/[\w-]+\/list-[\w-]+\//g));
  if (lists.size === 0) return "the reference has no lists, says this check";
  for (const list of lists) {
    const row = rows.find((one) => one.lists.includes(list));
    if (row === undefined) return `does not say how ${list} is read`;
    const described = [...(await html(list)).matchAll(/id="query-(limit|offset|page|page-size)"/g)].map(
      ([, name]) => name,
    );
    const named = row.parameters.map((name) => name.replace("_", "-"));
    if (described.toSorted().join() !== named.toSorted().join())
      return `says that ${list} has ${named.join(", ") || "no parameters"}, and its page has ${described.join(", ") || "none"}`;
  }
  const contacts = rows.find(({ words }) => words === "contacts");
  return contacts?.parameters.join() === "limit,offset" &&
    contacts.reasons.includes("/guides/open-decisions/#unlisted-endpoints")
    ? null
    : "does not say how contacts are listed, or why this service has no list of them";
}

const listRows = z.array(
  z.object({
    lists: z.array(z.string()),
    words: z.string(),
    parameters: z.array(z.string()),
    reasons: z.array(z.string()),
  }),
);

/** Between the title and the text, the page names the file that it is made from, or links to it: the file has the title. */
async function sourceAtTitle(page: Page): Promise<string | null> {
  const file = z.string().safeParse(
    await page.evaluate(`(() => {
      const block = document.querySelector("h1").parentElement;
      const name = block.querySelector(".page-source code");
      const link = [...block.querySelectorAll("a.page-action")].find((one) => one.textContent.trim() === "Edit this page");
      const shown = name ?? link;
      if (shown === undefined || shown.getBoundingClientRect().height === 0) return null;
      return name === null ? new URL(link.href).pathname.replace(/^.*?\\/(?=docs\\/)/, "") : name.textContent;
    })()`),
  ).data;
  if (file === undefined) return "does not say at its title where it is edited";
  const text = await readFile(path.join(root, file), "utf8").catch(() => null);
  if (text === null) return `is edited in ${file}, it says, and there is no such file`;
  const title = (await textOf(page, "h1")).trim();
  return text.includes(title) ? null : `is edited in ${file}, it says, which does not have its title, ${title}`;
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
