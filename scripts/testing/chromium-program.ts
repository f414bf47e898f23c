// The machine -> the Chromium on it that tests can start, if there is one, running without a window.
import { existsSync } from "node:fs";
import { type Browser, chromium, type LaunchOptions } from "playwright-core";

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

/** Where the Chromium of a run of tests listens, for its workers. */
const sharedVariable = "WAYBILL_TESTED_CHROMIUM";

/** A browser of its own, or in a run of tests that has one: a connection to that, whose pages and cookies no other connection has. */
export async function launchChromium(): Promise<Browser> {
  const shared = process.env[sharedVariable];
  return shared === undefined ? await chromium.launch(settings()) : await chromium.connect(shared);
}

/** Before the tests of a run: each file that starts a Chromium takes a second of a processor. What is returned ends it. */
export async function shareChromium(): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({ ...settings(), host: "127.0.0.1" });
  process.env[sharedVariable] = server.wsEndpoint();
  return async () => await server.close();
}

/** The flags keep Chromium from asking anything of the network beside what the page asks. */
function settings(): LaunchOptions & { readonly executablePath: string } {
  const executablePath = chromiumProgram();
  if (executablePath === undefined)
    throw new Error(`this needs Chromium: ${chromiumCommand}, or set ${chromiumVariable}`);
  return {
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
  };
}
