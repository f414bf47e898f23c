// The main pages at both widths, light and dark, and the open search, as pictures in .reports/screens: to be looked at.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { becomes } from "./becomes.ts";
import type { Check } from "./check.ts";
import { openTab } from "./tab.ts";

const folder = join(import.meta.dirname, "../../.reports/screens");
const widths = [1440, 360] as const;
/** Of a long page the top is enough: what follows repeats it. */
const tallest = 2600;

export const takeScreens: Check = async (site) => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  let count = 0;
  const { page, close } = await openTab(site.browser, site.url);
  for (const [name, path] of site.templates) {
    await page.goto(site.url + path, { waitUntil: "load" });
    await page.evaluate("document.fonts.ready.then(() => undefined)");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await becomes(page, `document.documentElement.dataset.theme === "${colorScheme}"`);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await take(page, `${name}-${width}-${colorScheme}`, width);
        count += 1;
        if (name !== "landing") continue;
        await page.keyboard.press("Control+k");
        await page.locator("dialog[open] input").first().fill("webhook");
        await page.locator("dialog[open] .search-hits a").nth(2).waitFor();
        await page.screenshot({ path: join(folder, `search-${width}-${colorScheme}.png`) });
        await page.keyboard.press("Escape");
        count += 1;
      }
    }
  }
  await close();
  return { findings: [], notes: [`${count} pictures in .reports/screens`] };
};

async function take(page: Page, name: string, width: number): Promise<void> {
  const height = Number(await page.evaluate("document.documentElement.scrollHeight"));
  const clip = { x: 0, y: 0, width, height: Math.min(height, tallest) };
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true, clip });
}
