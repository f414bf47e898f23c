import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isChromiumMissing, launchChromium } from "../../../../../scripts/testing/chromium-program.ts";
import { checks } from "../../src/finding.ts";
import { htmlReport } from "../../src/report/html.ts";
import { hostile, report } from "./sample.ts";

const page = htmlReport(report({ complete: true, staleExcuses: [`x 500 ${hostile}`] }));

describe("the report as a page", () => {
  test("needs no other file and no host", () => {
    expect(page).not.toMatch(/\b(?:src|srcset|action|poster)=["']?[^x"'\s]/);
    expect(page).not.toMatch(/<(?:link|iframe|object|embed|base)\b/);
    expect(page).not.toMatch(/@import|url\(/);
    expect([...page.matchAll(/href="([^"]*)"/g)].filter(([, href]) => !href?.startsWith("#"))).toEqual([]);
  });

  test("escapes all text", () => {
    expect(page).not.toContain("<img");
    expect(page.match(/<\/script>/g)).toHaveLength(1);
    expect(page).toContain("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt; &quot;&#39; &amp; ]]&gt;");
    for (const control of ["\u001b", "\u0000", "\u202e"]) expect(page).not.toContain(control);
  });

  test("gives each finding an anchor, and each table heads for rows and columns", () => {
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids).toEqual([...new Set(ids)]);
    for (const [, target] of page.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(target);
    expect(ids).toEqual(expect.arrayContaining(["finding-1", "finding-2", "ledger", "excuses", "notes", "checks"]));
    const tables = page.match(/<table.*?<\/table>/gs) ?? [];
    expect(tables).toHaveLength(4);
    for (const table of tables) expect(table).toContain('<th scope="col"');
  });

  test("has every check, the excuses with their reasons, and the notes", () => {
    for (const [check, summary] of Object.entries(checks))
      expect(page).toContain(`<code>${check}</code></th><td>${summary.replaceAll("'", "&#39;")}`);
    expect(page).toContain("it does not fail &lt;");
    expect(page).toContain("stale excuse x 500");
    expect(page).toContain("no other key was given &lt;");
  });

  test("a report without findings states that there are none", () => {
    const fine = htmlReport(report({ ok: true, findings: [], cases: [], cells: [], notes: [] }));
    for (const words of ["No findings.", "Nothing is declared.", "Nothing is excused.", "Every case could be run."]) {
      expect(fine).toContain(words);
    }
    expect(fine).toContain('<span class="verdict good">conforms</span>');
  });
});

describe.skipIf(isChromiumMissing())("the page in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  test.each([
    ["light", 1280],
    ["dark", 390],
  ] as const)("fits, is legible, and runs no script but its own: %s and %d wide", async (colorScheme, width) => {
    const tab = await browser.newPage({ colorScheme, viewport: { width, height: 800 } });
    const events: string[] = [];
    tab.on("pageerror", (error) => events.push(String(error)));
    tab.on("dialog", (dialog) => void dialog.dismiss().then(() => events.push("a dialog")));
    tab.on("request", (request) => events.push(request.url()));
    await tab.setContent(page);
    expect(await tab.evaluate("document.documentElement.scrollWidth")).toBe(width);
    expect(await tab.evaluate(faintTexts)).toEqual([]);
    await tab.check("#only-holes");
    expect(await tab.locator("tr[data-holes=no]:visible").count()).toBe(0);
    expect(await tab.locator("tr[data-holes=yes]:visible").count()).toBe(1);
    expect(events).toEqual([]);
  });

  test("says the same without scripts", async () => {
    const tab = await browser.newPage({ javaScriptEnabled: false });
    await tab.setContent(page);
    expect(await tab.locator("#finding-2").isVisible()).toBe(true);
    expect(await tab.locator("button:visible, .filter:visible").count()).toBe(0);
  });
});

/** Texts whose contrast with what is behind them is below 4.5 to 1 (WCAG 2.2, 1.4.3). */
const faintTexts = `(() => {
  const numbers = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
  const light = (color) => {
    const [r, g, b] = numbers(color).map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      if (numbers(color)[3] !== 0) return color;
    }
    return "rgb(255, 255, 255)";
  };
  const own = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "");
  return [...document.body.querySelectorAll("*")].filter((one) => own(one) && !["SCRIPT", "STYLE"].includes(one.tagName)).flatMap((one) => {
    const [a, b] = [light(getComputedStyle(one).color), light(behind(one))].sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    return contrast < 4.5 ? [one.tagName + "." + one.className + " " + contrast.toFixed(2) + " " + one.textContent.slice(0, 30)] : [];
  });
})()`;
