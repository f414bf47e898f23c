// `pnpm run docs:check [check ...] [--page text] [--sample]`: looks at docs/dist in a real browser, and exits 1 when it finds something.
// `--sample`, as in CI: of the pages that programs write, axe sees each kind, and a tenth of the others; all of them every night.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { launchChromium } from "../../scripts/testing/chromium-program.ts";
import type { Check, Finding, Outcome, Site } from "./check.ts";
import { checkKeyboard } from "./keyboard.ts";
import { checkPages } from "./pages.ts";
import { checkPlayground } from "./playground.ts";
import { checkReaders } from "./readers.ts";
import { takeScreens } from "./screens.ts";
import { checkSearch } from "./search.ts";
import { serveSite } from "./served-site.ts";
import { checkSpeed } from "./speed.ts";
import { checkWithoutScripts } from "./without-scripts.ts";

/** One group after the other, what is in a group at once: two that wait for the browser, and two that keep it busy. */
const checks: readonly Readonly<Record<string, Check>>[] = [
  { speed: checkSpeed },
  // By itself: in a tab behind others, Chromium may leave the index waiting for longer than it is waited for.
  { search: checkSearch },
  { pages: checkPages },
  { readers: checkReaders },
  { playground: checkPlayground },
  { "without-scripts": checkWithoutScripts, keyboard: checkKeyboard, screens: takeScreens },
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    page: { type: "string" },
    sample: { type: "boolean", default: false },
    directory: { type: "string", default: join(import.meta.dirname, "../dist") },
  },
});
const names = checks.flatMap((together) => Object.keys(together));
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`there is no check ${unknown.join(", ")}: ${names.join(", ")}`);
  process.exit(2);
}

const served = await serveSite(values.directory);
const browser = await launchChromium();
try {
  const paths = served.paths.filter((path) => path.includes(values.page ?? ""));
  const failed = await runChecks({ url: served.url, browser, paths, isSample: values.sample });
  process.exitCode = failed ? 1 : 0;
} finally {
  await browser.close();
  await served.stop();
}

async function runChecks(site: Site): Promise<boolean> {
  let found = 0;
  const run = async (name: string, check: Check): Promise<void> => {
    const began = performance.now();
    // One that cannot go on has found something; the others are made all the same.
    const { findings, notes } = await check(site).catch((error: unknown): Outcome => {
      return {
        findings: [{ where: name, what: error instanceof Error ? (error.stack ?? error.message) : String(error) }],
        notes: [],
      };
    });
    found += findings.length;
    const verdict = findings.length === 0 ? "pass" : "FAIL";
    console.log(`${verdict}  ${name}  ${((performance.now() - began) / 1000).toFixed(1)} s`);
    for (const note of notes) console.log(`      ${note}`);
    for (const line of grouped(findings)) console.log(`      ${line}`);
  };
  for (const together of checks) {
    const wanted = Object.entries(together).filter(([name]) => positionals.length === 0 || positionals.includes(name));
    await Promise.all(wanted.map(([name, check]) => run(name, check)));
  }
  console.log(
    found === 0 ? `${site.paths.length} pages: nothing was found` : `${found} findings on ${site.paths.length} pages`,
  );
  return found > 0;
}

/** What all pages share is said once, with the first of them and how many there are. */
function grouped(findings: readonly Finding[]): string[] {
  const places = new Map<string, Set<string>>();
  for (const { where, what } of findings) places.set(what, (places.get(what) ?? new Set()).add(where));
  return [...places].map(([what, on]) => {
    const [first] = on;
    return on.size === 1 ? `${first}: ${what}` : `${first} and ${on.size - 1} more: ${what}`;
  });
}
