// Every page, light and dark, wide and narrow: what axe says, what goes wrong while it loads, how wide and how heavy it is.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { z } from "zod";
import { atOnce } from "../../scripts/at-once.ts";
import type { Check, Finding, Site } from "./check.ts";
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

export const checkPages: Check = async (site) => {
  const free: Tab[] = [];
  for (let count = 0; count < tabs; count += 1) free.push(await openTab(site.browser, site.url));
  const reports = await atOnce(tabs, site.paths, async (path) => {
    const tab = free.pop();
    if (tab === undefined) throw new Error("there are fewer tabs than pages at once");
    try {
      return await checkPage(site, path, tab);
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

async function checkPage(site: Site, path: string, { page, complaints }: Tab): Promise<PageReport> {
  const findings: Finding[] = [];
  const advice: string[] = [];
  const say = (how: string, what: string): void =>
    void findings.push({ where: how === "" ? path : `${path} (${how})`, what });
  let bytes = { sent: 0, unpacked: 0, files: 0 };
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize(wide);
    await page.goto(site.url + path, { waitUntil: "load" });
    await page.evaluate("document.fonts.ready.then(() => undefined)");
    if (colorScheme === "light") bytes = await weigh(page);
    for (const { rule, help, isRequired, places, count } of await axeOf(page)) {
      const [place] = places;
      const text = `axe ${rule}: ${help}: ${place?.selector} (${count}): ${place?.why}`;
      if (isRequired) say(colorScheme, text);
      else advice.push(`${rule}: ${help}: ${place?.selector}`);
    }
    await page.setViewportSize(narrow);
    const { wide: width, room, culprits } = await overflow(page);
    if (width > room)
      say(`${colorScheme}, ${narrow.width} px`, `scrolls sideways, being ${width} wide: ${culprits.join(", ")}`);
    for (const complaint of await complaints()) say(colorScheme, complaint);
  }
  if (bytes.unpacked > mostBytes)
    say("", `weighs ${kilobytes(bytes.unpacked)} with all it loads: ${kilobytes(mostBytes)} at most`);
  return { path, findings, advice, bytes };
}

async function axeOf(page: Page) {
  await page.evaluate(axeText);
  return await runAxe(page);
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
