// What readers once missed, looked at where they would miss it again: colours of methods, layout that moves, tabs, the hint of the
// search, the page for unknown paths, copying a page.
import type { Page } from "playwright-core";
import { z } from "zod";
import { becomes } from "./becomes.ts";
import type { Check, Finding, Site } from "./check.ts";
import { looksAtTemplates, takeLooks } from "./looks.ts";
import { checkShifts } from "./shifts.ts";
import { openTab } from "./tab.ts";

/** In a line of text, on average of a paragraph. */
const mostCharacters = 75;

/** Paths that lead nowhere, and the page that is suggested first; `null` where no page is close. */
const unknownPaths: readonly (readonly [path: string, first: string | null])[] = [
  ["/guides/webhoks/", "/guides/webhooks/"],
  ["/docs/verify-webhooks/", "/guides/verifying/"],
  ["/nope/thing/", null],
];

export const checkReaders: Check = async (site) => {
  const shifts = await checkShifts(site);
  const findings: Finding[] = [...shifts.findings];
  const { page, close } = await openTab(site.browser, site.url, {
    viewport: { width: 1440, height: 900 },
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const looks = looksAtTemplates(site, [
    ["operation", methodColours],
    ["operation", tabsThatJump],
    ["operation", baseUrl],
    ["operation", sampleLanguages],
    ["operation", colouredBody],
    ["operation", orderOnTelephone],
    ["event", orderOnTelephone],
    ["operation", triedOut],
    ["operation", longResponse],
    ["operation", onPaper],
    ["operation", boxesOfCode],
    ["operation", toolsInOneRow],
    ["operation", responsesBeside],
    ["diagnostic", caretInPlace],
    ["landing", caretInPlace],
    ["guide", onPaper],
    ["operation", oldAnchor],
    ["event", wholeDelivery],
    ["guide", searchHint],
    ["guide", copiedPage],
    ["guide", lineLength],
    ["overview", lineLength],
    ["diagnostic", lineLength],
    ["guide", wholeHeader],
    ["landing", uncutCode],
    ["guide", uncutCode],
    ["operation", uncutCode],
    ["event", uncutCode],
    ["landing", codeFromTheTop],
    ["guide", codeFromTheTop],
    ["landing", wayToSections],
    ["guide", wayToSections],
    ["not-found", wayToSections],
  ]);
  findings.push(...(await takeLooks(page, site.url, looks)));
  if (site.paths.includes("/playground/"))
    findings.push(...(await takeLooks(page, site.url, [["/playground/", wayToSections]])));
  for (const [where, expected] of unknownPaths) {
    const lost = await nearestPages(page, site.url + where, expected);
    if (lost !== null) findings.push({ where, what: lost });
  }
  await close();
  findings.push(...(await withoutScripts(site)));
  return { findings, notes: shifts.notes };
};

/** In the menu and in the bar of the endpoint, a method has one colour, and different ones have different colours. */
export async function methodColours(page: Page): Promise<string | null> {
  const colours = z.record(z.string(), z.array(z.string())).parse(
    await page.evaluate(`(() => {
      const seen = {};
      for (const one of document.querySelectorAll(".sidebar-content .sl-badge, .rd-method")) {
        const [name, colour] = [one.textContent.trim(), getComputedStyle(one).color];
        seen[name] = [...new Set([...(seen[name] ?? []), colour])];
      }
      return seen;
    })()`),
  );
  const several = Object.entries(colours).find(([, some]) => some.length > 1);
  if (several !== undefined) return `${several[0]} is ${several[1].join(" here, and there ")}`;
  // The menu of a large site has the methods of one group.
  const fewest = Math.min(3, Object.keys(colours).length);
  return new Set(Object.values(colours).flat()).size < fewest ? "methods are all of one colour" : null;
}

/** Another language of a sample: what is below stays where it is. */
export async function tabsThatJump(page: Page): Promise<string | null> {
  const places = async (): Promise<string> =>
    String(
      await page.evaluate(
        `[...document.querySelectorAll(".rd h2, .rd-samples")].map((one) => Math.round(one.getBoundingClientRect().top)).join()`,
      ),
    );
  const tabs = page.locator(".rd-tabs").first().getByRole("tab");
  const before = await places();
  for (let index = 1; index < (await tabs.count()); index += 1) {
    await tabs.nth(index).click();
    if ((await places()) !== before) return `the page jumps when ${await tabs.nth(index).textContent()} is chosen`;
  }
  return null;
}

export async function baseUrl(page: Page): Promise<string | null> {
  const address = (await page.locator(".rd-endpoint code").first().textContent()) ?? "";
  if (!/^https:\/\//.test(address)) return `the endpoint does not say where it is: ${address}`;
  await page.evaluate(`navigator.clipboard.writeText("")`);
  await page.locator(".rd-endpoint [data-copy]").first().click();
  const copied = (): Promise<string> => page.evaluate("navigator.clipboard.readText()").then(String);
  if (!(await becomes(page, async () => (await copied()) !== ""))) return "the button copies nothing";
  if ((await copied()) !== address) return `the button copies ${await copied()}, and not ${address}`;
  const samples = String(await page.evaluate(`document.querySelector(".rd-side").textContent`));
  return samples.includes("BASE_URL") ? "a sample leaves its reader to find the base URL" : null;
}

/** Programs in six languages, the packages that one needs named above it. */
async function sampleLanguages(page: Page): Promise<string | null> {
  const tabs = await page.locator(".rd-tabs").first().getByRole("tab").allTextContents();
  const missing = ["curl", "TypeScript", "Python", "Go", "PHP", "Ruby"].filter((name) => !tabs.includes(name));
  if (missing.length > 0) return `has no sample in ${missing.join(", ")}`;
  const source = await page.locator('.rd-sample[data-tab="TypeScript"] code').first().textContent();
  return /^\/\/ npm install @/.test(source ?? "") ? null : "the sample in TypeScript does not say what to install";
}

/** Names and values of the JSON in a shell command have different colours. */
async function colouredBody(page: Page): Promise<string | null> {
  const body = page.locator('.rd-sample[data-tab="curl"] .rd-code').first();
  return (await body.locator(".hljs-attr").count()) > 0 ? null : "the JSON in the curl sample has one colour";
}

/** The form sends what is in it, and shows the response: here, that no account has the key. */
async function triedOut(page: Page): Promise<string | null> {
  await page.locator(".rd-try-open").click();
  await page.locator('.rd-try-form input[type="password"]').fill("none");
  await page.locator(".rd-try-send").click();
  const status = page.locator(".rd-try-status");
  await status.waitFor().catch(() => undefined);
  const shown = (await page.locator(".rd-try-response").textContent()) ?? "";
  await page.locator(".rd-try-open").click();
  const isWhole = /^401 Unauthorized \d+ ms/.test(shown) && /ratelimit-limit: \d+/i.test(shown);
  return isWhole ? null : `Try it shows ${JSON.stringify(shown.slice(0, 200))}`;
}

/** Printed, a page has all of its text and nothing to click on. */
export async function onPaper(page: Page): Promise<string | null> {
  await page.emulateMedia({ media: "print" });
  const { controls, folded, cut } = z
    .object({ controls: z.array(z.string()), folded: z.number(), cut: z.array(z.string()) })
    .parse(
      await page.evaluate(`(() => {
        const isShown = (one) => one.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true });
        return {
          controls: [...document.querySelectorAll("button, input, select, #starlight__sidebar a")].filter(isShown).map((one) => one.textContent.trim()),
          folded: [...document.querySelectorAll("main details > :not(summary)")].filter((one) => one.getBoundingClientRect().height === 0).length,
          cut: [...document.querySelectorAll("main pre")].filter((one) => isShown(one) && one.scrollHeight > one.clientHeight + 2).map((one) => one.textContent.slice(0, 30)),
        };
      })()`),
    );
  await page.emulateMedia({ media: "screen" });
  if (controls.length > 0) return `on paper, there are controls: ${controls.join(", ")}`;
  if (folded > 0) return `on paper, ${folded} details are closed`;
  return cut.length === 0 ? null : `on paper, code is cut off: ${cut.join(" | ")}`;
}

/** A link of the time when anchors were spelled otherwise. */
async function oldAnchor(page: Page): Promise<string | null> {
  await page.goto(`${page.url()}#request.body.shipTo.zip`);
  const isThere = await becomes(page, `location.hash === "#body-ship-to-zip"`);
  return isThere ? null : "an old anchor of a field does not lead to it";
}

/** Of what is in sight: a box of code ends where its text ends, at most a scrollbar later. */
export async function boxesOfCode(page: Page): Promise<string | null> {
  const tall = z.array(z.string()).parse(
    await page.evaluate(`[...document.querySelectorAll(".rd-code")].filter((one) => one.checkVisibility({ contentVisibilityAuto: true })).flatMap((box) => {
      const { paddingTop, paddingBottom } = getComputedStyle(box);
      const range = document.createRange();
      range.selectNodeContents(box);
      const room = box.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom) - range.getBoundingClientRect().height;
      return room > 20 ? [box.textContent.slice(0, 40) + " (" + Math.round(room) + " px)"] : [];
    })`),
  );
  return tall.length === 0 ? null : `boxes of code are taller than their text: ${tall.join(" | ")}`;
}

/** What leads to a part of the page or opens it is one row, close to the title. */
export async function toolsInOneRow(page: Page): Promise<string | null> {
  const rows = z
    .array(z.number())
    .parse(
      await page.evaluate(
        `[...document.querySelectorAll(".rd-try-open, .rd-expand > button, .rd-jump a")].map((one) => { const { top, height } = one.getBoundingClientRect(); return top + height / 2; })`,
      ),
    );
  return rows.length > 0 && Math.max(...rows) - Math.min(...rows) <= 4
    ? null
    : "Try it, Expand all and the responses are not one row";
}

/** In a report, the line of the source that a caret points into does not wrap; on a telephone, the message above it is not cut off. */
async function caretInPlace(page: Page): Promise<string | null> {
  const before = page.viewportSize() ?? { width: 1440, height: 900 };
  const problems: string[] = [];
  for (const width of [before.width, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const { framed, wrapped, cut } = z.record(z.string(), z.number()).parse(
      await page.evaluate(`(() => {
        const lines = [...document.querySelectorAll("pre:has(.frame-line) .ec-line")].filter((one) => one.checkVisibility());
        const isFramed = (one) => one.classList.contains("frame-line");
        const isTall = (one) => one.getBoundingClientRect().height > 1.5 * parseFloat(getComputedStyle(one.querySelector(".code")).lineHeight);
        const isCut = (one) => one.querySelector(".code").getBoundingClientRect().right > one.closest("pre").getBoundingClientRect().right + 1;
        return {
          framed: lines.filter(isFramed).length,
          wrapped: lines.filter((one) => isFramed(one) && isTall(one)).length,
          cut: lines.filter((one) => !isFramed(one) && isCut(one)).length,
        };
      })()`),
    );
    if (framed === 0) problems.push("has no report with a caret");
    if (wrapped !== 0) problems.push(`at ${width} px, ${wrapped} lines of a report wrap above their caret`);
    if (cut !== 0) problems.push(`at ${width} px, ${cut} lines of a message are cut off`);
  }
  await page.setViewportSize(before);
  return problems.length === 0 ? null : problems.join("; ");
}

/** Beside a response is its example, and "Expand all" opens what is folded. */
export async function responsesBeside(page: Page): Promise<string | null> {
  const apart = z.array(z.string()).parse(
    await page.evaluate(`[...document.querySelectorAll(".rd-beside")].flatMap((beside) => {
      const text = beside.previousElementSibling.getBoundingClientRect();
      const { top, left } = beside.getBoundingClientRect();
      return Math.abs(top - text.top) > 2 || left < text.right ? [beside.parentElement.querySelector("h3").textContent] : [];
    })`),
  );
  if (apart.length > 0) return `the example is not beside ${apart.join(", ")}`;
  const button = page.locator(".rd-expand > button");
  if ((await button.count()) === 0) return null;
  await button.click();
  const closed = await page.locator(".rd details:not([open])").count();
  await button.click();
  return closed === 0 ? null : `Expand all leaves ${closed} closed`;
}

/** On a telephone, the title, the endpoint, the description and the parameters come first, then samples, then the responses. */
export async function orderOnTelephone(page: Page): Promise<string | null> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 800 });
  const parts = z.array(z.object({ name: z.string(), top: z.number() })).parse(
    await page.evaluate(`["h1", ".rd-endpoint", ".rd-main", ".rd-side", ".rd-after"].flatMap((name) => {
      const part = document.querySelector("main " + name);
      return part === null ? [] : [{ name, top: part.getBoundingClientRect().top }];
    })`),
  );
  if (before !== null) await page.setViewportSize(before);
  const misplaced = parts.find(({ top }, at) => at > 0 && top < (parts[at - 1]?.top ?? 0));
  return misplaced === undefined ? null : `at 360 px, ${misplaced.name} is out of order`;
}

/** However long a response is, what is below the form is not far away. */
async function longResponse(page: Page): Promise<string | null> {
  const items = Array.from({ length: 2000 }, (_, id) => ({ id }));
  await page.route("**/v1/**", (route) => route.fulfill({ json: items }));
  await page.locator(".rd-try-open").click();
  await page.locator(".rd-try-send").click();
  await page.locator(".rd-try-status").waitFor();
  const box = await page.locator(".rd-try-response").boundingBox();
  await page.unroute("**/v1/**");
  const height = Math.round(box?.height ?? 0);
  return height > 0 && height <= 900 ? null : `a long response to Try it is ${height} px tall`;
}

/** A delivery is read without scrolling sideways. */
async function wholeDelivery(page: Page): Promise<string | null> {
  const isCut = await page.evaluate(`(() => {
    const block = document.querySelector('.rd-code[data-language="http"]');
    return block === null || block.scrollWidth > block.clientWidth;
  })()`);
  return isCut ? "the delivery scrolls sideways" : null;
}

async function searchHint(page: Page): Promise<string | null> {
  return (await page.locator("[data-open-modal] kbd").first().isVisible())
    ? null
    : "the key that opens the search is not shown";
}

export async function copiedPage(page: Page): Promise<string | null> {
  await page.evaluate(`navigator.clipboard.writeText("")`);
  await page.locator("[data-copy-page]").click();
  const isCopied = await becomes(page, async () =>
    String(await page.evaluate("navigator.clipboard.readText()")).startsWith("# "),
  );
  return isCopied ? null : "the page is not copied as Markdown";
}

/** Characters in a line, of paragraphs that have several. */
export async function lineLength(page: Page): Promise<string | null> {
  const longest = Number(
    await page.evaluate(`Math.max(...[...document.querySelectorAll(".lead, .sl-markdown-content > p, .rd-prose > p")].map((one) => {
      const lines = Math.round(one.clientHeight / parseFloat(getComputedStyle(one).lineHeight));
      return lines < 2 ? 0 : one.textContent.length / lines;
    }))`),
  );
  return longest <= mostCharacters ? null : `a line of text has ${Math.round(longest)} characters`;
}

/** Where the window has just room for the sections, all of them and the search are in the bar at its top. */
export async function wholeHeader(page: Page): Promise<string | null> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 1024, height: 768 });
  const outside = z.array(z.string()).parse(
    await page.evaluate(`(() => {
      const bar = document.querySelector("header").getBoundingClientRect();
      const parts = [...document.querySelectorAll("header .sections a, header [data-open-modal]")].filter((one) => one.checkVisibility());
      const boxes = parts.map((one) => one.getBoundingClientRect());
      return parts.filter((_, at) => {
        const { top, bottom, left, right, width } = boxes[at];
        return top < bar.top || bottom > bar.bottom || right > bar.right || width < 32 || boxes.some((other, index) => index > at && other.left < right - 1 && other.right > left + 1);
      }).map((one) => one.textContent.trim());
    })()`),
  );
  if (before !== null) await page.setViewportSize(before);
  return outside.length === 0 ? null : `at 1024 px, cut off or covered at the top: ${outside.join(", ")}`;
}

