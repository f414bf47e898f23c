// `pnpm docs:any [--sample] [name]`: sites that `waybill docs build` makes of published descriptions, in Chromium: axe, errors, requests
// to other hosts, the policy, and the width of 360 px. Prints the time and memory of each build; exits 1 when a page fails.

import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { z } from "zod";
import { unpack } from "../../scripts/corpus/descriptions.ts";
import { freshFolder } from "../../scripts/packages/fresh-folder.ts";
import { endOf } from "../../scripts/programs.ts";
import { launchChromium } from "../../scripts/testing/chromium-program.ts";
import { corpusPath } from "../../scripts/testing/shared-corpus.ts";
import { inPage } from "./in-page.ts";
import { settle } from "./settle.ts";
import { openTab } from "./tab.ts";

const root = path.join(import.meta.dirname, "../..");
const axeText = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const violation = z.object({
  rule: z.string(),
  isRequired: z.boolean(),
  places: z.array(z.object({ selector: z.string(), why: z.string() })),
});
const runAxe = inPage("run-axe", z.object({ found: z.array(violation) }));
const overflow = inPage("overflow", z.object({ wide: z.number(), room: z.number(), culprits: z.array(z.string()) }));
const built = z.object({ pages: z.number(), seconds: z.number(), megabytes: z.number() });

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
  ".md": "text/markdown; charset=utf-8",
};

/** A sample has as many pages of each, the largest ones among them. */
const sampled = 6;
const most = 30;

interface Described {
  readonly name: string;
  readonly words: readonly string[];
  /** A sample leaves it out. */
  readonly isLarge?: true;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: "boolean", default: false } },
});

if (existsSync(corpusPath())) await main();
else console.log("docs:any: skipped, there is no corpus; set WAYBILL_SHARED to the folder that has it");

async function main(): Promise<void> {
  using folder = freshFolder("docs-any");
  unpack(corpusPath(), folder.path);
  const all: readonly Described[] = [
    { name: "fulfillment", words: [path.join(root, "spec/openapi.yaml"), path.join(root, "spec/asyncapi.yaml")] },
    { name: "adyen", words: ["openapi/adyen-management.json"] },
    { name: "streetlights", words: ["asyncapi/streetlights-kafka-asyncapi.yml"] },
    { name: "slack", words: ["asyncapi/slack-rtm-asyncapi.yml"] },
    { name: "github", words: ["openapi/github.json"], isLarge: true },
    {
      name: "several",
      words: ["openapi/adyen-management.json", path.join(root, "spec/openapi.yaml"), "asyncapi/slack-rtm-asyncapi.yml"],
    },
  ];
  const chosen = all.filter(({ name, isLarge }) =>
    positionals.length === 0 ? !(values.sample && isLarge) : positionals.includes(name),
  );
  const browser = await launchChromium();
  let failures = 0;
  for (const one of chosen) {
    const out = path.join(folder.path, `site-${one.name}`);
    const program = path.join(root, "generators/bin/waybill.js");
    const ended = await endOf([process.execPath, program, "docs", "build", ...one.words, "--out", out, "--json"], {
      cwd: folder.path,
    });
    if (ended.code !== 0) {
      console.log(`${one.name}: not built\n${ended.output}`);
      failures += 1;
      continue;
    }
    const { pages, seconds, megabytes } = built.parse(JSON.parse(ended.stdout));
    console.log(`${one.name}: ${pages} pages, ${seconds.toFixed(0)} s, ${megabytes} MB`);
    const server = serve(out);
    await once(server, "listening");
    const origin = originOf(server);
    const tab = await openTab(browser, origin, { viewport: { width: 1440, height: 900 } });
    await tab.page.addInitScript(axeText);
    for (const file of chosenPages(out)) {
      const findings = [...(await look(tab.page, `${origin}${file}`)), ...(await tab.complaints())];
      failures += findings.length;
      for (const finding of findings) console.log(`  ${file} ${finding}`);
    }
    await tab.close();
    server.close();
  }
  await browser.close();
  if (failures > 0) process.exitCode = 1;
}

/** Wide and light, then narrow and dark. */
async function look(page: Page, url: string): Promise<string[]> {
  const findings: string[] = [];
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(url, { waitUntil: "load" });
  await settle(page);
  findings.push(...(await judged(page, "light")));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: "dark" });
  const { wide, room, culprits } = await overflow(page);
  if (wide > room) findings.push(`is ${wide} px wide in a window of ${room}: ${culprits.join(", ")}`);
  findings.push(...(await judged(page, "dark")));
  return findings;
}

async function judged(page: Page, theme: string): Promise<string[]> {
  const { found } = await runAxe(page, {});
  const required = found.filter(({ isRequired }) => isRequired);
  return required.map(({ rule, places: [first] }) => `${theme} ${rule}: ${first?.selector} ${first?.why}`);
}

/** Every page of a small site; of a large one those of every kind, and the largest. */
function chosenPages(out: string): string[] {
  const index = readFileSync(path.join(out, "llms.txt"), "utf8");
  const paths = [
    "/",
    ...[...index.matchAll(/\]\((\/[^)]+)\.md\)/g)].map(([, found = ""]) => (found === "/index" ? "/" : `${found}/`)),
  ];
  const count = values.sample ? sampled : most;
  const unique = [...new Set(paths)];
  const sizeOf = (one: string): number => statSync(path.join(out, one, "index.html")).size;
  const largest = unique.toSorted((one, other) => sizeOf(other) - sizeOf(one)).slice(0, 3);
  const step = Math.max(1, Math.ceil(unique.length / count));
  return [...new Set(["/", ...largest, ...unique.filter((_, at) => at % step === 0)])];
}

function serve(folder: string): Server {
  mkdirSync(folder, { recursive: true });
  return createServer((request, response) => {
    const asked = path.join(folder, decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname));
    const file =
      statSync(asked, { throwIfNoEntry: false })?.isDirectory() === true ? path.join(asked, "index.html") : asked;
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": types[path.extname(file)] ?? "application/octet-stream" });
    response.end(readFileSync(file));
  }).listen(0, "127.0.0.1");
}

function originOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server of the site has no port");
  return `http://127.0.0.1:${address.port}`;
}
