// The machine -> the Chromium on it that tests can start, if there is one.
import { existsSync } from "node:fs";

/** Names a Chromium, or a Chrome, that is not where Debian and Ubuntu put theirs. */
export const chromiumVariable = "WAYBILL_TEST_CHROMIUM";
export const chromiumCommand = "bash scripts/testing/install.sh chromium";

export function isChromiumMissing(): boolean {
  return chromiumProgram() === undefined;
}

export function chromiumProgram(): string | undefined {
  const named = process.env[chromiumVariable];
  return (named === undefined ? places : [named]).find((place) => existsSync(place));
}

const places: readonly string[] = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
