// What readers once looked for on pages and did not find, or found twice with different numbers: the base URL, the way from the reference to
// guides, the order of what an event page says, and figures that have to agree.
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import { z } from "zod";
import type { Check, Finding } from "./check.ts";
import { type Look, takeLooks } from "./looks.ts";
import { openTab } from "./tab.ts";

const root = path.join(import.meta.dirname, "../..");

const looks: readonly (readonly [path: string, look: Look])[] = [
  ["/", explainedAtOnce],
  ["/", comparedInFull],
  ["/", (page) => versionOf(page, "generators/package.json")],
  ["/toolkit/comparison/", (page) => versionOf(page, "generators/package.json")],
  ["/reference/http/", (page) => versionOf(page, "spec/package.json")],
  ["/toolkit/options/", whereItIs],
  ["/errors/ref-not-found/", whereItIs],
  ["/decisions/0004-schemas-in-typescript-and-zod/", whereItIs],
  ["/toolkit/service/", whereItIs],
  ["/reference/http/orders/create-order/", whereItIs],
  ["/reference/schemas/order/", whereItIs],
  ["/reference/events/order-shipped/", whereItIs],
  ["/errors/", filteredRows],
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
  findings.push(...(await movedPage(page, url)));
  const counts = await operationCounts(page, url);
  if (new Set(counts.values()).size !== 1)
    findings.push({
      where: "/",
      what: `operations are counted as ${[...counts].map((one) => one.join(": ")).join(", ")}`,
    });
  await close();
  return { findings, notes: [`${looks.length + 1} things that readers look for`] };
};

/** A description, its type and an error are on the first screen, and the landing page leads to a client, a server and a site. */
async function explainedAtOnce(page: Page): Promise<string | null> {
  const bottoms = z
    .array(z.number())
    .parse(
      await page.evaluate(
        `[...document.querySelectorAll(".chain .expressive-code")].map((one) => one.getBoundingClientRect().bottom)`,
      ),
    );
  if (bottoms.length !== 3 || Math.max(...bottoms) > 900)
    return `description, type and error are not on the first screen: they end at ${bottoms.join(", ")}`;
  const [description = "", type = "", error = ""] = await page.locator(".chain pre").allTextContents();
  const isChain =
    description.includes("maxLength") && type.includes("export type") && /error [a-z-]+:.*did you mean/s.test(error);
  if (!isChain) return "does not lead from a description to a type and an error";
  for (const path of [
    "/guides/client/",
    "/guides/frameworks/",
    "/guides/docs-for-your-api/",
    "/toolkit/#install",
    "/api/",
  ])
    if ((await page.locator(`main a[href="${path}"]`).count()) === 0) return `has no link to ${path}`;
  return null;
}

/** Every row and figure of the measurement, those that others win included. */
async function comparedInFull(page: Page): Promise<string | null> {
  const text = await readFile(path.join(root, "docs/comparison.md"), "utf8");
  const [, figures = ""] = /<!-- figures -->([\s\S]*?)<!-- \/figures -->/.exec(text) ?? [];
  const measured = figures.split("\n").filter((line) => /^\|(?! -)/.test(line));
  const expected = measured.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim() || "generator")
      .join("|"),
  );
  const rows = z
    .array(z.string())
    .parse(
      await page.evaluate(
        `[...document.querySelectorAll(".compared tr")].map((row) => [...row.cells].map((one) => one.textContent.trim()).join("|"))`,
      ),
    );
  return rows.join("\n") === expected.join("\n") ? null : "does not have the table of docs/comparison.md";
}

/** The header has the version of the page's product. */
async function versionOf(page: Page, manifest: string): Promise<string | null> {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(path.join(root, manifest), "utf8")));
  const shown = (await page.locator("header .version, header .versions > summary").allTextContents()).join().trim();
  return shown === `v${version}` ? null : `is of version ${version}, and its header says ${shown}`;
}

/** The menu has the page or what it is below, in sight and by its title, and few entries; the way to it is above its title. */
async function whereItIs(page: Page): Promise<string | null> {
  const { count, current, isShown, title, crumbs, twins } = menu.parse(
    await page.evaluate(`(() => {
      const box = document.querySelector("#starlight__sidebar");
      const links = [...box.querySelectorAll(".top-level a")].filter((one) => one.checkVisibility());
      const current = links.find((one) => one.hasAttribute("aria-current"));
      const [room, place] = [box, current].map((one) => one?.getBoundingClientRect());
      const text = (one) => one.querySelector("span").textContent.replaceAll("\u200B", "");
      return {
        count: links.length,
        current: current === undefined ? null : { label: text(current), isPage: current.ariaCurrent === "page" },
        isShown: place !== undefined && place.top >= room.top && place.bottom <= Math.min(room.bottom, innerHeight),
        title: document.querySelector("h1").textContent.trim(),
        crumbs: [...document.querySelectorAll(".crumbs li")].map((one) => one.textContent.trim()),
        twins: links.map(text).filter((one, at, all) => one === all[at - 1]),
      };
    })()`),
  );
  if (current === null || !isShown) return "is not in sight in its menu";
  if (count > mostEntries) return `has a menu of ${count} entries: ${mostEntries} at most`;
  if (twins.length > 0) return `has neighbours of one name in its menu: ${twins.join(", ")}`;
  if (current.isPage && current.label !== "Overview" && plain(current.label) !== plain(title))
    return `is called ${current.label} in its menu, and ${title} above its text`;
  if (!current.isPage && crumbs.at(-1) !== current.label) return `has the breadcrumb ${crumbs.join(" > ")}`;
  return crumbs.length > 0 ? null : "has no breadcrumb";
}

/** An event has its name in the menu, `order.shipped`, and its title on its page. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, " ");
}

const mostEntries = 41;
const menu = z.object({
  count: z.number(),
  current: z.object({ label: z.string(), isPage: z.boolean() }).nullable(),
  isShown: z.boolean(),
  title: z.string(),
  crumbs: z.array(z.string()),
  twins: z.array(z.string()),
});

/** A long table has a field that leaves the rows with what is typed; on a telephone it does not scroll sideways. */
async function filteredRows(page: Page): Promise<string | null> {
  const rows = page.locator("main tbody tr:visible");
  const all = await rows.count();
  await page.locator(".table-filter").first().fill("ref cycle");
  const texts = await rows.allTextContents();
  if (texts.length === 0 || texts.length >= all || !texts.every((one) => one.includes("cycle")))
    return "does not filter its table";
  await page.setViewportSize({ width: 360, height: 800 });
  const isWide = await page.evaluate(
    `[...document.querySelectorAll(".labelled")].some((one) => one.scrollWidth > one.clientWidth + 1)`,
  );
  await page.setViewportSize({ width: 1440, height: 900 });
  return isWide === true ? "at 360 px, its table scrolls sideways" : null;
}

/** An address that a page had leads to the one that it has. */
async function movedPage(page: Page, url: string): Promise<Finding[]> {
  const [from, to] = ["/guides/toolkit/", "/toolkit/"];
  await page.goto(`${url}${from}`, { waitUntil: "commit" });
  await page.waitForURL(`${url}${to}`, { timeout: 10_000 }).catch(() => undefined);
  const place = new URL(page.url()).pathname;
  return place === to ? [] : [{ where: from, what: `leads to ${place}, and not to ${to}` }];
}

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
