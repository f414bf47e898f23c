// A page that was loaded, or became wider -> the same once it has done what it leaves for when the browser is idle.
import type { Page } from "playwright-core";
import { becomes } from "./becomes.ts";

/** Fonts, and code that has to be scrolled, which can be reached by keyboard then. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate("document.fonts.ready.then(() => undefined)");
  // What stays unreachable is for axe to report.
  await becomes(
    page,
    `[...document.querySelectorAll("pre")].every((pre) => pre.scrollWidth <= pre.clientWidth || pre.tabIndex >= 0)`,
  );
}
