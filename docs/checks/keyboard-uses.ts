// What people do on the site, done with keys alone: `null` when it works, otherwise what is wrong.
import type { Page } from "playwright-core";
import { becomes } from "./becomes.ts";
import { waitForHits } from "./search.ts";

export interface KeyboardUse {
  readonly name: string;
  readonly path: string;
  readonly use: (page: Page) => Promise<string | null>;
}

type Wanted = readonly [name: string, template: string, use: KeyboardUse["use"]];

/** Those of pages that were not built are left out. */
export function keyboardUses(templates: ReadonlyMap<string, string>): KeyboardUse[] {
  return usesOf(templates, [
    ["the skip link leads to the text", "guide", skip],
    ["the search opens with Enter, leads to a page and closes with Escape", "landing", search],
    ["the theme can be chosen", "guide", chooseTheme],
    ["the list of versions opens, and its links are reached", "guide", openVersions],
    ["a copy button copies", "guide", copy],
    ["a sample can be copied", "operation", copy],
    ["tabs are changed with arrows", "operation", changeTab],
    ["on a telephone, the menu opens and closes", "guide", openMenu],
  ]);
}

/** Those of any site, whichever pages it has. */
export function commonUses(templates: ReadonlyMap<string, string>): KeyboardUse[] {
  return usesOf(templates, [
    ["the skip link leads to the text", "overview", skip],
    ["the theme can be chosen", "overview", chooseTheme],
    ["a copy button copies", "overview", copy],
    ["a sample can be copied", "operation", copy],
    ["tabs are changed with arrows", "operation", changeTab],
    ["on a telephone, the menu opens and closes", "overview", openMenu],
  ]);
}

function usesOf(templates: ReadonlyMap<string, string>, wanted: readonly Wanted[]): KeyboardUse[] {
  return wanted.flatMap(([name, template, use]) => {
    const path = templates.get(template);
    return path === undefined ? [] : [{ name, path, use }];
  });
}

const text = (page: Page, expression: string): Promise<string> => page.evaluate(expression).then(String);

async function skip(page: Page): Promise<string | null> {
  await page.keyboard.press("Tab");
  const href = await text(page, `document.activeElement.getAttribute("href")`);
  if (!href.startsWith("#")) return `the first stop is ${href}, and not a link to the text`;
  await page.keyboard.press("Enter");
  if (!(await becomes(page, `location.hash === ${JSON.stringify(href)}`))) return "Enter does not follow it";
  await page.keyboard.press("Tab");
  const place = await text(
    page,
    `document.activeElement.closest("main") === null ? document.activeElement.outerHTML.slice(0, 80) : "main"`,
  );
  return place === "main" ? null : `the stop after it is ${place}`;
}

async function search(page: Page): Promise<string | null> {
  const button = page.locator("button[data-open-modal]");
  await button.focus();
  await page.keyboard.press("Enter");
  const dialog = page.locator("dialog[open]");
  await dialog.locator("input").first().waitFor();
  if (!(await becomes(page, `document.activeElement.tagName === "INPUT"`)))
    return "what is typed does not go to the input";
  await page.keyboard.type("createOrder");
  if ((await waitForHits(page, "createOrder")).length === 0) return "what is typed finds nothing";
  const focused = (): Promise<string> =>
    text(page, `document.activeElement.closest(".search-hits li")?.innerText ?? ""`);
  await page.keyboard.press("ArrowDown");
  const first = await focused();
  await page.keyboard.press("ArrowDown");
  const second = await focused();
  if (first === "" || second === "" || first === second) return "arrows do not go through the hits";
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  if ((await text(page, "document.activeElement.tagName")) !== "INPUT") return "arrows do not lead back to the input";
  await page.keyboard.press("Escape");
  if (!(await becomes(page, async () => !(await dialog.isVisible())))) return "Escape does not close the dialog";
  if (!(await becomes(page, `document.activeElement.hasAttribute("data-open-modal")`)))
    return "the focus does not return to the button";
  await page.keyboard.press("/");
  if (!(await becomes(page, `document.activeElement.tagName === "INPUT"`))) return "/ does not open it";
  const before = new URL(page.url()).pathname;
  await page.keyboard.press("Enter");
  await page.waitForURL(({ pathname }) => pathname !== before);
  return null;
}

async function chooseTheme(page: Page): Promise<string | null> {
  const theme = (): Promise<string> => text(page, "document.documentElement.dataset.theme");
  await page.locator("starlight-theme-select select:visible").first().focus();
  const choose = async (key: string): Promise<string> => {
    await page.keyboard.press(key);
    await becomes(page, `["auto", document.documentElement.dataset.theme].includes(document.activeElement.value)`);
    return await theme();
  };
  const seen = new Set([await choose("Home"), await choose("ArrowDown"), await choose("ArrowDown")]);
  if (seen.size < 2) return `it stays ${[...seen].join(", ")}`;
  const chosen = await choose("Home");
  await page.reload({ waitUntil: "load" });
  const kept = await theme();
  await page.evaluate("localStorage.clear()");
  return kept === chosen ? null : `${chosen} is forgotten when the page is loaded again`;
}

async function openVersions(page: Page): Promise<string | null> {
  await page.locator("details.versions summary").focus();
  await page.keyboard.press("Enter");
  if (!(await becomes(page, `document.querySelector("details.versions").open`))) return "Enter does not open it";
  await page.keyboard.press("Tab");
  const isInside = await text(
    page,
    `document.activeElement.closest("details.versions[open]") !== null && document.activeElement.matches("a")`,
  );
  return isInside === "true" ? null : "Tab does not reach a link in it";
}

async function copy(page: Page): Promise<string | null> {
  const button = page.locator("main").getByRole("button", { name: /copy/i }).first();
  if ((await button.count()) === 0) return "there is no button that copies";
  await page.evaluate(`navigator.clipboard.writeText("")`);
  await button.focus();
  await page.keyboard.press("Enter");
  const isCopied = await becomes(
    page,
    async () => (await text(page, "navigator.clipboard.readText()")).trim().length > 3,
  );
  return isCopied ? null : "nothing is in the clipboard then";
}

/** Radio buttons and tabs alike: an arrow changes what is shown. */
async function changeTab(page: Page): Promise<string | null> {
  const first = page.locator("main [role=tab][aria-selected=true], main input[type=radio]:checked").first();
  if ((await first.count()) === 0) return "there are no tabs";
  const shown = (): Promise<string> => text(page, `document.querySelector("main").innerText`);
  await first.focus();
  const before = await shown();
  await page.keyboard.press("ArrowRight");
  const isChanged = await becomes(page, async () => (await shown()) !== before);
  return isChanged ? null : "the arrow changes nothing";
}

async function openMenu(page: Page): Promise<string | null> {
  const { width = 1440, height = 900 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width: 360, height: 740 });
  try {
    const button = page.locator("button[popovertarget]:visible, button[aria-controls*=sidebar]:visible").first();
    await button.focus();
    await page.keyboard.press("Enter");
    const link = page.locator("#starlight__sidebar a:visible").first();
    await link.waitFor();
    await page.keyboard.press("Escape");
    const isClosed = await becomes(page, `document.querySelector("#starlight__sidebar:popover-open") === null`);
    return isClosed ? null : "Escape does not close it";
  } finally {
    await page.setViewportSize({ width, height });
  }
}
