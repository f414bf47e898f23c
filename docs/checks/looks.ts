// Pages, and what someone looks for on each -> findings, one for each look that is disappointed.
import type { Page } from "playwright-core";
import type { Finding, Site } from "./check.ts";
import { settle } from "./settle.ts";

/** `null` when what is looked for is there, otherwise what is wrong. */
export type Look = (page: Page) => Promise<string | null>;

/** One look after the other, each at a page that was just loaded. */
export async function takeLooks(
  page: Page,
  url: string,
  looks: readonly (readonly [path: string, look: Look])[],
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [path, look] of looks) {
    // The same path with another anchor would not be loaded again.
    await page.goto("about:blank");
    await page.goto(url + path, { waitUntil: "load" });
    await settle(page);
    const problem = await look(page);
    if (problem !== null) findings.push({ where: path, what: problem });
  }
  return findings;
}

/** The looks at pages of a kind, by the name of the kind; a site that has no such page is not looked at so. */
export function looksAtTemplates(
  { templates }: Site,
  wanted: readonly (readonly [template: string, look: Look])[],
): (readonly [path: string, look: Look])[] {
  return wanted.flatMap(([template, look]) => {
    const path = templates.get(template);
    return path === undefined ? [] : [[path, look] as const];
  });
}
