// A browser -> tabs that record the errors of their pages.
import type { Browser, BrowserContextOptions, Page } from "playwright-core";

export interface Tab {
  readonly page: Page;
  /** The errors since the last call. */
  complaints(): Promise<string[]>;
  close(): Promise<void>;
}

/** A tab with a profile of its own. */
export async function openTab(browser: Browser, origin: string, options: BrowserContextOptions = {}): Promise<Tab> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const heard: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) heard.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => heard.push(`uncaught: ${error.message}`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && !["data:", "blob:"].includes(url.protocol))
      heard.push(`a request to another host: ${url}`);
  });
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "no reason is given";
    // A page that is left lets go of what it was loading.
    if (reason !== "net::ERR_ABORTED") heard.push(`${request.url()} failed: ${reason}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400 && !response.request().isNavigationRequest())
      heard.push(`${response.url()} returned ${response.status()}`);
  });
  page.on("dialog", (dialog) => void dialog.dismiss().then(() => heard.push("a dialog opened")));
  await page.addInitScript(`
    window.violationsSeen = [];
    document.addEventListener("securitypolicyviolation", (event) => {
      window.violationsSeen.push(event.violatedDirective + " " + (event.blockedURI || "inline") + " " + (event.sample || event.sourceFile || ""));
    });
  `);
  const violations = async (): Promise<string[]> => {
    const seen: unknown = await page.evaluate("(window.violationsSeen ?? []).splice(0)").catch(() => []);
    return Array.isArray(seen) ? seen.map((one) => `against the Content-Security-Policy: ${String(one)}`) : [];
  };
  return {
    page,
    complaints: async () => [...(await violations()), ...heard.splice(0)],
    close: () => context.close(),
  };
}
