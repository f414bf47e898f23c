// The machine -> the Chromium on it that tests can start, if there is one, running without a window.
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** Names a Chromium, or a Chrome, that is not where Debian and Ubuntu put theirs. */
export const chromiumVariable = "WAYBILL_TEST_CHROMIUM";
export const chromiumCommand = "bash scripts/testing/install.sh chromium";

export function isChromiumMissing(): boolean {
  return chromiumProgram() === undefined;
}

function chromiumProgram(): string | undefined {
  const named = process.env[chromiumVariable];
  return (named === undefined ? places : [named]).find((place) => existsSync(place));
}

const places: readonly string[] = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The flags keep Chromium from asking anything of the network beside what the page asks. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = chromiumProgram();
  if (executablePath === undefined)
    throw new Error(`this needs Chromium: ${chromiumCommand}, or set ${chromiumVariable}`);
  return await chromium.launch({
    executablePath,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
