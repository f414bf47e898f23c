// The queries of asked.ts and queries.ts, typed into the search of the site: 95 % have one of their pages among the first three hits, and some
// have theirs as the first. A hit shows the sentence that matches; what is mistyped, or on no page, is said.
import type { Page } from "playwright-core";
import { z } from "zod";
import { type Asked, askedHere } from "./asked.ts";
import type { Check, Finding } from "./check.ts";
import { inPage } from "./in-page.ts";
import { firstHits, named } from "./queries.ts";
import { openTab } from "./tab.ts";

const hitsOf = inPage("search-hits", z.array(z.string()).nullable());

/** What people type, no search knows. */
const enough = 0.95;
const longestWaitMs = 30_000;
const mostLoads = 3;

export const checkSearch: Check = async (site) => {
  const asked = await checkAsked(askedHere)(site);
  const byName = await checkAsked(named)(site);
  const first = await checkAsked(firstHits, { places: 1, share: 1 })(site);
  const looks = await checkLooks(site);
  return {
    findings: [asked, byName, first, looks].flatMap(({ findings }) => findings),
    notes: [...asked.notes.map((note) => `as asked: ${note}`), ...byName.notes.map((note) => `by name: ${note}`)],
  };
};

/** Of the queries, a share has one of its pages in the first places. */
export function checkAsked(
  list: readonly Asked[],
  { places, share }: { readonly places: number; readonly share: number } = { places: 3, share: enough },
): Check {
  return async ({ browser, url }) => {
    const { page, complaints, close } = await openTab(browser, url, { viewport: { width: 800, height: 600 } });
    const loads = await openSearch(page, url);
    if (loads === null) {
      await close();
      return { findings: [{ where: "/", what: `/ opens no search, though loaded ${mostLoads} times` }], notes: [] };
    }
    const input = page.locator("dialog[open] input").first();
    const missed: Finding[] = [];
    let first = 0;
    for (const { text, pages } of list) {
      await input.fill(text);
      const hits = await waitForHits(page, text);
      const place = hits.findIndex((hit) => pages.includes(hit));
      if (place === 0) first += 1;
      if (place >= 0 && place < places) continue;
      const said = hits.length === 0 ? "nothing" : hits.slice(0, places).join(", ");
      const there = place === -1 ? "" : `; it is hit ${place + 1}`;
      missed.push({ where: `the search for "${text}"`, what: `gives ${said}, and not ${pages.join(" or ")}${there}` });
    }
    const findings = missed.length > list.length * (1 - share) ? [...missed] : [];
    for (const complaint of await complaints()) findings.push({ where: "the search", what: complaint });
    await close();
    return {
      findings,
      notes: [
        `${list.length - missed.length} of ${list.length} queries found, ${first} as the first hit`,
        ...missed.map(({ where, what }) => `${where} ${what}`),
        ...(loads === 1 ? [] : [`the search opened after the page was loaded ${loads} times`]),
      ],
    };
  };
}

/** A hit has the sentence and leads to its section; a typing error and an unknown word are said. */
const checkLooks: Check = async ({ browser, url }) => {
  const { page, complaints, close } = await openTab(browser, url, { viewport: { width: 800, height: 600 } });
  const findings: Finding[] = [];
  await openSearch(page, url);
  const input = page.locator("dialog[open] input").first();
  const report = page.locator("dialog[open] .said");
  for (const [text, expected] of reports) {
    await input.fill(text);
    await waitForHits(page, text);
    const said = (await report.textContent()) ?? "";
    if (!expected.test(said)) findings.push({ where: `the search for "${text}"`, what: `says: ${said}` });
  }
  if (!(await page.locator("dialog[open] .starts a").first().isVisible()))
    findings.push({ where: "the search", what: "leads nowhere where it finds nothing" });
  await input.fill("rotate the secret");
  const section = page.locator('dialog[open] .search-hits a[href$="/guides/webhooks/#rotate-the-secret"] mark').first();
  const isThere = await section.waitFor({ timeout: longestWaitMs }).then(
    () => true,
    () => false,
  );
  if (!isThere) findings.push({ where: "the search", what: "does not show the sentence of a section, or its match" });
  for (const complaint of await complaints()) findings.push({ where: "the search", what: complaint });
  await close();
  return { findings, notes: [] };
};

const reports: readonly (readonly [typed: string, said: RegExp])[] = [
  ["subcription", /results for "subscription"; no page has "subcription"$/],
  ["order zzyzx", /^No page has "zzyzx"\. .* \(without it\)$/],
  ["zzyzx", /^No page has "zzyzx"\. Try another word\.$/],
];

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
