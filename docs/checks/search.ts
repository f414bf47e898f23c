// The queries of queries.ts, typed into the search of the site: each has one of its pages among the first three hits.
import type { Page } from "playwright-core";
import { z } from "zod";
import type { Check, Finding } from "./check.ts";
import { openTab } from "./chromium.ts";
import { inPage } from "./in-page.ts";
import { queries } from "./queries.ts";

const hitsOf = inPage("search-hits", z.array(z.string()).nullable());

const firstHits = 3;
const longestWaitMs = 15_000;

export const checkSearch: Check = async ({ browser, url }) => {
  const findings: Finding[] = [];
  const places: number[] = [];
  const { page, complaints, close } = await openTab(browser, url, { viewport: { width: 1440, height: 900 } });
  await page.goto(url, { waitUntil: "load" });
  await page.keyboard.press("Control+k");
  const input = page.locator("dialog[open] input").first();
  await input.waitFor();
  for (const { text, pages } of queries) {
    await input.fill(text);
    const hits = await waitForHits(page, text);
    const place = hits.findIndex((hit) => pages.includes(hit));
    if (place >= 0 && place < firstHits) places.push(place + 1);
    else {
      const said = hits.length === 0 ? "nothing" : hits.slice(0, firstHits).join(", ");
      const there = place === -1 ? "" : `; it is hit ${place + 1}`;
      findings.push({
        where: `the search for "${text}"`,
        what: `gives ${said}, and not ${pages.join(" or ")}${there}`,
      });
    }
  }
  for (const complaint of await complaints()) findings.push({ where: "the search", what: complaint });
  await close();
  const first = places.filter((place) => place === 1).length;
  return { findings, notes: [`${places.length} of ${queries.length} queries found, ${first} as the first hit`] };
};

/** The pages that are hit, best first. */
export async function waitForHits(page: Page, text: string): Promise<readonly string[]> {
  const started = performance.now();
  for (;;) {
    const hits = await hitsOf(page, { text, atLeast: firstHits });
    if (hits !== null) return hits;
    if (performance.now() - started > longestWaitMs) return [];
    await page.waitForTimeout(50);
  }
}
