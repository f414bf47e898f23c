// Every page, light and dark, wide and narrow: what axe says, what goes wrong while it loads, how wide and how heavy it is.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { z } from "zod";
import { atOnce } from "../../scripts/at-once.ts";
import { type Check, type Finding, type Site, templatesOf } from "./check.ts";
import { openTab, type Tab } from "./chromium.ts";
import { inPage } from "./in-page.ts";

const axeText = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const runAxe = inPage(
  "run-axe",
  z.array(
    z.object({
      rule: z.string(),
      help: z.string(),
      isRequired: z.boolean(),
      places: z.array(z.object({ selector: z.string(), why: z.string() })),
      count: z.number(),
    }),
  ),
);
const overflow = inPage("overflow", z.object({ wide: z.number(), room: z.number(), culprits: z.array(z.string()) }));
const weigh = inPage("weight", z.object({ sent: z.number(), unpacked: z.number(), files: z.number() }));

const wide = { width: 1440, height: 900 };
const narrow = { width: 360, height: 740 };
/** Of a page with all that it loads, unpacked: more than that is noticed on a telephone. */
const mostBytes = 1_500_000;
/** The machines have two processors; a third page loads while two are looked at. */
const tabs = 3;

interface PageReport {
  readonly path: string;
  readonly findings: readonly Finding[];
  readonly advice: readonly string[];
  readonly bytes: { readonly sent: number; readonly unpacked: number; readonly files: number };
}

interface Visit {
  readonly site: Site;
  readonly templates: ReadonlySet<string>;
}

/** What can be otherwise in the dark. Pages that stand for their kind are looked at for everything again. */
const colourRules = ["color-contrast", "link-in-text-block"];

export const checkPages: Check = async (site) => {
  const visit = { site, templates: new Set(templatesOf(site).values()) };
  const free: Tab[] = [];
  for (let count = 0; count < tabs; count += 1) free.push(await openTab(site.browser, site.url));
  const reports = await atOnce(tabs, site.paths, async (path) => {
    const tab = free.pop();
    if (tab === undefined) throw new Error("there are fewer tabs than pages at once");
    try {
      return await checkPage(visit, path, tab);
    } finally {
      free.push(tab);
    }
  });
  await Promise.all(free.map((tab) => tab.close()));
  return {
    findings: reports.flatMap(({ findings }) => findings),
    notes: [...weightNotes(reports), ...adviceNotes(reports)],
  };
};

async function checkPage({ site, templates }: Visit, path: string, { page, complaints }: Tab): Promise<PageReport> {
  const findings: Finding[] = [];
  const advice: string[] = [];
  const say = (how: string, what: string): void =>
    void findings.push({ where: how === "" ? path : `${path} (${how})`, what });
  await page.setViewportSize(wide);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.goto(site.url + path, { waitUntil: "load" });
  await page.evaluate("document.fonts.ready.then(() => undefined)");
  const bytes = await weigh(page);
  await page.evaluate(axeText);
  for (const colorScheme of ["light", "dark"] as const) {
    // An open page follows the system, so that it need not be loaded again.
    await page.emulateMedia({ colorScheme });
    if (!(await followsSystem(page, colorScheme))) say(colorScheme, "the theme is not that of the system");
    const isSecondLook = colorScheme === "dark" && !templates.has(path);
    for (const { rule, help, isRequired, places, count } of await runAxe(page, isSecondLook ? colourRules : null)) {
      const [place] = places;
      const text = `axe ${rule}: ${help}: ${place?.selector} (${count}): ${place?.why}`;
      if (isRequired) say(colorScheme, text);
      else advice.push(`${rule}: ${help}: ${place?.selector}`);
    }
  }
  await page.setViewportSize(narrow);
  const { wide: width, room, culprits } = await overflow(page);
  if (width > room) say(`${narrow.width} px`, `scrolls sideways, being ${width} wide: ${culprits.join(", ")}`);
  for (const complaint of await complaints()) say("", complaint);
  if (bytes.unpacked > mostBytes)
    say("", `weighs ${kilobytes(bytes.unpacked)} with all it loads: ${kilobytes(mostBytes)} at most`);
  return { path, findings, advice, bytes };
}

/** Soon, not at once: the page hears of it with its next frame. */
async function followsSystem(page: Page, colorScheme: string): Promise<boolean> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if ((await page.evaluate("document.documentElement.dataset.theme")) === colorScheme) return true;
    await page.waitForTimeout(20);
  }
  return false;
}

function weightNotes(reports: readonly PageReport[]): string[] {
  const [heaviest] = reports.toSorted((a, b) => b.bytes.unpacked - a.bytes.unpacked);
  if (heaviest === undefined) return [];
  const { path, bytes } = heaviest;
  return [
    `heaviest of ${reports.length}: ${path}, ${kilobytes(bytes.unpacked)} in ${bytes.files} files, ${kilobytes(bytes.sent)} as sent`,
  ];
}

/** Each piece of advice once, with how many pages it is for. */
function adviceNotes(reports: readonly PageReport[]): string[] {
  const pages = new Map<string, Set<string>>();
  for (const { path, advice } of reports)
    for (const one of advice) pages.set(one, (pages.get(one) ?? new Set()).add(path));
  return [...pages].map(([one, on]) => `advice of axe (${on.size} pages, such as ${[...on][0]}): ${one}`);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} kB`;
}
