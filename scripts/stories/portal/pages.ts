// Every page, wide and narrow, light and dark -> what axe, the policy and the width of the window find.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { Browser } from "playwright-core";
import { z } from "zod";
import { inPage } from "../../../docs/checks/in-page.ts";
import { openTab } from "../../../docs/checks/tab.ts";
import type { Seen } from "./story.ts";

const fromPortal = createRequire(path.join(import.meta.dirname, "../../../packages/fulfillment/portal/package.json"));
const axeText = readFileSync(fromPortal.resolve("axe-core/axe.min.js"), "utf8");
const violation = z.object({
  rule: z.string(),
  isRequired: z.boolean(),
  places: z.array(z.object({ selector: z.string(), why: z.string() })),
});
const runAxe = inPage("run-axe", z.object({ found: z.array(violation) }));
const overflow = inPage("overflow", z.object({ wide: z.number(), room: z.number(), culprits: z.array(z.string()) }));

/** Each with a dialog to open there, by the name of its button; `isMissing`: a 404 is meant. */
interface SeenPage {
  readonly path: string;
  readonly opens?: string;
  readonly isMissing?: boolean;
}

/** Those that need no record. */
const pages: readonly SeenPage[] = [
  ...["/orders", "/orders?search=nothing-like-it", "/orders/new", "/orders/new?kind=standalone"].map(pageAt),
  ...["/imports", "/imports/new", "/campaigns", "/invites", "/webhooks", "/webhooks/new"].map(pageAt),
  ...["/settings/keys", "/settings/account", "/settings/members", "/no-such-page"].map(pageAt),
  { path: "/redeem/unknown", isMissing: true },
  { path: "/settings/keys", opens: "Create key" },
  { path: "/campaigns", opens: "New campaign" },
  { path: "/invites", opens: "New invite" },
  { path: "/settings/account", opens: "Sign out everywhere" },
];

const windows = [
  { name: "wide", viewport: { width: 1440, height: 900 }, colorScheme: "light" },
  { name: "narrow", viewport: { width: 360, height: 740 }, colorScheme: "dark" },
] as const;

export async function lookAtPages(
  browser: Browser,
  origin: string,
  { cookies, paths }: Seen,
  pictures: string,
): Promise<string[]> {
  const findings: string[] = [];
  for (const { name, ...options } of windows) {
    const tab = await openTab(browser, origin, { ...options, reducedMotion: "reduce" });
    const { page } = tab;
    await page.context().addCookies(cookies.map(({ name: key, value }) => ({ name: key, value, url: origin })));
    // It is no code of the pages: their policy would stop it.
    await page.addInitScript(axeText);
    for (const one of [...pages, ...paths.map(pageAt)]) {
      await page.goto(`${origin}${one.path}`);
      await page.locator("h1").waitFor();
      await page.locator(".skeleton").first().waitFor({ state: "detached" });
      if (one.opens !== undefined) {
        await page.getByRole("button", { name: one.opens }).first().click();
        await page.locator("[role='dialog'], [role='alertdialog']").waitFor();
      }
      const what = `${one.path.replace(/(redeem|landing)\/.*/, "$1")}${one.opens === undefined ? "" : ` ${one.opens}`}, ${name}`;
      const { found } = await runAxe(page, {});
      const { wide, room, culprits } = await overflow(page);
      if (wide > room) findings.push(`${what}: ${wide} px wide in a window of ${room}: ${culprits.join(", ")}`);
      for (const { rule, isRequired, places } of found)
        if (isRequired)
          findings.push(`${what}: ${rule}: ${places.map(({ selector, why }) => `${selector} ${why}`).join("; ")}`);
      const complaints = (await tab.complaints()).filter((text) => one.isMissing !== true || !/ 404\b/.test(text));
      findings.push(...complaints.map((complaint) => `${what}: ${complaint}`));
      await page.screenshot({ path: path.join(pictures, `${what.replaceAll(/[^a-z0-9]+/gi, "-")}.png`) });
    }
    await tab.close();
  }
  return findings;
}

function pageAt(path: string): SeenPage {
  return { path };
}
