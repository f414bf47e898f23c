// Every page, light and dark, wide and narrow: axe violations, errors while loading, colours, width and weight. In a sample, all of
// that but what axe says beyond colours, which it then says of some of the pages that a program has written.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { z } from "zod";
import { atOnce } from "../../scripts/testing/at-once.ts";
import { becomes } from "./becomes.ts";
import type { Check, Finding, Site } from "./check.ts";
import { inPage } from "./in-page.ts";
import { settle } from "./settle.ts";
import { openTab, type Tab } from "./tab.ts";

const axeText = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const newColours = inPage("text-colours", z.array(z.string()));
const runAxe = inPage(
  "run-axe",
  z.object({
    found: z.array(
      z.object({
        rule: z.string(),
        help: z.string(),
        isRequired: z.boolean(),
        places: z.array(z.object({ selector: z.string(), why: z.string() })),
        count: z.number(),
      }),
    ),
    passed: z.array(z.string()),
    failed: z.array(z.string()),
    parts: z.array(z.string()),
  }),
);
type AxeFound = Awaited<ReturnType<typeof runAxe>>["found"];
const overflow = inPage("overflow", z.object({ wide: z.number(), room: z.number(), culprits: z.array(z.string()) }));
const weigh = inPage("weight", z.object({ sent: z.number(), unpacked: z.number(), files: z.number() }));

const wide = { width: 1440, height: 900 };
const narrow = { width: 360, height: 740 };
/** Of a page with all that it loads, as sent: more than that is noticed on a telephone. */
const mostSent = 130_000;
/** The playground brings a generator, and its check has a limit of its own; the page of unknown paths searches for close ones by itself. */
const heavyPages: readonly string[] = ["/playground/", "/404.html"];
/** The machines have two processors; a third page loads while two are looked at. */
const tabs = 3;
/** Pages that programs write from the description and the table of errors. In a sample, one of so many is opened. */
const byPrograms = /^\/(?:reference|errors|description|operations|events|schemas)\//;
const sampled = 10;

interface PageReport {
  readonly path: string;
  readonly findings: readonly Finding[];
  readonly advice: readonly string[];
  readonly bytes: { readonly sent: number; readonly unpacked: number; readonly files: number };
}

/** How text looks, of all pages so far. What looks the same has the same contrast. */
interface Looks {
  readonly enough: Set<string>;
  /** Those that axe could not judge, such as what is over something else, and on how many pages. */
  readonly unjudged: Map<string, number>;
}

interface Visit {
  readonly site: Site;
  /** Pages that stand for their kind: axe looks at the whole of them, light and dark. */
  readonly templates: ReadonlySet<string>;
  /** Pages of which axe is asked what no colour changes. */
  readonly judged: ReadonlySet<string>;
  readonly looks: Looks;
  /** What several pages have, such as the header: those in which axe found nothing on the first of them. */
  readonly parts: Set<string>;
}

/** Half of axe's time goes into these rules, which ask for every piece of text what a few of them tell. Only they see colours. */
const colourRules = ["color-contrast", "link-in-text-block"];
/** On so many pages axe is asked about text that it cannot judge. */
const mostAttempts = 6;

