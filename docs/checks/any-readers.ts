// What readers of any site look for, where it has it: colours of methods, samples that keep their place, the base URL, the page as Markdown,
// the search, the way back from an unknown path, and the system's theme without scripts.
import type { Page } from "playwright-core";
import { becomes } from "./becomes.ts";
import type { Check } from "./check.ts";
import { looksAtTemplates, takeLooks } from "./looks.ts";
import {
  baseUrl,
  boxesOfCode,
  copiedPage,
  lineLength,
  methodColours,
  onPaper,
  orderOnTelephone,
  responsesBeside,
  tabsThatJump,
  toolsInOneRow,
  uncutCode,
  wayToSections,
  wholeHeader,
  withoutScripts,
} from "./readers.ts";
import { openTab } from "./tab.ts";

export const checkAnyReaders: Check = async (site) => {
  const { templates, url, browser } = site;
  const { page, complaints, close } = await openTab(browser, url, {
    viewport: { width: 1440, height: 900 },
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const looks = looksAtTemplates(site, [
    ["operation", methodColours],
    ["operation", tabsThatJump],
    ["operation", baseUrl],
    ["operation", onPaper],
    ["operation", orderOnTelephone],
    ["operation", boxesOfCode],
    ["operation", toolsInOneRow],
    ["operation", responsesBeside],
    ["operation", foundByTitle],
    ["event", foundByTitle],
    ["channel", foundByTitle],
    ["overview", copiedPage],
    ["overview", lineLength],
    ["overview", wholeHeader],
    ["overview", wayToSections],
    ["operation", uncutCode],
    ["event", uncutCode],
  ]);
  const findings = await takeLooks(page, url, looks);
  for (const complaint of await complaints()) findings.push({ where: "readers", what: complaint });
  await page.goto(`${url}/nothing-here/`, { waitUntil: "load" });
  if ((await page.locator("main a[href='/']").count()) === 0)
    findings.push({ where: "/nothing-here/", what: "the page for unknown paths does not lead back" });
  const noWay = await wayToSections(page);
  if (noWay !== null) findings.push({ where: "/nothing-here/", what: noWay });
  await close();
  findings.push(...(await withoutScripts(site, "/")));
  return { findings, notes: [...templates].map(([name, path]) => `${name}: ${path}`) };
};

/** The search opens with a key, and has the page among the first hits for its title. */
async function foundByTitle(page: Page): Promise<string | null> {
  const title = ((await page.locator("h1").first().textContent()) ?? "").trim();
  // A channel may be called by its address, in which there is no word.
  if (!/\p{L}{3}/u.test(title)) return null;
  const own = new URL(page.url()).pathname;
  await page.keyboard.press("/");
  const input = page.locator("dialog[open] input").first();
  await input.waitFor({ timeout: 60_000 });
  await input.fill(title);
  const links = page.locator("dialog[open] .search-hits a");
  const isFound = await becomes(page, async () => {
    const hits = await links.evaluateAll((some) => some.map((one) => one.getAttribute("href") ?? ""));
    return hits.slice(0, 5).some((href) => new URL(href, page.url()).pathname === own);
  });
  await page.keyboard.press("Escape");
  return isFound ? null : `a search for its title, ${title}, does not find it among the first five`;
}
