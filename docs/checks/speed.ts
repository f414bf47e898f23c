// How soon something can be read: the first contentful paint of the landing page, of an operation and of the largest page.
import type { Browser } from "playwright-core";
import type { Check } from "./check.ts";
import { openTab } from "./tab.ts";

/** Of three loads with nothing kept from before, over loopback, on a machine that does nothing else: the one in the middle. */
const loads = 3;
const longestMs = 1500;

export const checkSpeed: Check = async (site) => {
  const { browser, url, paths } = site;
  const templates = site.templates;
  const largest = await largestOf(url, paths);
  const pages = new Set(
    [templates.get("landing"), templates.get("operation"), largest].filter((one) => one !== undefined),
  );
  const findings = [];
  const notes = [];
  for (const path of pages) {
    const times: number[] = [];
    for (let load = 0; load < loads; load += 1) times.push(await firstPaint(browser, url, path));
    const median = times.toSorted((a, b) => a - b)[Math.floor(loads / 2)] ?? Number.NaN;
    const each = times.map((time) => `${time.toFixed(0)} ms`).join(", ");
    notes.push(
      `first content of ${path}${path === largest ? " (the largest)" : ""}: ${median.toFixed(0)} ms (${each})`,
    );
    if (!(median < longestMs))
      findings.push({
        where: path,
        what: `shows its first content after ${median.toFixed(0)} ms: ${longestMs} at most`,
      });
  }
  return { findings, notes };
};

/** By the bytes of its HTML, uncompressed. */
async function largestOf(url: string, paths: readonly string[]): Promise<string | undefined> {
  const sized = paths.map(async (path) => {
    const { headers } = await fetch(url + path, { method: "HEAD", headers: { "Accept-Encoding": "identity" } });
    return { path, bytes: Number(headers.get("content-length") ?? 0) };
  });
  return (await Promise.all(sized)).toSorted((a, b) => b.bytes - a.bytes)[0]?.path;
}

async function firstPaint(browser: Browser, url: string, path: string): Promise<number> {
  const { page, close } = await openTab(browser, url, { viewport: { width: 1440, height: 900 } });
  await page.goto(url + path, { waitUntil: "load" });
  const time: unknown = await page.evaluate(
    `new Promise((resolve) => new PerformanceObserver((list) => {
      const paint = list.getEntriesByName("first-contentful-paint")[0];
      if (paint !== undefined) resolve(paint.startTime);
    }).observe({ type: "paint", buffered: true }))`,
  );
  await close();
  return Number(time);
}
