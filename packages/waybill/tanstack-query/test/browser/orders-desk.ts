// examples/react, built by Vite -> the application in a page of a real Chromium, and what one sees and does there.
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { build, preview } from "vite";
import { vi } from "vitest";

const root = join(import.meta.dirname, "../../../../../examples/react");

export interface Desk {
  readonly url: string;
  close(): Promise<void>;
}

/** `mode`: "mocks" for handlers in the browser. `environment`: what its Vite configuration and its code read. */
export async function serveDesk(
  mode: string,
  outDir: string,
  environment: Readonly<Record<string, string>>,
): Promise<Desk> {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  try {
    const shared = { root, mode, logLevel: "error", build: { outDir, emptyOutDir: true } } as const;
    await build(shared);
    const server = await preview({ ...shared, preview: { port: 0 } });
    const [url] = server.resolvedUrls?.local ?? [];
    if (url === undefined) throw new Error("the preview of Vite has no address");
    return { url, close: () => server.close() };
  } finally {
    vi.unstubAllEnvs();
  }
}

/** The errors of the page are in `complaints`. */
export async function openDesk(browser: Browser, url: string): Promise<{ page: Page; complaints: readonly string[] }> {
  const page = await browser.newPage({ viewport: { width: 1100, height: 900 } });
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin && !request.url().startsWith("data:"))
      complaints.push(`a request to another host: ${request.url()}`);
  });
  await page.goto(url);
  return { page, complaints };
}

const address: Readonly<Record<string, string>> = {
  "First name": "Mara",
  "Last name": "Lindqvist",
  "E-mail": "mara.lindqvist@example.com",
  Street: "418 Juniper Lane",
  City: "Portland",
  State: "OR",
  "ZIP code": "97205",
};

export async function placeOrder(page: Page, changes: Readonly<Record<string, string>> = {}): Promise<void> {
  for (const [label, value] of Object.entries({ ...address, ...changes })) await page.getByLabel(label).fill(value);
  await page.getByRole("button", { name: "Place order" }).click();
}

/** How many orders the list shows. */
export function orderCount(page: Page): Promise<number> {
  return page.locator(".orders li").count();
}
