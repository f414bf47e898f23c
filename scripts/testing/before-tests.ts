// Before a test run: stops it on another Node than the workspace's, where tests fail for misleading reasons, and reports what is missing
// on this machine, since the names of skipped tests are not printed by default. Makes what many tests use: bundles of the programs
// that they start, a database that they copy, and a browser.
import { existsSync } from "node:fs";
import { bundlePrograms } from "./bundled-programs.ts";
import { chromiumCommand, chromiumVariable, isChromiumMissing, shareChromium } from "./chromium-program.ts";
import { createMigratedTemplate } from "./migrated-template.ts";
import { missingServers, serversCommand, serverVariables } from "./real-servers.ts";
import { corpusPath } from "./shared-corpus.ts";

const neededNode = 24;

/** Returns what is to be called after the tests. */
export default async function beforeTests(): Promise<() => Promise<void>> {
  if (Number.parseInt(process.versions.node, 10) < neededNode) {
    throw new Error(
      `The tests need Node ${neededNode}; this is ${process.version}. Run them as \`npx -y pnpm@12 test\`, which uses the workspace's own.`,
    );
  }
  if (isChromiumMissing()) {
    console.warn(
      `Skipped: the tests that run in a browser. ${chromiumCommand} installs Chromium (Debian, Ubuntu);\n` +
        `${chromiumVariable} names one that is elsewhere.`,
    );
  }
  if (!existsSync(corpusPath())) {
    console.warn(
      `Skipped: the tests that read public descriptions and the JSON Schema Test Suite. There is no corpus at ${corpusPath()};\n` +
        "set WAYBILL_SHARED to the folder that has it.",
    );
  }
  noteMissingServers();
  // `vitest run FILE` starts at once: its tests do without.
  if (process.argv.slice(3).some((word) => !word.startsWith("-"))) return async () => {};
  const [dropTemplate, endChromium] = await Promise.all([
    createMigratedTemplate(),
    isChromiumMissing() ? null : shareChromium(),
    bundlePrograms(),
  ]);
  return async () => {
    await Promise.all([dropTemplate(), endChromium?.()]);
  };
}

function noteMissingServers(): void {
  const missing = missingServers();
  if (missing.length === 0) return;
  const variables = missing.map((server) => serverVariables[server]).join(" and ");
  console.warn(
    `Skipped: the tests that need ${missing.join(" or ")}. ${variables} ${missing.length === 1 ? "is" : "are"} not set;\n` +
      `${serversCommand} starts these servers and runs everything (--install before -- installs them).`,
  );
}
