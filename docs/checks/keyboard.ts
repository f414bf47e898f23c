// The main pages without a mouse: Tab reaches everything, one can see where one is, and nothing holds the focus.
import type { Page } from "playwright-core";
import { z } from "zod";
import type { Check, Finding, Outcome, Site } from "./check.ts";
import { inPage } from "./in-page.ts";
import { type KeyboardUse, keyboardUses } from "./keyboard-uses.ts";
import { settle } from "./settle.ts";
import { openTab } from "./tab.ts";

const targetsOf = inPage("focus-targets", z.array(z.string()));
const stateOf = inPage(
  "focus-state",
  z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("none") }),
    z.object({ kind: z.literal("other"), name: z.string() }),
    z.object({
      kind: z.literal("target"),
      index: z.number(),
      name: z.string(),
      isMarked: z.boolean(),
      isSeen: z.boolean(),
    }),
  ]),
);

/** The pages whose every control is tried; on the others it would be the same ones. */
const walked = ["landing", "guide", "operation", "event", "downloads", "channel", "schema"];
/** What a walk may come by without having listed it, such as what opens on the way. */
const spare = 25;

export const checkKeyboard: Check = (site) => checkUses(site, keyboardUses(site.templates));

export async function checkUses(site: Site, uses: readonly KeyboardUse[]): Promise<Outcome> {
  const findings: Finding[] = [];
  const notes: string[] = [];
  const templates = site.templates;
  const { page, close } = await openTab(site.browser, site.url, {
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  for (const name of walked) {
    const path = templates.get(name);
    if (path === undefined) continue;
    await page.goto(site.url + path, { waitUntil: "load" });
    const { problems, reached } = await walk(page);
    notes.push(`${path}: ${reached} stops`);
    findings.push(...problems.map((what) => ({ where: path, what })));
  }
  for (const { name, path, use } of uses) {
    await page.goto(site.url + path, { waitUntil: "load" });
    const problem = await use(page).catch((error: unknown) => String(error).split("\n")[0] ?? "");
    if (problem === null) notes.push(`${path}: ${name}`);
    else findings.push({ where: path, what: `${name}: ${problem}` });
  }
  await close();
  return { findings, notes };
}

interface Walk {
  readonly problems: readonly string[];
  readonly reached: number;
}

/** Tab, from the top of the page to its end. */
async function walk(page: Page): Promise<Walk> {
  await settle(page);
  const targets = await targetsOf(page);
  const reached = new Set<number>();
  const unmarked = new Set<string>();
  const unseen = new Set<string>();
  let isAtEnd = false;
  for (let step = 0; step < targets.length + spare && !isAtEnd; step += 1) {
    await page.keyboard.press("Tab");
    const state = await stateOf(page);
    isAtEnd = state.kind === "target" && state.index === 0 && step > 0;
    if (state.kind !== "target" || isAtEnd) continue;
    reached.add(state.index);
    if (!state.isMarked) unmarked.add(state.name);
    if (!state.isSeen) unseen.add(state.name);
  }
  // Code that turned out to need no scrolling is no stop any more.
  const stops = z.array(z.boolean()).parse(await page.evaluate("focusTargets.map((one) => one.element.tabIndex >= 0)"));
  const missed = targets.filter((_, index) => !reached.has(index) && stops[index] === true);
  return {
    reached: reached.size,
    problems: [
      ...(isAtEnd ? [] : [`Tab does not come to the end of the page after ${targets.length + spare} steps`]),
      ...said("Tab does not reach", missed),
      ...said("looks the same with and without focus:", [...unmarked]),
      ...said("has the focus where it cannot be seen:", [...unseen]),
    ],
  };
}

function said(what: string, names: readonly string[]): string[] {
  return names.length === 0
    ? []
    : [`${what} ${names.slice(0, 4).join(", ")}${names.length > 4 ? ` and ${names.length - 4} more` : ""}`];
}
