// `pnpm stories portal`: the story of a customer and a recipient in Chromium, against the service on SQLite with its built pages; then every
// page wide and narrow, light and dark: axe, width, errors, the policy. Pictures are in .reports/portal. The service's tests have the API
// on PostgreSQL and what attackers would try; the portal's have its pages on mocks.
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { launchChromium } from "../../testing/chromium-program.ts";
import { freePort } from "../../testing/programs.ts";
import { seed } from "../harness/account.ts";
import { freshFolder } from "../harness/fresh-folder.ts";
import { fulfillment, localOptions, serve } from "../harness/fulfillment.ts";
import { startReceiver } from "../harness/receiver.ts";
import { lookAtPages } from "./pages.ts";
import { playStory } from "./story.ts";

const root = path.join(import.meta.dirname, "../../../packages/fulfillment/portal");
const pictures = path.join(import.meta.dirname, "../../../.reports/portal");
mkdirSync(pictures, { recursive: true });
using folder = freshFolder("portal-story");
const pages = path.join(folder.path, "pages");
const vite = path.join(root, "node_modules/vite/bin/vite.js");
execFileSync(process.execPath, [vite, "build", "--outDir", pages, "--emptyOutDir", "--logLevel", "warn"], {
  cwd: root,
});

const storage = ["--data", path.join(folder.path, "data")];
const account = await seed("northwind", storage);
const owner = ["--account", "northwind", "--email", "ada@northwind.example", "--name", "Ada Reyes", "--role", "owner"];
const user = z
  .object({ email: z.string(), password: z.string() })
  .parse(JSON.parse(await fulfillment("users", "create", ...owner, ...storage)));
const port = String(await freePort());
const service = await serve([...storage, ...localOptions, "--portal-port", port, "--portal-pages", pages]);
const receiver = await startReceiver();
const browser = await launchChromium();
try {
  const portal = `http://127.0.0.1:${port}`;
  const seen = await playStory(browser, { url: service.url, portal, account, user, receiver }).catch(async (error) => {
    const open = browser.contexts().flatMap((context) => context.pages());
    for (const [at, page] of open.entries()) await page.screenshot({ path: path.join(pictures, `failed-${at}.png`) });
    throw error;
  });
  console.log("portal: the story is played");
  const findings = await lookAtPages(browser, portal, seen, pictures);
  for (const finding of findings) console.log(`  ${finding}`);
  console.log(`pages: ${findings.length} findings`);
  process.exitCode = findings.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  receiver.close();
  await service.stop();
}