/** Where code can go on in the next line, nothing of it is cut off. */
export async function uncutCode(page: Page): Promise<string | null> {
  const cut = z.array(z.string()).parse(
    await page.evaluate(`[...document.querySelectorAll(".expressive-code pre, .rd-code")]
      .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
      .map((one) => one.textContent.trim().slice(0, 40))`),
  );
  return cut.length === 0 ? null : `code is cut off at the right: ${cut.join(" | ")}`;
}

/** The first line of a listing is at its top. */
async function codeFromTheTop(page: Page): Promise<string | null> {
  const late = z.array(z.string()).parse(
    await page.evaluate(`[...document.querySelectorAll(".expressive-code pre")].flatMap((pre) => {
      const code = pre.querySelector("code");
      const line = pre.querySelector(".ec-line .code");
      if (line === null || !pre.checkVisibility()) return [];
      const room = line.getBoundingClientRect().top - code.getBoundingClientRect().top - parseFloat(getComputedStyle(code).paddingTop);
      return room > 2 ? [line.textContent.slice(0, 40)] : [];
    })`),
  );
  return late.length === 0 ? null : `code begins with an empty line: ${late.join(" | ")}`;
}

/**
 * Every page leads to every section at every width: in the header, or above its text, or in the menu, which on a telephone has the theme
 * as well.
 */
