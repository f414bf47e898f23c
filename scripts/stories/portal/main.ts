// `pnpm stories portal`: the story of a customer and a recipient in Chromium, against the service with its built pages, on SQLite and on
// PostgreSQL with Redis; then every page wide and narrow, light and dark: axe, width, errors, the policy. `--sample`: SQLite only.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { launchChromium } from "../../testing/chromium-program.ts";
import { lookAtPages } from "./pages.ts";
import { playStory } from "./story.ts";
import { startWorld, storages } from "./world.ts";

const { values } = parseArgs({ options: { sample: { type: "boolean", default: false } } });
const root = path.join(import.meta.dirname, "../../../packages/fulfillment/portal");
/** Kept, so that one can look at them. */
const pictures = path.join(import.meta.dirname, "../../../.reports/portal");
mkdirSync(pictures, { recursive: true });
const folder = mkdtempSync(path.join(tmpdir(), "portal-story-"));
const pages = path.join(folder, "pages");
const vite = path.join(root, "node_modules/vite/bin/vite.js");
execFileSync(process.execPath, [vite, "build", "--outDir", pages, "--emptyOutDir"], {
  cwd: root,
  stdio: ["ignore", "ignore", "inherit"],
});

const browser = await launchChromium();
let failures = 0;
try {
  for (const storage of await storages(folder, values.sample)) {
    const started = performance.now();
    const world = await startWorld(storage, { folder, pages });
    try {
      const seen = await playStory(browser, world, pictures).catch(async (error: unknown) => {
        await pictureAll();
        throw error;
      });
      console.log(`${storage.name}: the story, ${((performance.now() - started) / 1000).toFixed(0)} s`);
      // What the pages look like does not depend on the storage.
      if (storage.name !== "SQLite") continue;
      const findings = await lookAtPages(browser, seen, pictures);
      failures += findings.length;
      for (const finding of findings) console.log(`  ${finding}`);
      console.log(`pages: ${findings.length === 0 ? "nothing found" : `${findings.length} findings`}`);
    } finally {
      await world.stop();
      await storage.drop();
    }
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;

/** What could be seen when something failed. */
async function pictureAll(): Promise<void> {
  const open = browser.contexts().flatMap((context) => context.pages());
  for (const [at, page] of open.entries()) await page.screenshot({ path: path.join(pictures, `failed-${at}.png`) });
  console.log(`the open pages are in ${path.relative(process.cwd(), pictures)}/failed-*.png`);
}
