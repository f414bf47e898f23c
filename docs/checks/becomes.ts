// What is true of a page soon, though not at once: the machine may have other work to do first.
import type { Page } from "playwright-core";

/** Whether the expression, or what is asked, comes to be true in time. */
export async function becomes(
  page: Page,
  asked: string | (() => Promise<boolean>),
  longestMs = 30_000,
): Promise<boolean> {
  const ask = typeof asked === "string" ? async () => (await page.evaluate(`Boolean(${asked})`)) === true : asked;
  const started = performance.now();
  for (;;) {
    if (await ask()) return true;
    if (performance.now() - started > longestMs) return false;
    await page.waitForTimeout(20);
  }
}