export const checkPages: Check = async (site) => {
  const visit = {
    site,
    templates: new Set(site.templates.values()),
    judged: new Set(judgedIn(site)),
    looks: { enough: new Set<string>(), unjudged: new Map<string, number>() },
    parts: new Set<string>(),
  };
  const free: Tab[] = [];
  for (let count = 0; count < tabs; count += 1) {
    const tab = await openTab(site.browser, site.url, { reducedMotion: "reduce" });
    await tab.page.addInitScript(axeText);
    free.push(tab);
  }
  const isVisited = (path: string): boolean => !site.isSample || visit.templates.has(path) || visit.judged.has(path);
  const reports = await atOnce(tabs, site.paths.filter(isVisited), async (path) => {
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
    notes: [
      `${reports.length} of ${site.paths.length} pages were opened, and axe looked at ${new Set([...visit.templates, ...visit.judged]).size}`,
      ...weightNotes(reports),
      colourNote(visit.looks),
      ...adviceNotes(reports),
    ],
  };
};

/** All pages that people write; in a sample, some of the others, always the same. */
function judgedIn({ paths, isSample }: Site): string[] {
  const generated = paths.filter((path) => byPrograms.test(path));
  const some = isSample ? generated.filter((_, index) => index % sampled === 0) : generated;
  return [...paths.filter((path) => !byPrograms.test(path)), ...some];
}

async function checkPage(visit: Visit, path: string, { page, complaints }: Tab): Promise<PageReport> {
  const { site, templates, judged } = visit;
  const findings: Finding[] = [];
  const advice: string[] = [];
  const say = (how: string, what: string): void =>
    void findings.push({ where: how === "" ? path : `${path} (${how})`, what });
  const report = (how: string, found: AxeFound): void => {
    for (const { rule, help, isRequired, places, count } of found) {
      const [place] = places;
      if (isRequired) say(how, `axe ${rule}: ${help}: ${place?.selector} (${count}): ${place?.why}`);
      else advice.push(`${rule}: ${help}: ${place?.selector}`);
    }
  };
  // An open page follows the window and the system, so that it is loaded once.
  await page.setViewportSize(narrow);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(site.url + path, { waitUntil: "load" });
  await page.evaluate("document.fonts.ready.then(() => undefined)");
  const bytes = await weigh(page);
  const { wide: width, room, culprits } = await overflow(page);
  if (width > room) say(`${narrow.width} px`, `scrolls sideways, being ${width} wide: ${culprits.join(", ")}`);
  await page.setViewportSize(wide);
  await settle(page);
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    if (!(await becomes(page, `document.documentElement.dataset.theme === "${colorScheme}"`)))
      say(colorScheme, "the theme is not that of the system");
    report(colorScheme, templates.has(path) ? (await runAxe(page, {})).found : await judgeColours(page, visit.looks));
  }
  if (!templates.has(path) && judged.has(path)) report("", await judgeRest(page, visit.parts));
  for (const complaint of await complaints()) say("", complaint);
  if (bytes.sent > mostSent && !heavyPages.includes(path))
    say("", `loads ${kilobytes(bytes.sent)} in ${bytes.files} files: ${kilobytes(mostSent)} at most`);
  return { path, findings, advice, bytes };
}

/** What no colour changes. It comes last, since it takes lines from the page that others have, too. */
async function judgeRest(page: Page, parts: Set<string>): Promise<AxeFound> {
  const { found, parts: judged } = await runAxe(page, { but: colourRules, known: [...parts] });
  if (found.length === 0) for (const part of judged) parts.add(part);
  return found;
}

async function judgeColours(page: Page, { enough, unjudged }: Looks): Promise<AxeFound> {
  const hopeless = [...unjudged].filter(([, pages]) => pages >= mostAttempts).map(([one]) => one);
  const unknown = await newColours(page, [...enough, ...hopeless]);
  if (unknown.length === 0) return [];
  const { found, passed, failed } = await runAxe(page, { only: colourRules, amongNew: true });
  for (const one of unknown) {
    if (failed.includes(one)) continue;
    if (passed.includes(one)) enough.add(one);
    else unjudged.set(one, (unjudged.get(one) ?? 0) + 1);
  }
  return found;
}

function weightNotes(reports: readonly PageReport[]): string[] {
  const heaviest = reports.toSorted((a, b) => b.bytes.sent - a.bytes.sent).slice(0, 5);
  const lines = heaviest.map(({ path, bytes }) => `${path} ${kilobytes(bytes.sent)} in ${bytes.files} files`);
  return [`heaviest of ${reports.length}, as sent: ${lines.join(", ")}`];
}

function colourNote({ enough, unjudged }: Looks): string {
  const open = [...unjudged.keys()].filter((look) => !enough.has(look));
  return `text looks one of ${enough.size} ways that have contrast enough, or of ${open.length} that axe cannot judge`;
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
