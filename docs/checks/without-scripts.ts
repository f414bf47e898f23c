// Every page with JavaScript off: all of its text can be read, that of tabs that are not chosen included, in a wide window or in a
// narrow one: what only one of them has room for is not lost.
import type { Page } from "playwright-core";
import { z } from "zod";
import { atOnce } from "../../scripts/at-once.ts";
import { becomes } from "./becomes.ts";
import type { Check, Finding } from "./check.ts";
import { openTab, type Tab } from "./chromium.ts";
import { inPage } from "./in-page.ts";

const readText = inPage("hidden-text", z.object({ visible: z.number(), hidden: z.array(z.string()) }));

const wide = { width: 1440, height: 900 };
const narrow = { width: 360, height: 740 };
const tabs = 2;
/** Less text than this is no page of anything. */
const fewestCharacters = 40;

export const checkWithoutScripts: Check = async (site) => {
  const findings: Finding[] = [];
  let characters = 0;
  const free: Tab[] = [];
  for (let count = 0; count < tabs; count += 1) {
    free.push(await openTab(site.browser, site.url, { javaScriptEnabled: false }));
  }
  await atOnce(tabs, site.paths, async (path) => {
    const tab = free.pop();
    if (tab === undefined) throw new Error("there are fewer tabs than pages at once");
    const { visible, hidden } = await readPage(tab.page, site.url + path);
    characters += visible;
    if (visible < fewestCharacters) findings.push({ where: path, what: "has next to no text without JavaScript" });
    for (const text of hidden) findings.push({ where: path, what: `not readable without JavaScript: ${text}` });
    free.push(tab);
  });
  await Promise.all(free.map((tab) => tab.close()));
  return { findings, notes: [`${characters} characters can be read on ${site.paths.length} pages`] };
};

async function readPage(page: Page, url: string): Promise<{ visible: number; hidden: readonly string[] }> {
  await page.setViewportSize(wide);
  await page.goto(url, { waitUntil: "load" });
  const read = await readText(page);
  if (read.hidden.length === 0) return read;
  await page.setViewportSize(narrow);
  await becomes(page, `innerWidth === ${narrow.width}`);
  return await readText(page);
}
