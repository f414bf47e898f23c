// Every page with JavaScript off: all of its text can be read, that of tabs that are not chosen included, in a wide window, in a narrow one or
// in one between the two: what only one of them has room for is not lost.
import { z } from "zod";
import { atOnce } from "../../scripts/testing/at-once.ts";
import type { Check, Finding } from "./check.ts";
import { inPage } from "./in-page.ts";
import { openTab } from "./tab.ts";

const readText = inPage("hidden-text", z.object({ visible: z.number(), hidden: z.array(z.string()) }));

const widths = [1440, 360, 900];
/** The next page loads while one is read. */
const framesAtOnce = 3;
/** Less text than this is no page of anything. */
const fewestCharacters = 40;

export const checkWithoutScripts: Check = async ({ browser, url, paths }) => {
  const findings: Finding[] = [];
  let characters = 0;
  // The policy of the page around them would forbid the frames.
  const { page, close } = await openTab(browser, url, { bypassCSP: true });
  await page.goto(`${url}/robots.txt`);
  await atOnce(framesAtOnce, paths, async (path) => {
    const { visible, hidden } = await readText(page, { path, widths, height: 900 });
    characters += visible;
    if (visible < fewestCharacters) findings.push({ where: path, what: "has next to no text without JavaScript" });
    for (const text of hidden) findings.push({ where: path, what: `not readable without JavaScript: ${text}` });
  });
  await close();
  return { findings, notes: [`${characters} characters can be read on ${paths.length} pages`] };
};
