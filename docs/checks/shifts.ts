// Pages while they load, wide and narrow, with nothing kept from before: nothing that is read moves.
import type { Check, Finding } from "./check.ts";
import { settle } from "./settle.ts";
import { openTab } from "./tab.ts";

const widths = [1440, 360] as const;
/** Cumulative layout shift. Above 0.1, Chromium calls it poor. */
const mostShift = 0.02;
/** Of the pages that programs write, one of so many is loaded in a sample. */
const sampled = 12;

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
    await page.addInitScript(`
      window.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
    `);
    for (const path of paths) {
      await page.goto(site.url + path, { waitUntil: "load" });
      await settle(page);
      // Two frames: what the scripts have changed is on the screen.
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))");
      const shift = Number(await page.evaluate("window.shift"));
      worst = Math.max(worst, shift);
      if (!(shift < mostShift))
        findings.push({
          where: `${path} (${width} px)`,
          what: `moves by ${shift.toFixed(3)} while it loads: ${mostShift} at most`,
        });
    }
    await close();
  }
  const most = `the largest layout shift is ${worst.toFixed(4)}`;
  return { findings, notes: [`${paths.length} pages loaded at ${widths.join(" and ")} px: ${most}`] };
};
