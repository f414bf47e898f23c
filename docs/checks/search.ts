// The queries of queries.ts, typed into the search of the site: 95 % have one of their pages among the first three hits, and some have theirs
// as the first.
import type { Page } from "playwright-core";
import { z } from "zod";
import type { Check, Finding } from "./check.ts";
import { inPage } from "./in-page.ts";
import { firstHits, queries } from "./queries.ts";
import { openTab } from "./tab.ts";

const hitsOf = inPage("search-hits", z.array(z.string()).nullable());

const mostPlace = 3;
/** What people type, no search knows. */
const enough = 0.95;
const longestWaitMs = 30_000;
const mostLoads = 3;

export const checkSearch: Check = async ({ browser, url }) => {
  const missed: Finding[] = [];
  const findings: Finding[] = [];
  const places: number[] = [];
  const { page, complaints, close } = await openTab(browser, url, { viewport: { width: 800, height: 600 } });
  const loads = await openSearch(page, url);
  if (loads === null) {
    await close();
    return {
      findings: [{ where: "/", what: `/ opens no search, though loaded ${mostLoads} times` }],
      notes: [],
    };
  }
  const input = page.locator("dialog[open] input").first();
  for (const { text, pages } of queries) {
    await input.fill(text);
    const hits = await waitForHits(page, text);
    const place = hits.findIndex((hit) => pages.includes(hit));
    if (place >= 0 && place < mostPlace) places.push(place + 1);
    else {
      const said = hits.length === 0 ? "nothing" : hits.slice(0, mostPlace).join(", ");
      const there = place === -1 ? "" : `; it is hit ${place + 1}`;
      missed.push({
        where: `the search for "${text}"`,
        what: `gives ${said}, and not ${pages.join(" or ")}${there}`,
      });
    }
  }
  for (const { text, page: wanted } of firstHits) {
    await input.fill(text);
    const [first = "nothing"] = await waitForHits(page, text);
    if (first !== wanted)
      findings.push({ where: `the search for "${text}"`, what: `gives ${first} first, and not ${wanted}` });
  }
  for (const complaint of await complaints()) findings.push({ where: "the search", what: complaint });
  await close();
  if (places.length < queries.length * enough) findings.push(...missed);
  const first = places.filter((place) => place === 1).length;
  const again = loads === 1 ? [] : [`the search opened after the page was loaded ${loads} times`];
  return {
    findings,
    notes: [
      `${places.length} of ${queries.length} queries found, ${first} as the first hit`,
      ...missed.map(({ where, what }) => `${where} ${what}`),
      ...again,
    ],
  };
};

/** How often the page was loaded until the search was there to type into; `null` when it never was. */
async function openSearch(page: Page, url: string): Promise<number | null> {
  const input = page.locator("dialog[open] input").first();
  for (let loads = 1; loads <= mostLoads; loads += 1) {
    await page.goto(url, { waitUntil: "load" });
    await page.bringToFront();
    await page.keyboard.press("/");
    const isThere = await input.waitFor({ timeout: longestWaitMs }).then(
      () => true,
      () => false,
    );
    if (isThere) return loads;
  }
  return null;
}

/** The pages that are hit, best first. */
export async function waitForHits(page: Page, text: string): Promise<readonly string[]> {
  const started = performance.now();
  for (;;) {
    const hits = await hitsOf(page, text);
    if (hits !== null) return hits;
    if (performance.now() - started > longestWaitMs) return [];
    await page.waitForTimeout(50);
  }
}
