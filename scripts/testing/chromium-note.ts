// Reports before a test run that Chromium is missing: the names of skipped tests are not printed by default.
import { chromiumCommand, chromiumVariable, isChromiumMissing } from "./chromium-program.ts";

export default function noteMissingChromium(): void {
  if (!isChromiumMissing()) return;
  console.warn(
    `Skipped: the tests that run in a browser. ${chromiumCommand} installs Chromium (Debian, Ubuntu);\n` +
      `${chromiumVariable} names one that is elsewhere.`,
  );
}
