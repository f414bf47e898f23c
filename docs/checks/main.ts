// `pnpm --filter @fulfillment/docs check [check ...] [--page text] [--sample]`: looks at docs/dist in a real browser, and exits 1 when it finds something.
// `--sample`, as in CI: of the pages that programs write, axe sees each kind, and a tenth of the others; all of them every night.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { launchChromium } from "../../scripts/testing/chromium-program.ts";
import { type Check, templatesOf } from "./check.ts";
import { checkContents } from "./contents.ts";
import { checkKeyboard } from "./keyboard.ts";
import { checkPages } from "./pages.ts";
import { checkPieces } from "./pieces.ts";
import { checkPlayground } from "./playground.ts";
import { checkReaders } from "./readers.ts";
import { runChecks } from "./run-checks.ts";
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
  { pieces: checkPieces },
  { readers: checkReaders },
  { contents: checkContents },
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
  const site = { url: served.url, browser, paths, isSample: values.sample, templates: templatesOf(paths) };
  const wanted = checks.map((together) =>
    Object.fromEntries(
      Object.entries(together).filter(([name]) => positionals.length === 0 || positionals.includes(name)),
    ),
  );
  process.exitCode = (await runChecks(site, wanted)) > 0 ? 1 : 0;
} finally {
  await browser.close();
  await served.stop();
}