export async function wayToSections(page: Page): Promise<string | null> {
  const before = page.viewportSize() ?? { width: 1440, height: 900 };
  const missing = async (): Promise<string[]> =>
    z.array(z.string()).parse(
      await page.evaluate(`(() => {
        const shown = [...document.querySelectorAll("nav a")].filter((one) => one.checkVisibility({ visibilityProperty: true }));
        const reached = new Set(shown.map((one) => one.pathname));
        return [...document.querySelectorAll("header .sections a")].filter((one) => !reached.has(one.pathname)).map((one) => one.textContent.trim());
      })()`),
    );
  try {
    for (const width of [1440, 1024, 900, 360]) {
      await page.setViewportSize({ width, height: 800 });
      if (width === 360) {
        const button = page.locator("button[popovertarget]:visible").first();
        if ((await button.count()) === 0) return "at 360 px, there is no menu";
        await button.click();
        await page.locator("#starlight__sidebar:popover-open").waitFor();
        if ((await page.locator("#starlight__sidebar starlight-theme-select:visible").count()) === 0)
          return "at 360 px, the menu does not have the theme";
      }
      const sections = await missing();
      if (sections.length > 0) return `at ${width} px, there is no link to ${sections.join(", ")}`;
    }
    return null;
  } finally {
    await page.setViewportSize(before);
  }
}

