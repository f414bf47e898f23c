// The site with versions beside each other, in a browser, served by the real service -> whether the switch leads from a page to the
// same page of the other version and back, whether the older one shows its notice, and finds its own pages.
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { becomes } from "../../../docs/checks/becomes.ts";
import { serveSite } from "../../../docs/checks/served-site.ts";
import { openTab, type Tab } from "../../../docs/checks/tab.ts";
import { launchChromium } from "../../testing/chromium-program.ts";

export interface SwitchCheck {
  readonly folder: string;
  readonly current: string;
  readonly older: string;
  /** Where a picture of the switch and of the notice goes. */
  readonly pictures: string;
}

/** What was done, in some words. Rejects when a check fails. */
export async function checkSwitch({ folder, current, older, pictures }: SwitchCheck): Promise<string> {
  const page = ["/guides/quick-start/", "/guides/"].find((one) => existsSync(join(folder, one, "index.html"))) ?? "/";
  const served = await serveSite(folder);
  const browser = await launchChromium();
  try {
    const tab = await openTab(browser, served.url, { viewport: { width: 1280, height: 800 } });
    await tab.page.goto(new URL(page, served.url).href, { waitUntil: "load" });
    mkdirSync(pictures, { recursive: true });
    await follow(tab, { version: older, to: `/${older}${page}`, picture: join(pictures, "switch.png") });
    await expectTrue(tab, `document.querySelector("main > .older-version a").pathname === "${page}"`);
    await expectTrue(tab, `document.querySelector("link[rel=canonical]").href.endsWith("${page}")`);
    await expectOwnHits(tab, older);
    await follow(tab, { version: current, to: page, picture: join(pictures, "older.png") });
    await expectTrue(tab, `document.querySelector(".older-version") === null`);
    const complaints = await tab.complaints();
    if (complaints.length > 0) throw new Error(complaints.join("\n"));
    return `${page} of ${current} to that of ${older} and back`;
  } finally {
    await browser.close();
    await served.stop();
  }
}

interface Followed {
  readonly version: string;
  readonly to: string;
  readonly picture: string;
}

async function follow({ page }: Tab, { version, to, picture }: Followed): Promise<void> {
  await page.locator("details.versions summary").click();
  await page.screenshot({ path: picture });
  const link = page.locator("details.versions a", { hasText: version });
  await Promise.all([page.waitForURL((url) => url.pathname === to), link.click()]);
}

async function expectOwnHits({ page }: Tab, version: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.locator("dialog[open] input").first().fill("webhook");
  const hit = page.locator("dialog[open] .search-hits a").first();
  await hit.waitFor();
  const href = (await hit.getAttribute("href")) ?? "";
  if (!href.includes(`/${version}/`)) throw new Error(`the search of ${version} leads to ${href}`);
  await page.keyboard.press("Escape");
}

async function expectTrue({ page }: Tab, expression: string): Promise<void> {
  if (!(await becomes(page, expression))) throw new Error(`${page.url()}: not so: ${expression}`);
}
