// Pages while they load, wide and narrow, with nothing kept from before: nothing that is read moves. How much Chromium measures depends on
// which frames a busy machine paints, so a page that moves is loaded again; `pieces` stops pages halfway, on any machine.
import type { Page } from "playwright-core";
import type { Check, Finding } from "./check.ts";
import { settle } from "./settle.ts";
import { openTab } from "./tab.ts";

const widths = [1440, 360] as const;
/** Cumulative layout shift. Above 0.1, Chromium calls it poor. */
const mostShift = 0.02;
/** Of the pages that programs write, one of so many is loaded in a sample. */
const sampled = 12;
/** How often a page that moves is loaded. */
const loads = 3;

export const checkShifts: Check = async (site) => {
  const findings: Finding[] = [];
  const templates = new Set(site.templates.values());
  const isLoaded = (path: string, index: number): boolean =>
    !site.isSample || templates.has(path) || index % sampled === 0;
  const paths = site.paths.filter(isLoaded);
  let worst = 0;
  for (const width of widths) {
    const { page, close } = await openTab(site.browser, site.url, { viewport: { width, height: 900 } });
    const session = await page.context().newCDPSession(page);
    await session.send("Network.setCacheDisabled", { cacheDisabled: true });
    await page.addInitScript(recording);
    for (const path of paths) {
      let least = await shiftOf(page, site.url + path);
      for (let load = 1; load < loads && least.value >= mostShift; load += 1) {
        const shift = await shiftOf(page, site.url + path);
        if (shift.value < least.value) least = shift;
      }
      worst = Math.max(worst, least.value);
      if (least.value >= mostShift)
        findings.push({
          where: `${path} (${width} px)`,
          what: `moves by ${least.value.toFixed(3)} while it loads: ${mostShift} at most; what moves: ${least.moved.join(", ")}`,
        });
    }
    await close();
  }
  const most = `the largest layout shift is ${worst.toFixed(4)}`;
  return { findings, notes: [`${paths.length} pages loaded at ${widths.join(" and ")} px: ${most}`] };
};

interface Shift {
  readonly value: number;
  /** The elements that moved. */
  readonly moved: readonly string[];
}

const recording = `
  window.shift = { value: 0, moved: [] };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      window.shift.value += value;
      for (const { node } of sources) window.shift.moved.push(((node?.nodeName ?? "?") + "." + (node?.className ?? "")).toLowerCase());
    }
  }).observe({ type: "layout-shift", buffered: true });
`;

async function shiftOf(page: Page, url: string): Promise<Shift> {
  await page.goto(url, { waitUntil: "load" });
  await settle(page);
  // Two frames: what the scripts have changed is on the screen.
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))");
  return await page.evaluate<Shift>("window.shift");
}