async function nearestPages(page: Page, address: string, expected: string | null): Promise<string | null> {
  await page.goto(address, { waitUntil: "load" });
  // The button is there once the index has been searched.
  await page
    .locator(".nearest button:visible")
    .waitFor({ timeout: 10_000 })
    .catch(() => undefined);
  const nearest = page.locator(".nearest a");
  const found = (await nearest.count()) === 0 ? null : await nearest.first().getAttribute("href");
  if (found !== expected) return `leads to ${found ?? "no page"}, and not to ${expected ?? "none"}`;
  const heading = page.locator(".nearest h2:visible");
  const question = (await heading.count()) === 0 ? null : await heading.textContent();
  return question === (expected === null ? null : "Did you mean?") ? null : `asks ${JSON.stringify(question)}`;
}

/** A page without scripts is as light or as dark as the system. */
export async function withoutScripts({ browser, url }: Site, path = "/guides/quick-start/"): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    const { page, close } = await openTab(browser, url, { javaScriptEnabled: false, colorScheme });
    await page.goto(url + path, { waitUntil: "load" });
    const scheme = String(await page.evaluate("getComputedStyle(document.documentElement).colorScheme"));
    const isLight = scheme.includes("light");
    if (isLight !== (colorScheme === "light"))
      findings.push({ where: `${path} (${colorScheme}, no scripts)`, what: "has the other theme" });
    await close();
  }
  return findings;
}
