// A module of a test -> the same module running in a page of a real Chromium, whose requests go over the wire.
import { build } from "esbuild";
import type { Page as BrowserPage } from "playwright-core";
import { describe, it } from "vitest";
import { chromiumCommand, chromiumVariable, isChromiumMissing, launchChromium } from "./chromium-program.ts";

/** A `describe` whose tests need Chromium. Without it, `tests` is not called: one skipped test stands for all of them. */
export function describeWithChromium(name: string, tests: () => void): void {
  const skipped = (): void => it.skip(`there is no Chromium; ${chromiumCommand}, or set ${chromiumVariable}`);
  describe(name, isChromiumMissing() ? skipped : tests);
}

/** Enough for a machine that is busy with other tests; starting takes a second or two. */
export const chromiumTimeout = 60_000;

export interface TestBrowser {
  /**
   * Loads a page of `origin` that holds nothing but the bundled module. Only the document comes from here, by the browser's
   * own interception: a service without CORS headers responds to the page as to any page of its origin.
   */
  open(module: string, origin: string): Promise<Page>;
  close(): Promise<void>;
}

export interface Page {
  /** Calls a function that the module exports; value and result are JSON. Rejects when it throws. */
  call(name: string, value?: unknown): Promise<unknown>;
  /** The uncaught exceptions of the page. */
  readonly uncaught: readonly string[];
}

export async function startChromium(): Promise<TestBrowser> {
  const browser = await launchChromium();
  return {
    open: async (module, origin) => await openPage(await browser.newPage(), await bundled(module), origin),
    close: () => browser.close(),
  };
}

async function openPage(page: BrowserPage, script: string, origin: string): Promise<Page> {
  const uncaught: string[] = [];
  page.on("pageerror", (error) => uncaught.push(String(error)));
  const address = new URL("/page-of-the-test", origin).href;
  await page.route(address, (route) => route.fulfill({ contentType: "text/html", body: documentOf(script) }));
  await page.goto(address);
  // From here on the page reaches the network directly.
  await page.unrouteAll();
  const call = async (name: string, value?: unknown): Promise<unknown> => {
    return await page.evaluate(`${globalName}[${JSON.stringify(name)}](${JSON.stringify(value)})`);
  };
  return { call, uncaught };
}

const globalName = "moduleOfTheTest";

async function bundled(module: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [module],
    bundle: true,
    write: false,
    platform: "browser",
    format: "iife",
    globalName,
  });
  return outputFiles.map(({ text }) => text).join("");
}

/** A `</script>` in a string of the module must not end the element. */
function documentOf(script: string): string {
  return `<!doctype html><title>test</title><script>${script.replaceAll("</script", "<\\/script")}</script>`;
}
